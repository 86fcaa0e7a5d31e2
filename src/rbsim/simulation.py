"""Simulation: which games to play, and playing them on all cores in the order of their numbers."""

from __future__ import annotations

import operator
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

import rbcore
from rbsim.result import Result
from rbsim.totals import Totals

CHUNK = 1_000  # games; some tens of milliseconds
SHARES = 4  # chunks that a small batch gives each thread at least
AHEAD = 3  # chunks in work or waiting, for each thread
MOST_GAMES = 10**12
MOST_ROWS = 10**8  # 3.8 GB
MOST_THREADS = 1_024

Rows = npt.NDArray[np.void]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Batch:
    """Games first, first+1, ... of a seed under some rules with some players: checked, unplayed.

    Raises ValueError, in one sentence, for numbers out of range and unknown players.
    """

    rules: rbcore.Rules
    players: tuple[str, ...]
    games: int
    seed: int = 0
    first: int = 0
    max_turns: int = 1_000
    max_moves: int = 100_000
    search_limit: int = 100_000

    def __post_init__(self) -> None:
        for field in fields(self)[2:]:  # numbers of NumPy become Python's, for JSON
            object.__setattr__(self, field.name, whole(field.name, getattr(self, field.name)))
        check_range("games", self.games, 1, MOST_GAMES)
        check_range("seed", self.seed, 0, 2**64 - 1)
        check_range("first", self.first, 0, 2**64 - 1 - MOST_GAMES)
        # The core checks players and limits; playing no game at all makes it do so now.
        self.play(0, np.zeros(0, rbcore.GAME), np.zeros(1, np.uint8))

    @property
    def player_text(self) -> str:
        """The players as `simulate` takes them: one name, or one for each seat."""
        return self.players[0] if len(set(self.players)) == 1 else ":".join(self.players)

    def play(self, start: int, rows: Rows, stop: npt.NDArray[np.uint8]) -> int:
        """Play the games numbered from first+start into rows; how many were finished."""
        return rbcore.play(
            self.rules,
            self.players,
            self.seed,
            self.first + start,
            rows,
            max_turns=self.max_turns,
            max_moves=self.max_moves,
            search_limit=self.search_limit,
            stop=stop,
        )

    def chunks(
        self, threads: int, kept: Rows | None = None
    ) -> Generator[tuple[Rows, float], None, None]:
        """All games in order, some at a time, each time with the moment their play ended.

        The rows are views of `kept`, an array with room for all games, if that is given. Closing
        the generator stops the threads at once.
        """
        stop = np.zeros(1, np.uint8)
        chunk = max(1, min(CHUNK, self.games // (SHARES * threads)))

        def play(start: int) -> tuple[Rows, float]:
            n = min(chunk, self.games - start)
            rows = np.zeros(n, rbcore.GAME) if kept is None else kept[start : start + n]
            self.play(start, rows, stop)
            return rows, time.perf_counter()

        waiting: deque[Future[tuple[Rows, float]]] = deque()
        with ThreadPoolExecutor(threads) as pool:
            try:
                for start in range(0, self.games, chunk):
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
        if name not in rbcore.PLAYERS:
            raise ValueError(f"'{name}' is not a player; there are {', '.join(rbcore.PLAYERS)}")
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise ValueError(
            f"{':'.join(names)} are {len(names)} players for {seats} seats; name one or {seats}"
        )
    return names


def all_cores() -> int:
    """Number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    batch: Batch,
    threads: int | None = None,
    progress: Progress | None = None,
    take: Callable[[Rows], None] | None = None,
    kept: Rows | None = None,
) -> Result:
    """Play a batch; `take` gets every chunk of rows in order, `progress` games done and in all.

    `kept`, an array of rbcore.GAME with room for all games, is filled and becomes Result.games.
    """
    threads = all_cores() if threads is None else whole("threads", threads)
    check_range("threads", threads, 1, MOST_THREADS)
    totals = Totals(batch.rules.seats)
    start = end = time.perf_counter()
    # Closed here, so that whatever goes wrong in the loop stops the threads too.
    with closing(batch.chunks(threads, kept)) as chunks:
        for rows, ended in chunks:
            end = max(end, ended)
            totals.add(rows)
            if take is not None:
                take(rows)
            if progress is not None:
                progress(totals.games, batch.games)
    result = Result(batch, totals, end - start)
    result.games = kept
    return result


def simulate(
    variant: str | rbcore.Rules = "standard",
    *,
    games: int,
    players: str | Sequence[str] = "uniform",
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    rows: bool = True,
    max_turns: int = 1_000,
    max_moves: int = 100_000,
    search_limit: int = 100_000,
    progress: Progress | None = None,
) -> Result:
    """Play games first to first+games-1 of a seed; the same games whatever the threads.

    variant: a preset, `preset,axis=value,...`, or a rbcore.Rules (docs/rules.md).
    players: one for all seats, or one for each: `greedy`, `greedy:uniform`, a sequence of names.
    seed: 0 to 2**64 - 1. threads: all cores unless set.
    rows: keep a row of each game (38 bytes; `Result.games`); without, memory stays flat.
    max_turns, max_moves: where a game is left unfinished (7.5). search_limit: arrangements of the
    houses that a stalemate search looks at before it gives up (7.6).
    progress: called with (games done, games in all) now and then.

    Raises ValueError, in one sentence, for anything out of range or unknown. Ctrl-C stops the
    threads at once and comes out as KeyboardInterrupt.
    """
    rules = rbcore.variant(variant) if isinstance(variant, str) else variant
    seated = seat_players(players, rules.seats)
    batch = Batch(rules, seated, games, seed, first, max_turns, max_moves, search_limit)
    if not rows:
        return run(batch, threads, progress)
    if games > MOST_ROWS:
        raise ValueError(
            f"games={games} are too many to keep a row of each; at most {MOST_ROWS}, or rows=False"
        )
    return run(batch, threads, progress, kept=np.zeros(batch.games, rbcore.GAME))
