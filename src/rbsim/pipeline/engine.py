"""The engine: plays a study chunk by chunk, on threads or an executor, with or without a store.

Rows are played or read, and go into sums and sinks; a stopping rule decides which arms play on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from rbcore.cards.ranges import shown
from rbsim.optional import need
from rbsim.pipeline.forced_starts import forced_arms, pick_rows
from rbsim.pipeline.stopping import GoalRule
from rbsim.pipeline.study import Study, Tally
from rbsim.running.batch import Batch, Progress, thread_count
from rbsim.running.chunks import Stop, in_order, split
from rbsim.running.player import check_sendable
from rbsim.sums.histograms import Rows

Told = Callable[[int], None]
Sink = Callable[[int, Rows], None]  # called with an arm's number and its next rows


@dataclass(frozen=True)
class Chunk:
    """A chunk of a study: the sums of the same games of some arms, and their rows if asked for."""

    games: int  # of each arm
    tally: Tally
    read: bool  # whether some of them had been played before
    rows: Mapping[int, Rows] = field(default_factory=dict)  # by arm


def play(engine: Engine, progress: Progress | None = None, sinks: Sequence[Sink] = ()) -> Tally:
    """Play an engine's study to the end, or until all that its goal asks is known.

    Paired arms play side by side, others one after another. `progress` is called with (games done,
    games in all); every sink with all rows in order, as `sink(arm, rows)`.
    """
    study, every = engine.study, range(len(engine.study.arms))
    if study.paired:
        return _play_together(engine, every, progress, sinks)
    tally, timed = Tally(), True
    for arm in every:
        told = None if progress is None else _after(progress, arm, study)
        part = _play_together(engine, [arm], told, sinks)
        timed = timed and part.seconds > 0
        tally.merge(part)
    tally.seconds = tally.seconds if timed else 0.0
    return tally


def _after(progress: Progress, arm: int, study: Study) -> Progress:
    """Return what tells progress of one arm as that of all, those before it being played."""
    before = arm * study.count

    def tell(done: int, total: int) -> None:
        # An arm that stopped early counts in full once it has.
        progress(before + done + study.count - total, len(study.arms) * study.count)

    return tell


def _play_together(
    engine: Engine, arms: Sequence[int], progress: Progress | None, sinks: Sequence[Sink]
) -> Tally:
    """Play some arms chunk by chunk, each until the rule of the goal lets it rest."""
    begin = end = time.perf_counter()
    study, playing = engine.study, list(arms)
    rule = None if study.goal is None else GoalRule(study.goal, playing, study.count)
    tally, done, played, read = Tally(), 0, 0, False
    while playing and done < study.count:
        told = _progress_of(progress, played, played + len(playing) * (study.count - done))
        span = range(done, study.count)
        # Closed here, so that an error in the loop stops the threads too.
        with closing(engine.chunks(span, playing, bool(sinks), told)) as chunks:
            for chunk in chunks:
                end = time.perf_counter()
                tally.merge(chunk.tally)
                read = read or chunk.read
                for arm, rows in chunk.rows.items():
                    for sink in sinks:
                        sink(arm, rows)
                done += chunk.games
                played += chunk.games * len(playing)
                if told is not None:
                    told((done - span.start) * len(playing))
                if rule is not None and (done % rule.block == 0 or done == study.count):
                    going = rule.open_arms(tally, playing)
                    resting = [arm for arm in playing if arm not in going]
                    if resting:
                        break
        if rule is not None:
            for arm in resting:
                engine.rest(arm, done)
            playing = going
            if progress is not None and resting:  # what they played ahead counts no more
                progress(played, played + len(playing) * (study.count - done))
    tally.seconds = 0.0 if read else end - begin
    tally.stopped = [] if rule is None else rule.stopped
    return tally


def _progress_of(progress: Progress | None, played: int, total: int) -> Told | None:
    """Return what tells progress of the games played on top of so many, never less than before."""
    if progress is None:
        return None
    most = 0

    def tell(games: int) -> None:
        nonlocal most
        most = max(most, games)
        progress(played + most, total)

    return tell


@dataclass(frozen=True)
class Engine:
    """What plays the games of a study, except those that its store has already."""

    study: Study
    threads: int  # or how many chunks an executor works on at a time
    executor: Executor | None = None  # threads of this process unless given
    folder: Path | None = None  # the open store, if there is one
    reads: bool = False  # whether games that the store lacks are refused, and nothing is changed

    def chunks(
        self, span: range, arms: Sequence[int], with_rows: bool = False, told: Told | None = None
    ) -> Generator[Chunk, None, None]:
        """Yield the chunks of a span of some arms; on threads `told` is called arm by arm."""
        study, threads = self.study, self.threads
        if self.executor is None:
            threads = min(study.arms[arm].threads(threads) for arm in arms)
        if self.folder is not None:
            size = study.shard
        elif self.executor is not None:
            size = study.far_chunk(threads)
        else:
            size = study.chunk(threads)
        work = partial(
            play_chunk, study=study, arms=tuple(arms), with_rows=with_rows, store=self.folder,
            reads=self.reads,
        )  # fmt: skip
        pieces = split(span, size, study.block)
        if self.executor is not None or told is None:
            return in_order(work, pieces, threads, self.executor)
        played: list[int] = []  # to which every thread appends
        return in_order(
            partial(work, played=played), pieces, threads, None, lambda: told(sum(played))
        )

    def rest(self, arm: int, games: int) -> None:
        """Remove the shards that were played ahead."""
        if self.folder is not None and not self.reads:
            from rbsim.pipeline import store

            store.remove_shards(self.folder, arm, games)


def run(
    study: Study,
    threads: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    command: list[str] | None = None,
) -> Tally:
    """Play a study, or resume it from its store.

    The sums are the same for all threads, executors and stores.

    Parameters
    ----------
    study : Study
        The arms to play, as many games of each as they have.
    threads : int, optional
        All cores unless given; with an executor, how many chunks it works on at a time.
    progress : callable, optional
        Called with (games done, games in all).
    executor : concurrent.futures.Executor, optional
        Plays the chunks, in other processes or on other machines.
    store : path, optional
        A folder that keeps all rows, and from which an interrupted study is resumed.
    command : list of str, optional
        A command line to keep in the store.

    Returns
    -------
    Tally
        Exact sums of the arms and, in a paired study, of their pairs. With a goal, each arm has as
        many games as its part of the goal took, and `stopped` says how each part ended.

    Raises
    ------
    ValueError
        In one sentence, for a store that has another study.

    Examples
    --------
    >>> from rbsim.running.batch import make_batch
    >>> study = Study("random play", (make_batch("standard", "uniform", 100, seed=1),))
    >>> run(study, threads=1).arms[0].games
    100
    """
    with open_engine(study, threads, executor, store, command) as engine:
        return play(engine, progress)


@contextmanager
def open_engine(
    study: Study,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    command: list[str] | None = None,
) -> Iterator[Engine]:
    """Open the engine of a study, with its store; parameters and errors as of `run`."""
    threads = thread_count(threads)  # raises before a store is made
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor={shown(executor)} is no concurrent.futures.Executor")
    if executor is not None and not isinstance(executor, ThreadPoolExecutor):
        check_sendable([player for arm in study.arms for player in arm.python_players])
    opened: AbstractContextManager[Study] = nullcontext(study)
    folder = None if store is None else Path(store).absolute()
    if folder is not None:
        need("pyarrow", "parquet")
        need("filelock", "parquet")
        from rbsim.pipeline import store as stores

        opened = stores.open_store(folder, study, command)
    with opened as kept:
        yield Engine(kept, threads, executor, folder)


def play_chunk(
    piece: range,
    study: Study,
    arms: Sequence[int],
    with_rows: bool = False,
    store: Path | None = None,
    stop: Stop | None = None,
    played: list[int] | None = None,
    reads: bool = False,
) -> Chunk:
    """Play a piece of some arms, or read it; `played` gets its games as each arm is there.

    Raises ValueError if it `reads` alone and the store lacks any.
    """
    forced = forced_arms(study)
    rows: dict[int, Rows] = {}
    read = False
    for arm in sorted(arms, key=forced.__contains__):
        own = None
        if store is not None:
            from rbsim.pipeline import store as stores

            own = stores.read_shard(store, study.arms[arm], arm, piece)
            if own is None and reads:
                raise ValueError(stores.missing_sentence(store, study, arms, piece))
        if own is None:
            others = [rows[other] for other in forced.get(arm, ()) if other in rows]
            own = _pick_or_play(study.arms[arm], arm, piece, store, stop, others)
        else:
            read = True
        rows[arm] = own
        if played is not None:
            played.append(len(piece))
    return Chunk(len(piece), study.tally(rows), read, rows if with_rows else {})


def _pick_or_play(
    batch: Batch,
    arm: int,
    piece: range,
    store: Path | None,
    stop: Stop | None,
    played: Sequence[Rows],
) -> Rows:
    """Return the rows of a piece of one arm, picked from forced starts or played, and keep them."""
    stop = np.zeros(1, np.uint8) if stop is None else stop
    if len(played) == batch.rules.seats:
        rows, finished = pick_rows(batch, piece.start, played), len(piece)
    else:
        rows = np.zeros(len(piece), batch.row_kind.row)
        finished = batch.play(piece.start, rows, stop)
    if store is not None and finished == len(piece) and not stop[0]:
        from rbsim.pipeline import store as stores

        stores.write_shard(store, batch, arm, piece.start, rows)
    return rows
