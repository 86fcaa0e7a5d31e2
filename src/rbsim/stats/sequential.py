"""Looks: an interval of a rate or an advantage that holds at look after look.

A share of its error goes to a confidence sequence, the rest to one look that is planned after the
first, for the number of observations that then seems to be needed: an exact interval from those
after the first look, as wide as sought (Stein, Ann. Math. Stat. 16, 1945). What both say holds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rbsim.stats.inference import Interval, clopper_pearson, confidence_sequence
from rbsim.stats.intervals import wilson

Counts = tuple[int, ...]

RATE, ADVANTAGE = (0, 1), (-1, 0, 1)  # what an observation may count
ALPHA = 0.05
PLANNED = 0.04  # of it, for the planned look
DECISIVE = 0.005  # of that, when it is of an advantage, for the share of decisive observations
SURE = 2.0  # standard deviations by which the first look may be off


@dataclass
class Looks:
    """The 95% interval after each of many blocks, for at most `most` observations.

    `values` is RATE or ADVANTAGE, `half` the half-width sought, `block` the observations from look
    to look. Exactly valid whenever one stops, as long as the looks are at the ends of blocks.
    """

    values: tuple[int, ...]
    half: float
    most: int
    block: int
    first: Counts | None = None  # what the first look saw
    planned: int = 0
    exact: Interval = (-math.inf, math.inf)

    def interval(self, counts: Counts) -> Interval:
        """At the next look, from the counts of each value so far."""
        n = sum(counts)
        if self.first is None:
            self.first = counts
            self.planned = min(self.most, self._needed(counts))
        elif n == self.planned:
            self.exact = exact(tuple(a - b for a, b in zip(counts, self.first, strict=True)))
        low, high = confidence_sequence(
            self.values,
            counts,
            bounds=(self.values[0], self.values[-1]),
            half=self.half,
            alpha=ALPHA - PLANNED,
        )
        low, high = max(low, self.exact[0]), min(high, self.exact[1])
        return (low, high) if low <= high else self.exact  # missing each other is part of ALPHA

    def _needed(self, counts: Counts) -> int:
        """Whole blocks after which the planned interval should be narrow enough."""
        n = sum(counts) + (spread(counts) / self.half) ** 2 + 2 / self.half
        return self.block * math.ceil(n / self.block)


def exact(counts: Counts) -> Interval:
    """Exact interval, at PLANNED, for a number of observations fixed beforehand.

    An advantage is the share of decisive observations times the lead among them; given how many
    they are, those won are binomial, and so is their number.
    """
    if len(counts) == len(RATE):
        return clopper_pearson(counts[1], sum(counts), PLANNED)
    lost, _, won = counts
    decisive = clopper_pearson(won + lost, sum(counts), DECISIVE)
    wins = clopper_pearson(won, won + lost, PLANNED - DECISIVE)
    ends = [share * (2 * rate - 1) for share in decisive for rate in wins]
    return min(ends), max(ends)


def spread(counts: Counts) -> float:
    """Half of that interval, times the root of the number, at worst as these counts have it."""
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
    """Of the rates that are likely, the one nearest to one half."""
    low, high = wilson(count, n, SURE)
    return min(max(low, 0.5), high)


def _z(alpha: float) -> float:
    from statistics import NormalDist  # takes a while to load, and few need it

    return NormalDist().inv_cdf(1 - alpha / 2)
