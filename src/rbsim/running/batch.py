"""Batch: which games to play, and playing them on all cores in the order of their numbers."""

from __future__ import annotations

import operator
import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

import rbcore
from rbsim.running import python_players as guests
from rbsim.running.chunks import Stop, in_order
from rbsim.running.player import Choose, Player, Seated, seated

CHUNK = 1_000  # games; some tens of milliseconds
KEPT_FULL = 16  # games for each table of a batched player in one go
SHARES = 4  # chunks that a small batch gives each thread at least
MOST = 10**12
MOST_ROWS = 10**8  # 5 GB
MOST_THREADS = 1_024

Rows = npt.NDArray[np.void]
Taker = Callable[[Rows], None]
Progress = Callable[[int, int], None]
Players = str | Player | Choose | Sequence[str | Player | Choose]


@dataclass(frozen=True)
class Batch:
    """Games first, first+1, ... of a seed under some rules with some players: checked, unplayed.

    Raises ValueError, in one sentence, for numbers out of range and unknown players. A subclass
    plays something else than games.
    """

    rules: rbcore.Rules
    players: tuple[Seated, ...]
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
        names = [str(player) for player in self.players]
        return names[0] if len(set(names)) == 1 else ":".join(names)

    @property
    def guests(self) -> list[Player]:
        """The players in Python, each once."""
        found: list[Player] = []
        for player in self.players:
            if isinstance(player, Player) and player not in found:
                found.append(player)
        return found

    @property
    def least(self) -> int:
        """Games in one go at least, so that batched players have many to choose in."""
        return max([1, *(KEPT_FULL * guest.width for guest in self.guests if guest.width)])

    def workers(self, threads: int | None) -> int:
        """Threads to play on: those asked for, or all cores; one where Python plays, as it has one.

        Raises ValueError for a number out of range.
        """
        threads = thread_count(threads)
        return 1 if self.guests else threads

    def room(self) -> Rows:
        """An array for a row of each. Raises ValueError if they are too many."""
        if self.count > MOST_ROWS:
            raise ValueError(
                f"{self.NOUN}={self.count} are too many to keep a row of each; "
                f"at most {MOST_ROWS}, or rows=False"
            )
        return np.zeros(self.count, self.ROW)

    def play(self, start: int, rows: Rows, stop: Stop) -> int:
        """Play those numbered from first+start into rows; how many were finished."""
        if self.guests:
            return guests.play(self, start, rows, stop)
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
        threads = self.workers(threads)
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
        shares = SHARES * threads if threads > 1 else 1
        chunk = max(self.least, min(CHUNK // self.WEIGHT, len(span) // shares))

        def play(start: int, n: int, stop: Stop) -> tuple[Rows, float]:
            rows = np.zeros(n, self.ROW) if kept is None else kept[start : start + n]
            self.play(start, rows, stop)
            return rows, time.perf_counter()

        return in_order(play, span, chunk, threads)


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


def rules_of(variant: str | rbcore.Rules) -> rbcore.Rules:
    """The rules that are named or given. Raises ValueError for anything else."""
    if isinstance(variant, str):
        return rbcore.variant(variant)
    if not isinstance(variant, rbcore.Rules):
        raise ValueError(f"{variant!r} is neither the name of a variant nor rbcore.Rules")
    return variant


def seat_players(players: Players, seats: int) -> tuple[Seated, ...]:
    """One player for each seat: `greedy` sits everywhere, `greedy:uniform` names them in order.

    A player in Python is a rbsim.Player, what makes one, or named with its module, as `mine.bold`.
    """
    named: Any = players.split(":") if isinstance(players, str) else players
    found = tuple(map(seated, named if isinstance(named, Sequence) else [named]))
    for one in found:
        if any(str(one) == str(other) and one != other for other in found):
            raise ValueError(
                f"two players are called {one}; rbsim.Player(..., name=) tells them apart"
            )
    if len(found) == 1:
        return found * seats
    if len(found) != seats:
        names = ":".join(map(str, found))
        raise ValueError(f"{names} are {len(found)} players for {seats} seats; name one or {seats}")
    return found


def thread_count(threads: int | None) -> int:
    """That many threads, all cores of None. Raises ValueError for what is no number of threads."""
    threads = all_cores() if threads is None else whole("threads", threads)
    check_range("threads", threads, 1, MOST_THREADS)
    return threads


def all_cores() -> int:
    """Number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
