"""The tables of a batch of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsim.formatting.tables import Report, origin, percent, rate_cells, spread_cells

if TYPE_CHECKING:
    from rbsim.results.match_result import MatchResult


def report(result: MatchResult) -> Report:
    """What is shown of a batch of matches."""
    summary = result.summary()
    spreads = (
        ("games", summary.games),
        ("winner's score", summary.winner_scores),
        (
            "others' score" if result.batch.rules.seats > 2 else "loser's score",
            summary.other_scores,
        ),
    )
    unfinished = summary.unfinished_games
    return Report(
        f"{result.variant}, {result.players}: {summary.matches:,} matches "
        f"to {result.batch.rules.target:,}",
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
