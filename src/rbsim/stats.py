"""Intervals and quantiles."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054  # of the standard normal, two-sided 95%


@dataclass(frozen=True)
class Rate:
    """A share of `games` in which something happened `count` times, with its 95% interval."""

    count: int
    games: int

    @property
    def rate(self) -> float:
        return self.count / self.games if self.games else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval (J. Am. Stat. Assoc. 22, 1927), which bounds a rate of 0 too."""
        return wilson(self.count, self.games)


@dataclass(frozen=True)
class Mean:
    """A mean over `games` with its 95% interval, from exact sums."""

    mean: float
    deviation: float
    games: int

    @classmethod
    def of(cls, total: int, squares: int, games: int) -> Mean:
        """From the sum and the sum of squares of whole numbers."""
        if games == 0:
            return cls(math.nan, math.nan, 0)
        # In whole numbers up to the last step: sums of squares cancel badly in floating point.
        spread = games * squares - total * total
        deviation = math.sqrt(spread / (games * (games - 1))) if games > 1 else math.nan
        return cls(total / games, deviation, games)

    @classmethod
    def of_histogram(cls, histogram: npt.NDArray[np.int64]) -> Mean:
        """Of counts: `histogram[v]` is how often v was seen."""
        # Python's whole numbers do not overflow.
        seen = [(value, int(count)) for value, count in enumerate(histogram) if count]
        total = sum(value * count for value, count in seen)
        squares = sum(value * value * count for value, count in seen)
        return cls.of(total, squares, sum(count for _, count in seen))

    @property
    def interval(self) -> tuple[float, float]:
        """The normal interval; it wants a few dozen games."""
        half = Z95 * self.standard_error
        return self.mean - half, self.mean + half

    @property
    def standard_error(self) -> float:
        return self.deviation / math.sqrt(self.games) if self.games > 1 else math.nan


def wilson(count: int, n: int, z: float = Z95) -> tuple[float, float]:
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
