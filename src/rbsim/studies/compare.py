"""Comparison of variants with the first of them, on common deals where the deals are alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np

import rbcore
from rbcore.rules import hyphened
from rbsim.batch import Batch, Players, Progress
from rbsim.inference import (
    fisher,
    holm,
    mcnemar,
    normal_p,
    paired_difference,
    unpaired_difference,
)  # fmt: skip
from rbsim.stats import Mean
from rbsim.studies.engine import Tally, run
from rbsim.studies.pairs import CODES, weigh
from rbsim.studies.study import Options, Study, make_arm
from rbsim.summary import all_finite, finite
from rbsim.tables import Cells, Report, number, origin, percent, signed

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
    study = compare_study([make_arm(v, players, games, **options) for v in variants])
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
class Difference:
    """One figure of a variant, less the same of the first; `adjusted` is Holm's p."""

    name: str
    first: float
    own: float
    difference: float
    interval: tuple[float, float]
    p: float
    share: bool  # of games, not a number
    adjusted: float = math.nan

    def to_dict(self) -> dict[str, Any]:
        return {
            "first": finite(self.first),
            "own": finite(self.own),
            "difference": finite(self.difference),
            "interval": all_finite(self.interval),
            "p": finite(self.p),
            "p_holm": finite(self.adjusted),
        }

    def cells(self) -> tuple[str, ...]:
        show: Callable[[float], str] = percent if self.share else _plain
        differ: Callable[[float], str] = signed if self.share else _signed_plain
        low, high = map(differ, self.interval)
        return (
            self.name, show(self.first), show(self.own), differ(self.difference),
            f"{low} to {high}", _p(self.p), _p(self.adjusted),
        )  # fmt: skip


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
        i, n = CODES.index(code), self.pairs.games
        own, first = (int(self.pairs.counts(a)[i]) for a in (arm, 0))
        if self.unlike(arm):
            interval, p = unpaired_difference(own, first, n), fisher(own, first, n)
        else:
            both = int(self.pairs.table(arm, 0)[i, i])
            gained, lost = own - both, first - both
            interval = paired_difference(0, gained, lost, n - gained - lost)
            p = mcnemar(gained, lost)
        return Difference(name, first / n, own / n, (own - first) / n, interval, p, True)

    def _advantage(self, arm: int) -> Difference:
        arms = len(self.study.arms)
        own, first = (self.pairs.contrast(weigh(arms, {a: ADVANTAGE})) for a in (arm, 0))
        less = {name: -weight for name, weight in ADVANTAGE.items()}
        weights = weigh(arms, {arm: ADVANTAGE, 0: less})
        contrast = self.pairs.unpaired if self.unlike(arm) else self.pairs.contrast
        return _difference("starter advantage", first, own, contrast(weights), True)

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

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers for JSON, with their provenance."""
        first = self.study.arms[0]
        return {
            "first": self.variants[0],
            "players": first.player_text,
            "seed": first.seed,
            "games": first.count,
            "variants": [
                {
                    "variant": self.variants[arm],
                    "paired": not self.unlike(arm),
                    "deals_differ_by": [hyphened(name) for name in self.unlike(arm)],
                    "differences": {name: one.to_dict() for name, one in differences.items()},
                    "outcomes": list(CODES),
                    "pairs": np.array(self.pairs.table(0, arm)).tolist(),
                }
                for arm, differences in enumerate(self.differences, 1)
            ],
            "provenance": self.study.provenance,
        }

    def report(self) -> Report:
        """The tables that a terminal or a notebook shows."""
        first = self.study.arms[0]
        tables = []
        for variant, differences in zip(self.variants[1:], self.differences, strict=True):
            head = (variant, self.variants[0], "own", "difference", "95% interval", "p", "Holm's p")
            cells: Cells = [head, *(one.cells() for one in differences.values())]
            tables.append(cells)
        return Report(
            f"Against {self.variants[0]}, {first.player_text}: {first.count:,} games each",
            tuple(tables),
            f"{self._footnote()}{origin(*self.study.arms)}",
        )

    def _footnote(self) -> str:
        unpaired = [
            f"{self.variants[arm]} deals otherwise than {self.variants[0]} "
            f"({', '.join(map(hyphened, self.unlike(arm)))}), so it plays games of other numbers "
            f"and its intervals are unpaired; "
            for arm in range(1, len(self.variants))
            if self.unlike(arm)
        ]
        paired = "" if len(unpaired) == len(self.differences) else "intervals of common deals; "
        return "".join([paired, *unpaired])

    def __repr__(self) -> str:
        games = f"{self.study.count:,} games each"
        return f"<Comparison: {', '.join(self.variants[1:])} with {self.variants[0]}, {games}>"

    def _repr_html_(self) -> str:
        return self.report().html()


def _difference(name: str, first: Mean, own: Mean, found: Mean, share: bool) -> Difference:
    p = normal_p(found)
    return Difference(name, first.mean, own.mean, found.mean, found.interval, p, share)


def _plain(value: float) -> str:
    return number(value, 3)


def _signed_plain(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:+,.3f}"


def _p(value: float) -> str:
    if math.isnan(value):
        return "-"
    return f"{value:.4f}" if value >= 0.0001 else "< 0.0001"
