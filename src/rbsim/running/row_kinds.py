"""Row kinds: what a row can be of, with all that games and matches differ by."""

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
    """Exact sums over rows, for which neither order nor chunks matter."""

    def add(self, rows: Rows) -> None: ...
    def merge(self, other: Self) -> None: ...


@dataclass(frozen=True)
class RowKind:
    """What a batch plays, and what is made of its rows.

    Attributes
    ----------
    noun : str
        What rows are called, as options and provenance have it: ``games``.
    row : numpy.dtype
        Of one row.
    core : callable
        The function of rbcore that plays rows; takes what rbcore.play takes.
    sums : callable
        Makes empty sums of so many seats.
    outcomes : tuple of str
        What ``row["outcome"]`` counts.
    numbers : tuple of str
        Fields that a row has once, besides those of every kind.
    by_seat : mapping of str to str
        Fields that a row has for every seat, by the name of their columns.
    most : int
        Rows that a seed has numbers for.
    weight : int
        Roughly how many games a row takes.
    python_players : bool
        Whether players in Python can play it.
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
