"""Stored: a study read back from its store, every game of it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rbcore.attention import Attention
from rbcore.rules import Rules, hyphened
from rbsim.batch import Batch
from rbsim.report.spread import Spreads
from rbsim.result import Result
from rbsim.studies import store
from rbsim.studies.engine import Tally
from rbsim.studies.study import Study
from rbsim.studies.sweep import Point
from rbsim.totals import Totals
from rbsim.until import goal_of

PAIRED = ("advantage", "compare")
AGAIN = "give the command that began it again, and it plays them"


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


def read(folder: Path, progress: Callable[[int, int], None]) -> Stored:
    """The study of a store, which is only read.

    Raises ValueError, in one sentence, if the folder is no store, or games of it are missing: what
    is shown of part of a study, no command would give again.
    """
    manifest = _manifest(folder)
    study = _study(folder, manifest)
    spreads = [Spreads.none(arm.rules.seats) for arm in study.arms]
    if study.goal is None:
        tally = _together(folder, study, spreads, progress)
        results = [Result(*one, math.nan) for one in zip(study.arms, tally.arms, strict=True)]
    else:
        results = [_alone(folder, study, i, spreads[i], progress) for i in range(len(study.arms))]
        tally = Tally([result.totals for result in results])
    return Stored(folder.resolve().name, study, manifest, tally, results, spreads)


def _together(
    folder: Path, study: Study, spreads: list[Spreads], progress: Callable[[int, int], None]
) -> Tally:
    """All games of all arms, which enter the spreads too."""
    size, missing = study.shard, 0
    tally: Tally | None = None
    for start in range(0, study.count, size):
        games = min(size, study.count - start)
        shards = [store.read(folder, arm, i, start, games) for i, arm in enumerate(study.arms)]
        rows = [one for one in shards if one is not None]
        missing += games * (len(shards) - len(rows))
        if not missing:
            more = Tally.of(study, rows)
            if tally is None:
                tally = more
            else:
                tally.merge(more)
            for spread, played in zip(spreads, rows, strict=True):
                spread.add(played)
        progress(start + games, study.count)
    if missing or tally is None:
        raise ValueError(
            f"{folder} still lacks {missing:,} of its {study.count * len(study.arms):,} games; "
            f"{AGAIN}"
        )
    return tally


def _alone(
    folder: Path, study: Study, i: int, spreads: Spreads, progress: Callable[[int, int], None]
) -> Result:
    """The games of an arm up to the look at which its goal was reached."""
    arm = study.arms[i]

    def play(span: range, totals: Totals) -> float:
        rows = store.read(folder, arm, i, span.start, len(span))
        if rows is None:
            raise ValueError(
                f"{folder} still lacks games of arm {i} for what it plays for; {AGAIN}"
            )
        totals.add(rows)
        spreads.add(rows)
        progress(totals.games, arm.count)
        return math.nan

    return Result.of(arm, study.goal, play)


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
        goal = goal_of(manifest.get("until"), manifest.get("of"))
        study = Study(kind, arms, kind in PAIRED, manifest["view"], goal)
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
        tuple(player.partition("/")[0] for player in said["players"]),
        said["games"],
        said["seed"],
        said["first"],
        said["max_turns"],
        said["max_moves"],
        said["search_limit"],
        attention,
    )
