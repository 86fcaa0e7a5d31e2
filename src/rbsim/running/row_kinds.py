"""Row kinds: what games, matches and games of patience differ by, as one record each."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, Self

import numpy as np

import rbcore
from rbcore.patience import kinds, playing, sympathy
from rbsim.running.chunks import Stop
from rbsim.running.forms import Form
from rbsim.sums.histograms import Rows
from rbsim.sums.match_totals import QUANTITIES as MATCH_QUANTITIES
from rbsim.sums.match_totals import MatchTotals
from rbsim.sums.patience_totals import WINS, PatienceTotals, SympathyTotals
from rbsim.sums.totals import QUANTITIES, Totals

LEAST_SLICE = 16  # games of patience that are played between two looks at `stop`
SLICE_S = 0.05  # seconds that such a slice may take to be doubled


class RowSums(Protocol):
    """Exact sums over rows, which depend on neither order nor chunks."""

    def add(self, rows: Rows) -> None:
        """Add rows."""

    def merge(self, other: Self) -> None:
        """Add the sums over other rows."""

    def add_up(self) -> bool:
        """Return whether the sums can be those of any rows."""


@dataclass(frozen=True)
class RowKind:
    """Games, matches or games of patience: how the core plays them, and what their rows hold.

    Attributes
    ----------
    study : str
        The kind of a study of one arm: ``simulate``.
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
        Fields of one number.
    by_seat : mapping of str to str
        Fields with a number for each seat, by the name of their columns.
    quantities : tuple of str
        What rows can be played for until it is known; the first one unless another is named.
    most : int
        Rows that have a number in a seed.
    weight : float
        Games of Russian Bank that a row takes, roughly.
    python_players : bool
        Whether players in Python can play.

    Fields besides: index, outcome and, if rows have a number for each seat, starter and winner.
    """

    study: str
    noun: str
    row: np.dtype[Any]
    core: Callable[..., int]
    sums: Callable[[int], Any]
    outcomes: tuple[str, ...]
    numbers: tuple[str, ...]
    by_seat: Mapping[str, str] = field(hash=False, default_factory=dict)
    quantities: tuple[str, ...] = ()
    most: int = 2**64
    weight: float = 1
    python_players: bool = True

    @property
    def seated(self) -> bool:
        """Whether rows have a starter and a winner."""
        return bool(self.by_seat)


def _play_book(
    form: Form, players: Sequence[str], seed: int, first: int, rows: Rows, stop: Stop, **_: Any
) -> int:
    """Play games of the book, as rbcore.play does those of Russian Bank."""
    return _in_slices(partial(playing.play, form.text, players[0]), seed, first, rows, stop)


def _play_sympathy(
    form: Form, players: Sequence[str], seed: int, first: int, rows: Rows, stop: Stop, **_: Any
) -> int:
    """Play games of Sympathy, the same way."""
    playing.check_player(form.game, players[0])
    heaps = form.game.rules.heaps  # type: ignore[union-attr]
    return _in_slices(partial(sympathy.play, heaps), seed, first, rows, stop)


def _in_slices(
    play: Callable[[int, int, Rows], None], seed: int, first: int, rows: Rows, stop: Stop
) -> int:
    """Play a few games at first, and more between two looks at `stop` while they take no time."""
    play(seed, first, rows[:0])  # checks what is given
    done, size = 0, LEAST_SLICE
    while done < len(rows) and not stop[0]:
        begin = time.perf_counter()
        play(seed, first + done, rows[done : done + size])
        done += size
        if time.perf_counter() - begin < SLICE_S:
            size *= 2
    return min(done, len(rows))


GAMES = RowKind(
    "simulate",
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
    QUANTITIES,
)
MATCHES = RowKind(
    "match",
    "matches",
    rbcore.MATCH,
    rbcore.play_matches,
    MatchTotals,
    rbcore.MATCH_OUTCOMES,
    ("games", "unfinished_games", "give_ups"),
    {"score": "scores"},
    MATCH_QUANTITIES,
    most=2**64 // rbcore.MATCH_GAMES,
    weight=10,  # to 300 points
    python_players=False,
)
PATIENCE = RowKind(
    "patience",
    "games",
    playing.ROW,
    _play_book,
    PatienceTotals,
    playing.OUTCOMES,
    ("left", "passes", "hits"),
    quantities=(WINS,),
    weight=0.05,
    python_players=False,
)
SYMPATHY = RowKind(
    "patience",
    "games",
    sympathy.GAME,
    _play_sympathy,
    SympathyTotals,
    sympathy.OUTCOMES,
    ("left", "stuck"),
    quantities=(WINS,),
    weight=0.05,
    python_players=False,
)


def kind_of_form(form: Form) -> RowKind:
    """Return the row kind of a game of patience."""
    return SYMPATHY if isinstance(form.game.rules, kinds.Sympathy) else PATIENCE
