"""Rows: what games, matches and games of patience have in theirs, and how the core plays them."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

import rbcore
from rbpatience import playing
from rbpatience.book import GAMES as BOOK
from rbpatience.book import find_game, is_file_name, read_source
from rbpatience.descriptions.schema import Advice
from rbpatience.entry import Game
from rbpatience.solving import solver

Rows = npt.NDArray[np.void]
Stop = npt.NDArray[np.uint8]  # whose one entry becomes 1 when work should stop


@dataclass(frozen=True)
class Form:
    """A game of patience with its readings, as users write it: ``5b``, ``robert,passes=3``.

    A game of one's own is named by its file, ``my-game.toml``, which is read once: `source` is what
    it said, and goes into provenance. Raises ValueError, in one sentence, for an unknown game,
    reading or value, and for a file that describes none.

    Examples
    --------
    >>> Form("15,passes=3").text
    'robert,passes=3'
    """

    seats: ClassVar[int] = 1
    text: str  # its name with its reading; a number becomes the name
    source: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            find_game(self.text)  # which says what is wrong with it
        name, *readings = re.sub(r"\s*([,=])\s*", r"\1", self.text.strip()).split(",")
        if is_file_name(name) and not self.source:
            object.__setattr__(self, "source", read_source(name))
        name = find_game(",".join([name, *readings]), self.source).name
        object.__setattr__(self, "text", ",".join([name, *sorted(readings)]))

    @cached_property
    def game(self) -> Game:
        """The game, with the rules of its reading."""
        return find_game(self.text, self.source)

    @property
    def record(self) -> dict[str, Any]:
        """The rules as plain values, without those that are as they are unless given."""
        game = self.game
        # What a game is called, and what its players are told, are no rules.
        unsaid: dict[str, Any] = dict.fromkeys(("number", "name", "line", "homonym"), "")
        play = replace(game.rules.play, advice=Advice())
        rules = replace(game.rules, also=(), version=1, player_versions={}, play=play, **unsaid)
        source = {"source": self.source} if self.source else {}
        return {"number": game.number, "rules": _plain(rules), **source}

    @property
    def digest(self) -> str:
        """Eight digits that change with the rules."""
        return blake2b(repr(self.record).encode(), digest_size=4).hexdigest()


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        record: dict[str, Any] = {"kind": type(value).__name__.lower()}
        for attribute in fields(value):
            current = getattr(value, attribute.name)
            if attribute.default is MISSING or current != attribute.default:
                record[attribute.name] = _plain(current)
        return record
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def every_form() -> Iterator[str]:
    """Yield every game, each before its other readings, as text."""
    for game in BOOK.values():
        yield game.name
        for key, values in game.readings.items():
            yield from (f"{game.name},{key}={value}" for value in values)


AnyRules = rbcore.Rules | Form


@dataclass(frozen=True, eq=False)
class RowKind:
    """Games, matches or games of patience: how the core plays them, and what rows hold."""

    noun: str  # the plural of a row, in options and provenance
    row: np.dtype[Any]
    core: Callable[..., int]  # plays rows, with the parameters of rbcore.play
    outcomes: tuple[str, ...]  # names by number
    numbers: tuple[str, ...]  # fields of one number
    by_seat: Mapping[str, str] = field(default_factory=dict)  # fields, by names of columns
    most: int = 2**64  # rows that have a number in a seed
    name: str = ""  # of the constant

    @property
    def seated(self) -> bool:
        """Whether rows have a starter and a winner."""
        return bool(self.by_seat)

    def __reduce__(self) -> str:
        return self.name  # so that a worker has its own, which `is` tells apart


GAMES = RowKind(
    "games",
    rbcore.GAME,
    rbcore.play,
    rbcore.OUTCOMES,
    ("turns", "moves", "give_ups"),
    {"score": "scores"} | {n: n for n in ("reserve", "hand", "waste", "offences", "calls")},
    name="GAMES",
)
MATCHES = RowKind(
    "matches",
    rbcore.MATCH,
    rbcore.play_matches,
    rbcore.MATCH_OUTCOMES,
    ("games", "unfinished_games", "nobody_wins", "give_ups"),
    {"score": "scores"},
    2**64 // rbcore.MATCH_GAMES,
    name="MATCHES",
)

PATIENCE = RowKind(
    "games",
    playing.ROW,
    lambda form, who, *of, stop, **_: (solver if solver.work_of(who[0]) else playing).play(
        form.game, who[0], *of, stop=stop
    ),
    playing.OUTCOMES,
    ("left", "passes", "first_pass"),
    name="PATIENCE",
)
