"""Patience totals: exact sums over games of patience, the same in any order of the games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from rbsim.sums.histograms import (
    Histogram,
    Rows,
    add_values,
    merge_histograms,
    no_histogram,
)

WINS = "wins"  # what a game of patience can be played for
LOST, WON = 0, 1  # rows' outcomes; those after are of games that are neither


@dataclass
class OutcomeTotals:
    """Sums over games that come out or not; subclasses have a histogram of each number of a row.

    Attributes
    ----------
    seats : int
        1, as there is one player's side.
    games : int
        Games.
    outcomes : numpy.ndarray of int64
        Games of each outcome, in the order of the row kind's.
    """

    COUNTED: ClassVar[Mapping[str, str]] = {}  # numbers of a row, by the names of their quantities

    seats: int
    games: int = 0
    outcomes: Histogram = field(default_factory=no_histogram)

    def add(self, rows: Rows) -> None:
        """Add games; `rows` is an array of the row kind's."""
        self.games += len(rows)
        self.outcomes = add_values(self.outcomes, rows["outcome"])
        for name in self.COUNTED:
            setattr(self, name, add_values(getattr(self, name), rows[name]))

    def add_up(self) -> bool:
        """Return whether the sums can be those of games."""
        return all(getattr(self, one).sum() == self.games for one in ("outcomes", *self.COUNTED))

    def merge(self, other: Self) -> None:
        """Add the sums over other games."""
        self.games += other.games
        for name in ("outcomes", *self.COUNTED):
            setattr(self, name, merge_histograms(getattr(self, name), getattr(other, name)))

    @property
    def won(self) -> int:
        """Games that came out."""
        return int(self.outcomes[WON]) if len(self.outcomes) > WON else 0

    @property
    def undecided(self) -> int:
        """Games of which it is not known whether they can come out."""
        return int(self.outcomes[WON + 1 :].sum())

    @property
    def count(self) -> int:
        """The number of rows."""
        return self.games

    def sides(self, of: str) -> tuple[int, int, int]:
        """Return the games against a quantity, for it, and undecided, as Totals.sides."""
        return 0, {WINS: self.won}[of], self.undecided


@dataclass
class PatienceTotals(OutcomeTotals):
    """Sums over games of the book.

    Attributes
    ----------
    left, passes, hits : numpy.ndarray of int64
        Histograms: entry v is the number of games with v cards left, v passes begun, v cards hit in
        the first pass.
    """

    COUNTED: ClassVar[Mapping[str, str]] = {
        "left": "cards_left",
        "passes": "passes",
        "hits": "hits",
    }

    left: Histogram = field(default_factory=no_histogram)
    passes: Histogram = field(default_factory=no_histogram)
    hits: Histogram = field(default_factory=no_histogram)


@dataclass
class SympathyTotals(OutcomeTotals):
    """Sums over games of Sympathy.

    Attributes
    ----------
    left, stuck : numpy.ndarray of int64
        Histograms of the pairs left at the end, and when the first grace card was needed.
    """

    COUNTED: ClassVar[Mapping[str, str]] = {"left": "pairs_left", "stuck": "pairs_stuck"}

    left: Histogram = field(default_factory=no_histogram)
    stuck: Histogram = field(default_factory=no_histogram)
