"""Stored studies: all games of a study, read back from its store."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rbcore.cards.ranges import count_text
from rbsim.optional import need
from rbsim.pictures.spread import Spreads
from rbsim.pipeline import manifest as manifests
from rbsim.pipeline import store
from rbsim.pipeline.engine import Chunk, Sink, Told, play
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.patience_result import Patience
from rbsim.results.simulated import RESULTS, play_arm
from rbsim.running.batch import Progress
from rbsim.running.chunks import split
from rbsim.running.row_kinds import GAMES
from rbsim.stats.level import LEVEL
from rbsim.studies.axis_sweep import Point, sweep_points
from rbsim.studies.round_robin import DuelRule
from rbsim.sums.histograms import Rows


@dataclass
class StoredStudy:
    """A study with the sums over its stored games.

    Attributes
    ----------
    name : str
        The name of the store's folder.
    study : Study
        The arms.
    manifest : dict
        The store's manifest.
    tally : Tally
        Exact sums of all games.
    results : list of Result or Patience
        Each arm by itself.
    spreads : list of Spreads
        Lengths and scores of the finished games of each arm; none of patience.
    level : float
        Of all intervals.
    """

    name: str
    study: Study
    manifest: dict[str, Any]
    tally: Tally
    results: list[Any]
    spreads: list[Spreads]
    level: float = LEVEL

    @property
    def games(self) -> str:
        """The number of games of each arm as text, a range if arms with a goal differ."""
        counts = sorted({result.totals.games for result in self.results})
        least = f"{counts[0]:,} to " if len(counts) > 1 else ""
        return f"{least}{count_text(counts[-1], 'games')}"

    @property
    def of_patience(self) -> bool:
        """Whether the games are other ones than Russian Bank."""
        return isinstance(self.results[0], Patience)

    @property
    def points(self) -> list[Point]:
        """The arms of a sweep as points, by the axes that vary; the slowest axis first."""
        return sweep_points(self.study.arms)


def load_study(folder: Path, progress: Progress | None = None, level: float = LEVEL) -> StoredStudy:
    """Read the study of a store without changing the store.

    Raises ValueError, in one sentence, if the folder is no store or games are missing: no command
    could reproduce figures of a part of a study.
    """
    manifest = manifests.read(folder)
    study = manifests.study_of(folder, manifest)
    if study.kind == "compare":
        need("scipy.stats", "stats")
    store.warn_of_old_format(folder, manifest)
    reader = _Reader(folder, study, level)
    sinks: list[Sink] = []
    if reader.spreads:
        sinks = [lambda arm, rows: reader.spreads[arm].add(rows)]
    if study.arm_goal is not None:
        tally = Tally()
        results = []
        for arm in range(len(study.arms)):
            results.append(play_arm(study, reader, arm, progress, sinks, level=level))
            tally.arms[arm] = results[-1].totals
    else:
        rule = None if study.goal is None else DuelRule(study)
        tally = play(study, reader, rule=rule, progress=progress, sinks=sinks)
        results = [
            RESULTS[arm.row_kind.study](arm, tally.arms[i], math.nan, level=level)
            for i, arm in enumerate(study.arms)
        ]
    name = folder.resolve().name
    return StoredStudy(name, study, manifest, tally, results, reader.spreads, level)


class _Reader:
    """A source that reads the games of a study from its store."""

    def __init__(self, folder: Path, study: Study, level: float) -> None:
        self.folder = folder
        self.study = study
        self.spreads = [
            Spreads.none(arm.rules.seats, arm.limits.max_turns, level)
            for arm in study.arms
            if arm.row_kind is GAMES
        ]

    def chunks(
        self, span: range, arms: Sequence[int], with_rows: bool, told: Told | None = None
    ) -> Generator[Chunk, None, None]:
        """Yield the chunks of a span of some arms, as rbsim.pipeline.engine.Source."""
        for piece in split(span, self.study.shard, self.study.block):
            rows = {arm: self._shard(arm, piece) for arm in arms}
            complete = {arm: shard for arm, shard in rows.items() if shard is not None}
            if len(complete) < len(rows):
                raise ValueError(self._missing_sentence(piece, arms))
            tally = Tally.from_rows(self.study.arms, complete, self.study.paired, self.study.view)
            yield Chunk(len(piece), tally, complete)

    def rest(self, arm: int, games: int) -> None:
        """Do nothing: reading a store does not change it."""

    def _shard(self, arm: int, piece: range) -> Rows | None:
        return store.read_shard(self.folder, self.study.arms[arm], arm, piece)

    def _missing_sentence(self, piece: range, arms: Sequence[int]) -> str:
        """Return a sentence on the games missing up to the next look; `piece` lacks the first."""
        start = piece.start // self.study.block * self.study.block
        block = range(start, min(start + self.study.block, self.study.count))
        pieces = list(split(block, self.study.shard, self.study.block))
        missing = sum(
            len(one)
            for one in pieces
            for arm in arms
            if store.find_shard(self.folder, arm, one.start) is None
        )
        whose = f" of arm {arms[0]}" if len(arms) == 1 < len(self.study.arms) else ""
        which = "its" if self.study.goal is None else "the next"
        return (
            f"{self.folder} still lacks {missing:,} of {which} {len(block) * len(arms):,} "
            f"games{whose}; give the command that began it again, and it plays them"
        )
