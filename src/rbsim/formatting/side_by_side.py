"""Side by side: many variants and players, one line each, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

from rbsim.formatting.games import ShownResult, cut_off_note
from rbsim.formatting.numbers import ends_text, mean_text, percent, speed_text
from rbsim.formatting.tables import Cells, Report, origin, run_arms, run_lengths
from rbsim.pipeline.study import Study
from rbsim.stats.intervals import Rate
from rbsim.stats.level import level_text

FIGURES = ("advantage", "stalemate", "standoff", "unfinished", "turns", "decided: turns")
HEAD = ("variant", "players", *FIGURES)


def report(results: Sequence[ShownResult], parts: Sequence[Study], level: float) -> Report:
    """Return a table with one line for each result, with intervals."""
    cells: Cells = [HEAD]
    cells += [(one.variant, one.players, *summary_cells(one.summary())) for one in results]
    games = sum(result.batch.count for result in results)
    seconds = sum(result.seconds for result in results)
    return Report(
        f"Survey: {run_lengths(results)} games a line",
        (cells,),
        f"{speed_text(games, 'games', seconds)}"
        f"{extremes_note(results)}{cut_off_note(results)}intervals {level_text(level)}; "
        f"{origin(*run_arms(results, parts))}",
    )


def extremes_note(results: Sequence[ShownResult]) -> str:
    """Return a note on figures from low to high, if there are any."""
    if not any(result.summary().unfinished.count for result in results):
        return ""
    return "with unfinished games all against to all for; "


def summary_cells(summary: Any) -> tuple[str, ...]:
    """Return the cells of a summary, in the order of FIGURES."""
    rates = (summary.stalemates, summary.standoffs, summary.unfinished)
    return (
        _advantage_text(summary),
        *(_bounded_rate_text(rate) for rate in rates),
        *(mean_text(mean) for mean in (summary.turns, summary.decided_turns)),
    )


def _advantage_text(summary: Any) -> str:
    """Return the advantage; with unfinished games, from all lost by the starter to all won."""
    advantage = summary.played_advantage
    ends = ends_text(advantage.extremes, _points)
    low, high = advantage.interval
    if isnan(low):
        return f"{ends}%"
    if " to " in ends or max(-low, high) >= 1:  # as far as it can be: not alike on both sides
        return f"{ends}% ({_points(low)} to {_points(high)})"
    return f"{ends} ± {50 * (high - low):.2f}%"


def _points(share: float) -> str:
    return f"{100 * share:+.2f}"


def _bounded_rate_text(rate: Rate) -> str:
    """Return a rate and its interval; of an outcome never seen, only the upper bound."""
    low, high = rate.interval
    ends = ends_text(rate.extremes, percent)
    if rate.count == 0 and " to " not in ends:
        return f"< {percent(high)}"
    return f"{ends} ({100 * low:.3f} to {100 * high:.3f})"
