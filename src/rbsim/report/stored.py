"""Stored: a study read back from its store, every game of it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rbcore.attention import Attention
from rbcore.rules import Rules, hyphened
from rbsim.batch import Batch, Rows
from rbsim.player import recorded
from rbsim.report.spread import Spreads
from rbsim.result import Result
from rbsim.studies import store
from rbsim.studies.engine import Tally
from rbsim.studies.study import Study
from rbsim.studies.sweep import Point

PAIRED = ("advantage", "compare")


@dataclass
class Stored:
    """A study, what its games add up to, and its manifest.

    spreads: of each arm, the lengths and scores of its finished games.
    """

    name: str
    study: Study
    manifest: dict[str, Any]
    tally: Tally
    spreads: list[Spreads] = field(default_factory=list)

    @property
    def results(self) -> list[Result]:
        """The arms, each by itself."""
        return [
            Result(arm, totals, math.nan)
            for arm, totals in zip(self.study.arms, self.tally.arms, strict=True)
        ]

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


def read(folder: Path, progress: Callable[[int, int], None]) -> Stored:
    """The study of a store, which is only read.

    Raises ValueError, in one sentence, if the folder is no store, or games of it are missing: what
    is shown of part of a study, no command would give again.
    """
    manifest = _manifest(folder)
    study = _study(folder, manifest)
    size, missing = study.shard, 0
    found: Stored | None = None
    for start in range(0, study.count, size):
        games = min(size, study.count - start)
        shards = [store.read(folder, arm, i, start, games) for i, arm in enumerate(study.arms)]
        rows = [one for one in shards if one is not None]
        missing += games * (len(shards) - len(rows))
        if not missing:
            found = _add(found, folder, study, manifest, rows)
        progress(start + games, study.count)
    if missing or found is None:
        raise ValueError(
            f"{folder} still lacks {missing:,} of its {study.count * len(study.arms):,} games; "
            "give the command that began it again, and it plays them"
        )
    return found


def _add(
    found: Stored | None, folder: Path, study: Study, manifest: dict[str, Any], rows: list[Rows]
) -> Stored:
    """What is found so far with the same games of every arm added."""
    tally = Tally.of(study, rows)
    if found is None:
        spreads = [Spreads.none(arm.rules.seats) for arm in study.arms]
        found = Stored(folder.resolve().name, study, manifest, tally, spreads)
    else:
        found.tally.merge(tally)
    for spread, games in zip(found.spreads, rows, strict=True):
        spread.add(games)
    return found


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
        study = Study(kind, arms, kind in PAIRED, manifest["view"])
        same = manifest["format"] == store.FORMAT and manifest["shard"] == study.shard
    except (KeyError, TypeError, AttributeError, ValueError):
        same = False
    if not same:
        raise ValueError(f"{folder / store.MANIFEST} is damaged or of another version of rbsim")
    return study


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
