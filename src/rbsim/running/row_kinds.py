"""Row kinds: what games, matches and games of patience differ by, as one record each."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, Generic, TypeVar

import numpy as np

import rbcore
from rbcore import sympathy
from rbcore.patience import playing
from rbcore.rules.definition import hyphened, value_text
from rbsim.running.chunks import Stop
from rbsim.running.forms import Form
from rbsim.running.player import SeatedPlayer, versioned
from rbsim.tally import Rows

LEAST_SLICE = 16  # games of patience that are played between two looks at `stop`
SLICE_S = 0.05  # seconds that such a slice may take to be doubled


AnyRules = rbcore.Rules | Form
R = TypeVar("R", rbcore.Rules, Form)


@dataclass(frozen=True)
class RowKind(ABC, Generic[R]):
    """Games, matches or games of patience: how the core plays them, and what their rows hold.

    It answers for the rules of its batches. Rows have an index and an outcome besides, and those of
    Russian Bank a starter and a winner.
    """

    study: str  # the kind of a study of one arm
    noun: str  # the plural of a row, in options and provenance
    row: np.dtype[Any]
    core: Callable[..., int]  # plays rows, with the parameters of rbcore.play
    outcomes: tuple[str, ...]  # names by number
    numbers: tuple[str, ...]  # fields of one number
    by_seat: Mapping[str, str] = field(hash=False, default_factory=dict)  # by names of columns
    most: int = 2**64  # rows that have a number in a seed
    weight: float = 1  # games of Russian Bank that a row takes, roughly
    python_players: bool = False  # whether they can play

    @property
    def seated(self) -> bool:
        """Whether rows have a starter and a winner."""
        return bool(self.by_seat)

    @abstractmethod
    def variant(self, rules: R) -> str:
        """Return rules as users write them."""

    @abstractmethod
    def version(self, rules: R) -> int:
        """Return the version of the games by rules."""

    @abstractmethod
    def versioned(self, rules: R, player: SeatedPlayer) -> str:
        """Return a player's name with its version, as in `greedy/2`."""

    @abstractmethod
    def record(self, rules: R) -> dict[str, Any]:
        """Return what provenance keeps of rules."""

    @abstractmethod
    def facts(self, rules: R) -> dict[str, str]:
        """Return rules in words, for tables."""

    @abstractmethod
    def starts(self, rules: R) -> list[R]:
        """Return the rules with each seat forced to start, if a game can be started by any."""


class BankRows(RowKind[rbcore.Rules]):
    """Games or matches of Russian Bank."""

    def variant(self, rules: rbcore.Rules) -> str:
        return rbcore.variant_text(rules)

    def version(self, rules: rbcore.Rules) -> int:
        return rbcore.GAMES_VERSION

    def versioned(self, rules: rbcore.Rules, player: SeatedPlayer) -> str:
        return versioned(player)

    def record(self, rules: rbcore.Rules) -> dict[str, Any]:
        return {"rules": dict(vars(rules))}

    def facts(self, rules: rbcore.Rules) -> dict[str, str]:
        return {hyphened(name): value_text(value) for name, value in vars(rules).items()}

    def starts(self, rules: rbcore.Rules) -> list[rbcore.Rules]:
        return _forced_starts(rules)


@lru_cache(4_096)  # as it is asked for every chunk of games
def _forced_starts(rules: rbcore.Rules) -> list[rbcore.Rules]:
    return [replace(rules, starter=f"seat-{seat}") for seat in range(rules.seats)]


class PatienceRows(RowKind[Form]):
    """Games of patience."""

    def variant(self, rules: Form) -> str:
        return rules.text

    def version(self, rules: Form) -> int:
        return rules.game.version

    def versioned(self, rules: Form, player: SeatedPlayer) -> str:
        return rules.game.versioned(str(player))

    def record(self, rules: Form) -> dict[str, Any]:
        return {"form": rules.record}

    def facts(self, rules: Form) -> dict[str, str]:
        game = rules.game
        return {
            "game": game.name,
            "no.": game.number,
            "games version": str(game.version),
            "what it is": game.line,
            "reading": rules.reading or "as printed",
        }

    def starts(self, rules: Form) -> list[Form]:
        return []


def _play_book(
    form: Form, players: Sequence[str], seed: int, first: int, rows: Rows, stop: Stop, **_: object
) -> int:
    """Play games of the book, with the parameters of rbcore.play."""
    return _in_slices(partial(playing.play, form.game, players[0]), seed, first, rows, stop)


def _play_sympathy(
    form: Form, players: Sequence[str], seed: int, first: int, rows: Rows, stop: Stop, **_: object
) -> int:
    """Play games of Sympathy, the same way."""
    playing.check_player(form.game, players[0])
    heaps = form.game.rules.options.get("heaps", 16)
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


GAMES = BankRows(
    "simulate",
    "games",
    rbcore.GAME,
    rbcore.play,
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
    python_players=True,
)
MATCHES = BankRows(
    "match",
    "matches",
    rbcore.MATCH,
    rbcore.play_matches,
    rbcore.MATCH_OUTCOMES,
    ("games", "unfinished_games", "give_ups"),
    {"score": "scores"},
    most=2**64 // rbcore.MATCH_GAMES,
    weight=10,  # to 300 points
)
PATIENCE = PatienceRows(
    "patience",
    "games",
    playing.ROW,
    _play_book,
    playing.OUTCOMES,
    ("left", "passes", "hits"),
    weight=0.05,
)
SYMPATHY = PatienceRows(
    "patience",
    "games",
    sympathy.GAME,
    _play_sympathy,
    sympathy.OUTCOMES,
    ("left", "stuck"),
    weight=0.05,
)


def kind_of_form(form: Form) -> PatienceRows:
    """Return the row kind of a game of patience."""
    return SYMPATHY if form.game.rules.module == "sympathy" else PATIENCE
