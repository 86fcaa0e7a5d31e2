"""Duel: two players on the same deals, each deal played twice, the second time in changed seats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rbsim.stats.inference import Interval, confidence_sequence, mcnemar
from rbsim.stats.intervals import Mean, wilson
from rbsim.studies.estimate import ADVANTAGE, Quantity
from rbsim.sums.pairs import CODES, UNFINISHED, Ints, scaled

VARIANCE = 0.5  # of a deal's lead, at a guess: that of two games between equals, and no draws
SWAPPED = {"win": "loss", "loss": "win"}  # an outcome as it is called from the other seat
LEAD = Quantity("lead", ADVANTAGE.weights, ADVANTAGE.low, ADVANTAGE.high)
RATES = (
    Quantity("won", {"win": 1}, 0, 1),
    Quantity("lost", {"loss": 1}, 0, 1),
    Quantity("stalemate", {"stalemate": 1}, 0, 1),
    Quantity("standoff", {"standoff": 1}, 0, 1),
    Quantity("drawn", {"stalemate": 1, "standoff": 1}, 0, 1),
    Quantity("unfinished", {"unfinished": 1}, 1, 1),
)


def weights(quantity: Quantity, unfinished: int) -> Ints:
    """What outcomes (CODES, of seat 0) weigh for the first player, in seat 0 and then in seat 1."""
    found = np.zeros((2, len(CODES)), np.int64)
    for name, weight in quantity.weights.items():
        found[0, CODES.index(name)] = weight
        found[1, CODES.index(SWAPPED.get(name, name))] = weight
    found[:, UNFINISHED] = unfinished
    return found


@dataclass(frozen=True)
class Share:
    """The mean of a quantity over games, from their deals: unfinished games against it, and for."""

    least: Mean
    most: Mean
    bounds: Interval

    @property
    def ends(self) -> Interval:
        return self.least.mean, self.most.mean

    @property
    def interval(self) -> Interval:
        """95%, from the low end with all unfinished games against to the high one with all for."""
        low, high = (score_interval(mean, self.bounds) for mean in (self.least, self.most))
        return low[0], high[1]


def score_interval(mean: Mean, bounds: Interval) -> Interval:
    """Wilson's interval, of as many independent games as would have the deals' standard error.

    Of deals that are all alike it is a bound, by Wilson's on the share of deals that are not.
    """
    low, width = bounds[0], bounds[1] - bounds[0]
    share = (mean.mean - low) / width
    if mean.deviation > 0:
        games = share * (1 - share) / (mean.standard_error / width) ** 2
        ends = wilson(share * games, games)
    else:
        others = wilson(0, mean.games)[1]
        ends = share * (1 - others), share * (1 - others) + others
    return low + width * ends[0], low + width * ends[1]


@dataclass(frozen=True)
class Duel:
    """What two players' deals came to.

    table[i, j]: deals with outcome i (CODES, seen from seat 0) when the first player sat in seat 0,
    and j when in seat 1.
    """

    first: str
    second: str
    table: Ints

    @property
    def deals(self) -> int:
        return int(self.table.sum())

    @property
    def unfinished(self) -> int:
        """Games, of two a deal."""
        return int(self.table[UNFINISHED].sum() + self.table[:, UNFINISHED].sum())

    @property
    def lead(self) -> Share:
        """The share of games won less that of games lost."""
        return self.share(LEAD)

    @property
    def rates(self) -> dict[str, Share]:
        """Of RATES."""
        return {quantity.name: self.share(quantity) for quantity in RATES}

    @property
    def counts(self) -> dict[str, int]:
        """Games of each of RATES, of two a deal, without those whose outcome is not known."""
        return {quantity.name: self.count(quantity) for quantity in RATES}

    def share(self, quantity: Quantity) -> Share:
        """Of a quantity that its games average."""
        own = quantity.weights.get("unfinished")
        ends = (quantity.low, quantity.high) if own is None else (own, own)
        least, most = (self._mean(self._values(quantity, end)) for end in ends)
        return Share(least, most, (min(quantity.low, 0), quantity.high))

    def count(self, quantity: Quantity) -> int:
        """Games, of two a deal, without the unfinished ones."""
        own = quantity.weights.get("unfinished", 0)
        return int((self._values(quantity, own) * self.table).sum())

    def _values(self, quantity: Quantity, unfinished: int) -> Ints:
        """What the two games of a deal weigh together; shape as the table's."""
        one, other = weights(quantity, unfinished)
        found: Ints = one[:, np.newaxis] + other
        return found

    def _mean(self, values: Ints) -> Mean:
        total, squares = ((v * self.table).sum() for v in (values, values * values))
        return scaled(Mean.from_sums(int(total), int(squares), self.deals), 2)

    def better_and_worse(self, unfinished: int) -> tuple[int, int]:
        """Deals out of which the first player came with more games won than lost, and fewer."""
        values = self._values(LEAD, unfinished)
        return int(self.table[values > 0].sum()), int(self.table[values < 0].sum())

    @property
    def p(self) -> float:
        """Exact two-sided p that the players are equals: a deal is then better as often as worse.

        Unfinished games count against whoever leads; 1 if who leads hangs on them.
        """
        for unfinished, sign in ((-1, 1), (1, -1)):
            better, worse = self.better_and_worse(unfinished)
            if sign * (better - worse) > 0:
                return mcnemar(better, worse)
        return 1.0

    def anytime(self, alpha: float, half: float) -> Interval:
        """An interval of the lead that holds at all looks at once (inference.confidence_sequence).

        `half` is where it is to be tightest. Unfinished games count against either end.
        """
        ends = []
        for unfinished in (LEAD.low, LEAD.high) if self.unfinished else (0,):
            values, where = np.unique(self._values(LEAD, unfinished), return_inverse=True)
            counts = np.bincount(where.reshape(-1), weights=self.table.reshape(-1))
            ends.append(
                confidence_sequence(
                    values / 2, counts, bounds=(-1, 1), half=half, variance=VARIANCE, alpha=alpha
                )
            )
        return ends[0][0], ends[-1][1]
