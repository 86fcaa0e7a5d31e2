"""Matches: what a batch of matches came to, as tables and JSON."""

from __future__ import annotations

from typing import Any

from rbsim.formatting.games import ShownResult, mean_dict, quantiles_dict, rates_dict
from rbsim.formatting.numbers import finite, percent
from rbsim.formatting.tables import Report, origin, rate_cells, spread_cells


def report(result: ShownResult) -> Report:
    """Return what is shown of a batch of matches."""
    summary, rules = result.summary(), result.batch.rules
    spreads = (
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
                spread_cells("per match won", [(name, s.mean, s.quantiles) for name, s in some])
                for some in (spreads[:1], spreads[1:])
            ),
        ),
        f"{summary.matches_per_second:,.0f} matches a second; {unfinished.games:,} games, "
        f"{unfinished.count:,} of them unfinished, {percent(unfinished.rate)} "
        f"({' to '.join(map(percent, unfinished.interval))}); "
        f"{summary.give_ups:,} stalemate searches gave up; {origin(result.batch)}",
    )


def summary_dict(summary: Any) -> dict[str, Any]:
    """Return a summary of matches: the counts by name, then rates, means and intervals."""
    spreads = {
        "games": summary.games,
        "winner_score": summary.winner_scores,
        "other_score": summary.other_scores,
    }
    lengths: dict[str, Any] = {}
    for name, spread in spreads.items():
        lengths |= mean_dict(name, spread.mean) | quantiles_dict(name, spread.quantiles)
    return {
        "matches": summary.matches,
        **{name.replace(" ", "_"): rate.count for name, rate in summary.rates.items()},
        "rates": rates_dict(summary.rates),
        **lengths,
        "games_played": summary.unfinished_games.games,
        "unfinished_games": summary.unfinished_games.count,
        "give_ups": summary.give_ups,
        "seconds": summary.seconds,
        "matches_per_second": finite(summary.matches_per_second),
    }
