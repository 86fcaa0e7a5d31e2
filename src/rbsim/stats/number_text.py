"""Number text: the one rule by which numbers with intervals are written for people.

Half the interval has two significant digits, and the estimate and both ends have as many decimal
places as that takes. Data files are never rounded.
"""

import math
from collections.abc import Callable
from typing import Protocol

from rbsim.stats.quantity import Form

MOST_PLACES = 12
LONE_PLACES = 2  # of a share without an interval
LONE_DIGITS = 3  # of another number without one
NOTED = 0.1  # part of the interval from which the extremes by unfinished games are told
LEAST_P = 0.0001
NONE = "-"

Show = Callable[[float], str]


class Shown(Protocol):
    """What is written of a figure, which says what each of these is."""

    @property
    def estimate(self) -> float: ...
    @property
    def interval(self) -> tuple[float, float]: ...
    @property
    def form(self) -> Form: ...
    @property
    def undecided(self) -> tuple[float, float] | None: ...
    @property
    def count(self) -> int | None: ...
    @property
    def n(self) -> int: ...
    @property
    def absent(self) -> str: ...


def figure_text(one: Shown) -> str:
    """Return a figure with its interval, `+13.0% (9.9 to 16.1)`.

    A rate of what was never seen, or always, is its bound: `under 0.38%`.

    Examples
    --------
    >>> from rbsim.stats.figure import figure
    >>> from rbsim.stats.intervals import Rate
    >>> figure_text(figure("stalemate", Rate(4, 1_000)))
    '0.40% (0.16 to 1.02)'
    >>> figure_text(figure("stalemate", Rate(0, 1_000)))
    'under 0.38%'
    """
    if math.isnan(one.estimate):
        return NONE
    ends = interval_text(one)
    if _is_bound(one):
        return ends
    return f"{estimate_text(one)} ({ends})" if ends else estimate_text(one)


def estimate_text(one: Shown) -> str:
    """Return the estimate of a figure alone, as `figure_text` writes it."""
    if math.isnan(one.estimate):
        return NONE
    if math.isinf(one.estimate):
        return "above all" if one.estimate > 0 else "below all"
    return _shower(one)(one.estimate)


def interval_text(one: Shown) -> str:
    """Return the interval of a figure, `9.9 to 16.1`; a bound, or why there is none."""
    low, high = one.interval
    show, bare = _shower(one), _shower(one, bare=True)
    if _is_bound(one):
        return f"under {show(high)}" if one.count == 0 else f"over {show(low)}"
    if math.isinf(low):
        return "no bound" if math.isinf(high) else f"under {bare(high)}"
    if math.isinf(high):
        return f"over {bare(low)}"
    if math.isnan(low) and math.isnan(high):
        return one.absent
    return " to ".join(NONE if math.isnan(end) else bare(end) for end in (low, high))


def is_noted(one: Shown) -> bool:
    """Return whether unfinished games move a figure by more than a tenth of its interval."""
    low, high = one.interval
    if one.undecided is None:
        return False
    moved = one.undecided[1] - one.undecided[0]
    return math.isfinite(high - low) and moved > NOTED * (high - low)


def extremes_text(one: Shown) -> str:
    """Return a figure with unfinished games all against it, and all for it, `10.8% to 14.2%`."""
    low, high = one.undecided or (one.estimate, one.estimate)
    show = _shower(one)
    return f"{show(low)} to {show(high)}"


def p_text(p: float) -> str:
    """Return a p-value with two significant digits.

    Examples
    --------
    >>> p_text(0.0123), p_text(0.00001), p_text(1.0)
    ('0.012', '< 0.0001', '1')
    """
    if math.isnan(p):
        return NONE
    if p < LEAST_P:
        return f"< {LEAST_P}"
    return "1" if p >= 0.995 else f"{p:.{1 - math.floor(math.log10(p))}f}"


def tick_text(form: Form) -> Callable[[float, object], str]:
    """Return the function by which matplotlib writes a number beside an axis, short as can be."""
    if form in (Form.SHARE, Form.DIFFERENCE):
        return lambda value, _: f"{100 * value:{_sign(form)}.6g}%" if value else "0%"
    return lambda value, _: f"{value:{_sign(form)},.6g}" if value else "0"


def _is_bound(one: Shown) -> bool:
    """Return whether a figure is a rate of what was never seen, or always."""
    moved = one.undecided is not None and one.undecided[0] < one.undecided[1]
    return one.n > 0 and one.count in (0, one.n) and not moved


def _sign(form: Form) -> str:
    return "+" if form in (Form.DIFFERENCE, Form.CHANGE) else ""


def _shower(one: Shown, bare: bool = False) -> Show:
    """Return the function that writes the numbers of a figure; `bare` without sign and unit."""
    is_share = one.form in (Form.SHARE, Form.DIFFERENCE)
    scale, unit = (100, "" if bare else "%") if is_share else (1, "")
    places, sign = _places(one, scale), "" if bare else _sign(one.form)

    def show(value: float) -> str:
        text = f"{scale * value:{sign},.{places}f}"
        # What is rounded to nothing has no sign but a plus.
        return (text.replace("-", sign) if not text.strip("-+0.,") else text) + unit

    return show


def _places(one: Shown, scale: int) -> int:
    """Return the decimal places that give half the interval two significant digits.

    They are more where an end that is not 0 would be written as 0.
    """
    if one.form is Form.WHOLE:
        return 0
    ends = [scale * end for end in one.interval if math.isfinite(end)]
    half = (ends[1] - ends[0]) / 2 if len(ends) == 2 else 0.0
    if _is_bound(one):  # two digits of the bound
        half = ends[1] - ends[0]
    if not half > 0:
        ends = ends or [scale * one.estimate]
        places = LONE_PLACES if scale > 1 else _places_of_digits(ends[0])
    else:
        places = max(0, 1 - math.floor(math.log10(half)))
    smallest = min((abs(end) for end in ends if abs(end) > 10.0**-MOST_PLACES), default=1.0)
    while places < MOST_PLACES and round(smallest, places) == 0:
        places += 1
    return min(places, MOST_PLACES)


def _places_of_digits(value: float) -> int:
    """Return the decimal places of a number with LONE_DIGITS digits; none of whole numbers."""
    if not math.isfinite(value) or value == round(value):
        return 0
    return max(0, LONE_DIGITS - 1 - math.floor(math.log10(abs(value))))
