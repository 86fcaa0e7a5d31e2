"""Inference for comparisons: pairs, several tests at once, and looking whenever one likes.

docs/statistics.md says what each method assumes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rbsim.optional import need
from rbsim.stats.intervals import Z95, Mean

Interval = tuple[float, float]
Array = npt.NDArray[Any]

HALVINGS = 40  # of a bracket: to one part in 10**12

# What the bets of a confidence sequence risk, in units of the best bet at its `half`, and the share
# of the capital that each starts with. Any shares will do that sum to at most 1; most of it is
# where it counts.
STEPS = 2.0 ** np.arange(-1, 25)
SHARES = np.array([0.05, 0.7, *(0.25 / (j * (j + 1)) for j in range(1, len(STEPS) - 1))])


def paired_difference(both: int, first: int, second: int, neither: int) -> Interval:
    """Tango's 95% score interval (Stat. Med. 17, 1998) of P(first) - P(second) from pairs.

    The counts are of pairs in which it happened in both, in the first game alone, in the second
    alone, in neither. Without discordant pairs it is a bound, not 0 ± 0; without pairs (-1, 1).
    """
    n = both + first + second + neither
    if n == 0:
        return -1.0, 1.0
    middle = (first - second) / n

    def too_far(difference: float) -> bool:
        return abs(_tango(first, second, n, difference)) > Z95

    return _border(too_far, -1.0, middle), _border(too_far, 1.0, middle)


def _tango(first: int, second: int, n: int, difference: float) -> float:
    """The score statistic: standard normal if that is the difference."""
    b = -first - second + (2 * n - first + second) * difference
    c = -second * difference * (1 - difference)
    # The share of pairs with the second alone, most likely under that difference.
    share = (math.sqrt(max(0.0, b * b - 8 * n * c)) - b) / (4 * n)
    variance = n * (2 * share + difference * (1 - difference))
    off = first - second - n * difference
    return off / math.sqrt(variance) if variance > 0 else math.copysign(math.inf, off) if off else 0


def _border(outside: Callable[[float], bool], out: float, inside: float) -> float:
    """Where `outside` begins to hold between two points, by halving; a hair on its own side."""
    if not outside(out):
        return out
    for _ in range(HALVINGS):
        middle = (out + inside) / 2
        out, inside = (middle, inside) if outside(middle) else (out, middle)
    return out


def mcnemar(first: int, second: int) -> float:
    """McNemar's exact two-sided p (Psychometrika 12, 1947) that neither is likelier.

    The counts are of the discordant pairs: the first alone, the second alone. 1 without any.
    """
    if first + second == 0:
        return 1.0
    return float(need("scipy.stats", "stats").binomtest(first, first + second).pvalue)


def holm(ps: Sequence[float]) -> list[float]:
    """Holm's adjusted p of several tests (Scand. J. Stat. 6, 1979), in the order given.

    Calling those significant that are at most 0.05 errs in any of them with at most 5%, however
    the tests depend on each other. NaN is no test.
    """
    order = sorted((p, i) for i, p in enumerate(ps) if not math.isnan(p))
    adjusted = [math.nan] * len(ps)
    highest = 0.0
    for rank, (p, i) in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * p))
        adjusted[i] = highest
    return adjusted


def unpaired_difference(first: int, second: int, n: int) -> Interval:
    """Agresti and Caffo's 95% interval (Am. Stat. 54, 2000) of the difference of two rates of n."""
    one, two = (first + 1) / (n + 2), (second + 1) / (n + 2)
    half = Z95 * math.sqrt((one * (1 - one) + two * (1 - two)) / (n + 2))
    return max(-1.0, one - two - half), min(1.0, one - two + half)


def fisher(first: int, second: int, n: int) -> float:
    """Fisher's exact two-sided p that two rates of n games each are equal."""
    table = [[first, n - first], [second, n - second]]
    return float(need("scipy.stats", "stats").fisher_exact(table).pvalue)


def normal_p(mean: Mean) -> float:
    """Two-sided p that a mean's true value is 0, by the normal distribution."""
    error = mean.standard_error
    if math.isnan(mean.mean) or math.isnan(error):
        return math.nan
    if error == 0:
        return 1.0 if mean.mean == 0 else 0.0
    return math.erfc(abs(mean.mean) / error / math.sqrt(2))


def clopper_pearson(count: int, n: int, alpha: float = 0.05) -> Interval:
    """The exact interval of a rate (Biometrika 26, 1934), at least as sure as it says for any n."""
    betaincinv = need("scipy.special", "stats").betaincinv
    low = float(betaincinv(count, n - count + 1, alpha / 2)) if count else 0.0
    high = float(betaincinv(count + 1, n - count, 1 - alpha / 2)) if count < n else 1.0
    return low, high


def bootstrap(
    pairs: Array,
    statistic: Callable[[Array, npt.NDArray[np.int64]], float],
    *,
    seed: int = 0,
    resamples: int = 2_000,
    alpha: float = 0.05,
) -> Interval:
    """The percentile interval (Efron, Ann. Stat. 7, 1979) from resampling whole pairs.

    `pairs` has a pair in each row; `statistic(kinds, counts)` gets the distinct rows and how often
    each was drawn. The same seed gives the same interval (Philox). It wants some hundred pairs.
    """
    kinds, counts = np.unique(pairs, axis=0, return_counts=True)
    rng = np.random.Generator(np.random.Philox(seed))
    n = int(counts.sum())
    drawn = [statistic(kinds, rng.multinomial(n, counts / n)) for _ in range(resamples)]
    low, high = np.quantile(drawn, (alpha / 2, 1 - alpha / 2))
    return float(low), float(high)


def confidence_sequence(
    values: Sequence[float] | Array,
    counts: Sequence[int] | Array,
    *,
    bounds: Interval = (0.0, 1.0),
    half: float = 0.01,
    variance: float | None = None,
    alpha: float = 0.05,
) -> Interval:
    """An interval of a mean that holds at all times at once: look, and stop, when you like.

    `values[i]` was seen `counts[i]` times; nothing outside `bounds` can be. `half` is the
    half-width at which the sequence is to be tightest. `variance` is a guess of that of an
    observation, without one the largest that a candidate mean allows, which for two values is
    exact. Both must be fixed before the data are seen, and cost width but no validity if wrong.

    A mean m is refused once a gambler who bets against it, fairly if m is true, has multiplied
    a capital of 1 by 2/alpha: Ville's inequality (1939) bounds the chance that this ever happens.
    On either side the capital is split over fixed bets (Robbins, Ann. Math. Stat. 41, 1970, mixed
    likelihood ratios so; Waudby-Smith and Ramdas, J. R. Stat. Soc. B 86, 2024, bet so on bounded
    means). As bets are fixed, the order of the observations does not matter, only their counts.
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
        low + width * _lowest(scaled, times, *rest),
        high - width * _lowest(1 - scaled, times, *rest),
    )


def _lowest(
    values: Array, times: Array, half: float, variance: float | None, enough: float
) -> float:
    """The lower end for values in [0, 1]: the largest mean refused, of those below what was seen.

    The capital falls as the candidate mean rises, bet by bet, so those refused are all below it.
    """
    if not values.any():
        return 0.0
    mean = float((values * times).sum() / times.sum())

    def refused(m: float) -> bool:
        return m <= 0 or _log_capital(values, times, m, half, variance) >= enough

    return _border(refused, 0.0, mean)


def _log_capital(
    values: Array, times: Array, m: float, half: float, variance: float | None
) -> float:
    """Of betting that the mean is above m: a bet turns 1 into 1 + risk * (value / m - 1)."""
    best = half / (1 - m) if variance is None else half * m / variance
    risk = np.minimum(1.0, STEPS * best)[:, np.newaxis]
    with np.errstate(divide="ignore"):  # all of a bet may be lost
        growth = np.log1p(risk * (values / m - 1))
    # Summed without BLAS, whose order differs between machines.
    return float(np.logaddexp.reduce(np.log(SHARES) + (growth * times).sum(axis=1)))
