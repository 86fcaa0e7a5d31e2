"""A survey: many variants and players side by side, a line each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rbsim.formatting.tables import Cells, Report, origin, percent, share
from rbsim.results.simulated import Result
from rbsim.results.summary import Summary, all_finite, finite
from rbsim.stats.intervals import Z95, Mean, Rate

FIGURES = ("starter advantage", "stalemate", "standoff", "unfinished", "turns")
HEAD = ("variant", "players", *FIGURES)


def advantage(summary: Summary) -> Mean:
    """P(starter wins) - P(another seat wins), as played: a mean of 1, -1 and 0 over the games."""
    won, lost = summary.starter_wins.count, summary.other_wins.count
    return Mean.of(won - lost, won + lost, summary.games)


def advantage_ends(summary: Summary) -> tuple[Mean, Mean]:
    """The same with all unfinished games lost by their starters, and with all won."""
    won, lost, left = (
        rate.count for rate in (summary.starter_wins, summary.other_wins, summary.unfinished)
    )
    decided = won + lost + left
    low, high = won - lost - left, won - lost + left
    return Mean.of(low, decided, summary.games), Mean.of(high, decided, summary.games)


@dataclass(frozen=True)
class PlayedAdvantage:
    """The advantage, unfinished games won by nobody; they widen its interval, from end to end."""

    mean: float
    interval: tuple[float, float]

    @classmethod
    def of(cls, summary: Summary) -> PlayedAdvantage:
        lead = advantage(summary)
        if not summary.unfinished.count:
            return cls(lead.mean, lead.interval)
        ends = advantage_ends(summary)
        low, high = ends[0].interval[0], ends[1].interval[1]
        # A constant has no interval; here it is -1 or 1, beyond which nothing is.
        low = ends[0].mean if math.isnan(low) else low
        return cls(lead.mean, (low, ends[1].mean if math.isnan(high) else high))


def report(results: Sequence[Result]) -> Report:
    """One line for each result; every figure with its 95% interval."""
    cells: Cells = [HEAD, *(_line(result) for result in results)]
    games = sum(result.batch.count for result in results)
    return Report(
        f"Survey: {results[0].batch.count:,} games a line",
        (cells,),
        f"{games / sum(result.seconds for result in results):,.0f} games a second; "
        f"{ends_note(results)}{origin(*(result.batch for result in results))}",
    )


def ends_note(results: Sequence[Result]) -> str:
    """What a figure from low to high is."""
    if not any(result.summary().unfinished.count for result in results):
        return ""
    return "with unfinished games all against to all for; "


def _line(result: Result) -> tuple[str, ...]:
    return result.variant, result.players, *figures(result.summary())


def figures(summary: Summary) -> tuple[str, ...]:
    """What a line shows of a batch: FIGURES."""
    rates = (summary.stalemates, summary.standoffs, summary.unfinished)
    return (
        _lead(summary),
        *(_rate(rate) for rate in rates),
        f"{summary.turns.mean:.2f}{_within(summary.turns)}",
    )


def _lead(summary: Summary) -> str:
    """The advantage; with unfinished games from all of them against the starter to all for."""
    lead = advantage(summary)
    if not summary.unfinished.count:
        return f"{100 * lead.mean:+.2f}{_within(lead, 100)}%"
    low, high = advantage_ends(summary)
    wider = max(low, high, key=lambda end: end.deviation)
    return f"{100 * low.mean:+.2f} to {100 * high.mean:+.2f}{_within(wider, 100)}%"


def _within(mean: Mean, unit: int = 1) -> str:
    """Half of the interval; nothing of a constant, which has none."""
    half = Z95 * mean.standard_error
    return f" ± {unit * half:.2f}" if half else ""


def _rate(rate: Rate) -> str:
    """A rate and its interval; of what was never seen, the bound alone."""
    low, high = rate.interval
    if rate.count == 0:
        return f"< {percent(high)}"
    return f"{share(rate)} ({100 * low:.3f} to {100 * high:.3f})"


def to_dicts(results: Sequence[Result]) -> list[dict[str, Any]]:
    """For JSON: what each result has to say, and its starter's advantage."""
    found = []
    for result in results:
        lead = advantage(result.summary())
        found.append(
            {
                **result.to_dict(),
                "starter_advantage": finite(lead.mean),
                "starter_advantage_interval": all_finite(lead.interval),
                "starter_advantage_unfinished_against_and_for": all_finite(
                    end.mean for end in advantage_ends(result.summary())
                ),
            }
        )
    return found
