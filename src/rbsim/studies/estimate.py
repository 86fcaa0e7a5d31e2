"""Estimates of contrasts: a quantity over some arms less that over others, by joint outcomes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rbsim.stats.figure import ConfidenceInterval, Figure
from rbsim.stats.inference import Interval, fisher, mcnemar, paired_difference, unpaired_difference
from rbsim.stats.intervals import Mean, Span, SpannedMean, cautious_p
from rbsim.stats.level import LEVEL
from rbsim.stats.quantity import LEADING, Form, Quantity
from rbsim.sums.joint_outcomes import CODES, UNFINISHED, Pairs, weigh


@dataclass(frozen=True)
class Estimate(SpannedMean):
    """The mean of a quantity over arms of equal weight, less that over others.

    `variance_reduction` is what pairing the games of a deal saves, as a share of the variance of
    unrelated games; negative if pairing costs, NaN of one arm.
    """

    variance_reduction: float

    @classmethod
    def of(
        cls,
        pairs: Pairs,
        quantity: Quantity,
        arms: Sequence[int],
        less: Sequence[int] = (),
        paired: bool = True,
    ) -> Estimate:
        """Return the mean over some arms, less that over others; `paired` if they share deals."""
        scale = math.lcm(len(arms), len(less) or 1)
        times = {arm: scale // len(arms) for arm in arms}
        times |= {arm: -scale // len(less) for arm in less}
        named = quantity.weights.items()
        weights = {arm: {code: n * w for code, w in named} for arm, n in times.items()}
        own = weigh(len(pairs.joint), weights)
        low, high = own.copy(), own.copy()
        for arm, n in times.items():
            ends = sorted((n * quantity.low, n * quantity.high))
            low[arm, UNFINISHED], high[arm, UNFINISHED] = ends
        mean, unpaired = pairs.contrast(own, scale), pairs.unpaired(own, scale)
        saved = math.nan
        if len(times) > 1 and unpaired.deviation > 0:
            saved = 1 - (mean.deviation / unpaired.deviation) ** 2
        span = pairs.span(low, high, scale, paired)
        return cls(mean if paired else unpaired, span, saved)


class Effect(NamedTuple):
    """The effect of starting on one quantity.

    `causal` is averaged over every seat starting each deal, `as_played` is under the variant's own
    starter, and `difference` is the latter less the former, deal by deal.
    """

    causal: Estimate
    as_played: Estimate
    difference: Estimate

    @classmethod
    def of(
        cls,
        pairs: Pairs,
        quantity: Quantity,
        played: Sequence[int],
        forced: Sequence[int],
        level: float = LEVEL,
    ) -> Effect:
        """Return the effect, given the arms as played and those with forced starts."""
        arms = ((forced, ()), (played, ()), (played, forced))
        return cls(*(Estimate.of(pairs, quantity, *own).at(level) for own in arms))

    @property
    def selection(self) -> Mean:
        """The difference as counted: the effect of letting the deal choose the starter."""
        return self.difference.mean

    @property
    def selection_span(self) -> Span:
        """The same with unfinished games against it and for it, in either kind of arm."""
        return self.difference.span


def decided_advantage(pairs: Pairs, arms: Sequence[int], seats: int) -> Mean:
    """Return the advantage over some arms among the games that a seat won."""
    both = (LEADING, dict.fromkeys(CODES[:seats], 1))
    return pairs.ratio(*(weigh(len(pairs.joint), dict.fromkeys(arms, one)) for one in both))


def rate_difference(
    pair: Pairs, quantity: Quantity, paired: bool, level: float, tested: bool
) -> Figure:
    """Return the figure of the rate of an outcome in arm 0 less that in arm 1.

    Interval and p are of the counts, and allow for whatever might have become of unfinished games.
    """
    mean = Estimate.of(pair, quantity, [0], [1], paired)
    counted = [CODES.index(name) for name in quantity.weights]
    is_open = UNFINISHED not in counted
    more = [*counted, UNFINISHED] if is_open else counted
    low, p_low = _between(pair, counted, more, paired, level)
    high, p_high = _between(pair, more, counted, paired, level)
    return Figure(
        quantity.key,
        mean.value,
        ConfidenceInterval(low[0], high[1]),
        pair.games,
        method="Tango" if paired else "Agresti-Caffo",
        standard_error=mean.standard_error,
        pvalue=cautious_p(mean.extremes, (p_low, p_high)) if tested else math.nan,
        undecided=mean.extremes if is_open else None,
        form=Form.DIFFERENCE,
        level=level,
    )


def _between(
    pair: Pairs, own: list[int], other: list[int], paired: bool, level: float
) -> tuple[Interval, float]:
    """Return interval and p of the rate of some outcomes in arm 0 less that of others in arm 1."""
    n = pair.games
    ups, downs = int(pair.counts(0)[own].sum()), int(pair.counts(1)[other].sum())
    if not paired:
        return unpaired_difference(ups, downs, n, level), fisher(ups, downs, n)
    both = int(pair.table(0, 1)[np.ix_(own, other)].sum())
    gained, lost = ups - both, downs - both
    neither = n - gained - lost
    return paired_difference(0, gained, lost, neither, level), mcnemar(gained, lost)
