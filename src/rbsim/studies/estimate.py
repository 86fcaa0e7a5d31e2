"""Estimate: a contrast of outcomes, its interval, and how far unfinished games could move it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rbsim.stats.intervals import Mean
from rbsim.sums.pairs import UNFINISHED, Pairs, weigh


@dataclass(frozen=True)
class Quantity:
    """A number that each game gives: what its outcome weighs, by the names of pairs.CODES.

    An unfinished game weighs nothing, and might have weighed anything from low to high.
    """

    name: str
    weights: dict[str, int]
    low: int
    high: int


ADVANTAGE = Quantity("advantage", {"win": 1, "loss": -1}, -1, 1)
STARTER_WINS = Quantity("starter wins", {"win": 1}, 0, 1)


@dataclass(frozen=True)
class Estimate:
    """The mean of a quantity over arms that count alike.

    mean: with the deviation of the pairs. unpaired: with that of arms of unrelated games. ends: the
    mean if every unfinished game had come out as low, and as high, as it could.
    """

    arms: int
    mean: Mean
    unpaired: Mean
    ends: tuple[float, float]

    @classmethod
    def from_pairs(cls, pairs: Pairs, arms: list[int], quantity: Quantity) -> Estimate:
        every = pairs.joint.shape[0]
        weights = weigh(every, dict.fromkeys(arms, quantity.weights))
        ends = []
        for end in (quantity.low, quantity.high):
            resolved = weights.copy()
            resolved[arms, UNFINISHED] = end
            ends.append(pairs.contrast(resolved, len(arms)).mean)
        return cls(
            len(arms),
            pairs.contrast(weights, len(arms)),
            pairs.unpaired(weights, len(arms)),
            (ends[0], ends[1]),
        )

    @property
    def saved(self) -> float:
        """The share of the variance that pairing saves, negative if it costs; NaN of one arm."""
        if self.arms == 1 or not self.unpaired.deviation > 0:
            return math.nan
        return 1 - (self.mean.deviation / self.unpaired.deviation) ** 2
