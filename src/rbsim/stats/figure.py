"""Figure: one estimate with its interval, its test and what it is of; a row of a result's table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from rbsim.stats.level import LEVEL, check_level
from rbsim.stats.number_text import extremes_text, figure_text, is_noted
from rbsim.stats.quantity import Form, form_of

Label = str | int | float | bool | None


class Estimator(Protocol):
    """An estimate of `n` games with its interval at `level`; NaN stands for what there is not."""

    @property
    def value(self) -> float: ...  # unfinished games count as not won, and as nobody's
    @property
    def extremes(self) -> tuple[float, float] | None: ...  # they all count against it, and for it
    @property
    def interval(self) -> tuple[float, float]: ...
    @property
    def level(self) -> float: ...
    @property
    def n(self) -> int: ...
    @property
    def method(self) -> str: ...  # how the interval is made
    @property
    def count(self) -> int | None: ...  # of a rate, the games that count
    @property
    def standard_error(self) -> float: ...
    @property
    def absent(self) -> str: ...  # why there is no interval
    def p(self, value: float) -> float: ...


class PlainEstimate:
    """What most estimators say of themselves: there is an interval and no test."""

    @property
    def standard_error(self) -> float:
        """The standard error; NaN where none is defined."""
        return math.nan

    @property
    def absent(self) -> str:
        """Why there is no interval; empty if there is one."""
        return ""

    def p(self, value: float) -> float:
        """Return the two-sided p that this is the true value; NaN of what is not tested."""
        return math.nan


class ConfidenceInterval(NamedTuple):
    """The ends of an interval, as SciPy names them; NaN where there is none."""

    low: float
    high: float


@dataclass(frozen=True)
class Figure:
    """One number of a result, with its interval.

    Attributes
    ----------
    quantity : str
        What is estimated, as `starter_wins`, `advantage` or `turns`.
    estimate : float
        NaN without games. Unfinished games count as not won, and as nobody's.
    interval : ConfidenceInterval
        At `level`, from `low` to `high`.
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
    form : Form
        How it is written.
    level : float
        The level of the interval.
    labels : mapping of str to value
        Variant, players and axes, by the names of their columns.
    again : callable, optional
        Returns the interval at another level; of what is known at one level alone, None.
    count : int, optional
        Of a rate, the games that count.
    absent : str
        Why there is no interval, as ``needs 10,000 games``; empty if there is one.

    Examples
    --------
    >>> import rbsim
    >>> advantage = rbsim.advantage("standard", games=1_000, players="greedy", seed=1).advantage
    >>> advantage
    +15.6% (11.3 to 19.8), 1,000 deals
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
    again: Callable[[float], tuple[float, float]] | None = field(default=None, compare=False)
    count: int | None = field(default=None, compare=False)
    absent: str = field(default="", compare=False)

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
    def row(self) -> dict[str, Label]:
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
        """Return the answer in words, `+11.950% (11.880 to 12.020), 4,000,000 deals`.

        If unfinished games move it by more than a tenth of the interval, the words say how far.
        """
        moved = f"; {extremes_text(self)} by unfinished games" if is_noted(self) else ""
        return f"{figure_text(self)}, {self.n:,} {self.unit}{moved}"


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def figure(
    quantity: str,
    one: Estimator,
    unit: str = "games",
    *,
    form: Form | None = None,
    tested: bool = False,
) -> Figure:
    """Return the figure of an estimate; it has a p that it is 0 if `tested`.

    Examples
    --------
    >>> from rbsim.stats.intervals import Rate
    >>> figure("starter_wins", Rate(566, 1_000))
    56.6% (53.5 to 59.6), 1,000 games
    """
    return Figure(
        quantity,
        one.value,
        ConfidenceInterval(*one.interval),
        one.n,
        unit,
        one.method,
        one.standard_error,
        one.p(0) if tested else math.nan,
        undecided=one.extremes,
        form=form_of(quantity) if form is None else form,
        level=one.level,
        count=one.count,
        absent=one.absent,
    )


def plain_figure(
    quantity: str, value: float, n: int, unit: str = "games", form: Form = Form.NUMBER
) -> Figure:
    """Return the figure of a number that has no interval."""
    return Figure(quantity, value, ConfidenceInterval(math.nan, math.nan), n, unit, form=form)
