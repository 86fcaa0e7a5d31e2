"""Comparison of variants with the first of them, on common deals where the deals are alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np

import rbcore
from rbsim.formatting import comparison
from rbsim.formatting.tables import Report
from rbsim.pipeline.engine import run
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.running.batch import Batch, Options, Players, Progress, make_batch
from rbsim.stats.inference import (
    Interval,
    fisher,
    holm,
    mcnemar,
    normal_p,
    paired_difference,
    unpaired_difference,
)  # fmt: skip
from rbsim.stats.intervals import Mean
from rbsim.sums.pairs import CODES, UNFINISHED, weigh

# What decides which cards are dealt where: which packs there are, and how a shuffled pack is laid
# out. Who starts is drawn from a stream of its own; a late layout lays the same cards in the same
# places, later, and a reserve face down, the same cards.
DEAL = ("seats", "packs", "reserve_size", "houses_each", "covered_houses")

OUTCOMES = {
    "starter wins": "win", "stalemate": "stalemate", "standoff": "standoff",
    "unfinished": "unfinished",
}  # fmt: skip
ADVANTAGE = {"win": 1, "loss": -1, "third": -1}
MEANS = {
    "turns": "turns", "moves": "moves", "starter's score": "score_0", "second's score": "score_1",
    "third's score": "score_2",
}  # fmt: skip


def compare(
    *variants: str | rbcore.Rules,
    games: int,
    players: Players = "greedy",
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Comparison:
    """Play games first to first+games-1 of a seed under every variant; differences to the first.

    A variant whose deals are of another kind plays the games after those, and is compared unpaired.
    threads, executor, store, progress: as rbsim.studies.run takes them; everything else, errors
    too, is as in `simulate`.
    """
    study = compare_study([make_batch(v, players, games, **options) for v in variants])
    return Comparison(study, run(study, threads, progress, executor, store))


def compare_study(arms: Sequence[Batch]) -> Study:
    """An arm for each variant. Raises ValueError for fewer than two, or one given twice."""
    if len(arms) < 2:
        raise ValueError("a comparison needs two variants at least")
    texts = [rbcore.variant_text(arm.rules) for arm in arms]
    for i, text in enumerate(texts):
        if text in texts[:i]:
            raise ValueError(f"{text} is given twice; give it once")
    kept = [
        replace(arm, first=arm.first + arm.count) if _unlike(arms[0], arm) else arm for arm in arms
    ]
    return Study("compare", tuple(kept), paired=True)


def _unlike(one: Batch, other: Batch) -> list[str]:
    """The axes by which the deals of two arms are of different kinds."""
    return [name for name in DEAL if getattr(one.rules, name) != getattr(other.rules, name)]


@dataclass(frozen=True)
class Widened:
    """A difference whatever becomes of the unfinished games.

    ends: with all of the variant's own against and all of the first's for, and the other way round.
    interval: from the low end of the interval of the one to the high end of that of the other.
    """

    ends: Interval
    interval: Interval

    @classmethod
    def from_ends(cls, low: tuple[float, Interval], high: tuple[float, Interval]) -> Widened:
        """From the differences at both ends, each with its interval."""
        return cls((low[0], high[0]), (low[1][0], high[1][1]))


@dataclass(frozen=True)
class Difference:
    """One figure of a variant, less the same of the first; `adjusted` is Holm's p."""

    name: str
    first: float
    own: float
    difference: float
    interval: tuple[float, float]
    p: float
    share: bool  # of games, not a number
    widened: Widened | None = None  # of a share that unfinished games might have changed
    adjusted: float = math.nan


class Comparison:
    """What `compare` returns.

    study: an arm for each variant. tally: exact sums of all games. differences: for each variant
    after the first, its figures less the first's, by name.
    """

    def __init__(self, study: Study, tally: Tally) -> None:
        self.study = study
        self.tally = tally
        self.pairs = tally.joined
        self.variants = [rbcore.variant_text(arm.rules) for arm in study.arms]
        found = [self._differences(arm) for arm in range(1, len(study.arms))]
        flat = [one for differences in found for one in differences]
        adjusted = iter(holm([one.p for one in flat]))
        self.differences = [
            {one.name: replace(one, adjusted=next(adjusted)) for one in differences}
            for differences in found
        ]

    def unlike(self, arm: int) -> list[str]:
        """The axes by which an arm's deals are of another kind; paired if there are none."""
        return _unlike(self.study.arms[0], self.study.arms[arm])

    def _differences(self, arm: int) -> list[Difference]:
        rates = [self._rate(name, code, arm) for name, code in OUTCOMES.items()]
        seats = max(self.study.arms[i].rules.seats for i in (0, arm))
        means = [self._mean(name, key, arm) for name, key in list(MEANS.items())[: 2 + seats]]
        return [rates[0], self._advantage(arm), *rates[1:], *means]

    def _rate(self, name: str, code: str, arm: int) -> Difference:
        i, n = [CODES.index(code)], self.pairs.games
        own, first = (int(self.pairs.counts(a)[i].sum()) for a in (arm, 0))
        both = int(self.pairs.table(arm, 0)[i, i].sum())
        p = fisher(own, first, n) if self.unlike(arm) else mcnemar(own - both, first - both)
        difference, interval = self._between(arm, i, i)
        widened = None
        if UNFINISHED not in i:
            more = [*i, UNFINISHED]
            widened = Widened.from_ends(self._between(arm, i, more), self._between(arm, more, i))
        return Difference(name, first / n, own / n, difference, interval, p, True, widened)

    def _between(self, arm: int, own: list[int], first: list[int]) -> tuple[float, Interval]:
        """P(own) in an arm less P(first) in the first, both sets of outcomes; and its interval."""
        n = self.pairs.games
        table = self.pairs.table(arm, 0)
        ups, downs = int(self.pairs.counts(arm)[own].sum()), int(self.pairs.counts(0)[first].sum())
        if self.unlike(arm):
            return (ups - downs) / n, unpaired_difference(ups, downs, n)
        both = int(table[np.ix_(own, first)].sum())
        gained, lost = ups - both, downs - both
        return (ups - downs) / n, paired_difference(0, gained, lost, n - gained - lost)

    def _advantage(self, arm: int) -> Difference:
        arms = len(self.study.arms)
        own, first = (self.pairs.contrast(weigh(arms, {a: ADVANTAGE})) for a in (arm, 0))
        less = {name: -weight for name, weight in ADVANTAGE.items()}
        weights = weigh(arms, {arm: ADVANTAGE, 0: less})
        contrast = self.pairs.unpaired if self.unlike(arm) else self.pairs.contrast
        found = _difference("starter advantage", first, own, contrast(weights), True)
        ends = []
        for end in (-1, 1):
            weights[[arm, 0], UNFINISHED] = end  # the first's weights are of less
            mean = contrast(weights)
            ends.append((mean.mean, mean.interval))
        return replace(found, widened=Widened.from_ends(ends[0], ends[1]))

    def _mean(self, name: str, key: str, arm: int) -> Difference:
        moments = self.pairs.moments[key]
        own, first = moments.mean(arm), moments.mean(0)
        if self.unlike(arm):
            error = math.hypot(own.standard_error, first.standard_error)
            games = self.pairs.games
            found = Mean(own.mean - first.mean, error * math.sqrt(games), games)
        else:
            found = moments.difference(arm, 0)
        return _difference(name, first, own, found, False)

    @property
    def has_unfinished(self) -> bool:
        """Whether any game is unfinished."""
        return any(self.pairs.counts(arm)[UNFINISHED] for arm in range(len(self.variants)))

    def to_dict(self) -> dict[str, Any]:
        """Return plain numbers for JSON, with their provenance."""
        return comparison.to_dict(self)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return comparison.report(self)

    def __repr__(self) -> str:
        games = f"{self.study.count:,} games each"
        return f"<Comparison: {', '.join(self.variants[1:])} with {self.variants[0]}, {games}>"

    def _repr_html_(self) -> str:
        return self.report().html()


def _difference(name: str, first: Mean, own: Mean, found: Mean, share: bool) -> Difference:
    p = normal_p(found)
    return Difference(name, first.mean, own.mean, found.mean, found.interval, p, share)
