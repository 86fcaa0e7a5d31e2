"""Stored: a study read back from its store, every game of it."""

from __future__ import annotations

import json
import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from rbcore.rules.attention import Attention
from rbcore.rules.definition import Rules, hyphened
from rbcore.rules.limits import Limits
from rbsim.pipeline import store
from rbsim.pipeline.engine import Part, play
from rbsim.pipeline.stopping import Goal, LeadGoal, read_goal, read_lead_goal
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.reporting.spread import Spreads
from rbsim.results.simulated import Result, play_arm
from rbsim.running.batch import Batch, Progress
from rbsim.running.chunks import split
from rbsim.running.player import player_from_record
from rbsim.studies.axis_sweep import Point
from rbsim.studies.round_robin import DuelRule
from rbsim.sums.histograms import Rows

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
    """Read the study of a store, which stays as it is.

    Raises ValueError, in one sentence, if the folder is no store, or games of it are missing: what
    is shown of part of a study, no command would give again.
    """
    manifest = _manifest(folder)
    study = _study(folder, manifest)
    reader = _Reader(folder, study)
    sinks = [lambda arm, rows: reader.spreads[arm].add(rows)]
    if study.arm_goal is not None:
        tally = Tally()
        results = []
        for arm in range(len(study.arms)):
            results.append(play_arm(study, reader, arm, progress, sinks))
            tally.arms[arm] = results[-1].totals
    else:
        rule = None if study.goal is None else DuelRule(study)
        tally = play(study, reader, rule=rule, progress=progress, sinks=sinks)
        results = [Result(arm, tally.arms[i], math.nan) for i, arm in enumerate(study.arms)]
    return Stored(folder.resolve().name, study, manifest, tally, results, reader.spreads)


class _Reader:
    """A source that reads the games of a study from its store, and plays none."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study
        self.spreads = [Spreads.none(arm.rules.seats) for arm in study.arms]

    def parts(
        self, span: range, arms: Sequence[int], with_rows: bool
    ) -> Generator[Part, None, None]:
        """Read a span of some arms; as rbsim.pipeline.engine.Source."""
        for piece in split(span, self.study.shard, self.study.block):
            rows = {arm: self._shard(arm, piece) for arm in arms}
            there = {arm: own for arm, own in rows.items() if own is not None}
            if len(there) < len(rows):
                raise ValueError(self._what_lacks(piece, arms))
            tally = Tally.from_rows(self.study.arms, there, self.study.paired, self.study.view)
            yield Part(len(piece), tally, there)

    def rest(self, arm: int, games: int) -> None:
        """Leave what was played ahead: a store that is read is not changed."""

    def _shard(self, arm: int, piece: range) -> Rows | None:
        return store.read_shard(self.folder, self.study.arms[arm], arm, piece)

    def _what_lacks(self, piece: range, arms: Sequence[int]) -> str:
        """Say how many games are missing up to the next look, of which a piece is the first."""
        start = piece.start // self.study.block * self.study.block
        block = range(start, min(start + self.study.block, self.study.count))
        pieces = list(split(block, self.study.shard, self.study.block))
        missing = sum(
            len(one)
            for one in pieces
            for arm in arms
            if not store.shard_path(self.folder, arm, one.start).exists()
        )
        whose = f" of arm {arms[0]}" if len(arms) == 1 < len(self.study.arms) else ""
        which = "its" if self.study.goal is None else "the next"
        return (
            f"{self.folder} still lacks {missing:,} of {which} {len(block) * len(arms):,} "
            f"games{whose}; give the command that began it again, and it plays them"
        )


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
        return read_lead_goal(said.get("until"))
    return read_goal(said.get("until"), said.get("of"))


def _arm(said: dict[str, Any]) -> Batch:
    attention = None
    if said["slips"] is not None:
        attention = tuple(map(Attention, said["slips"], said["watch"]))
    return Batch(
        Rules(**said["rules"]),
        tuple(map(player_from_record, said["players"])),
        said["games"],
        said["seed"],
        said["first"],
        Limits(**{field.name: said[field.name] for field in fields(Limits)}),
        attention,
    )
