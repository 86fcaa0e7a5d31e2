"""Duel: two players on the same deals, each deal played in both seatings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from rbsim.stats.inference import Interval, mcnemar
from rbsim.stats.intervals import Mean, Rate, Span, SpannedMean, score_interval
from rbsim.stats.level import LEVEL
from rbsim.stats.quantity import QUANTITIES, Quantity
from rbsim.sums.contrast_goals import ContrastGoal, lead_contrasts
from rbsim.sums.contrasts import ContrastSums
from rbsim.sums.joint_outcomes import UNFINISHED, Ints, K, scaled, weigh

SWAPPED = {"win": "loss", "loss": "win"}  # an outcome as it is called from the other seat
LEAD = QUANTITIES["lead"]
RATES = [QUANTITIES[key] for key in ("won", "lost", "stalemate", "standoff", "drawn", "unfinished")]


def seating_weights(quantity: Quantity, unfinished: int) -> Ints:
    """Return the first player's weights of outcomes, sitting in seat 0 and in seat 1.

    Outcomes are CODES from the view of seat 0; an unfinished game weighs `unfinished`.
    """
    swapped = {SWAPPED.get(name, name): weight for name, weight in quantity.weights.items()}
    weights = weigh(2, {0: quantity.weights, 1: swapped})
    weights[:, UNFINISHED] = unfinished
    return weights


@dataclass(frozen=True)
class BoundedMean(SpannedMean):
    """The mean of a quantity over the games of a duel, bounded by its unfinished games.

    Means are over deals, of two games each.
    """

    method: ClassVar[str] = "Wilson, over deals"

    @property
    def n(self) -> int:
        """The games."""
        return 2 * self.mean.games

    @property
    def interval(self) -> Interval:
        """The interval, from that of the low end to that of the high end, by Wilson's formula."""
        ends = self.span.least, self.span.most
        low, high = (score_interval(mean, self.span.bounds) for mean in ends)
        return low[0], high[1]

    @property
    def count(self) -> int | None:  # type: ignore[override]
        """Of a rate, the games that count; None of a lead."""
        return round(self.value * self.n) if self.span.bounds[0] == 0 else None


@dataclass(frozen=True)
class Duel:
    """The joint outcomes of two players' deals.

    Entry [i, j] of `table` counts deals with outcome i (CODES, from the view of seat 0) when the
    first player sat in seat 0, and j when the first player sat in seat 1.
    """

    first: str
    second: str
    table: Ints
    level: float = LEVEL

    @property
    def players(self) -> tuple[str, str]:
        """Both players' names."""
        return self.first, self.second

    @property
    def name(self) -> str:
        """The duel, as tables name it."""
        return f"{self.first} against {self.second}"

    @property
    def deals(self) -> int:
        """Deals, of two games each."""
        return int(self.table.sum())

    @property
    def reversed(self) -> Duel:
        """The same deals from the other player's side."""
        # Outcomes are from the view of seat 0, whoever sits there.
        return replace(self, first=self.second, second=self.first, table=self.table.T)

    @property
    def lead(self) -> BoundedMean:
        """The first player's games won less games lost, as a share of all games."""
        return self._share(LEAD)

    @property
    def rates(self) -> dict[str, BoundedMean]:
        """The rates of RATES by name, for the first player."""
        return {quantity.key: self._share(quantity) for quantity in RATES}

    def _share(self, quantity: Quantity) -> BoundedMean:
        own = quantity.weights.get("unfinished")
        ends = (quantity.low, quantity.high) if own is None else (own, own)
        least, most = (self._mean(self._values(quantity, end)) for end in ends)
        bounds = (min(quantity.low, 0), quantity.high)
        # Unfinished games are not won, and nobody's.
        value = least.mean if bounds[0] == 0 else (least.mean + most.mean) / 2
        return BoundedMean(replace(least, mean=value), Span(least, most, bounds)).at(self.level)

    def _values(self, quantity: Quantity, unfinished: int) -> Ints:
        """Return the weight of both games of a deal together, for each entry of the table."""
        one, other = seating_weights(quantity, unfinished)
        values: Ints = one[:, np.newaxis] + other
        return values

    def _mean(self, values: Ints) -> Mean:
        total, squares = ((v * self.table).sum() for v in (values, values * values))
        return scaled(Mean.from_sums(int(total), int(squares), self.deals), 2)

    def better_and_worse(self, unfinished: int) -> tuple[int, int]:
        """Return the deals of which the first player won more games than lost, and fewer.

        An unfinished game counts as `unfinished` for the first player: -1, 0 or 1.
        """
        values = self._values(LEAD, unfinished)
        return int(self.table[values > 0].sum()), int(self.table[values < 0].sum())

    @property
    def deal_rates(self) -> dict[str, Rate]:
        """How often a deal was better for the first player, and worse."""
        (better, most), (best, worse) = map(self.better_and_worse, (-1, 1))
        return {
            "deals_better": Rate(better, self.deals, best - better, self.level),
            "deals_worse": Rate(worse, self.deals, most - worse, self.level),
        }

    @property
    def p(self) -> float:
        """The exact two-sided p that the players are equals, by deals better and worse.

        Between equals a deal is better as often as worse. Unfinished games count against the player
        who leads; p is 1 if they decide who leads.
        """
        for unfinished, sign in ((-1, 1), (1, -1)):
            better, worse = self.better_and_worse(unfinished)
            if sign * (better - worse) > 0:
                return mcnemar(better, worse)
        return 1.0

    def anytime(self, goal: ContrastGoal, most: int) -> Interval:
        """Return the interval of the lead at all looks of all duels of a goal, for `most` deals."""
        (lead,) = lead_contrasts(2)
        outcomes = dict(enumerate(np.indices((K, K)).reshape(2, -1)))
        sums = ContrastSums.from_codes(lead, outcomes, self.table.reshape(-1))
        return sums.interval(goal.tightest(lead, most), goal.alpha)
