"""Games of the book in bulk: how often they come out (docs/patience)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.patience import playing as core
from rbcore.patience.book import find_game
from rbsim.formatting.tables import Report
from rbsim.patience import book_tables
from rbsim.results.batch_figures import quantile_figures
from rbsim.results.tabular import TabularResult
from rbsim.running.batch import MOST, SEED, thread_count
from rbsim.running.chunks import Stop, in_order, split
from rbsim.running.provenance import versions
from rbsim.stats.figure import Figure, mean_figure, rate_figure
from rbsim.stats.intervals import Mean, Quantiles, Rate
from rbsim.stats.level import LEVEL, check_level
from rbsim.sums.histograms import Histogram, Rows, add_values, merge_histograms, no_histogram

CHUNK = 20_000  # games; some tens of milliseconds
COUNTED = ("left", "passes", "hits")  # the histograms of the totals


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
    left: Histogram = field(default_factory=no_histogram)
    passes: Histogram = field(default_factory=no_histogram)
    hits: Histogram = field(default_factory=no_histogram)

    def add(self, rows: Rows) -> None:
        """Add games; `rows` is an array of rbcore.patience.playing.ROW."""
        self.games += len(rows)
        self.won += int(np.count_nonzero(rows["outcome"] == 1))
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


class Patience(TabularResult):
    """The result of `play`: how often a game comes out.

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
    level : float
        Of all intervals; `at` gives the same result at another level.
    """

    def __init__(
        self,
        game: str,
        player: str,
        seed: int,
        first: int,
        totals: PatienceTotals,
        seconds: float,
        level: float = LEVEL,
    ) -> None:
        self.game, self.player, self.seed, self.first = game, player, seed, first
        self.totals, self.seconds, self.level = totals, seconds, check_level(level)

    def at(self, level: float) -> Patience:
        """Return the same result with all its intervals at another level, as 0.99."""
        own = (self.game, self.player, self.seed, self.first, self.totals, self.seconds)
        return Patience(*own, level)

    @property
    def wins(self) -> Rate:
        """The rate of games that came out."""
        return Rate(self.totals.won, self.totals.games, level=self.level)

    @property
    def counted(self) -> dict[str, Histogram]:
        """The histograms of what is counted; hits only where ranks are called."""
        counted = {"cards_left": self.totals.left, "passes": self.totals.passes}
        if self.totals.hits[1:].any():
            counted["hits"] = self.totals.hits
        return counted

    def mean(self, name: str) -> Mean:
        """Return the mean of what is counted under this name."""
        return Mean.from_histogram(self.counted[name], tame=True).at(self.level)

    def quantiles(self, name: str) -> Quantiles:
        """Return the quantiles of what is counted under this name."""
        return Quantiles.from_histogram(self.counted[name], level=self.level)

    def _figures(self) -> Iterator[Figure]:
        figures = [rate_figure("wins", self.wins)]
        for name in self.counted:
            figures.append(mean_figure(name, self.mean(name)))
            own = (name, self.quantiles(name), self.totals.games, self.level)
            figures += quantile_figures(*own)
        for one in figures:
            yield one.of(variant="patience", players=self.player, game=self.game)

    @property
    def answer(self) -> Figure | None:
        """The rate of games that came out."""
        return self.figure("wins")

    @property
    def _default_quantity(self) -> str:
        return "wins"

    @property
    def provenance(self) -> dict[str, Any]:
        """All that is needed to play the games again, and the versions that played them."""
        return {
            "study": "patience",
            "game": self.game,
            "player": self.player,
            "seed": self.seed,
            "first": self.first,
            "games": self.totals.games,
            **versions(),
        }

    @property
    def sums(self) -> dict[str, Any]:
        """The exact sums of all games as plain values, which files keep."""
        return {
            "won": self.totals.won,
            **{name: getattr(self.totals, name).tolist() for name in COUNTED},
            "seconds": self.seconds,
        }

    @classmethod
    def from_record(cls, provenance: dict[str, Any], sums: dict[str, Any]) -> Patience:
        """Return the result whose provenance and sums were kept."""
        totals = PatienceTotals(
            provenance["games"],
            sums["won"],
            *(np.array(sums[name], np.int64) for name in COUNTED),
        )
        game, player, seed, first = (
            provenance[name] for name in ("game", "player", "seed", "first")
        )
        return cls(game, player, seed, first, totals, sums["seconds"])

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return book_tables.report(self)

    def __repr__(self) -> str:
        return f"<Patience: {self.totals.games:,} games of {self.game}; won {self.answer}>"


def play(
    game: str,
    player: str | None = None,
    *,
    games: int,
    seed: int = SEED,
    first: int = 0,
    level: float = LEVEL,
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
    level : float
        Of all intervals.
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
    check_level(level)
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
    seconds = time.perf_counter() - begin
    return Patience(game, player, seed, first, totals, seconds, level)


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


def show(game: str, number: int, seed: int = SEED) -> str:
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
    row, story = core.play_pack(game, pack, None, seed, number)
    head = f"no. {found.number} {found.name}, game {number} of seed {seed}"
    return book_tables.story_text(head, pack, row, story)
