"""Variance shares: how much of the variance of a game's outcome lies with what decides it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from rbsim.stats.figure import PlainEstimate
from rbsim.stats.intervals import Mean, Span, SpannedMean
from rbsim.stats.level import LEVEL, around, two_sided
from rbsim.sums.deal_moments import DealMoments

Floats = npt.NDArray[np.float64]
Weights = Sequence[float] | Floats  # one for each cell, 0 for those that are not looked at
Ends = tuple[float, float]
NAN = (math.nan, math.nan)


class Cards(Enum):
    """Which cards of a deal a part of the variance goes with."""

    OPEN = "open"  # what differs between deals with other open cards
    HIDDEN = "hidden"  # what differs between shuffles of the hidden cards, given the open ones
    ALL = "all"


@dataclass(frozen=True)
class Share(PlainEstimate):
    """A share of a variance with its interval, by the delta method over deals.

    What lies below 0 or above 1 is cut there; the end on the other side stays as far from 0 as it
    would have been from the estimate, so that no interval shrinks by the cut. Unfinished games
    widen the interval as far as any outcomes of them could move the share.
    """

    value: float
    error: float  # the standard error
    interval: Ends
    extremes: Ends
    n: int  # deals
    level: float = LEVEL

    method: ClassVar[str] = "delta"
    count: ClassVar[None] = None

    @property
    def standard_error(self) -> float:
        """The standard error."""
        return self.error


@dataclass(frozen=True)
class _Part:
    """A part of the variance: its estimate, its slope in the means, and how far it is open."""

    value: float
    slope: Floats
    counted: float  # the estimate before it is corrected for bias
    ends: Ends  # of the same, whatever unfinished games became


class VarianceShares:
    """The variance of a game's outcome over some cells of equal weight, and its shares.

    Let m be the mean outcome of each cell, O the mean over deals of the product of what two cells
    expect given the open cards, from pairs of different shuffles, and A that of what they expect
    given all cards, from pairs of different replicates of one shuffle. A pattern of weights w then
    has the part (w'm)^2 of its mean, w'(O - mm')w of the open cards and w'(A - O)w of the hidden
    ones. Patterns of weights 1/C and -1/C of C cells that are orthogonal share out all but what
    replicates differ by, which is the play. The variance is about 0, the mean square of outcomes.

    Of three seats an outcome is seen from each, and all of this is summed over them. A pattern of
    the open or hidden cards is of cells, whoever sees them; one of means may weigh seats apart: it
    has a row for each seat.
    """

    def __init__(self, moments: DealMoments, cells: Sequence[int], level: float = LEVEL) -> None:
        self._moments, self._cells, self._level = moments, tuple(cells), level
        self._means, self._covariance = moments.means()
        self._games = moments.shuffles * moments.replicates
        self._square = np.zeros(len(self._means))
        for cell in self._cells:
            weight = len(self._cells) * self._games * moments.scale
            self._square[moments.square(cell)] = 1 / weight

    @property
    def variance(self) -> float:
        """The mean square of the outcome: the share of games that a seat won."""
        return float(self._square @ self._means)

    def mean_outcome(self, cell: int) -> SpannedMean:
        """Return seat 0's wins less others' of a cell, with unfinished games lost, and won."""
        moments, slope = self._moments, np.zeros(len(self._means))
        slope[cell] = 2 / moments.seats / self._games
        slope[moments.square(cell)] = (2 / moments.seats - 1) / (moments.scale * self._games)
        mean, n, left = float(slope @ self._means), self._moments.deals, self._open_games(cell)
        seen = Mean(mean, self._error(slope) * n**0.5, n, bounds=(-1, 1)).at(self._level)
        ends = (replace(seen, mean=mean - left), replace(seen, mean=mean + left))
        return SpannedMean(seen, Span(*ends, (-1, 1)))

    def of_mean(self, *patterns: Weights) -> Share:
        """Return the share of the squares of some patterns' mean outcomes, together.

        Its interval is the square of that of the root, which holds near 0 too: the root of several
        is as near to the true one as the means are to theirs.
        """
        total, parts = self.variance, [self._mean_part(self._by_seat(one)) for one in patterns]
        if total == 0:
            return self._nothing()
        slopes = np.array([self._mean_slope(self._by_seat(one)) for one in patterns])
        means = slopes @ self._means
        slopes = slopes / total**0.5 - np.outer(means, self._square) / (2 * total**1.5)
        root = math.sqrt(float(means @ means) / total)
        reach = around(self._level, len(patterns)) * self._widest(slopes)
        low, high = max(0.0, root - reach) ** 2, min(1.0, (root + reach) ** 2)
        part = _sum(parts)
        value = min(max(low, part.value / total), high)
        error = 2 * self._error(means @ slopes) / total**0.5
        return self._made(value, error, (low, high), part)

    def of_cards(self, cards: Cards, *patterns: Weights) -> Share:
        """Return the share that goes with some cards, of some patterns together."""
        return self._linear(_sum([self._cards_part(cards, weights) for weights in patterns]))

    def in_common(self, cards: Cards, mean: Weights, *halves: Weights) -> Share:
        """Return the covariance, as a share, of what some cards give in two halves of the cells.

        `mean` is the pattern of all cells, the other that of half the difference; of three thirds
        of the cells there are two others. It may be below 0.
        """
        differing = _times(_sum([self._cards_part(cards, one) for one in halves]), 1 / len(halves))
        return self._linear(_difference(self._cards_part(cards, mean), differing), least=-1.0)

    def of_play(self) -> Share:
        """Return the share of what replicates of the same cards in the same cell differ by."""
        weights = [
            np.eye(self._moments.cells)[cell] / len(self._cells) ** 0.5 for cell in self._cells
        ]
        known = _sum([self._product_part(one, same_shuffle=True) for one in weights])
        total = self.variance
        whole = _Part(total, self._square, total, (total, total))
        return self._linear(_difference(whole, known))

    # ---- parts ----

    def _cards_part(self, cards: Cards, weights: Weights) -> _Part:
        less = (
            self._product_part(weights, same_shuffle=False)
            if cards is Cards.HIDDEN
            else self._means_of_cells(weights)
        )
        more = self._product_part(weights, same_shuffle=cards is not Cards.OPEN)
        return _difference(more, less)

    def _by_seat(self, weights: Weights) -> Floats:
        """Return weights by the seat from which an outcome is seen, and by cell."""
        return np.reshape(np.asarray(weights, np.float64), (-1, self._moments.cells))

    def _means_of_cells(self, weights: Weights) -> _Part:
        """Return (w'm)^2, summed over the seats from which outcomes are seen."""
        return _sum([
            self._mean_part(np.outer(np.eye(self._moments.views)[view], weights))
            for view in range(self._moments.views)
        ])  # fmt: skip

    def _mean_part(self, weights: Floats) -> _Part:
        slope = self._mean_slope(weights)
        mean = float(slope @ self._means)
        most = (self._moments.seats - 1) / self._moments.scale**0.5
        left = most * sum(
            weight * self._open_games(i) for i, weight in enumerate(np.abs(weights).sum(axis=0))
        )
        ends = (max(0.0, abs(mean) - left) ** 2, (abs(mean) + left) ** 2)
        return _Part(mean**2 - self._error(slope) ** 2, 2 * mean * slope, mean**2, ends)

    def _mean_slope(self, weights: Floats) -> Floats:
        slope = np.zeros(len(self._means))
        slope[: weights.size] = weights.ravel() / (self._games * self._moments.scale**0.5)
        return slope

    def _product_part(self, weights: Weights, same_shuffle: bool) -> _Part:
        """Return what w'Aw or w'Ow is, with each product of an unfinished game from -1 to 1."""
        slope, left = np.zeros(len(self._means)), 0.0
        pairs, deals = self._moments.pairs(same_shuffle), self._moments.deals
        before = self._moments.square(0)
        weighed = [(i, weight) for i, weight in enumerate(weights) if weight]
        for i, one in weighed:
            for k, other in weighed:
                at = self._moments.place(i, k, same_shuffle)
                slope[at] += one * other / (pairs * self._moments.scale)
                unfinished = self._moments.unfinished[at - before]
                left += abs(one * other) * float(unfinished) / (pairs * deals)
        value = float(slope @ self._means)
        return _Part(value, slope, value, (value - left, value + left))

    def _open_games(self, cell: int) -> float:
        return float(self._moments.unfinished[cell]) / (self._moments.deals * self._games)

    # ---- shares ----

    def _error(self, slope: Floats) -> float:
        """Return the standard error of what has this slope in the means."""
        square = float(slope @ self._covariance @ slope)
        return math.sqrt(max(square, 0.0)) if square == square else math.nan

    def _widest(self, slopes: Floats) -> float:
        """Return the largest standard error of what has these slopes, in any direction."""
        covariance = slopes @ self._covariance @ slopes.T
        if not np.isfinite(covariance).all():
            return math.nan
        return math.sqrt(max(float(np.linalg.eigvalsh(covariance)[-1]), 0.0))

    def _linear(self, part: _Part, least: float = 0.0) -> Share:
        """Return the share of a part by its slope, cut at the least that it can be, and at 1."""
        total = self.variance
        if total == 0:
            return self._nothing()
        share = part.value / total
        error = self._error((part.slope - self._square * share) / total)
        value, reach = min(max(least, share), 1.0), two_sided(self._level) * error
        low, high = max(least, min(share, value) - reach), min(1.0, max(share, value) + reach)
        return self._made(value, error, (low, high), part, least)

    def _made(
        self, value: float, error: float, interval: Ends, part: _Part, least: float = 0.0
    ) -> Share:
        """Return a share whose interval is as much wider as unfinished games could move it."""
        total = self.variance
        most = total + sum(map(self._open_games, self._cells)) / len(self._cells)
        lowest, highest = part.ends[0] / (most if part.ends[0] > 0 else total), part.ends[1] / total
        down = max(0.0, part.counted / total - max(least, lowest))
        up = max(0.0, highest - part.counted / total)
        low, high = max(least, interval[0] - down), min(1.0, interval[1] + up)
        extremes = max(least, value - down), min(1.0, value + up)
        return Share(value, error, (low, high), extremes, self._moments.deals, self._level)

    def _nothing(self) -> Share:
        """Return the share of a variance that is 0, as nobody ever won."""
        return Share(math.nan, math.nan, NAN, NAN, self._moments.deals, self._level)


def _difference(more: _Part, less: _Part) -> _Part:
    return _sum([more, _times(less, -1)])


def _times(part: _Part, by: float) -> _Part:
    low, high = sorted(by * end for end in part.ends)
    return _Part(by * part.value, by * part.slope, by * part.counted, (low, high))


def _sum(parts: Sequence[_Part]) -> _Part:
    lows, highs = zip(*(part.ends for part in parts), strict=True)
    return _Part(
        sum(part.value for part in parts),
        sum((part.slope for part in parts), np.zeros_like(parts[0].slope)),
        sum(part.counted for part in parts),
        (sum(lows), sum(highs)),
    )
