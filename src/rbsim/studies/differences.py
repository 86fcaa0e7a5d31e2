"""Differences of two rates: intervals that bear rare outcomes, exact tests, Holm's correction."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rbsim.stats import Z95

Interval = tuple[float, float]
NEGLIGIBLE = 1e-18


def paired_interval(gained: int, lost: int, pairs: int) -> Interval:
    """Of a rate's change over pairs: Bonett and Price (Stat. Med. 31, 2012), within -1 to 1."""
    up, down = (gained + 1) / (pairs + 2), (lost + 1) / (pairs + 2)
    half = Z95 * math.sqrt((up + down - (up - down) ** 2) / (pairs + 2))
    return max(-1.0, up - down - half), min(1.0, up - down + half)


def unpaired_interval(count: int, other: int, games: int) -> Interval:
    """Of two rates of so many games each: Agresti and Caffo (Am. Stat. 54, 2000)."""
    one, two = (count + 1) / (games + 2), (other + 1) / (games + 2)
    half = Z95 * math.sqrt((one * (1 - one) + two * (1 - two)) / (games + 2))
    return max(-1.0, one - two - half), min(1.0, one - two + half)


def mcnemar(gained: int, lost: int) -> float:
    """Exact two-sided p that of the pairs that differ as many gain as lose."""
    n, k = gained + lost, min(gained, lost)
    first = _choose(n, k) - n * math.log(2)
    return _both_tails(first, k, lambda i: i / (n - i + 1))


def fisher(count: int, other: int, games: int) -> float:
    """Exact two-sided p that two rates of so many games each are equal."""
    both, k = count + other, min(count, other)
    low = max(0, both - games)
    first = _choose(games, k) + _choose(games, both - k) - _choose(2 * games, both)
    return _both_tails(first, k - low, lambda i: _shift(i + low, games, both))


def _shift(k: int, games: int, both: int) -> float:
    """P(k - 1) / P(k) of the hypergeometric distribution."""
    return k * (games - both + k) / ((games - k + 1) * (both - k + 1))


def normal_p(estimate: float, standard_error: float) -> float:
    """Two-sided p that an estimate's true value is 0."""
    if math.isnan(estimate) or math.isnan(standard_error):
        return math.nan
    if standard_error == 0:
        return 1.0 if estimate == 0 else 0.0
    return math.erfc(abs(estimate) / standard_error / math.sqrt(2))


def holm(tests: Sequence[float]) -> list[float]:
    """Holm's adjusted p (Scand. J. Stat. 6, 1979); NaN is no test."""
    order = sorted((p, i) for i, p in enumerate(tests) if not math.isnan(p))
    adjusted = [math.nan] * len(tests)
    least = 0.0
    for rank, (p, i) in enumerate(order):
        least = max(least, min(1.0, (len(order) - rank) * p))
        adjusted[i] = least
    return adjusted


def _choose(n: int, k: int) -> float:
    """The logarithm of the binomial coefficient."""
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _both_tails(first: float, k: int, ratio: Callable[[int], float]) -> float:
    """Twice the lower tail from k down, at most 1, of a symmetric distribution.

    first: the logarithm of P(k). ratio: P(i - 1) / P(i).
    """
    total = term = 1.0
    for i in range(k, 0, -1):
        term *= ratio(i)
        total += term
        if term < NEGLIGIBLE * total:
            break
    return min(1.0, 2 * math.exp(first) * total)
