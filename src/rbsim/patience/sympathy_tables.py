"""Sympathy as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import rbcore
from rbsim.formatting.numbers import percent, speed_text
from rbsim.formatting.tables import Cells, Report, interval_head, quantile_cells


def report(forms: Sequence[Any], level: float) -> Report:
    """Return the report of one form of the game, or of both."""
    pairs = (_pair_cells(form, level) for form in forms)
    return Report("Sympathy", (_win_cells(forms, level), *pairs), _footnote(forms))


def _win_cells(results: Sequence[Any], level: float) -> Cells:
    """Return a header and rows of form, games, games won, rate and interval."""
    cells: Cells = [("form", "games", "both win", "rate", interval_head(level))]
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


def _pair_cells(form: Any, level: float) -> Cells:
    """Return mean and quantiles of the pairs left at the end and when first stuck."""
    return quantile_cells(
        f"{form.heaps} heaps, pairs left",
        [
            (words, form.mean(when), form.quantiles(when))
            for words, when in (("at the end", "left"), ("first stuck", "stuck"))
        ],
        level=level,
    )


def _footnote(results: Sequence[Any]) -> str:
    """Return speed, seed, games and versions."""
    one = results[0]
    games, seconds = (sum(getattr(form, name) for form in results) for name in ("games", "seconds"))
    played = ", ".join(
        f"seed {run.seed}, games {run.first} to {run.first + run.games - 1}" for run in one.played
    )
    return (
        f"{speed_text(games, 'games', seconds)}{played}; "
        f"version {rbcore.__version__}, games version {rbcore.GAMES_VERSION}"
    )
