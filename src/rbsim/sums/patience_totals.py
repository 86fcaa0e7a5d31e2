"""Patience totals: exact sums over games of patience, the same in any order of the games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rbsim.sums.histograms import Histogram, Rows, RowSums, add_values, no_histogram

WINS = "wins"  # what a game of patience can be played for
LOST, WON = 0, 1  # rows' outcomes; those after are of games that are neither


@dataclass
class OutcomeTotals(RowSums):
    """Sums over games that come out or not; subclasses have a histogram of each number of a row."""

    COUNTED: ClassVar[Mapping[str, str]] = {}  # numbers of a row, by the names of their quantities

    games: int = 0
    outcomes: Histogram = field(default_factory=no_histogram)  # by number of the outcome

    def add(self, rows: Rows) -> None:
        self.games += len(rows)
        self.outcomes = add_values(self.outcomes, rows["outcome"])
        for name in self.COUNTED:
            setattr(self, name, add_values(getattr(self, name), rows[name]))

    def add_up(self) -> bool:
        return all(getattr(self, one).sum() == self.games for one in ("outcomes", *self.COUNTED))

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
        return self.games

    def sides(self, of: str) -> tuple[int, int, int]:
        return 0, {WINS: self.won}[of], self.undecided


@dataclass
class PatienceTotals(OutcomeTotals):
    """Sums over games of the book, with histograms of what is counted a game."""

    COUNTED: ClassVar[Mapping[str, str]] = {
        "left": "cards_left",
        "passes": "passes",
        "hits": "hits",
    }

    left: Histogram = field(default_factory=no_histogram)  # cards at the end
    passes: Histogram = field(default_factory=no_histogram)
    hits: Histogram = field(default_factory=no_histogram)  # cards hit in the first pass


@dataclass
class SympathyTotals(OutcomeTotals):
    """Sums over games of Sympathy: pairs left at the end, and when the first grace card came."""

    COUNTED: ClassVar[Mapping[str, str]] = {"left": "pairs_left", "stuck": "pairs_stuck"}

    left: Histogram = field(default_factory=no_histogram)
    stuck: Histogram = field(default_factory=no_histogram)
