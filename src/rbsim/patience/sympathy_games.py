"""Sympathy in bulk: how often both players win (docs/rules.md, Sympathy)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.patience import sympathy as core
from rbsim.formatting.tables import Report
from rbsim.patience import sympathy_tables
from rbsim.results.batch_figures import quantile_figures
from rbsim.results.tabular import TabularResult
from rbsim.running.batch import MOST, SEED, thread_count
from rbsim.running.chunks import Stop, in_order, split
from rbsim.running.provenance import versions
from rbsim.stats.figure import Figure, mean_figure, rate_figure
from rbsim.stats.intervals import Mean, Quantiles, Rate
from rbsim.stats.level import LEVEL, check_level
from rbsim.sums.histograms import Histogram

HEAPS = core.HEAPS
CHUNK = 50_000  # games; some twenty milliseconds
PAIRS = 52


@dataclass(frozen=True)
class Played:
    """Games that were played: `first` to first + games - 1 of a seed."""

    seed: int
    first: int
    games: int


@dataclass(frozen=True)
class SympathyForm:
    """Games of one form of Sympathy.

    Attributes
    ----------
    heaps : int
        16 or 17.
    left, stuck : numpy.ndarray of int64, shape (53,)
        Histograms of the pairs left at the end, and when the first grace card was needed.
    seconds : float
        Wall time of playing.
    played : tuple of Played
        Which games: one run, unless results were merged.
    level : float
        Of all intervals.
    """

    heaps: int
    left: Histogram
    stuck: Histogram
    seconds: float
    played: tuple[Played, ...]
    level: float = LEVEL

    @property
    def games(self) -> int:
        """Games of all runs."""
        return sum(one.games for one in self.played)

    @property
    def wins(self) -> Rate:
        """The rate of games in which no pair was left."""
        return Rate(int(self.left[0]), self.games, level=self.level)

    def mean(self, when: str) -> Mean:
        """Return the mean pairs `left` or `stuck`."""
        return Mean.from_histogram(getattr(self, when), tame=True).at(self.level)

    def quantiles(self, when: str) -> Quantiles:
        """Return the quantiles of the pairs `left` or `stuck`."""
        return Quantiles.from_histogram(getattr(self, when), level=self.level)


class Sympathy(TabularResult):
    """The result of `sympathy`: how often both players win.

    Attributes
    ----------
    forms : tuple of SympathyForm
        Those that were played, of 16 and of 17 heaps.
    level : float
        Of all intervals; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> found = rbsim.sympathy(games=1_000)
    >>> [form.heaps for form in found.forms]
    [16, 17]
    >>> found.figure("wins", heaps=17).n
    1000
    """

    def __init__(self, forms: Sequence[SympathyForm], level: float = LEVEL) -> None:
        self.level = check_level(level)
        self.forms = tuple(replace(form, level=self.level) for form in forms)
        self.seconds = sum(form.seconds for form in forms)

    def at(self, level: float) -> Sympathy:
        """Return the same result with all its intervals at another level, as 0.99."""
        return Sympathy(self.forms, level)

    def _figures(self) -> Iterator[Figure]:
        for form in self.forms:
            figures = [rate_figure("wins", form.wins)]
            for when in ("left", "stuck"):
                figures.append(mean_figure(f"pairs_{when}", form.mean(when)))
                own = (f"pairs_{when}", form.quantiles(when), form.games, self.level)
                figures += quantile_figures(*own)
            for one in figures:
                yield one.of(variant="sympathy", players=None, heaps=form.heaps)

    @property
    def answer(self) -> Figure | None:
        """The rate of games that both win; None of both forms."""
        return self.figure("wins") if len(self.forms) == 1 else None

    @property
    def _default_quantity(self) -> str:
        return "wins"

    @property
    def provenance(self) -> dict[str, Any]:
        """All that is needed to play the games again, and the versions that played them."""
        forms = [
            {"heaps": form.heaps, "played": [vars(one) for one in form.played]}
            for form in self.forms
        ]
        return {"study": "sympathy", "forms": forms, **versions()}

    @property
    def sums(self) -> dict[str, Any]:
        """The exact sums of all games as plain values, which files keep."""
        return {
            "forms": [
                {"left": form.left.tolist(), "stuck": form.stuck.tolist(), "seconds": form.seconds}
                for form in self.forms
            ]
        }

    @classmethod
    def from_record(cls, provenance: dict[str, Any], sums: dict[str, Any]) -> Sympathy:
        """Return the result whose provenance and sums were kept."""
        forms = [
            SympathyForm(
                own["heaps"],
                np.array(kept["left"], np.int64),
                np.array(kept["stuck"], np.int64),
                kept["seconds"],
                tuple(Played(**one) for one in own["played"]),
            )
            for own, kept in zip(provenance["forms"], sums["forms"], strict=True)
        ]
        return cls(forms)

    def __add__(self, other: Sympathy) -> Sympathy:
        """Return the result of the games of both.

        Raises
        ------
        ValueError
            In one sentence, for other forms, and for games that overlap.
        """
        if not isinstance(other, Sympathy):
            return NotImplemented
        if [one.heaps for one in self.forms] != [one.heaps for one in other.forms]:
            raise ValueError("results of other forms of Sympathy cannot be merged")
        forms = zip(self.forms, other.forms, strict=True)
        return Sympathy([_joined(*pair) for pair in forms], self.level)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return sympathy_tables.report(self.forms, self.level)

    def __repr__(self) -> str:
        heaps = " and ".join(str(form.heaps) for form in self.forms)
        answer = "" if self.answer is None else f"; both win {self.answer}"
        return f"<Sympathy: {self.forms[0].games:,} games of {heaps} heaps{answer}>"


def _joined(one: SympathyForm, other: SympathyForm) -> SympathyForm:
    for a, b in product(one.played, other.played):
        first, last = max(a.first, b.first), min(a.first + a.games, b.first + b.games) - 1
        if a.seed == b.seed and first <= last:
            raise ValueError(
                f"both results have games {first} to {last} of seed {a.seed}; merge runs of other "
                "games (first=, --first) or of another seed"
            )
    return replace(
        one,
        left=one.left + other.left,
        stuck=one.stuck + other.stuck,
        seconds=one.seconds + other.seconds,
        played=(*one.played, *other.played),
    )


def sympathy(
    heaps: int | None = None,
    *,
    games: int = 1_000_000,
    seed: int = SEED,
    first: int = 0,
    level: float = LEVEL,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Sympathy:
    """Play games of Sympathy, a patience that both players win or neither.

    The result is the same for all threads.

    Parameters
    ----------
    heaps : int, optional
        16, or 17 for the harder form; both unless given.
    games : int
        Games of each form.
    seed, first : int
        The seed, and the number of the first game in it.
    level : float
        Of all intervals.
    threads : int, optional
        All cores unless given.
    progress : callable, optional
        Called with (games done, games in all), of each form.

    Returns
    -------
    Sympathy
        Rates of games won, and pairs left, with their intervals.

    Raises
    ------
    ValueError
        In one sentence, for numbers out of range.

    Examples
    --------
    >>> sympathy(16, games=1_000)
    <Sympathy: 1,000 games of 16 heaps; both win 23.30% (20.79 to 26.02), 1,000 games>
    """
    check_level(level)
    forms = HEAPS if heaps is None else (heaps,)
    own: dict[str, Any] = {"games": games, "seed": seed, "first": first, "threads": threads}
    return Sympathy([play(form, **own, progress=progress) for form in forms], level)


def play(
    heaps: int = 16,
    *,
    games: int,
    seed: int = SEED,
    first: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> SympathyForm:
    """Play games of one form, as `sympathy` does."""
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
    return SympathyForm(int(heaps), counts[0], counts[1], seconds, (Played(seed, first, games),))


def _count(heaps: int, seed: int, first: int, piece: range, stop: Stop) -> Histogram:
    """Play a piece of the games; return the histograms of pairs left and stuck as two rows."""
    rows = np.zeros(len(piece), core.GAME)
    if not stop[0]:
        core.play(heaps, seed, first + piece.start, rows)
    return np.array([np.bincount(rows[name], minlength=PAIRS + 1) for name in ("left", "stuck")])
