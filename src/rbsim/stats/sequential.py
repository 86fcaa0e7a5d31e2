"""Sequential looks: an interval of a rate or an advantage that holds at all looks at once.

A share of the error goes to a confidence sequence. The rest goes to one planned look: the first
look estimates how many observations are needed, and after these an exact interval is taken from all
observations since the first look (Stein, Ann. Math. Stat. 16, 1945). The result is where both
intervals overlap.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rbsim.stats.inference import Interval, clopper_pearson, confidence_sequence
from rbsim.stats.intervals import wilson

Counts = tuple[int, ...]

RATE, ADVANTAGE = (0, 1), (-1, 0, 1)  # the values of an observation
ALPHA = 0.05
PLANNED = 0.04  # part of ALPHA for the planned look
DECISIVE = 0.005  # part of PLANNED, for an advantage, for the rate of decisive observations
SURE = 2.0  # standard deviations by which the first look may be off


@dataclass
class Looks:
    """The 95% interval at each of many looks, one after every block of observations.

    It is valid at whichever look playing stops, as long as looks are at the ends of blocks.

    Attributes
    ----------
    values : tuple of int
        RATE or ADVANTAGE.
    half : float
        The half-width sought.
    most : int
        Observations at most.
    block : int
        Observations from look to look.
    first : tuple of int, optional
        The counts at the first look.
    planned : int
        Observations at the planned look.
    exact : tuple of float
        The interval of the planned look, unbounded before it.
    """

    values: tuple[int, ...]
    half: float
    most: int
    block: int
    first: Counts | None = None
    planned: int = 0
    exact: Interval = (-math.inf, math.inf)

    def interval(self, counts: Counts) -> Interval:
        """Return the interval at the next look, from the counts of each value so far."""
        n = sum(counts)
        if self.first is None:
            self.first = counts
            self.planned = min(self.most, self._needed(counts))
        elif n == self.planned:
            since = tuple(a - b for a, b in zip(counts, self.first, strict=True))
            self.exact = exact_interval(since)
        low, high = confidence_sequence(
            self.values,
            counts,
            bounds=(self.values[0], self.values[-1]),
            half=self.half,
            alpha=ALPHA - PLANNED,
        )
        low, high = max(low, self.exact[0]), min(high, self.exact[1])
        return (low, high) if low <= high else self.exact  # that they do not overlap is in ALPHA

    def _needed(self, counts: Counts) -> int:
        """Return how many observations, in whole blocks, should make the exact interval narrow."""
        n = sum(counts) + (scaled_half_width(counts) / self.half) ** 2 + 2 / self.half
        return self.block * math.ceil(n / self.block)


def exact_interval(counts: Counts) -> Interval:
    """Return an exact interval, at PLANNED, for a number of observations fixed beforehand.

    An advantage is the rate of decisive observations times the lead among them. The number of
    decisive observations is binomial, and given that, so is the number of those won.
    """
    if len(counts) == len(RATE):
        return clopper_pearson(counts[1], sum(counts), PLANNED)
    lost, _, won = counts
    decisive = clopper_pearson(won + lost, sum(counts), DECISIVE)
    wins = clopper_pearson(won, won + lost, PLANNED - DECISIVE)
    ends = [share * (2 * rate - 1) for share in decisive for rate in wins]
    return min(ends), max(ends)


def scaled_half_width(counts: Counts) -> float:
    """Return the half-width of `exact_interval` times the root of n, at worst given these counts.

    n is the number of observations that the interval will be of.
    """
    if len(counts) == len(RATE):
        rate = _nearest_half(counts[1], sum(counts))
        return _z(PLANNED) * math.sqrt(rate * (1 - rate))
    lost, _, won = counts
    rate, share = _nearest_half(won, won + lost), _nearest_half(won + lost, sum(counts))
    likely = max(share, (won + lost) / sum(counts))
    return 2 * _z(PLANNED - DECISIVE) * math.sqrt(likely * rate * (1 - rate)) + abs(
        2 * rate - 1
    ) * _z(DECISIVE) * math.sqrt(share * (1 - share))


def _nearest_half(count: int, n: int) -> float:
    """Return the rate nearest to one half of those that the counts allow."""
    low, high = wilson(count, n, SURE)
    return min(max(low, 0.5), high)


def _z(alpha: float) -> float:
    from statistics import NormalDist  # loads slowly, and only stopping rules need it

    return NormalDist().inv_cdf(1 - alpha / 2)
