"""Intervals and tests of counted games (docs/statistics.md): numbers in, numbers out."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from rbcore.cards.ranges import shown
from rbsim.options import LEVEL
from rbsim.packages import need

MAX_LEVEL = 0.999999
# A mean gets an interval from this many values on: if values have a bound, and if they do not.
BOUNDED, UNBOUNDED = 100, 10_000
# The weight, in games, of the value that is added on each side of a mean. At a bound it starts at a
# least part; from some 600 games on it grows with their root, so that it takes an equal part of
# every interval; and it is 1 from this many games on. At the largest value seen it is constant.
# Measured on games of the presets with the longest tails (docs/statistics.md).
LEAST_PART, WHOLE_FROM, AT_LARGEST = 0.15, 25_000, 0.7
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
NAN = (math.nan, math.nan)

Ends = tuple[float, float]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def check_number(name: str, value: object, least: float, most: float, example: str) -> float:
    """Return the value of an option as a number from `least` to `most`.

    Raises ValueError if it is not a number, is True or False, or is out of range. The message names
    the option, the range and an example.
    """
    try:
        number = float(value)  # type: ignore[arg-type]
    except Exception:  # or whatever its __float__ raises
        raise ValueError(f"{name}={shown(value)} is not a number such as {example}") from None
    if isinstance(value, bool) or not least <= number <= most:
        raise ValueError(
            f"{name}={shown(value)} is out of range; it runs from {least} to {most}, for example "
            f"{example}"
        )
    return number


def check_level(level: object) -> float:
    """Return a confidence level as a number; ValueError if it is not one or out of range."""
    return check_number("level", level, 0.5, MAX_LEVEL, "0.95")


def joint_level(level: float, count: int) -> float:
    """Return the level at which all of `count` intervals hold with probability `level`."""
    return min(1 - (1 - level) / count, MAX_LEVEL)


def verdict(low: float, high: float, margin: float) -> str:
    """Return the verdict of two one-sided tests of equivalence (Schuirmann, 1987).

    An interval within the margin is `fair`, one outside it is `unfair`, and any other is `open`.
    """
    if -margin < low and high < margin:
        return "fair"
    return "unfair" if low > margin or high < -margin else "open"


def level_text(level: float) -> str:
    """Return a level in per cent, `95%` or `99.9%`."""
    return f"{100 * level:.10g}%"


@lru_cache
def two_sided(level: float) -> float:
    """Return z such that a normal value lies between -z and z with this probability."""
    return NormalDist().inv_cdf((1 + level) / 2)


def student(z: float, df: int) -> float:
    """Return the quantile of Student's distribution that corresponds to z, approximately.

    With few degrees of freedom and a large z the formula has no value; the result is then infinite.
    """
    square = (1 - 1 / (4 * df)) ** 2 - z * z / (2 * df)
    return z / math.sqrt(square) if square > 0 else math.inf


def student_p(t: float, df: int) -> float:
    """Return the two-sided p of a value of Student's distribution, by the formula of `student`."""
    return math.erfc(abs(t) * (1 - 1 / (4 * df)) / math.sqrt(2 + t * t / df))


def wilson(count: float, n: float, level: float = LEVEL) -> Ends:
    """Return Wilson's score interval of a rate (1927); without trials it is (0, 1)."""
    if n == 0:
        return 0.0, 1.0
    z, share = two_sided(level), count / n
    scale = 1 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low, high = middle - half, middle + half
    if count == 0:
        low = 0.0  # exact in spite of rounding
    if count == n:
        high = 1.0
    return low, high


def tango(gained: int, lost: int, n: int, level: float = LEVEL) -> Ends:
    """Return Tango's score interval (1998) of a difference of two rates, from discordant pairs.

    Parameters
    ----------
    gained, lost : int
        Pairs in which only the second, or only the first, was a success.
    n : int
        All pairs. Without any the interval is (-1, 1).
    level : float
        The level of the interval.
    """
    if n == 0:
        return -1.0, 1.0
    z = two_sided(level)
    return _tango_end(-1.0, gained, lost, n, z), _tango_end(1.0, gained, lost, n, z)


def _tango_end(outside: float, gained: int, lost: int, n: int, z: float) -> float:
    """Return the end of Tango's interval between `outside` and the difference, by bisection.

    If the interval reaches `outside`, that is its end.
    """
    if abs(_tango_score(outside, gained, lost, n)) <= z:
        return outside
    inside = (gained - lost) / n
    for _ in range(40):
        middle = (outside + inside) / 2
        if abs(_tango_score(middle, gained, lost, n)) > z:
            outside = middle
        else:
            inside = middle
    return outside


def _tango_score(difference: float, gained: int, lost: int, n: int) -> float:
    """Return the distance of the observed from a supposed difference, in standard errors."""
    b = (2 * n - gained + lost) * difference - gained - lost
    c = lost * difference * (1 - difference)
    share = (math.sqrt(max(0.0, b * b + 8 * n * c)) - b) / (4 * n)
    variance = n * (2 * share + difference * (1 - difference))
    off = gained - lost - n * difference
    if variance > 0:
        return off / math.sqrt(variance)
    return math.copysign(math.inf, off) if off else 0.0


def agresti_caffo(first: int, second: int, n: int, level: float = LEVEL) -> Ends:
    """Return Agresti and Caffo's interval (2000) of a difference of two rates of n games each."""
    first_rate = (first + 1) / (n + 2)
    second_rate = (second + 1) / (n + 2)
    variance = first_rate * (1 - first_rate) + second_rate * (1 - second_rate)
    half = two_sided(level) * math.sqrt(variance / (n + 2))
    difference = first_rate - second_rate
    return max(-1.0, difference - half), min(1.0, difference + half)


def mcnemar(gained: int, lost: int) -> float:
    """Return McNemar's exact two-sided p (1947) of two equally likely events."""
    stats = need("scipy.stats", "stats")
    if gained + lost == 0:
        return 1.0
    return float(stats.binomtest(gained, gained + lost).pvalue)


def fisher(first: int, second: int, n: int) -> float:
    """Return Fisher's exact two-sided p of two equal rates of n games each."""
    stats = need("scipy.stats", "stats")
    return float(stats.fisher_exact([[first, n - first], [second, n - second]]).pvalue)


def holm(ps: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p of several tests (1979), in the order given.

    A NaN stands for a test that was not made; it stays NaN and does not count.
    """
    order = sorted((p, i) for i, p in enumerate(ps) if not math.isnan(p))
    adjusted = [math.nan] * len(ps)
    highest = 0.0
    for rank, (p, i) in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p))
        adjusted[i] = highest
    return adjusted


def quantile(seen: Ints, share: float, level: float = LEVEL) -> tuple[float, float, float]:
    """Return a quantile and its exact interval by order statistics (David and Nagaraja, 2003).

    Parameters
    ----------
    seen : array of int
        A histogram: how often each value from 0 on was seen.
    share : float
        The quantile, 0.5 for the median.
    level : float
        The level of the interval.

    Returns
    -------
    tuple of float
        The quantile, and the ends of its interval. An end is NaN if there are too few values for
        it; without values all three are.
    """
    cumulated = np.cumsum(seen)
    n = int(cumulated[-1]) if len(cumulated) else 0
    if n == 0:
        return math.nan, *NAN

    def value_at(rank: int) -> float:
        return float(np.searchsorted(cumulated, rank)) if 1 <= rank <= n else math.nan

    low, high = _ranks(n, share, round(1 - level, 12))
    return value_at(math.ceil(share * n)), value_at(low), value_at(high)


def _ranks(n: int, share: float, alpha: float) -> tuple[int, int]:
    """Return the largest l with P(B < l) <= alpha/2 and the smallest u with P(B >= u) <= alpha/2.

    B is binomial, with n trials of probability `share`.
    """
    # Binomial weights are computed from their ratios, as SciPy takes half a second to import.
    reach = 10 + int(10 * math.sqrt(n * share * (1 - share)))
    middle = int(n * share)
    first, last = max(0, middle - reach), min(n, middle + reach)
    k = np.arange(first, last, dtype=np.float64)
    logs = np.cumsum(np.log((n - k) / (k + 1) * (share / (1 - share))))
    weights = np.exp(np.append(0.0, logs) - max(0.0, logs.max(initial=0.0)))
    below, above = np.cumsum(weights), np.cumsum(weights[::-1])[::-1]
    low = int(np.searchsorted(below / weights.sum(), alpha / 2, side="right"))
    return first + low, first + int(np.count_nonzero(above / weights.sum() > alpha / 2))


def empirical(
    values: Floats, counts: Floats, bounds: Ends | None, level: float
) -> tuple[Ends, float]:
    """Return the interval of a mean, and the p of 0, by empirical likelihood (Owen, 1988).

    A fraction of a value is added on each side, at a bound, and the signed root gets the
    saddlepoint correction. With a whole value the ends would be Gaffke's bounds (2005).

    Parameters
    ----------
    values, counts : arrays of float
        The values in ascending order, and how often each was seen.
    bounds : pair of float, optional
        The least and the greatest possible value; by default the smallest and the largest value
        seen.
    level : float
        The level of the interval.

    Returns
    -------
    tuple
        The ends of the interval, and the p.
    """
    z = two_sided(level)
    upper = _UpperSide(values, counts, max(bounds) if bounds else None)
    # The lower end is the upper end of the values with their signs changed.
    lower = _UpperSide(-values[::-1], counts[::-1], -min(bounds) if bounds else None)
    root = max(upper.root_at_zero(), lower.root_at_zero())
    return (-lower.end(z), upper.end(z)), min(1.0, math.erfc(root / math.sqrt(2)))


class _UpperSide:
    """The empirical likelihood of means above the sample mean, with a value added above."""

    def __init__(self, values: Floats, counts: Floats, bound: float | None) -> None:
        largest, weight = values[-1], AT_LARGEST
        if bound is not None:
            largest = max(largest, bound)
            weight = min(1.0, max(LEAST_PART, math.sqrt(float(counts.sum()) / WHOLE_FROM)))
        values = np.append(values, largest)
        self._counts = np.append(counts, weight)
        self._mean = float(self._counts @ values / self._counts.sum())
        self._x = values - self._mean  # in ascending order, and 0 on average

    def end(self, z: float) -> float:
        """Return the mean whose signed root is z: the end of the interval."""
        mean, _ = self._search(lambda mean, root: root > z)
        return self._mean + mean

    def root_at_zero(self) -> float:
        """Return the signed root of a mean of 0.

        It is 0 if the sample mean is 0 or more, and infinite if 0 lies beyond all values.
        """
        zero = -self._mean
        if zero <= 0:
            return 0.0
        if zero >= self._x[-1]:
            return math.inf
        _, root = self._search(lambda mean, root: mean > zero)
        return root

    def _search(self, is_beyond: Callable[[float, float], bool]) -> Ends:
        """Return the last mean for which `is_beyond` is false, and its root."""
        scale = math.sqrt(float(self._counts @ (self._x * self._x)) / float(self._counts.sum()))
        near = math.log(1e-12 * scale)
        far = math.log(100 * scale * math.sqrt(float(self._counts.sum())))
        for _ in range(48):
            middle = (near + far) / 2
            if is_beyond(*self._tilted(middle)):
                near = middle
            else:
                far = middle
        return self._tilted(far)

    def _tilted(self, log_gap: float) -> Ends:
        """Return the mean with weights n / (b - x), for b = max + gap, and its signed root."""
        x, n = self._x, self._counts
        b = float(x[-1]) + math.exp(log_gap)
        weights = n / (b - x)
        mean = float(weights @ x) / float(weights.sum())
        off = mean - x
        w = math.sqrt(max(0.0, 2 * float(n @ np.log1p(off / (b - mean)))))
        u = math.sqrt(float(n @ (off / (b - x)) ** 2))
        return mean, w + math.log(u / w) / w if w > 0 else 0.0
