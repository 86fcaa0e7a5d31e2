"""Estimate: a contrast of outcomes with its interval, and how unfinished games could move it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from rbsim.stats.intervals import Mean, Span
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
    span : Span
        The mean if every unfinished game had come out as low, and as high, as it could.
    """

    arms: int
    mean: Mean
    unpaired: Mean
    span: Span

    @classmethod
    def from_pairs(cls, pairs: Pairs, arms: list[int], quantity: Quantity) -> Estimate:
        """Return the estimate of a quantity over some arms."""
        weights = weigh(pairs.joint.shape[0], dict.fromkeys(arms, quantity.weights))
        low, high = weights.copy(), weights.copy()
        low[arms, UNFINISHED], high[arms, UNFINISHED] = quantity.low, quantity.high
        return cls(
            len(arms),
            pairs.contrast(weights, len(arms)),
            pairs.unpaired(weights, len(arms)),
            pairs.span(low, high, len(arms)),
        )

    def at(self, level: float) -> Estimate:
        """Return the same estimate with an interval of another level."""
        return replace(
            self,
            mean=self.mean.at(level),
            unpaired=self.unpaired.at(level),
            span=self.span.at(level),
        )

    @property
    def extremes(self) -> tuple[float, float]:
        """The mean with all unfinished games against, and with all of them for."""
        return self.span.extremes

    @property
    def interval(self) -> tuple[float, float]:
        """The interval, from that of the low end to that of the high end."""
        return self.span.interval

    @property
    def variance_reduction(self) -> float:
        """The variance reduction by pairing, as a share; negative if pairing costs, NaN of one arm.

        1 - variance of the pairs / variance of unrelated games.
        """
        if self.arms == 1 or not self.unpaired.deviation > 0:
            return math.nan
        return 1 - (self.mean.deviation / self.unpaired.deviation) ** 2
