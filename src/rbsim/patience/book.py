"""Games of the book in bulk: how often they come out (docs/patience)."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.patience import playing as core
from rbcore.patience.book import find_game
from rbsim.formatting.tables import Report
from rbsim.patience import book_tables
from rbsim.running.batch import MOST, thread_count
from rbsim.running.chunks import Stop, in_order, split
from rbsim.stats.intervals import Rate
from rbsim.sums.histograms import Histogram, Rows, add_values, merge_histograms, no_histogram

CHUNK = 20_000  # games; some tens of milliseconds


@dataclass
class PatienceTotals:
    """Sums over games in whole numbers, so they do not depend on order or chunks of the games.

    Attributes
    ----------
    games, won : int
        Games, and those that came out.
    left, passes, hits : numpy.ndarray of int64
        Histograms: entry v is the number of games with v cards left, v passes begun, v cards hit in
        the first pass.
    """

    games: int = 0
    won: int = 0
    left: Histogram = None  # type: ignore[assignment]
    passes: Histogram = None  # type: ignore[assignment]
    hits: Histogram = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        self.left, self.passes, self.hits = no_histogram(), no_histogram(), no_histogram()

    def add(self, rows: Rows) -> None:
        """Add games; `rows` is an array of rbcore.patience.playing.ROW."""
        self.games += len(rows)
        self.won += int(np.count_nonzero(rows["outcome"]))
        self.left = add_values(self.left, rows["left"])
        self.passes = add_values(self.passes, rows["passes"])
        self.hits = add_values(self.hits, rows["hits"])

    def merge(self, other: PatienceTotals) -> None:
        """Add the sums over other games."""
        self.games += other.games
        self.won += other.won
        self.left = merge_histograms(self.left, other.left)
        self.passes = merge_histograms(self.passes, other.passes)
        self.hits = merge_histograms(self.hits, other.hits)


@dataclass(frozen=True)
class Patience:
    """The result of games of one form.

    Attributes
    ----------
    game, player : str
        The game as it was named, with its reading; who played it.
    seed, first : int
        Games first to first+games-1 of the seed.
    totals : PatienceTotals
        Their sums.
    seconds : float
        Wall time of playing.
    """

    game: str
    player: str
    seed: int
    first: int
    totals: PatienceTotals
    seconds: float

    @property
    def wins(self) -> Rate:
        """The rate of games that came out."""
        return Rate(self.totals.won, self.totals.games)

    @property
    def games_per_second(self) -> float:
        """Games played in a second of wall time."""
        return self.totals.games / self.seconds if self.seconds else float("inf")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; None stands for NaN."""
        return book_tables.to_dict(self)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return book_tables.report(self)


def play(
    game: str,
    player: str | None = None,
    *,
    games: int,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Patience:
    """Play games of one form, first to first+games-1 of a seed.

    The result is the same for all threads.

    Parameters
    ----------
    game : str
        Number or name, with a reading: ``5b``, ``harvest-running``, ``robert,passes=3``.
    player : str, optional
        The game's own fixed way of playing, ``plain`` or ``automatic``. Where nothing is decided it
        is the only one.
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
    Patience
        How many came out, and histograms of cards left, passes and hits.

    Raises
    ------
    ValueError
        In one sentence, for an unknown game, reading or player, and for numbers out of range.

    Examples
    --------
    >>> play("dial", games=1000, seed=1).wins.count
    1000
    """
    games = check_range("games", games, 1, MOST)
    first = check_range("first", first, 0, MOST_WORD - MOST)
    seed = check_range("seed", seed, 0, MOST_WORD)
    threads = thread_count(threads)
    player = find_game(game).player if player is None else player
    core.play(game, player, seed, first, np.zeros(0, core.ROW))  # checks the player
    totals = PatienceTotals()
    begin = time.perf_counter()
    work = partial(_play_piece, game, player, seed, first)
    with closing(in_order(work, split(range(games), CHUNK, games), threads)) as chunks:
        for chunk in chunks:
            totals.merge(chunk)
            if progress is not None:
                progress(totals.games, games)
    return Patience(game, player, seed, first, totals, time.perf_counter() - begin)


def _play_piece(
    game: str, player: str, seed: int, first: int, piece: range, stop: Stop
) -> PatienceTotals:
    """Play a piece of the games; return its sums."""
    totals = PatienceTotals()
    if not stop[0]:
        rows = np.zeros(len(piece), core.ROW)
        core.play(game, player, seed, first + piece.start, rows)
        totals.add(rows)
    return totals


def show(game: str, number: int, seed: int = 1) -> str:
    """Return one game as text: its pack, what happens to each card, and how it ends.

    Parameters
    ----------
    game : str
        Number or name, with a reading.
    number, seed : int
        Which game.

    Raises
    ------
    ValueError
        In one sentence, for an unknown game and for numbers out of range.

    Examples
    --------
    >>> show("hope", 7).splitlines()[0]
    'no. 3 hope, game 7 of seed 1'
    """
    found = find_game(game)
    pack = core.deal(game, seed, number)
    row, story = core.play_pack(game, pack)
    head = f"no. {found.number} {found.name}, game {number} of seed {seed}"
    return book_tables.story_text(head, pack, row, story)
