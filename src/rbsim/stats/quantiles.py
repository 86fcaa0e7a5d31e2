"""Quantiles of counted values with their intervals, by order statistics."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from rbsim.stats.figure import PlainEstimate
from rbsim.stats.level import LEVEL

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Quantile(PlainEstimate):
    """One quantile with its interval, by order statistics.

    Attributes
    ----------
    value : float
        NaN where nothing was seen.
    interval : tuple of float
        NaN for an end that too few observations leave open.
    n : int
        Observations.
    level : float
        Of the interval.
    """

    value: float
    interval: tuple[float, float]
    n: int
    level: float = LEVEL

    method: ClassVar[str] = "order statistics"
    extremes: ClassVar[None] = None
    count: ClassVar[None] = None


@dataclass(frozen=True)
class Quantiles:
    """The 5, 25, 50, 75 and 95% quantiles (QUANTILES), each with its interval.

    Attributes
    ----------
    values : tuple of int or None
        None where nothing was seen.
    intervals : tuple of pairs
        As quantile_interval returns them.
    n : int
        Observations.
    level : float
        Of the intervals.

    Examples
    --------
    >>> import numpy as np
    >>> Quantiles.from_histogram(np.array([0, 10, 20, 10])).values
    (1, 1, 2, 2, 3)
    """

    values: tuple[int | None, ...]
    intervals: tuple[tuple[int | None, int | None], ...]
    n: int = 0
    level: float = LEVEL

    @classmethod
    def from_histogram(
        cls, histogram: npt.NDArray[np.int64], least: int = 0, level: float = LEVEL
    ) -> Quantiles:
        """Return the quantiles of counted values: entry i counts the value least + i."""
        alpha = round(1 - level, 12)
        found = [
            (quantile(histogram, q), *quantile_interval(histogram, q, alpha)) for q in QUANTILES
        ]
        moved = [[None if at is None else at + least for at in one] for one in found]
        values, lows, highs = zip(*moved, strict=True)
        return cls(values, tuple(zip(lows, highs, strict=True)), int(histogram.sum()), level)

    def each(self) -> Iterator[tuple[float, Quantile]]:
        """Yield the share and the quantile of each of QUANTILES."""
        for share, value, ends in zip(QUANTILES, self.values, self.intervals, strict=True):
            known, low, high = (math.nan if one is None else float(one) for one in (value, *ends))
            yield share, Quantile(known, (low, high), self.n, self.level)


def quantile(histogram: npt.NDArray[np.int64], share: float) -> int | None:
    """Return the smallest value that at least this share of the observations do not exceed.

    `histogram[v]` is how often v was seen. None if nothing was seen.
    """
    cumulated = np.cumsum(histogram)
    if cumulated.size == 0 or cumulated[-1] == 0:
        return None
    return int(np.searchsorted(cumulated, math.ceil(share * int(cumulated[-1]))))


def quantile_interval(
    histogram: npt.NDArray[np.int64], share: float, alpha: float = 0.05
) -> tuple[int | None, int | None]:
    """Return an exact interval of a quantile: order statistics at binomial bounds of the rank.

    It covers with at least 1 - alpha for any distribution, with ties or without (David and
    Nagaraja, Order Statistics, 2003, 7.1).

    Parameters
    ----------
    histogram : numpy.ndarray of int64
        ``histogram[v]`` is how often v was seen.
    share : float
        Which quantile: 0.5 is the median.
    alpha : float
        Error at most, half of it on either side.

    Returns
    -------
    tuple of int or None
        Low and high end; None for an end that too few observations leave open.

    Examples
    --------
    >>> import numpy as np
    >>> quantile_interval(np.ones(100, np.int64), 0.5)
    (39, 60)
    >>> quantile_interval(np.ones(4, np.int64), 0.5)
    (None, None)
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
    """Return the largest l with P(B < l) <= alpha/2 and the smallest u with P(B >= u) <= alpha/2.

    B is binomial with n trials of probability 0 < share < 1. Its weights follow from their ratios,
    so NumPy suffices; those beyond ten standard deviations are left out.
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
