"""Figure: one estimate with its interval, its test and what it is of; a row of a result's table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from rbsim.stats.intervals import Mean, Rate, Span
from rbsim.stats.level import LEVEL, check_level

Label = str | int | float | bool | None
LEAST_PLACES, MOST_PLACES = 2, 6  # decimal places of a figure as text


class ConfidenceInterval(NamedTuple):
    """The ends of an interval, as SciPy names them; NaN where there is none."""

    low: float
    high: float


class Form(Enum):
    """How a figure is written: a share in per cent, a difference of shares, a number, a change."""

    SHARE = "share"
    DIFFERENCE = "difference"
    NUMBER = "number"
    CHANGE = "change"


@dataclass(frozen=True)
class Figure:
    """One number of a result, with its interval.

    Attributes
    ----------
    quantity : str
        What is estimated, as `starter_wins`, `advantage` or `turns`.
    estimate : float
        NaN without games. Unfinished games count as not won, and as nobody's.
    n : int
        Games, deals or matches that the estimate is of.
    unit : str
        Which of these.
    method : str
        How the interval is made, docs/statistics.md; empty without one.
    standard_error : float
        NaN where none is defined.
    pvalue : float
        Two-sided p that there is no difference; NaN of what is no difference.
    p_adjusted : float
        Holm's adjusted p of all tests of the result.
    undecided : tuple of float, optional
        The estimate with all unfinished games counted against it, and with all counted for it.
    level : float
        The level of the interval.
    labels : mapping of str to value
        Variant, players and axes, by the names of their columns.

    Examples
    --------
    >>> import rbsim
    >>> advantage = rbsim.advantage("standard", games=1_000, players="greedy", seed=1).advantage
    >>> advantage
    +15.55% (11.29 to 19.81), 1,000 deals
    >>> advantage.estimate, advantage.pvalue < 0.05
    (0.1555, True)
    >>> low, high = advantage.confidence_interval(level=0.99)
    >>> round(low, 3)
    0.1
    """

    quantity: str
    estimate: float
    interval: ConfidenceInterval
    n: int
    unit: str = "games"
    method: str = ""
    standard_error: float = math.nan
    pvalue: float = math.nan
    p_adjusted: float = math.nan
    undecided: tuple[float, float] | None = None
    form: Form = Form.SHARE
    level: float = LEVEL
    labels: Mapping[str, Label] = field(default_factory=dict)
    # Computes the interval at another level; of what is known at one level alone, None.
    again: Callable[[float], tuple[float, float]] | None = field(default=None, compare=False)

    def confidence_interval(self, level: float | None = None) -> ConfidenceInterval:
        """Return the interval.

        Parameters
        ----------
        level : float, optional
            The level of the result unless given.

        Returns
        -------
        ConfidenceInterval
            Its ends, `low` and `high`.

        Raises
        ------
        ValueError
            In one sentence, for a level out of range, or one at which this interval is not known.
        """
        if level is None or check_level(level) == self.level:
            return self.interval
        if self.again is None:
            raise ValueError(f"{self.quantity} has its interval at the level {self.level} alone")
        return ConfidenceInterval(*self.again(level))

    def of(self, **labels: Label) -> Figure:
        """Return the figure with more labels."""
        return replace(self, labels={**self.labels, **labels})

    @property
    def row(self) -> dict[str, Any]:
        """The figure as a row of the table; None where there is no number."""
        low, high = self.undecided or (math.nan, math.nan)
        return {
            **self.labels,
            "quantity": self.quantity,
            "estimate": _known(self.estimate),
            "low": _known(self.interval.low),
            "high": _known(self.interval.high),
            "level": self.level if self.method else None,
            "standard_error": _known(self.standard_error),
            "method": self.method or None,
            "p": _known(self.pvalue),
            "p_adjusted": _known(self.p_adjusted),
            "n": self.n,
            "undecided_low": _known(low),
            "undecided_high": _known(high),
        }

    def __repr__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Return the answer in words, `+11.95% (11.88 to 12.02), 4,000,000 deals`."""
        shown = _show(self.form, self._places)
        ends = dict.fromkeys(map(shown, self.undecided or (self.estimate,)))
        low, high = self.interval
        words = "none" if math.isnan(self.estimate) else " to ".join(ends)
        if not math.isnan(low):
            bare = _show(self.form, self._places, bare=True)
            words += f" ({bare(low)} to {bare(high)})"
        return f"{words}, {self.n:,} {self.unit}"

    @property
    def _places(self) -> int:
        """Decimal places that leave two digits of half the interval."""
        low, high = self.interval
        scale = 100 if self.form in (Form.SHARE, Form.DIFFERENCE) else 1
        half = scale * (high - low) / 2
        if not (math.isfinite(half) and half > 0):
            return LEAST_PLACES
        return min(MOST_PLACES, max(LEAST_PLACES, 1 - math.floor(math.log10(half))))


def _known(value: float) -> float | None:
    """Return a number, None for NaN and infinity."""
    return value if math.isfinite(value) else None


def _show(form: Form, places: int, bare: bool = False) -> Callable[[float], str]:
    sign = "+" if form in (Form.DIFFERENCE, Form.CHANGE) and not bare else ""
    share = form in (Form.SHARE, Form.DIFFERENCE)
    scale, unit = (100, "" if bare else "%") if share else (1, "")
    return lambda value: f"{scale * value:{sign},.{places}f}{unit}"


def rate_figure(quantity: str, rate: Rate, unit: str = "games") -> Figure:
    """Return the figure of a rate."""
    shares = rate.rate, 1 - rate.rate
    error = math.sqrt(shares[0] * shares[1] / rate.games) if rate.games else math.nan
    return Figure(
        quantity,
        rate.rate,
        ConfidenceInterval(*rate.interval),
        rate.games,
        unit,
        "Wilson",
        error,
        undecided=rate.extremes,
        level=rate.level,
    )


def mean_figure(
    quantity: str, mean: Mean, unit: str = "games", form: Form = Form.NUMBER, **more: Any
) -> Figure:
    """Return the figure of a mean; `more` are other fields of it."""
    method = "normal" if mean.seen is None else "empirical likelihood"
    return Figure(
        quantity,
        mean.mean,
        ConfidenceInterval(*mean.interval),
        mean.games,
        unit,
        method,
        mean.standard_error,
        form=form,
        level=mean.level,
        **more,
    )


def span_figure(quantity: str, mean: Mean, span: Span, unit: str, form: Form) -> Figure:
    """Return the figure of a mean that unfinished games move; of a difference, with its test."""
    return Figure(
        quantity,
        mean.mean,
        ConfidenceInterval(*span.interval),
        mean.games,
        unit,
        "normal",
        mean.standard_error,
        span.p(0) if form is Form.DIFFERENCE else math.nan,
        undecided=span.extremes,
        form=form,
        level=mean.level,
    )
