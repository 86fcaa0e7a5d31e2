"""Sympathy as tables and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import rbcore
from rbsim.formatting.games import mean_dict, quantiles_dict, rates_dict
from rbsim.formatting.numbers import finite, percent
from rbsim.formatting.tables import Cells, Report, quantile_cells
from rbsim.running.provenance import versions
from rbsim.stats.intervals import Mean, Quantiles
from rbsim.sums.histograms import Histogram


def report(results: Sequence[Any]) -> Report:
    """Return the report of one form of the game, or of both."""
    return Report("Sympathy", (_win_cells(results), *map(_pair_cells, results)), _footnote(results))


def _win_cells(results: Sequence[Any]) -> Cells:
    """Return a header and rows of form, games, games won, rate and 95% interval."""
    cells: Cells = [("form", "games", "both win", "rate", "95% interval")]
    for result in results:
        low, high = result.wins.interval
        cells.append(
            (
                f"{result.heaps} heaps",
                f"{result.games:,}",
                f"{result.wins.count:,}",
                percent(result.wins.rate),
                f"{percent(low)} to {percent(high)}",
            )
        )
    return cells


def _pair_cells(result: Any) -> Cells:
    """Return mean and quantiles of the pairs left at the end and when first stuck."""
    return quantile_cells(
        f"{result.heaps} heaps, pairs left",
        [
            (when, Mean.from_histogram(histogram, tame=True), Quantiles.from_histogram(histogram))
            for when, histogram in (("at the end", result.left), ("first stuck", result.stuck))
        ],
    )


def _footnote(results: Sequence[Any]) -> str:
    """Return speed, seed, games and versions."""
    one = results[0]
    speed = sum(result.games for result in results) / sum(result.seconds for result in results)
    return (
        f"{speed:,.0f} games a second; seed {one.seed}, "
        f"games {one.first} to {one.first + one.games - 1}; "
        f"version {rbcore.__version__}, games version {rbcore.GAMES_VERSION}"
    )


def to_dict(result: Any) -> dict[str, Any]:
    """Return a result as plain values for JSON; None stands for NaN."""
    return {
        "game": "sympathy",
        "heaps": result.heaps,
        "seed": result.seed,
        "games": result.games,
        "wins": result.wins.count,
        "rates": rates_dict({"wins": result.wins}),
        **_pairs_dict("left", result.left),
        **_pairs_dict("stuck", result.stuck),
        "seconds": result.seconds,
        "games_per_second": finite(result.games_per_second),
        "provenance": {
            "game": "sympathy",
            "heaps": result.heaps,
            "seed": result.seed,
            "first": result.first,
            "games": result.games,
            **versions(),
        },
    }


def _pairs_dict(name: str, histogram: Histogram) -> dict[str, Any]:
    return {
        **mean_dict(name, Mean.from_histogram(histogram, tame=True)),
        **quantiles_dict(name, Quantiles.from_histogram(histogram)),
        f"{name}_counts": {str(pairs): int(n) for pairs, n in enumerate(histogram) if n},
    }
