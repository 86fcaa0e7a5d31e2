"""Rates, means and quantiles with their intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054  # of the standard normal, two-sided 95%
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

QuantileIntervals = tuple[tuple[int | None, int | None], ...]


@dataclass(frozen=True)
class Rate:
    """A share of `games` in which something happened `count` times, with its 95% interval.

    In `open` more games it is not known whether it would have.
    """

    count: int
    games: int
    open: int = 0

    @property
    def rate(self) -> float:
        return self.count / self.games if self.games else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval (J. Am. Stat. Assoc. 22, 1927), which bounds a rate of 0 too.

        With open games, from the low end with all of them against to the high end with all for.
        """
        return wilson(self.count, self.games)[0], wilson(self.count + self.open, self.games)[1]

    @property
    def ends(self) -> tuple[float, float]:
        """The rate with all open games against, and with all of them for."""
        most = (self.count + self.open) / self.games if self.games else math.nan
        return self.rate, most


@dataclass(frozen=True)
class Mean:
    """A mean over `games` with its 95% interval, from exact sums."""

    mean: float
    deviation: float
    games: int

    @classmethod
    def from_sums(cls, total: int, squares: int, games: int) -> Mean:
        """From the sum and the sum of squares of whole numbers."""
        if games == 0:
            return cls(math.nan, math.nan, 0)
        # In whole numbers up to the last step: sums of squares cancel badly in floating point.
        spread = games * squares - total * total
        deviation = math.sqrt(spread / (games * (games - 1))) if games > 1 else math.nan
        return cls(total / games, deviation, games)

    @classmethod
    def from_histogram(cls, histogram: npt.NDArray[np.int64]) -> Mean:
        """Of counts: `histogram[v]` is how often v was seen."""
        # Python's whole numbers do not overflow.
        seen = [(value, int(count)) for value, count in enumerate(histogram) if count]
        total = sum(value * count for value, count in seen)
        squares = sum(value * value * count for value, count in seen)
        return cls.from_sums(total, squares, sum(count for _, count in seen))

    @property
    def interval(self) -> tuple[float, float]:
        """The normal interval, which wants a few dozen games; NaN if all values are equal."""
        half = Z95 * self.standard_error if self._varies else math.nan
        return self.mean - half, self.mean + half

    @property
    def standard_error(self) -> float:
        return self.deviation / math.sqrt(self.games) if self.games > 1 else math.nan

    @property
    def _varies(self) -> bool:
        return self.games > 1 and self.deviation > 0

    @property
    def others(self) -> float | None:
        """Of a constant, the bound on the share of games that are otherwise (Wilson's)."""
        return wilson(0, self.games)[1] if self.deviation == 0 else None


@dataclass(frozen=True)
class Quantiles:
    """The quantiles at QUANTILES, each with its interval.

    Attributes
    ----------
    values : tuple of int or None
        None where nothing was seen.
    intervals : tuple of pairs
        As quantile_interval returns them.
    """

    values: tuple[int | None, ...]
    intervals: QuantileIntervals

    @classmethod
    def from_histogram(cls, histogram: npt.NDArray[np.int64], least: int = 0) -> Quantiles:
        """Return the quantiles of counts of the values from `least` on."""

        def shifted(value: int | None) -> int | None:
            return None if value is None else value + least

        return cls(
            tuple(shifted(quantile(histogram, q)) for q in QUANTILES),
            tuple(
                (shifted(low), shifted(high))
                for low, high in (quantile_interval(histogram, q) for q in QUANTILES)
            ),
        )


def wilson(count: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for `count` of `n`; (0, 1) when nothing was tried."""
    if n == 0:
        return 0.0, 1.0
    share = count / n
    scale = 1 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == n else middle + half
    return low, high


def quantile(histogram: npt.NDArray[np.int64], share: float) -> int | None:
    """The smallest value that at least this share of the observations do not exceed.

    `histogram[v]` is how often v was seen. None if nothing was.
    """
    cumulated = np.cumsum(histogram)
    if cumulated.size == 0 or cumulated[-1] == 0:
        return None
    return int(np.searchsorted(cumulated, math.ceil(share * int(cumulated[-1]))))


def quantile_interval(
    histogram: npt.NDArray[np.int64], share: float, alpha: float = 0.05
) -> tuple[int | None, int | None]:
    """Exact interval of a quantile: the order statistics whose ranks are binomial bounds.

    At least as sure as it says for any distribution, ties or not (David and Nagaraja, Order
    Statistics, 2003, 7.1). None at an end that too few observations leave open.
    """
    cumulated = np.cumsum(histogram)
    n = int(cumulated[-1]) if cumulated.size else 0
    if n == 0:
        return None, None
    low, high = _ranks(n, share, alpha)
    return (
        int(np.searchsorted(cumulated, low)) if low >= 1 else None,
        int(np.searchsorted(cumulated, high)) if high <= n else None,
    )


def _ranks(n: int, share: float, alpha: float) -> tuple[int, int]:
    """The largest l with P(B < l) <= alpha/2, the smallest u with P(B >= u) <= alpha/2.

    B is binomial, n times at probability 0 < share < 1; its weights come from their ratios, so that
    NumPy alone will do, and are left out beyond ten standard deviations.
    """
    reach = 10 + int(10 * math.sqrt(n * share * (1 - share)))
    middle = int(n * share)
    first, last = max(0, middle - reach), min(n, middle + reach)
    k = np.arange(first, last, dtype=np.float64)
    logs = np.concatenate(([0.0], np.cumsum(np.log((n - k) / (k + 1) * (share / (1 - share))))))
    weights = np.exp(logs - logs.max())
    below = np.cumsum(weights) / weights.sum()  # P(B <= first + i)
    above = np.cumsum(weights[::-1])[::-1] / weights.sum()  # P(B >= first + i)
    low = first + int(np.searchsorted(below, alpha / 2, side="right"))
    high = first + int(np.count_nonzero(above > alpha / 2))
    return low, high
