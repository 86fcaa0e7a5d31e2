"""Inference for comparisons: pairs, several tests at once, and looks at any time.

docs/statistics.md says what each method assumes.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from rbsim.optional import need
from rbsim.stats.empirical import Z95
from rbsim.stats.level import LEVEL, two_sided

Interval = tuple[float, float]
Array = npt.NDArray[np.float64] | npt.NDArray[np.int64]

HALVINGS = 40  # of a bracket: to one part in 10**12

# What each bet of a confidence sequence risks, in units of the best bet at its `half`, and the
# share of the capital that the bet starts with. Valid are all shares that sum to at most 1; most of
# the capital is on the best bet.
RISKS = 2.0 ** np.arange(-1, 25)
CAPITAL = np.array([0.05, 0.7, *(0.25 / (j * (j + 1)) for j in range(1, len(RISKS) - 1))])


def paired_difference(
    both: int, first: int, second: int, neither: int, level: float = LEVEL
) -> Interval:
    """Return Tango's score interval (Stat. Med. 17, 1998) of P(first) - P(second) from pairs.

    Parameters
    ----------
    both, first, second, neither : int
        Pairs in which an event happened in both games, in the first alone, in the second alone, in
        neither.
    level : float
        Of the interval.

    Returns
    -------
    tuple of float
        Without discordant pairs the interval is a bound, not 0 ± 0; without pairs (-1, 1).

    Examples
    --------
    >>> [round(end, 4) for end in paired_difference(40, 12, 5, 43)]
    [-0.0119, 0.1574]
    """
    n = both + first + second + neither
    if n == 0:
        return -1.0, 1.0
    middle, z = (first - second) / n, two_sided(level)

    def too_far(difference: float) -> bool:
        return abs(_tango_score(first, second, n, difference)) > z

    return _bisect(too_far, -1.0, middle), _bisect(too_far, 1.0, middle)


def _tango_score(first: int, second: int, n: int, difference: float) -> float:
    """Return the score statistic, which is standard normal under this difference."""
    b = -first - second + (2 * n - first + second) * difference
    c = -second * difference * (1 - difference)
    # The maximum likelihood share of pairs with the second alone, under this difference.
    share = (math.sqrt(max(0.0, b * b - 8 * n * c)) - b) / (4 * n)
    variance = n * (2 * share + difference * (1 - difference))
    off = first - second - n * difference
    return off / math.sqrt(variance) if variance > 0 else math.copysign(math.inf, off) if off else 0


def _bisect(outside: Callable[[float], bool], out: float, inside: float) -> float:
    """Return where `outside` begins to hold between two points, rounded to the side of `out`."""
    if not outside(out):
        return out
    for _ in range(HALVINGS):
        middle = (out + inside) / 2
        out, inside = (middle, inside) if outside(middle) else (out, middle)
    return out


def mcnemar(first: int, second: int) -> float:
    """Return McNemar's exact two-sided p (Psychometrika 12, 1947) that two events are as likely.

    Parameters
    ----------
    first, second : int
        Discordant pairs: with the first event alone, with the second alone. p is 1 without any.

    Raises
    ------
    ValueError
        If SciPy is not installed.

    Examples
    --------
    >>> round(mcnemar(12, 5), 4)
    0.1435
    """
    if first + second == 0:
        return 1.0
    return float(need("scipy.stats", "stats").binomtest(first, first + second).pvalue)


def holm(ps: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p of several tests (Scand. J. Stat. 6, 1979), in the order given.

    If tests with an adjusted p of at most 0.05 are called significant, the chance of any error is
    at most 5%, however the tests depend on each other. NaN stands for no test and stays NaN.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted((p, i) for i, p in enumerate(ps) if not math.isnan(p))
    adjusted = [math.nan] * len(ps)
    highest = 0.0
    for rank, (p, i) in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p))
        adjusted[i] = highest
    return adjusted


def unpaired_difference(first: int, second: int, n: int, level: float = LEVEL) -> Interval:
    """Return Agresti and Caffo's interval (Am. Stat. 54, 2000) of a difference of two rates.

    Parameters
    ----------
    first, second : int
        Successes in n games each, the games independent.
    n : int
        Games on either side.
    level : float
        Of the interval.

    Examples
    --------
    >>> [round(end, 4) for end in unpaired_difference(52, 45, 100)]
    [-0.0682, 0.2055]
    """
    one, two = (first + 1) / (n + 2), (second + 1) / (n + 2)
    half = two_sided(level) * math.sqrt((one * (1 - one) + two * (1 - two)) / (n + 2))
    return max(-1.0, one - two - half), min(1.0, one - two + half)


def fisher(first: int, second: int, n: int) -> float:
    """Return Fisher's exact two-sided p that two rates of n games each are equal.

    Raises
    ------
    ValueError
        If SciPy is not installed.

    Examples
    --------
    >>> round(fisher(52, 45, 100), 4)
    0.396
    """
    table = [[first, n - first], [second, n - second]]
    return float(need("scipy.stats", "stats").fisher_exact(table).pvalue)


def wilson(count: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's score interval of a rate (J. Am. Stat. Assoc. 22, 1927).

    Parameters
    ----------
    count : float
        Successes; no whole number where observations count for a fraction.
    n : float
        Trials. The interval of none is (0, 1).
    z : float
        Quantile of the standard normal distribution; that of 95% unless given.

    Examples
    --------
    >>> [round(end, 4) for end in wilson(0, 1000)]
    [0.0, 0.0038]
    """
    if n == 0:
        return 0.0, 1.0
    share = count / n
    scale = 1 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return 0.0 if count == 0 else middle - half, 1.0 if count == n else middle + half


def clopper_pearson(count: int, n: int, alpha: float = 0.05) -> Interval:
    """Return Clopper and Pearson's exact interval of a rate (Biometrika 26, 1934).

    It covers with at least 1 - alpha for any n and any rate.

    Parameters
    ----------
    count, n : int
        Successes and trials.
    alpha : float
        Error at most, half of it on either side.

    Raises
    ------
    ValueError
        If SciPy is not installed.

    Examples
    --------
    >>> [round(end, 4) for end in clopper_pearson(3, 100)]
    [0.0062, 0.0852]
    """
    betaincinv = need("scipy.special", "stats").betaincinv
    low = float(betaincinv(count, n - count + 1, alpha / 2)) if count else 0.0
    high = float(betaincinv(count + 1, n - count, 1 - alpha / 2)) if count < n else 1.0
    return low, high


def confidence_sequence(
    values: Sequence[float] | Array,
    counts: Sequence[int] | Array,
    *,
    bounds: Interval = (0.0, 1.0),
    half: float = 0.01,
    variance: float | None = None,
    alpha: float = 0.05,
) -> Interval:
    """Return an interval of a mean that holds at all times at once, so any look may be the last.

    A mean m is refused once a gambler who bets against it, fairly if m is true, has multiplied
    a capital of 1 by 2/alpha: Ville's inequality (1939) bounds the chance that this ever happens.
    On either side the capital is split over fixed bets, as Robbins mixed likelihood ratios (Ann.
    Math. Stat. 41, 1970) and Waudby-Smith and Ramdas bet on bounded means (J. R. Stat. Soc. B 86,
    2024). As bets are fixed, the order of the observations does not matter, only their counts.

    Parameters
    ----------
    values : sequence of float
        The distinct values that were observed.
    counts : sequence of int
        How often each of them was.
    bounds : tuple of float
        No value can lie outside.
    half : float
        Half-width at which the sequence is to be tightest.
    variance : float, optional
        A guess of the variance of one observation; unless given, the largest that a candidate mean
        allows, which is exact for two values.
    alpha : float
        Error at most over all times.

    Notes
    -----
    `half` and `variance` must be fixed before the data are seen. If wrong, they cost width but no
    validity.

    Raises
    ------
    ValueError
        For values outside of their bounds.

    Examples
    --------
    >>> [round(end, 3) for end in confidence_sequence([0, 1], [480, 520], half=0.05)]
    [0.475, 0.565]
    """
    low, high = bounds
    width = high - low
    times = np.asarray(counts, np.float64)
    scaled = (np.asarray(values, np.float64)[times > 0] - low) / width
    times = times[times > 0]
    if scaled.size and not (scaled.min() >= 0 and scaled.max() <= 1):
        raise ValueError(f"values outside of their bounds, {low} to {high}")
    unit = None if variance is None else variance / width**2
    rest = (half / width, unit, math.log(2 / alpha))
    return (
        low + width * _lower_end(scaled, times, *rest),
        high - width * _lower_end(1 - scaled, times, *rest),
    )


def _lower_end(
    values: Array, times: Array, half: float, variance: float | None, enough: float
) -> float:
    """Return the lower end for values in [0, 1]: the largest refused mean below the mean observed.

    The capital of every bet falls as the candidate mean rises, so all means below a refused one are
    refused too. `enough` is the logarithm of the capital that refuses.
    """
    if not values.any():
        return 0.0
    mean = float((values * times).sum() / times.sum())

    def refused(m: float) -> bool:
        return m <= 0 or _log_capital(values, times, m, half, variance) >= enough

    return _bisect(refused, 0.0, mean)


def _log_capital(
    values: Array, times: Array, m: float, half: float, variance: float | None
) -> float:
    """Return the log capital of betting on a mean above m.

    Each observation multiplies a bet by 1 + risk * (value / m - 1).
    """
    best = half / (1 - m) if variance is None else half * m / variance
    risk = np.minimum(1.0, RISKS * best)[:, np.newaxis]
    with np.errstate(divide="ignore"):  # all of a bet may be lost
        growth = np.log1p(risk * (values / m - 1))
    # Summed without BLAS, whose order differs between machines.
    return float(np.logaddexp.reduce(np.log(CAPITAL) + (growth * times).sum(axis=1)))
