"""Survey: many variants and players side by side, a line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rbsim.formatting.games import ShownResult, result_dict
from rbsim.formatting.numbers import all_finite, finite, percent, rate_text
from rbsim.formatting.tables import Cells, Report, origin
from rbsim.stats.intervals import Z95, Mean, Rate

FIGURES = ("starter advantage", "stalemate", "standoff", "unfinished", "turns")
HEAD = ("variant", "players", *FIGURES)


def report(results: Sequence[ShownResult]) -> Report:
    """Return one line for each result; every figure with its 95% interval."""
    cells: Cells = [HEAD, *(_line(result) for result in results)]
    games = sum(result.batch.count for result in results)
    seconds = sum(result.summary().seconds for result in results)
    return Report(
        f"Survey: {results[0].batch.count:,} games a line",
        (cells,),
        f"{games / seconds:,.0f} games a second; "
        f"{ends_note(results)}{origin(*(result.batch for result in results))}",
    )


def ends_note(results: Sequence[ShownResult]) -> str:
    """Return what a figure from low to high is."""
    if not any(result.summary().unfinished.count for result in results):
        return ""
    return "with unfinished games all against to all for; "


def _line(result: ShownResult) -> tuple[str, ...]:
    return result.variant, result.players, *figures(result.summary())


def figures(summary: Any) -> tuple[str, ...]:
    """Return what a line shows of a summary: FIGURES."""
    rates = (summary.stalemates, summary.standoffs, summary.unfinished)
    return (
        _lead(summary),
        *(_rate(rate) for rate in rates),
        f"{summary.turns.mean:.2f}{_within(summary.turns)}",
    )


def _lead(summary: Any) -> str:
    """Return the advantage; with unfinished games from all lost by the starter to all won."""
    lead = summary.advantage
    if not summary.unfinished.count:
        return f"{100 * lead.mean:+.2f}{_within(lead, 100)}%"
    low, high = summary.advantage_ends
    wider = max(low, high, key=lambda end: end.deviation)
    return f"{100 * low.mean:+.2f} to {100 * high.mean:+.2f}{_within(wider, 100)}%"


def _within(mean: Mean, unit: int = 1) -> str:
    """Return half of the interval; nothing of a constant, which has none."""
    half = Z95 * mean.standard_error
    return f" ± {unit * half:.2f}" if half else ""


def _rate(rate: Rate) -> str:
    """Return a rate and its interval; of what was never seen, the bound alone."""
    low, high = rate.interval
    if rate.count == 0:
        return f"< {percent(high)}"
    return f"{rate_text(rate)} ({100 * low:.3f} to {100 * high:.3f})"


def to_dicts(results: Sequence[ShownResult]) -> list[dict[str, Any]]:
    """Return for JSON what each result says, and its starter's advantage."""
    found = []
    for result in results:
        lead = result.summary().advantage
        found.append(
            {
                **result_dict(result),
                "starter_advantage": finite(lead.mean),
                "starter_advantage_interval": all_finite(lead.interval),
                "starter_advantage_unfinished_against_and_for": all_finite(
                    end.mean for end in result.summary().advantage_ends
                ),
            }
        )
    return found
