"""Numbers as text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from rbcore.cards.ranges import count_text
from rbsim.stats.intervals import Mean, Rate


def percent(share: float) -> str:
    """Return a share in per cent, `57.500%`, or `-` for NaN."""
    return "-" if math.isnan(share) else f"{100 * share:.3f}%"


def signed(share: float) -> str:
    """Return a difference of shares, `+1.250%`, or `-` for NaN."""
    return "-" if math.isnan(share) else f"{100 * share:+.3f}%"


def number(value: float, places: int) -> str:
    """Return a number with so many decimal places, or `-` for NaN."""
    return "-" if math.isnan(value) else f"{value:,.{places}f}"


def whole(value: int | None) -> str:
    """Return a whole number, `1,024`, or `-` for None."""
    return "-" if value is None else f"{value:,}"


def p_value(value: float) -> str:
    """Return a p-value with four decimal places, or `-` for NaN."""
    if math.isnan(value):
        return "-"
    return f"{value:.4f}" if value >= 0.0001 else "< 0.0001"


def rank_interval(interval: tuple[int | None, int | None]) -> str:
    """Return the interval of a quantile; an end that too few games leave open is a dash."""
    low, high = interval
    return "-" if low is None and high is None else f"{whole(low)} to {whole(high)}"


def mean_interval(mean: Mean) -> str:
    """Return the interval of a mean, or why there is none.

    If all values are equal it is the bound on other values; of too few, how many it takes.
    """
    low, high = mean.interval
    if mean.others is not None:
        return f"all alike; others < {percent(mean.others)}"
    if mean.games and mean.seen is not None and mean.too_few:
        return f"needs {mean.seen.shown_from:,}"
    return "-" if math.isnan(low) else f"{low:,.2f} to {high:,.2f}"


def mean_text(mean: Mean) -> str:
    """Return a mean with its interval, `43.39 (43.36 to 43.43)`, or with why there is none."""
    if math.isnan(mean.mean):
        return "-"
    return f"{number(mean.mean, 2)} ({mean_interval(mean).partition(';')[0]})"


def speed_text(count: int, noun: str, seconds: float) -> str:
    """Return `60,000 games a second; `, or nothing of games that were read and not played."""
    return f"{count_text(round(count / seconds), noun)} a second; " if seconds > 0 else ""


def ends_text(ends: Iterable[float], show: Callable[[float], str]) -> str:
    """Return a figure from end to end, or once if unfinished games do not change what is shown."""
    return " to ".join(dict.fromkeys(map(show, ends)))


def rate_text(rate: Rate) -> str:
    """Return a rate in per cent; with open games, from all of them against to all for."""
    return ends_text(rate.extremes, percent)


def rate_with_interval(rate: Rate) -> str:
    """Return a rate with its interval, `55.800% (55.710% to 55.900%)`."""
    low, high = map(percent, rate.interval)
    return f"{rate_text(rate)} ({low} to {high})"
