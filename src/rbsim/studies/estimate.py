"""Estimate: a contrast of outcomes with its interval, and how unfinished games could move it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from rbsim.stats.intervals import Mean, SpannedMean
from rbsim.stats.quantity import Quantity
from rbsim.sums.pairs import UNFINISHED, Pairs, weigh


@dataclass(frozen=True)
class Estimate(SpannedMean):
    """The mean of a quantity over arms of equal weight.

    Attributes
    ----------
    mean : Mean
        With the deviation of the pairs.
    span : Span
        The mean if every unfinished game had come out as low, and as high, as it could.
    arms : int
        Number of arms.
    unpaired : Mean
        With the deviation that arms of unrelated games would have.
    """

    arms: int
    unpaired: Mean

    @classmethod
    def from_pairs(cls, pairs: Pairs, arms: list[int], quantity: Quantity) -> Estimate:
        """Return the estimate of a quantity over some arms."""
        weights = weigh(pairs.joint.shape[0], dict.fromkeys(arms, quantity.weights))
        low, high = weights.copy(), weights.copy()
        low[arms, UNFINISHED], high[arms, UNFINISHED] = quantity.low, quantity.high
        return cls(
            pairs.contrast(weights, len(arms)),
            pairs.span(low, high, len(arms)),
            len(arms),
            pairs.unpaired(weights, len(arms)),
        )

    def at(self, level: float) -> Estimate:
        """Return the same estimate with an interval of another level."""
        return replace(super().at(level), unpaired=self.unpaired.at(level))

    @property
    def variance_reduction(self) -> float:
        """The variance reduction by pairing, as a share; negative if pairing costs, NaN of one arm.

        1 - variance of the pairs / variance of unrelated games.
        """
        if self.arms == 1 or not self.unpaired.deviation > 0:
            return math.nan
        return 1 - (self.mean.deviation / self.unpaired.deviation) ** 2
