"""Batch: which games to play, and playing them on all cores in the order of their numbers."""

from __future__ import annotations

import operator
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

import rbcore

CHUNK = 1_000  # games; some tens of milliseconds
SHARES = 4  # chunks that a small batch gives each thread at least
AHEAD = 3  # chunks in work or waiting, for each thread
MOST = 10**12
MOST_ROWS = 10**8  # 5 GB
MOST_THREADS = 1_024

Rows = npt.NDArray[np.void]
Taker = Callable[[Rows], None]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Batch:
    """Games first, first+1, ... of a seed under some rules with some players: checked, unplayed.

    Raises ValueError, in one sentence, for numbers out of range and unknown players. A subclass
    plays something else than games.
    """

    rules: rbcore.Rules
    players: tuple[str, ...]
    count: int
    seed: int = 0
    first: int = 0
    max_turns: int = 1_000
    max_moves: int = 100_000
    search_limit: int = 100_000
    attention: tuple[rbcore.Attention, ...] | None = None

    NOUN: ClassVar[str] = "games"
    ROW: ClassVar[np.dtype[Any]] = rbcore.GAME
    NUMBERS: ClassVar[int] = 2**64  # of a seed
    WEIGHT: ClassVar[int] = 1  # in games, roughly
    CORE: ClassVar[Callable[..., int]] = staticmethod(rbcore.play)

    def __post_init__(self) -> None:
        for field in fields(self)[2:-1]:  # numbers of NumPy become Python's, for JSON
            name = self.NOUN if field.name == "count" else field.name
            object.__setattr__(self, field.name, whole(name, getattr(self, field.name)))
        check_range(self.NOUN, self.count, 1, MOST)
        check_range("seed", self.seed, 0, 2**64 - 1)
        check_range("first", self.first, 0, self.NUMBERS - 1 - MOST)
        # The core checks players and limits; playing nothing at all makes it do so now.
        self.play(0, np.zeros(0, self.ROW), np.zeros(1, np.uint8))

    @property
    def player_text(self) -> str:
        """The players as `simulate` takes them: one name, or one for each seat."""
        return self.players[0] if len(set(self.players)) == 1 else ":".join(self.players)

    def room(self) -> Rows:
        """An array for a row of each. Raises ValueError if they are too many."""
        if self.count > MOST_ROWS:
            raise ValueError(
                f"{self.NOUN}={self.count} are too many to keep a row of each; "
                f"at most {MOST_ROWS}, or rows=False"
            )
        return np.zeros(self.count, self.ROW)

    def play(self, start: int, rows: Rows, stop: npt.NDArray[np.uint8]) -> int:
        """Play those numbered from first+start into rows; how many were finished."""
        return self.CORE(
            self.rules,
            self.players,
            self.seed,
            self.first + start,
            rows,
            max_turns=self.max_turns,
            max_moves=self.max_moves,
            search_limit=self.search_limit,
            attention=self.attention,
            stop=stop,
        )

    def play_all(
        self,
        takers: Sequence[Taker],
        threads: int | None = None,
        progress: Progress | None = None,
        kept: Rows | None = None,
        span: range | None = None,
    ) -> float:
        """Play the batch, or the `span` of it; the seconds that the playing took.

        Every taker gets every chunk of rows, in order; `progress` gets how many are done and how
        many there are. `kept`, an array with room for all, is filled.
        """
        threads = thread_count(threads)
        span = range(self.count) if span is None else span
        done = span.start
        start = end = time.perf_counter()
        # Closed here, so that whatever goes wrong in the loop stops the threads too.
        with closing(self.chunks(threads, span, kept)) as chunks:
            for rows, ended in chunks:
                end = max(end, ended)
                done += len(rows)
                for take in takers:
                    take(rows)
                if progress is not None:
                    progress(done, self.count)
        return end - start

    def chunks(
        self, threads: int, span: range, kept: Rows | None = None
    ) -> Generator[tuple[Rows, float], None, None]:
        """The span in order, some at a time, each time with the moment their play ended.

        The rows are views of `kept`, an array with room for all, if that is given. Closing the
        generator stops the threads at once.
        """
        stop = np.zeros(1, np.uint8)
        chunk = max(1, min(CHUNK // self.WEIGHT, len(span) // (SHARES * threads)))

        def play(start: int) -> tuple[Rows, float]:
            n = min(chunk, span.stop - start)
            rows = np.zeros(n, self.ROW) if kept is None else kept[start : start + n]
            self.play(start, rows, stop)
            return rows, time.perf_counter()

        waiting: deque[Future[tuple[Rows, float]]] = deque()
        with ThreadPoolExecutor(threads) as pool:
            try:
                for start in span[::chunk]:
                    waiting.append(pool.submit(play, start))
                    if len(waiting) >= AHEAD * threads:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                stop[0] = 1
                for future in waiting:
                    future.cancel()


def whole(name: str, value: object) -> int:
    """A whole number as Python's int. Raises ValueError for anything else."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{name}={value!r} is not a whole number") from None


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raise ValueError unless low <= value <= high."""
    if not low <= value <= high:
        raise ValueError(f"{name}={value} is out of range; it runs from {low} to {high}")


def seat_players(players: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """One player for each seat: `greedy` sits everywhere, `greedy:uniform` names them in order."""
    names = tuple(players.split(":")) if isinstance(players, str) else tuple(players)
    for name in names:
        rbcore.player_number(name)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise ValueError(
            f"{':'.join(names)} are {len(names)} players for {seats} seats; name one or {seats}"
        )
    return names


def thread_count(threads: int | None) -> int:
    """That many threads, all cores of None. Raises ValueError for what is no number of threads."""
    threads = all_cores() if threads is None else whole("threads", threads)
    check_range("threads", threads, 1, MOST_THREADS)
    return threads


def all_cores() -> int:
    """Number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
