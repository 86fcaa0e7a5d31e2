"""The engine: plays a study chunk by chunk, on threads or on any executor."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rbsim.batch import AHEAD, MOST_THREADS, Batch, Progress, Rows, all_cores, check_range, whole
from rbsim.extras import need
from rbsim.player import check_sendable
from rbsim.studies.pairs import Pairs
from rbsim.studies.study import Study
from rbsim.totals import Totals

Stop = npt.NDArray[np.uint8]


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

    Raises ValueError, in one sentence, for a store that is another study's.
    """
    if executor is None:
        threads = min(arm.workers(threads) for arm in study.arms)
    else:
        threads = whole("threads", all_cores() if threads is None else threads)
        check_range("threads", threads, 1, MOST_THREADS)
        _check_sendable(study, executor)
    tally: Tally | None = None
    done = 0
    start = time.perf_counter()
    with ExitStack() as stack:
        folder = None if store is None else stack.enter_context(_opened(store, study, command))
        chunks = stack.enter_context(closing(_chunks(study, threads, executor, folder)))
        for part in chunks:
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


def _check_sendable(study: Study, executor: Executor) -> None:
    """Raise ValueError for players in Python that workers of other processes could not get."""
    if not isinstance(executor, ThreadPoolExecutor):
        check_sendable([guest for arm in study.arms for guest in arm.guests])


def _opened(
    store: str | Path, study: Study, command: list[str] | None
) -> AbstractContextManager[Path]:
    need("pyarrow", "parquet")
    from rbsim.studies.store import opened

    return opened(Path(store).absolute(), study, command)


def _chunks(
    study: Study, threads: int, executor: Executor | None, store: Path | None
) -> Generator[Tally, None, None]:
    """All chunks in order, some at a time. Closing the generator stops the work."""
    size = study.chunk if store is None else study.shard
    stop = np.zeros(1, np.uint8)
    waiting: deque[Future[Tally]] = deque()
    with ExitStack() as stack:
        if executor is None:
            workers: Executor = stack.enter_context(ThreadPoolExecutor(threads))
            shared: tuple[Stop, ...] = (stop,)
        else:
            workers, shared = executor, ()  # other processes do not see it
        try:
            for start in range(0, study.count, size):
                n = min(size, study.count - start)
                waiting.append(workers.submit(play_chunk, study, start, n, store, *shared))
                if len(waiting) >= AHEAD * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            stop[0] = 1
            for future in waiting:
                future.cancel()


def play_chunk(
    study: Study, start: int, games: int, store: Path | None = None, stop: Stop | None = None
) -> Tally:
    """Play, or read from the store, games start to start+games-1 of every arm."""
    stop = np.zeros(1, np.uint8) if stop is None else stop
    return Tally.of(
        study, [_rows(arm, i, start, games, store, stop) for i, arm in enumerate(study.arms)]
    )


def _rows(batch: Batch, arm: int, start: int, games: int, store: Path | None, stop: Stop) -> Rows:
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
