"""Matches: the result of a batch of matches as tables and JSON."""

from __future__ import annotations

from typing import Any

from rbsim.formatting.games import ShownResult, mean_dict, quantiles_dict, rates_dict
from rbsim.formatting.numbers import finite, percent
from rbsim.formatting.tables import Report, origin, quantile_cells, rate_cells


def report(result: ShownResult) -> Report:
    """Return the tables of a batch of matches."""
    summary, rules = result.summary(), result.batch.rules
    lengths = (
        ("games", summary.games),
        ("winner's score", summary.winner_scores),
        ("others' score" if rules.seats > 2 else "loser's score", summary.other_scores),
    )
    unfinished = summary.unfinished_games
    return Report(
        f"{result.variant}, {result.players}: {summary.matches:,} matches to {rules.target:,}",
        (
            rate_cells("matches", summary.rates),
            *(
                quantile_cells(
                    "per match won", [(name, one.mean, one.quantiles) for name, one in columns]
                )
                for columns in (lengths[:1], lengths[1:])
            ),
        ),
        f"{summary.matches_per_second:,.0f} matches a second; {unfinished.games:,} games, "
        f"{unfinished.count:,} of them unfinished, {percent(unfinished.rate)} "
        f"({' to '.join(map(percent, unfinished.interval))}); "
        f"{summary.give_ups:,} stalemate searches gave up; {origin(result.batch)}",
    )


def summary_dict(summary: Any) -> dict[str, Any]:
    """Return a summary of matches: the counts by name, then rates, means and intervals."""
    lengths = {
        "games": summary.games,
        "winner_score": summary.winner_scores,
        "other_score": summary.other_scores,
    }
    entries: dict[str, Any] = {}
    for name, one in lengths.items():
        entries |= mean_dict(name, one.mean) | quantiles_dict(name, one.quantiles)
    return {
        "matches": summary.matches,
        **{name.replace(" ", "_"): rate.count for name, rate in summary.rates.items()},
        "rates": rates_dict(summary.rates),
        **entries,
        "games_played": summary.unfinished_games.games,
        "unfinished_games": summary.unfinished_games.count,
        "give_ups": summary.give_ups,
        "seconds": summary.seconds,
        "matches_per_second": finite(summary.matches_per_second),
    }
