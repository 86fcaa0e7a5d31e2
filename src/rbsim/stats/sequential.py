"""Sequential looks: an interval of a rate, an advantage or a contrast that holds at all looks.

A share of the error goes to a confidence sequence. The rest goes to one planned look: the first
looks estimate how many observations are needed, and after these an exact interval is taken from all
observations since the last of them (Stein, Ann. Math. Stat. 16, 1945). The result is where both
intervals overlap.

Where some observations are unfinished, each interval reaches from its low end with all of them
counted against to its high end with all of them counted for. Either end errs as seldom as before:
the error is half on either side, but for DECISIVE, and the number of decisive observations is the
same at both ends.
"""

import math
from dataclasses import dataclass
from functools import partial

import numpy as np

from rbsim.stats.inference import Interval, clopper_pearson, confidence_sequence, wilson
from rbsim.stats.intervals import Mean, score_interval
from rbsim.stats.level import two_sided

Counts = tuple[int, ...]

RATE, ADVANTAGE = (0, 1), (-1, 0, 1)  # the values of an observation
ALPHA = 0.05
PLANNED = 0.04  # part of ALPHA for the planned look
DECISIVE = 0.005  # part of PLANNED, for an advantage, for the rate of decisive observations
STUDIED = 0.05  # part of the observations needed after which the plan stands
SURE = 2.0  # standard deviations by which the plan may be off
LIKELY = 1.0  # the same for the share of unfinished observations


@dataclass
class Looks:
    """The 95% interval at each of many looks, one after every block of observations.

    It is valid at whichever look playing stops, as long as looks are at the ends of blocks.

    Attributes
    ----------
    values : tuple of int
        Those of an observation, from the least to the greatest: RATE or ADVANTAGE.
    half : float
        The half-width sought.
    most : int
        Observations at most.
    block : int
        Observations from look to look.
    first : pair of tuples of int, optional
        The counts when it was planned, with unfinished observations against and for.
    planned : int
        Observations at the planned look.
    exact : tuple of float
        The interval of the planned look, unbounded before it.
    error : float
        Of all looks.
    variance : float, optional
        A guess of that of an observation, as `confidence_sequence` takes it.
    """

    values: tuple[int, ...]
    half: float
    most: int
    block: int
    first: tuple[Counts, Counts] | None = None
    planned: int = 0
    exact: Interval = (-math.inf, math.inf)
    error: float = ALPHA
    variance: float | None = None

    def interval(self, against: Counts, by: Counts | None = None) -> Interval:
        """Return the interval at the next look, from the counts of each value so far.

        Unfinished observations are counted against in the one, and for in the other.
        """
        ends = against, against if by is None else by
        n = sum(against)
        if self.first is None or n < STUDIED * self.planned:
            self.first, self.planned = ends, self._needed(ends)
        elif n == self.planned:
            since = [
                self._fixed(tuple(a - b for a, b in zip(end, first, strict=True)))
                for end, first in zip(ends, self.first, strict=True)
            ]
            self.exact = since[0][0], since[1][1]
        sequence = partial(
            confidence_sequence,
            self.values,
            bounds=(self.values[0], self.values[-1]),
            half=self.half,
            variance=self.variance,
            alpha=self.error - self._planned_error,
        )
        sequences = [sequence(end) for end in dict.fromkeys(ends)]
        low, high = max(sequences[0][0], self.exact[0]), min(sequences[-1][1], self.exact[1])
        return (low, high) if low <= high else self.exact  # that they do not overlap is in ALPHA

    @property
    def _planned_error(self) -> float:
        return self.error * PLANNED / ALPHA

    def _fixed(self, counts: Counts) -> Interval:
        """Return the interval of the planned look."""
        return exact_interval(counts)

    def _scaled(self, counts: Counts) -> float:
        """Return its half-width times the root of its observations, at worst given some counts."""
        return scaled_half_width(counts)

    def _needed(self, ends: tuple[Counts, Counts]) -> int:
        """Return how many observations, in whole blocks, should make the exact interval narrow.

        Unfinished ones take their part of the half-width; if they take it all, no number will do.
        """
        games, width = sum(ends[0]), self.values[-1] - self.values[0]
        worst, best = (sum(v * c for v, c in zip(self.values, end, strict=True)) for end in ends)
        left = (best - worst) / width
        share = wilson(left, games, LIKELY)[1] if left else 0.0
        half = self.half - width * share / 2
        if half <= 0:
            return self.most
        n = games + (max(map(self._scaled, ends)) / half) ** 2 + 2 / half
        return min(self.most, self.block * math.ceil(n / self.block))


@dataclass
class MeanLooks(Looks):
    """The same of the mean of a few values, as of contrasts.

    Of more than three values no exact interval is as narrow. That of the planned look is Wilson's
    for as many games as have the same standard error: of thousands of observations it holds as
    often as it says, as simulations show (docs/statistics.md).

    Attributes
    ----------
    values, half, most, block, first, planned, exact, error, variance : see `Looks`
        The values are all whole numbers between two.

    Examples
    --------
    >>> looks = MeanLooks((-2, -1, 0, 1, 2), half=0.1, most=9_000, block=1_000, variance=2.0)
    >>> sure = [looks.interval((250 * n, 0, 450 * n, 0, 300 * n)) for n in range(1, 5)]
    >>> looks.planned, [round((high - low) / 2, 2) for low, high in sure]
    (2000, [0.16, 0.1, 0.09, 0.08])
    """

    def _fixed(self, counts: Counts) -> Interval:
        mean = Mean.from_histogram(np.array(counts), self.values[0])
        return score_interval(mean.at(1 - self._planned_error), (self.values[0], self.values[-1]))

    def _scaled(self, counts: Counts) -> float:
        """By a variance greater by SURE of its own standard errors."""
        values, shares = np.array(self.values), np.array(counts) / sum(counts)
        squares = (values - values @ shares) ** 2
        variance = float(squares @ shares)
        doubt = math.sqrt((squares - variance) ** 2 @ shares / sum(counts))
        return _z(self._planned_error) * math.sqrt(variance + SURE * doubt)


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
    return two_sided(1 - alpha)
