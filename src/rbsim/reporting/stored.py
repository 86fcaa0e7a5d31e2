"""Stored: a study read back from its store, every game of it."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rbcore.rules.attention import Attention
from rbcore.rules.definition import Rules, hyphened
from rbsim.pipeline import store
from rbsim.pipeline.engine import Tally
from rbsim.pipeline.ladder_goal import LeadGoal, lead_goal_of
from rbsim.pipeline.stopping import Goal, goal_of
from rbsim.pipeline.study import Study
from rbsim.reporting.spread import Spreads
from rbsim.results.simulated import Result
from rbsim.running.batch import Batch, Progress, Rows
from rbsim.running.player import recorded
from rbsim.studies.axis_sweep import Point
from rbsim.studies.round_robin import play_ladder
from rbsim.sums.totals import Totals

PAIRED = ("advantage", "compare", "ladder")


@dataclass
class Stored:
    """A study, what its games add up to, and its manifest.

    results: the arms, each by itself. spreads: the lengths and scores of its finished games.
    """

    name: str
    study: Study
    manifest: dict[str, Any]
    tally: Tally
    results: list[Result]
    spreads: list[Spreads]

    @property
    def games(self) -> str:
        """Of each arm, in words: they differ if the arms were played until something was known."""
        counts = sorted({result.totals.games for result in self.results})
        return f"{' to '.join(f'{n:,}' for n in dict.fromkeys((counts[0], counts[-1])))} games"

    @property
    def points(self) -> list[Point]:
        """The arms of a sweep, by what varies in their rules; slowest first."""
        arms = self.study.arms
        names = [
            name
            for name in Rules.__dataclass_fields__
            if len({getattr(arm.rules, name) for arm in arms}) > 1
        ]
        # The last axis runs fastest, so the second point differs in it.
        if len(arms) > 1:
            first, second = arms[0].rules, arms[1].rules
            names.sort(key=lambda name: getattr(first, name) != getattr(second, name))
        return [
            Point({hyphened(name): getattr(arm.rules, name) for name in names}, arm.rules)
            for arm in arms
        ]


def read(folder: Path, progress: Progress | None = None) -> Stored:
    """The study of a store, which is only read.

    Raises ValueError, in one sentence, if the folder is no store, or games of it are missing: what
    is shown of part of a study, no command would give again.
    """
    manifest = _manifest(folder)
    study = _study(folder, manifest)
    reader = _Reader(folder, study)
    if study.arm_goal is not None:
        results = [_alone(reader, i, progress) for i in range(len(study.arms))]
        tally = Tally([result.totals for result in results])
    else:
        if study.goal is None:
            tally = reader(range(study.count), range(len(study.arms)), progress)
        else:
            tally = play_ladder(study, reader, progress)
        results = [Result(*one, math.nan) for one in zip(study.arms, tally.arms, strict=True)]
    return Stored(folder.resolve().name, study, manifest, tally, results, reader.spreads)


def _alone(reader: _Reader, i: int, progress: Progress | None) -> Result:
    """The games of an arm up to the look at which its goal was reached."""
    arm = reader.study.arms[i]

    def play(span: range, totals: Totals) -> float:
        totals.merge(reader(span, [i]).arms[i])
        if progress is not None:
            progress(totals.games, arm.count)
        return math.nan

    return Result.of(arm, reader.study.arm_goal, play)


class _Reader:
    """Reads the games that a study plays (rbsim.pipeline.engine.Play), and how they spread."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study
        self.spreads = [Spreads.none(arm.rules.seats) for arm in study.arms]

    def __call__(self, span: range, arms: Sequence[int], progress: Progress | None = None) -> Tally:
        total, missing = len(span) * len(arms), 0
        tally: Tally | None = None
        for start in span[:: self.study.shard]:
            games = min(self.study.shard, span.stop - start)
            shards = [self._shard(i, start, games if i in arms else 0)
                      for i in range(len(self.study.arms))]  # fmt: skip
            rows = [one for one in shards if one is not None]
            missing += games * (len(shards) - len(rows))
            if not missing:
                tally = self._added(tally, rows)
            if progress is not None:
                progress((start + games - span.start) * len(arms), total)
        if missing or tally is None:
            whose = f" of arm {arms[0]}" if len(arms) == 1 < len(self.study.arms) else ""
            of = "its" if self.study.goal is None else "the next"
            raise ValueError(
                f"{self.folder} still lacks {missing:,} of {of} {total:,} games{whose}; "
                "give the command that began it again, and it plays them"
            )
        return tally

    def _shard(self, arm: int, start: int, games: int) -> Rows | None:
        batch = self.study.arms[arm]
        if not games:
            return np.zeros(0, batch.ROW)
        return store.read(self.folder, batch, arm, start, games)

    def _added(self, tally: Tally | None, rows: Sequence[Rows]) -> Tally:
        """What is found so far with the same games of every arm added."""
        for spread, games in zip(self.spreads, rows, strict=True):
            spread.add(games)
        more = Tally.of(self.study, rows)
        if tally is None:
            return more
        tally.merge(more)
        return tally


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / store.MANIFEST).read_bytes())
    except (FileNotFoundError, NotADirectoryError, ValueError):
        found = None
    if not isinstance(found, dict) or found.get("rbsim") != "study":
        raise ValueError(f"{folder} is not the store of a study; name one that --store made")
    return found


def _study(folder: Path, manifest: dict[str, Any]) -> Study:
    """The study of a manifest; it says the same as the manifest, versions aside."""
    try:
        kind = manifest["study"]
        arms = tuple(_arm(arm) for arm in manifest["arms"])
        study = Study(kind, arms, kind in PAIRED, manifest["view"], _goal(manifest))
        same = manifest["format"] == store.FORMAT and manifest["shard"] == study.shard
    except (KeyError, TypeError, AttributeError, ValueError):
        same = False
    if not same:
        raise ValueError(f"{folder / store.MANIFEST} is damaged or of another version of rbsim")
    return study


def _goal(said: dict[str, Any]) -> Goal | LeadGoal | None:
    if said["study"] == "ladder":
        return lead_goal_of(said.get("until"))
    return goal_of(said.get("until"), said.get("of"))


def _arm(said: dict[str, Any]) -> Batch:
    attention = None
    if said["slips"] is not None:
        attention = tuple(map(Attention, said["slips"], said["watch"]))
    return Batch(
        Rules(**said["rules"]),
        tuple(map(recorded, said["players"])),
        said["games"],
        said["seed"],
        said["first"],
        said["max_turns"],
        said["max_moves"],
        said["search_limit"],
        attention,
    )
