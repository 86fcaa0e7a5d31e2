"""Matches: the result of a batch of matches as tables."""

from __future__ import annotations

from rbsim.formatting.games import ShownResult
from rbsim.formatting.numbers import percent, speed_text
from rbsim.formatting.tables import Report, origin, part_arms, quantile_cells, rate_cells


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
            rate_cells("matches", summary.rates, result.level),
            *(
                quantile_cells(
                    "per match won",
                    [(name, one.mean, one.quantiles) for name, one in columns],
                    level=result.level,
                )
                for columns in (lengths[:1], lengths[1:])
            ),
        ),
        f"{speed_text(summary.matches, 'matches', summary.seconds)}{unfinished.games:,} games, "
        f"{unfinished.count:,} of them unfinished, {percent(unfinished.rate)} "
        f"({' to '.join(map(percent, unfinished.interval))}); "
        f"{summary.give_ups:,} stalemate searches gave up; {origin(*part_arms(result.parts))}",
    )
