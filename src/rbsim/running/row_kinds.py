"""Row kinds: the differences between rows of games and rows of matches, as one record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

import numpy as np

import rbcore
from rbsim.sums.histograms import Rows
from rbsim.sums.match_totals import MatchTotals
from rbsim.sums.totals import Totals


class RowSums(Protocol):
    """Exact sums over rows, which depend on neither order nor chunks."""

    def add(self, rows: Rows) -> None:
        """Add rows."""

    def merge(self, other: Self) -> None:
        """Add the sums over other rows."""


@dataclass(frozen=True)
class RowKind:
    """Games or matches: how the core plays them, and what their rows hold.

    Attributes
    ----------
    noun : str
        The plural of a row, in options and provenance: ``games``.
    row : numpy.dtype
        The fields of a row.
    core : callable
        The function of rbcore that plays rows, with the parameters of rbcore.play.
    sums : callable
        Returns empty sums for a number of seats.
    outcomes : tuple of str
        Names by ``row["outcome"]``.
    numbers : tuple of str
        Fields of one number, besides those that both kinds have.
    by_seat : mapping of str to str
        Fields with a number for each seat, by the name of their columns.
    most : int
        Rows that have a number in a seed.
    weight : int
        Games that a row takes, roughly.
    python_players : bool
        Whether players in Python can play.
    """

    noun: str
    row: np.dtype[Any]
    core: Callable[..., int]
    sums: Callable[[int], Any]
    outcomes: tuple[str, ...]
    numbers: tuple[str, ...]
    by_seat: Mapping[str, str] = field(hash=False)
    most: int = 2**64
    weight: int = 1
    python_players: bool = True


GAMES = RowKind(
    "games",
    rbcore.GAME,
    rbcore.play,
    Totals,
    rbcore.OUTCOMES,
    ("turns", "moves", "give_ups"),
    {
        "score": "scores",
        "reserve": "reserve",
        "hand": "hand",
        "waste": "waste",
        "offences": "offences",
        "calls": "calls",
    },
)
MATCHES = RowKind(
    "matches",
    rbcore.MATCH,
    rbcore.play_matches,
    MatchTotals,
    rbcore.MATCH_OUTCOMES,
    ("games", "unfinished_games", "give_ups"),
    {"score": "scores"},
    most=2**64 // rbcore.MATCH_GAMES,
    weight=10,  # to 300 points
    python_players=False,
)
