"""The engine: plays a study chunk by chunk, on threads or on any executor."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from rbsim.optional import need
from rbsim.pipeline.forced_starts import forced_arms, pick
from rbsim.pipeline.study import Study
from rbsim.running.batch import Batch, Progress, Rows, thread_count
from rbsim.running.chunks import Stop, in_order
from rbsim.running.player import check_sendable
from rbsim.sums.pairs import Pairs
from rbsim.sums.totals import Totals

T = TypeVar("T")


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
        """Of the same games of every arm; an arm without rows did not play."""
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
        self.seconds += other.seconds

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
    taken up again (rbsim.pipeline.store); it keeps `command` too, for those who look into it.
    progress: called with (games done, games in all).

    Raises ValueError, in one sentence, for a store that is another study's, and for a study with a
    goal, which rbsim.simulate or rbsim.ladder plays.
    """
    if study.goal is not None:
        raise ValueError("a study with a goal is played by rbsim.simulate or rbsim.ladder")
    with opened(study, threads, executor, store, command) as engine:
        return engine.play(range(study.count), range(len(study.arms)), progress)


class Play(Protocol):
    """Plays a span of the games of some arms of a study; the others rest, and have no games.

    progress: called with (games done, games in all) of this span.
    """

    def __call__(
        self, span: range, arms: Sequence[int], progress: Progress | None = None
    ) -> Tally: ...


@dataclass(frozen=True)
class Engine:
    """What plays a study, for those who look in between.

    folder: of its open store, or None.
    """

    study: Study
    threads: int
    executor: Executor | None = None
    folder: Path | None = None

    def play(self, span: range, arms: Sequence[int], progress: Progress | None = None) -> Tally:
        """Some arms side by side; as Play."""
        start = time.perf_counter()
        total = len(span) * len(arms)
        tally: Tally | None = None
        with closing(self.in_order(partial(play_chunk, self.study, arms=arms), span)) as chunks:
            for part in chunks:
                if tally is None:
                    tally = part
                else:
                    tally.merge(part)
                if progress is not None:
                    progress(sum(totals.games for totals in tally.arms), total)
        assert tally is not None  # a span has a game at least
        tally.seconds = time.perf_counter() - start
        return tally

    def in_order(self, work: Callable[..., T], span: range) -> Generator[T, None, None]:
        """What `work(start, games, store=)` gives for each chunk or shard of a span, in order."""
        if self.folder is not None:
            size = self.study.shard
        elif self.executor is not None:
            size = self.study.far_chunk(self.threads)
        else:
            size = self.study.chunk
        return in_order(partial(work, store=self.folder), span, size, self.threads, self.executor)


@contextmanager
def opened(
    study: Study,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    command: list[str] | None = None,
) -> Iterator[Engine]:
    """The engine of a study, with its store open; all as `run` takes it."""
    threads = thread_count(threads)  # whatever is wrong, before there is a store
    if executor is None:
        threads = min(arm.workers(threads) for arm in study.arms)
    elif not isinstance(executor, ThreadPoolExecutor):
        check_sendable([guest for arm in study.arms for guest in arm.guests])
    with _kept(store, study, command) as folder:
        yield Engine(study, threads, executor, folder)


def _kept(
    store: str | Path | None, study: Study, command: list[str] | None
) -> AbstractContextManager[Path | None]:
    if store is None:
        return nullcontext()
    need("pyarrow", "parquet")
    from rbsim.pipeline import store as stores

    return stores.opened(Path(store).absolute(), study, command)


def play_chunk(
    study: Study,
    start: int,
    games: int,
    arms: Sequence[int],
    store: Path | None = None,
    stop: Stop | None = None,
) -> Tally:
    """Play, or read from the store, games start to start+games-1 of some arms."""
    others = forced_arms(study)
    rows = [np.zeros(0, arm.ROW) for arm in study.arms]
    for i in sorted(arms, key=others.__contains__):
        played = [rows[j] for j in others.get(i, ()) if j in arms]
        rows[i] = play_rows(study.arms[i], i, start, games, store, stop, played)
    return Tally.of(study, rows)


def play_rows(
    batch: Batch,
    arm: int,
    start: int,
    games: int,
    store: Path | None = None,
    stop: Stop | None = None,
    played: Sequence[Rows] = (),
) -> Rows:
    """Play, or read from the store, games start to start+games-1 of one arm.

    `played` are its games in the arms that force the start, if there are such arms.
    """
    stop = np.zeros(1, np.uint8) if stop is None else stop
    if store is not None:
        from rbsim.pipeline import store as shards

        kept = shards.read(store, batch, arm, start, games)
        if kept is not None:
            return kept
    if len(played) == batch.rules.seats:
        rows, finished = pick(batch, start, played), games
    else:
        rows = np.zeros(games, batch.ROW)
        finished = batch.play(start, rows, stop)
    if store is not None and finished == games and not stop[0]:
        shards.write(store, batch, arm, start, rows)
    return rows
