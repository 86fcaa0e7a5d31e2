"""The engine: plays a study chunk by chunk, on threads or on any executor."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from rbsim.batch import Batch, Progress, Rows, thread_count
from rbsim.extras import need
from rbsim.studies.pairs import Pairs
from rbsim.studies.study import Study
from rbsim.studies.work import Stop, in_order
from rbsim.totals import Totals


@dataclass
class Tally:
    """What the games of a study add up to, arm by arm and, if it is paired, pair by pair.

    seconds: wall time of the playing and of the reading of what was stored.
    """

    arms: list[Totals]
    pairs: Pairs | None = None
    seconds: float = 0.0

    @classmethod
    def of(cls, study: Study, rows: Sequence[Rows]) -> Tally:
        """Of the same games of every arm."""
        arms = [Totals(arm.rules.seats) for arm in study.arms]
        for totals, played in zip(arms, rows, strict=True):
            totals.add(played)
        seats = [arm.rules.seats for arm in study.arms]
        return cls(arms, Pairs.of(rows, seats, study.view) if study.paired else None)

    def merge(self, other: Tally) -> None:
        """Add what other games of the same study added up to."""
        for totals, more in zip(self.arms, other.arms, strict=True):
            totals.merge(more)
        if self.pairs is not None and other.pairs is not None:
            self.pairs.merge(other.pairs)

    @property
    def joined(self) -> Pairs:
        """The pairs of a paired study."""
        if self.pairs is None:
            raise ValueError("this study did not look at pairs")
        return self.pairs


def run(
    study: Study,
    threads: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    command: list[str] | None = None,
) -> Tally:
    """Play a study; the same whole numbers whatever the threads, the executor and the store.

    executor: anything like those of concurrent.futures; `threads` is then how many chunks it works
    on at a time. store: a directory that keeps all rows, and from which an interrupted study is
    taken up again (rbsim.studies.store); it keeps `command` too, for those who look into it.
    progress: called with (games done, games in all).

    Raises ValueError, in one sentence, for a store that is another study's, and for a study with a
    goal, which rbsim.simulate plays.
    """
    if study.goal is not None:
        raise ValueError("a study with a goal is played by rbsim.simulate")
    threads = thread_count(threads)
    tally: Tally | None = None
    done = 0
    start = time.perf_counter()
    with ExitStack() as stack:
        folder = stack.enter_context(opened(store, study, command))
        size = study.chunk if folder is None else study.shard
        work = partial(play_chunk, study, store=folder)
        chunks = in_order(work, study.count, size, threads, executor)
        for part in stack.enter_context(closing(chunks)):
            done += part.arms[0].games
            if tally is None:
                tally = part
            else:
                tally.merge(part)
            if progress is not None:
                progress(done * len(study.arms), study.count * len(study.arms))
    assert tally is not None  # a batch has a game at least
    tally.seconds = time.perf_counter() - start
    return tally


def opened(
    store: str | Path | None, study: Study, command: list[str] | None = None
) -> AbstractContextManager[Path | None]:
    """The folder of a store, opened for a study (rbsim.studies.store); None of None."""
    if store is None:
        return nullcontext()
    need("pyarrow", "parquet")
    from rbsim.studies import store as stores

    return stores.opened(Path(store).absolute(), study, command)


def play_chunk(
    study: Study, start: int, games: int, store: Path | None = None, stop: Stop | None = None
) -> Tally:
    """Play, or read from the store, games start to start+games-1 of every arm."""
    stop = np.zeros(1, np.uint8) if stop is None else stop
    return Tally.of(
        study, [play_rows(arm, i, start, games, store, stop) for i, arm in enumerate(study.arms)]
    )


def play_rows(
    batch: Batch, arm: int, start: int, games: int, store: Path | None, stop: Stop
) -> Rows:
    """Play, or read from the store, games start to start+games-1 of one arm."""
    if store is not None:
        from rbsim.studies import store as shards

        kept = shards.read(store, batch, arm, start, games)
        if kept is not None:
            return kept
    rows: Rows = np.zeros(games, batch.ROW)
    finished = batch.play(start, rows, stop)
    if store is not None and finished == games and not stop[0]:
        shards.write(store, batch, arm, start, rows)
    return rows
