"""Contrasts: a number for each deal, by the outcomes of its games in several arms, counted exactly.

A contrast is what a study can be played for: the lead of a duel, the advantage over all forced
starts, a variant's rate less that of the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from rbsim.stats.inference import Interval, confidence_sequence
from rbsim.sums.histograms import SignedHistogram
from rbsim.sums.joint_outcomes import CODES, UNFINISHED, Ints

LEAD_VARIANCE = 0.5  # a guess of that of a deal's lead: two games between equals without draws


@dataclass(frozen=True)
class Contrast:
    """A number for each deal: weights of the outcomes in some arms, summed and divided by `scale`.

    Attributes
    ----------
    arms : tuple of int
        Numbers of the arms.
    weights : tuple of tuple of int
        By arm, the weight of each outcome (pairs.CODES), from the view of the study.
    ends : tuple of (int, int)
        By arm, the least and the most that an unfinished game might have given.
    scale : int
        Divides the sum.
    variance : float
        A guess of the variance of a deal. If it is wrong, it costs games but no validity.

    Examples
    --------
    >>> lead = Contrast.of({0: {"win": 1, "loss": -1}, 1: {"win": -1, "loss": 1}}, scale=2)
    >>> lead.arms, lead.bounds
    ((0, 1), (-1.0, 1.0))
    """

    arms: tuple[int, ...]
    weights: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, int], ...]
    scale: int = 1
    variance: float = LEAD_VARIANCE

    def __post_init__(self) -> None:
        if not self.arms or len(set(self.arms)) < len(self.arms):
            raise ValueError("a contrast is of one or more different arms")
        if self.scale < 1 or not self.variance > 0:
            raise ValueError("a contrast has a scale of at least 1 and a variance above 0")

    @classmethod
    def of(
        cls,
        weights: Mapping[int, Mapping[str, int]],
        ends: Mapping[int, Sequence[int]] | None = None,
        scale: int = 1,
        variance: float = LEAD_VARIANCE,
    ) -> Contrast:
        """Return the contrast of named outcomes by arm; unfinished games give -1 to 1 by default.

        Raises ValueError for names that are no outcomes.
        """
        for name in (name for named in weights.values() for name in named):
            if name not in CODES:
                raise ValueError(f"{name!r} is not an outcome; there are {', '.join(CODES)}")
        ends = dict.fromkeys(weights, (-1, 1)) if ends is None else ends
        return cls(
            tuple(weights),
            tuple(tuple(int(named.get(code, 0)) for code in CODES) for named in weights.values()),
            tuple((int(low), int(high)) for low, high in map(ends.__getitem__, weights)),
            int(scale),
            float(variance),
        )

    def beside(self, arms: Sequence[int]) -> Contrast:
        """Return the same with arms that have no weight, and so play on as long as it does."""
        n = len(arms)
        return replace(
            self,
            arms=(*self.arms, *arms),
            weights=self.weights + ((0,) * len(CODES),) * n,
            ends=self.ends + ((0, 0),) * n,
        )

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Contrast:
        """Return what `record` kept."""
        weights, ends = (
            {int(arm): one for arm, one in record[name].items()} for name in ("weights", "open")
        )
        return cls.of(weights, ends, record["scale"], record["variance"])

    @property
    def record(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        by_arm = list(zip(map(str, self.arms), self.weights, self.ends, strict=True))
        return {
            "weights": {
                arm: {code: w for code, w in zip(CODES, weights, strict=True) if w}
                for arm, weights, _ in by_arm
            },
            "open": {arm: list(ends) for arm, _, ends in by_arm},
            "scale": self.scale,
            "variance": self.variance,
        }

    @property
    def bounds(self) -> Interval:
        """The least and the most that a deal can give."""
        possible = [(*own, *ends) for own, ends in zip(self.weights, self.ends, strict=True)]
        return sum(map(min, possible)) / self.scale, sum(map(max, possible)) / self.scale

    @property
    def totals(self) -> range:
        """The sums that a deal can give, before they are divided."""
        low, high = (round(end * self.scale) for end in self.bounds)
        return range(low, high + 1)

    def values(self, codes: Mapping[int, Ints], end: int | None = None) -> Ints:
        """Return the sum over arms of each deal, before it is divided, given outcomes by arm.

        Unfinished games give their low end if `end` is 0, their high end if 1, else their weight.
        """
        total = np.zeros(len(codes[self.arms[0]]), np.int64)
        for arm, weights, ends in zip(self.arms, self.weights, self.ends, strict=True):
            own = np.array(weights, np.int64)
            if end is not None:
                own[UNFINISHED] = ends[end]
            total += own[codes[arm]]
        return total


@dataclass
class ContrastSums:
    """How often a contrast had each value, in whole numbers, so that no order of deals matters.

    Attributes
    ----------
    contrast : Contrast
        What is counted.
    games : int
        Deals that all its arms played.
    total : int
        The sum of all values before they are divided by its scale.
    against, by : SignedHistogram
        How often it had each value with unfinished games at their low ends, and at their high ones.
    """

    contrast: Contrast
    games: int = 0
    total: int = 0
    against: SignedHistogram = field(default_factory=SignedHistogram)
    by: SignedHistogram = field(default_factory=SignedHistogram)

    @classmethod
    def from_codes(
        cls, contrast: Contrast, codes: Mapping[int, Ints], times: Ints | None = None
    ) -> ContrastSums:
        """Return the sums, given the outcomes of the same deals by arm, and how often each was."""
        total = contrast.values(codes)
        times = np.ones(len(total), np.int64) if times is None else times
        ends = (SignedHistogram.of(contrast.values(codes, end), times) for end in (0, 1))
        return cls(contrast, int(times.sum()), int(total @ times), *ends)

    def merge(self, other: ContrastSums) -> None:
        """Add the sums over other deals of the same arms."""
        self.games += other.games
        self.total += other.total
        self.against.merge(other.against)
        self.by.merge(other.by)

    @property
    def mean(self) -> float:
        """The mean of the deals as counted: unfinished games by their weight."""
        return self.total / self.games / self.contrast.scale

    @property
    def extremes(self) -> Interval:
        """The mean with all unfinished games at their low ends, and at their high ones."""
        low, high = (
            float((values * counts).sum()) / self.games / self.contrast.scale
            for values, counts in self._ends()
        )
        return low, high

    def interval(self, half: float, alpha: float) -> Interval:
        """Return an interval of the mean that holds at all looks at once, at 1 - alpha.

        It is a confidence sequence (inference.confidence_sequence), tightest at the half-width
        `half`, from the low end of that with unfinished games against to the high end of that with
        unfinished games for.
        """
        one = self.contrast
        sequence = partial(
            confidence_sequence, bounds=one.bounds, half=half, variance=one.variance, alpha=alpha
        )
        ends = islice(self._ends(), 2 if self.is_open else 1)
        found = [sequence(values / one.scale, counts) for values, counts in ends]
        return found[0][0], found[-1][1]

    @property
    def counts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How often each of the contrast's `totals` was, with unfinished games against, and for."""
        against, by = (
            tuple(int(one.get(total, 0)) for total in self.contrast.totals)
            for one in (dict(zip(*end, strict=True)) for end in self._ends())
        )
        return against, by

    @property
    def is_open(self) -> bool:
        """Whether unfinished games leave the mean open."""
        one, other = self.against, self.by
        return one.start != other.start or not np.array_equal(one.counts, other.counts)

    def _ends(self) -> Iterator[tuple[Ints, Ints]]:
        for one in (self.against, self.by):
            yield one.start + np.arange(len(one.counts)), one.counts
