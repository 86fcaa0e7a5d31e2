"""Rates, means and quantiles with their intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from rbsim.stats.empirical import Empirical
from rbsim.stats.figure import PlainEstimate
from rbsim.stats.inference import wilson
from rbsim.stats.level import LEVEL, two_sided
from rbsim.stats.quantiles import QUANTILES, Quantile, Quantiles, quantile, quantile_interval

__all__ = [
    "QUANTILES", "Mean", "Quantile", "Quantiles", "Rate", "Span", "SpannedMean", "cautious_p",
    "quantile", "quantile_interval", "wilson",
]  # fmt: skip


@dataclass(frozen=True)
class Rate(PlainEstimate):
    """A share of games with its interval, which allows for unfinished games.

    Attributes
    ----------
    count : int
        Games that count.
    games : int
        All games.
    undecided : int
        Games of which it is not known whether they count, such as unfinished ones (7.5).
    level : float
        Of the interval.

    Examples
    --------
    >>> seen = Rate(60, 100, undecided=10)
    >>> seen.rate
    0.6
    >>> seen.extremes
    (0.6, 0.7)
    >>> [round(end, 3) for end in seen.interval]
    [0.502, 0.781]
    """

    count: int
    games: int
    undecided: int = 0
    level: float = LEVEL

    def at(self, level: float) -> Rate:
        """Return the same rate with intervals of another level."""
        return replace(self, level=level)

    method: ClassVar[str] = "Wilson"

    @property
    def rate(self) -> float:
        """The share of all games that count; NaN without games."""
        return self.count / self.games if self.games else math.nan

    value = rate

    @property
    def n(self) -> int:
        """The games, as an Estimator."""
        return self.games

    @property
    def standard_error(self) -> float:
        """The standard error of the rate; NaN without games."""
        share = self.rate
        return math.sqrt(share * (1 - share) / self.games) if self.games else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval (J. Am. Stat. Assoc. 22, 1927), which bounds a rate of 0 too.

        With open games it runs from the low end with all of them counted against to the high end
        with all of them counted for.
        """
        z = two_sided(self.level)
        most = self.count + self.undecided
        return wilson(self.count, self.games, z)[0], wilson(most, self.games, z)[1]

    @property
    def extremes(self) -> tuple[float, float]:
        """The rate with all open games counted against, and with all of them counted for."""
        return self.rate, replace(self, count=self.count + self.undecided).rate


@dataclass(frozen=True)
class Mean(PlainEstimate):
    """A mean over games with its interval, from exact sums.

    Attributes
    ----------
    mean : float
        NaN without games.
    deviation : float
        Standard deviation of a game, with n - 1; NaN of fewer than two games.
    games : int
        Games that the mean is of.
    seen : Empirical, optional
        How often each value was seen, if that is known.
    level : float
        Of the interval.
    bounds : tuple of float
        The least and the most that a game can give.

    Examples
    --------
    >>> turns = Mean.from_sums(total=30, squares=310, games=3)
    >>> turns.mean
    10.0
    >>> round(turns.deviation, 3), round(turns.standard_error, 3)
    (2.236, 1.291)
    """

    mean: float
    deviation: float
    games: int
    seen: Empirical | None = field(default=None, repr=False, compare=False)
    level: float = field(default=LEVEL, repr=False)
    bounds: tuple[float, float] = field(default=(-math.inf, math.inf), repr=False, compare=False)

    def at(self, level: float) -> Mean:
        """Return the same mean with an interval of another level."""
        return replace(self, level=level)

    @classmethod
    def from_sums(cls, total: int, squares: int, games: int) -> Mean:
        """Return the mean of whole numbers, given their sum and the sum of their squares."""
        if games == 0:
            return cls(math.nan, math.nan, 0)
        # In whole numbers up to the last step: sums of squares cancel badly in floating point.
        scatter = games * squares - total * total
        deviation = math.sqrt(scatter / (games * (games - 1))) if games > 1 else math.nan
        return cls(total / games, deviation, games)

    @classmethod
    def from_histogram(
        cls,
        histogram: npt.NDArray[np.int64],
        start: int = 0,
        bounds: tuple[float, float] | None = None,
        tame: bool = False,
    ) -> Mean:
        """Return the mean of counted values.

        Parameters
        ----------
        histogram : numpy.ndarray of int64
            ``histogram[i]`` is how often the value ``start + i`` was seen.
        start : int
            The value that the first entry counts.
        bounds : tuple of float, optional
            The least and the largest value possible.
        tame : bool
            Whether values far above all others are no concern, as of scores.
        """
        # Python's whole numbers do not overflow.
        counted = [(start + int(i), int(histogram[i])) for i in np.flatnonzero(histogram)]
        total = sum(value * count for value, count in counted)
        squares = sum(value * value * count for value, count in counted)
        plain = cls.from_sums(total, squares, sum(count for _, count in counted))
        return replace(plain, seen=Empirical.from_histogram(histogram, start, bounds, tame))

    extremes: ClassVar[None] = None
    count: ClassVar[None] = None

    @property
    def value(self) -> float:
        """The mean, as an Estimator."""
        return self.mean

    @property
    def n(self) -> int:
        """The games, as an Estimator."""
        return self.games

    @property
    def method(self) -> str:
        """How the interval is made."""
        return "normal" if self.seen is None else "empirical likelihood"

    @property
    def absent(self) -> str:
        """Why there is no interval: too few games, or values that are all alike."""
        if self.deviation == 0:
            return "all alike"
        if self.games and self.seen is not None and self.too_few:
            return f"needs {self.seen.shown_from:,}"
        return ""

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The interval, of empirical likelihood if values were counted; normal of sums.

        NaN if all values are equal, and of counted values if there are too few.
        """
        if not self.deviation > 0 or self.too_few:
            return math.nan, math.nan
        z = two_sided(self.level)
        if self.seen is not None:
            return self.seen.interval(z)
        half = z * self.standard_error
        least, most = self.bounds
        return max(self.mean - half, least), min(self.mean + half, most)

    @property
    def too_few(self) -> bool:
        """Whether there are fewer games than an interval needs, `seen.shown_from`."""
        return self.seen is not None and self.games < self.seen.shown_from

    def p(self, mean: float) -> float:
        """Return the two-sided p that this is the true mean; NaN without an interval.

        Of values that are all equal to it p is 1.
        """
        if math.isnan(self.mean) or math.isnan(self.standard_error) or self.too_few:
            return math.nan
        if self.deviation == 0:
            return 1.0 if self.mean == mean else math.nan
        if self.seen is not None:
            return self.seen.p(mean)
        return math.erfc(abs(self.mean - mean) / self.standard_error / math.sqrt(2))

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; NaN of fewer than two games."""
        return self.deviation / math.sqrt(self.games) if self.games > 1 else math.nan

    @property
    def others(self) -> float | None:
        """If all values are equal, Wilson's bound on the share of other values; else None."""
        return wilson(0, self.games, two_sided(self.level))[1] if self.deviation == 0 else None


@dataclass(frozen=True)
class Span:
    """A mean from all unfinished games counted against it to all counted for it.

    Attributes
    ----------
    least, most : Mean
        With all of them against, and with all for.
    bounds : tuple of float
        The least and the most that a game can give.

    Examples
    --------
    >>> least = Mean.from_sums(total=-50, squares=60, games=100)
    >>> most = Mean.from_sums(total=30, squares=60, games=100)
    >>> seen = Span(least, most, (-1, 1))
    >>> seen.extremes
    (-0.5, 0.3)
    >>> seen.interval == (least.interval[0], most.interval[1])
    True
    """

    least: Mean
    most: Mean
    bounds: tuple[float, float] = (-math.inf, math.inf)

    def at(self, level: float) -> Self:
        """Return the same span with an interval of another level."""
        return replace(self, least=self.least.at(level), most=self.most.at(level))

    def p(self, mean: float) -> float:
        """Return the two-sided p that this is the true mean, whatever becomes of unfinished games.

        It is that of the nearer end, and 1 of a mean between the ends.
        """
        return cautious_p(self.extremes, (self.least.p(mean), self.most.p(mean)), mean)

    @property
    def extremes(self) -> tuple[float, float]:
        """The mean at both ends."""
        return self.least.mean, self.most.mean

    @property
    def interval(self) -> tuple[float, float]:
        """The union of both ends' intervals.

        Where all values of an end are equal it has Wilson's bound, on the share of other values.
        """
        low, high = self.least.interval[0], self.most.interval[1]
        if self.least == self.most:
            return low, high
        least, most = self.bounds
        return (
            _reach(self.least, least) if math.isnan(low) else max(low, least),
            _reach(self.most, most) if math.isnan(high) else min(high, most),
        )


@dataclass(frozen=True)
class SpannedMean(PlainEstimate):
    """A mean as counted, and its span from all unfinished games against it to all for it.

    Attributes
    ----------
    mean : Mean
        With unfinished games as nobody's.
    span : Span
        The mean if every unfinished game had come out as low, and as high, as it could.
    """

    mean: Mean
    span: Span

    method: ClassVar[str] = "normal"
    count: ClassVar[None] = None

    def at(self, level: float) -> Self:
        """Return the same mean with an interval of another level."""
        return replace(self, mean=self.mean.at(level), span=self.span.at(level))

    @property
    def value(self) -> float:
        """The mean, as an Estimator."""
        return self.mean.mean

    @property
    def n(self) -> int:
        """The games, as an Estimator."""
        return self.mean.games

    @property
    def level(self) -> float:
        """The level of the interval."""
        return self.mean.level

    @property
    def standard_error(self) -> float:
        """The standard error of the mean as counted."""
        return self.mean.standard_error

    @property
    def extremes(self) -> tuple[float, float]:
        """The mean with all unfinished games against, and with all of them for."""
        return self.span.extremes

    @property
    def interval(self) -> tuple[float, float]:
        """The interval, from that of the low end to that of the high end."""
        return self.span.interval

    def p(self, value: float) -> float:
        """Return the two-sided p that this is the true mean, as Span.p."""
        return self.span.p(value)


def cautious_p(ends: tuple[float, float], ps: tuple[float, float], value: float = 0.0) -> float:
    """Return p of a value whatever becomes of the unfinished games, given p at both ends."""
    least, most = ends
    if least == most or least > value:
        return ps[0]
    return ps[1] if most < value else 1.0


def _reach(mean: Mean, bound: float) -> float:
    """Return how near to a bound the mean of equal values may be, if those not seen lie there."""
    if mean.mean == bound or mean.others is None:
        return mean.mean if mean.mean == bound else math.nan
    return mean.mean + mean.others * (bound - mean.mean)


def score_interval(mean: Mean, bounds: tuple[float, float]) -> tuple[float, float]:
    """Return Wilson's interval for as many independent games as have the deals' standard error.

    If all deals are alike it is a bound: Wilson's, on the share of deals that are not alike.
    """
    low, width, z = bounds[0], bounds[1] - bounds[0], two_sided(mean.level)
    share = (mean.mean - low) / width
    if mean.deviation > 0:
        games = share * (1 - share) / (mean.standard_error / width) ** 2
        ends = wilson(share * games, games, z)
    else:
        others = wilson(0, mean.games, z)[1]
        ends = share * (1 - others), share * (1 - others) + others
    return low + width * ends[0], low + width * ends[1]
