"""Estimate: a contrast of outcomes with its interval, and how unfinished games could move it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rbsim.stats.intervals import Mean
from rbsim.sums.pairs import UNFINISHED, Pairs, weigh


@dataclass(frozen=True)
class Quantity:
    """A number for each game, by its outcome.

    Attributes
    ----------
    name : str
        The name in tables and JSON.
    weights : dict of str to int
        The number by outcome (pairs.CODES), 0 if missing.
    low, high : int
        The least and the most that an unfinished game might have given.
    """

    name: str
    weights: dict[str, int]
    low: int
    high: int


ADVANTAGE = Quantity("advantage", {"win": 1, "loss": -1}, -1, 1)
STARTER_WINS = Quantity("starter wins", {"win": 1}, 0, 1)


@dataclass(frozen=True)
class Estimate:
    """The mean of a quantity over arms of equal weight.

    Attributes
    ----------
    arms : int
        Number of arms.
    mean : Mean
        With the deviation of the pairs.
    unpaired : Mean
        With the deviation that arms of unrelated games would have.
    ends : tuple of float
        The mean if every unfinished game had come out as low, and as high, as it could.
    """

    arms: int
    mean: Mean
    unpaired: Mean
    ends: tuple[float, float]

    @classmethod
    def from_pairs(cls, pairs: Pairs, arms: list[int], quantity: Quantity) -> Estimate:
        """Return the estimate of a quantity over some arms."""
        weights = weigh(pairs.joint.shape[0], dict.fromkeys(arms, quantity.weights))
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
        """The variance reduction by pairing, as a share; negative if pairing costs, NaN of one arm.

        1 - variance of the pairs / variance of unrelated games.
        """
        if self.arms == 1 or not self.unpaired.deviation > 0:
            return math.nan
        return 1 - (self.mean.deviation / self.unpaired.deviation) ** 2
