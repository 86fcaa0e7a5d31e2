"""Sympathy in bulk: how often both players win (docs/rules.md, Sympathy)."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.patience import sympathy as core
from rbsim.formatting.tables import Report
from rbsim.patience import sympathy_tables
from rbsim.running.batch import MOST, thread_count
from rbsim.running.chunks import Stop, in_order, split
from rbsim.stats.intervals import Rate
from rbsim.sums.histograms import Histogram

HEAPS = core.HEAPS
CHUNK = 50_000  # games; some twenty milliseconds
PAIRS = 52


@dataclass(frozen=True)
class Sympathy:
    """The result of games of Sympathy.

    Attributes
    ----------
    heaps : int
        16 or 17.
    games, seed, first : int
        Games first to first+games-1 of the seed.
    left, stuck : numpy.ndarray of int64, shape (53,)
        Histograms of the pairs left at the end, and when the first grace card was needed.
    seconds : float
        Wall time of playing.
    """

    heaps: int
    games: int
    seed: int
    first: int
    left: Histogram
    stuck: Histogram
    seconds: float

    @property
    def wins(self) -> Rate:
        """The rate of games in which no pair was left."""
        return Rate(int(self.left[0]), self.games)

    @property
    def games_per_second(self) -> float:
        """Games played in a second of wall time."""
        return self.games / self.seconds if self.seconds else float("inf")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; None stands for NaN."""
        return sympathy_tables.to_dict(self)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return sympathy_tables.report([self])


def play(
    heaps: int = 16,
    *,
    games: int,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Sympathy:
    """Play games of Sympathy, first to first+games-1 of a seed.

    The result is the same for all threads.

    Parameters
    ----------
    heaps : int
        16, or 17 for the harder form.
    games : int
        Number of games.
    seed, first : int
        The seed, and the number of the first game in it.
    threads : int, optional
        All cores unless given.
    progress : callable, optional
        Called with (games done, games in all).

    Returns
    -------
    Sympathy
        Counts of games by pairs left, and the rate of wins with its interval.

    Raises
    ------
    ValueError
        In one sentence, for numbers out of range.

    Examples
    --------
    >>> play(games=1000, seed=1).wins.games
    1000
    """
    games = check_range("games", games, 1, MOST)
    first = check_range("first", first, 0, MOST_WORD - MOST)
    seed = check_range("seed", seed, 0, MOST_WORD)
    threads = thread_count(threads)
    core.play(heaps, seed, first, np.zeros(0, core.GAME))  # checks `heaps`
    counts = np.zeros((2, PAIRS + 1), np.int64)
    begin = time.perf_counter()
    work = partial(_count, int(heaps), seed, first)
    with closing(in_order(work, split(range(games), CHUNK, games), threads)) as chunks:
        for chunk in chunks:
            counts += chunk
            if progress is not None:
                progress(int(counts[0].sum()), games)
    seconds = time.perf_counter() - begin
    return Sympathy(int(heaps), games, seed, first, counts[0], counts[1], seconds)


def _count(heaps: int, seed: int, first: int, piece: range, stop: Stop) -> Histogram:
    """Play a piece of the games; return the histograms of pairs left and stuck as two rows."""
    rows = np.zeros(len(piece), core.GAME)
    if not stop[0]:
        core.play(heaps, seed, first + piece.start, rows)
    return np.array([np.bincount(rows[name], minlength=PAIRS + 1) for name in ("left", "stuck")])
