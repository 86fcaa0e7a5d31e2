"""Forms: games of patience with their readings, as the rules of a batch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cached_property
from typing import Any, ClassVar

from rbcore.patience import book
from rbcore.patience.kinds import Game, Pack, Sympathy

SYMPATHY = Game(
    "63",
    "sympathy",
    "two packs in heaps of three, paired; both players win or neither",
    Sympathy(),
    Pack(shuffles=2),
    readings={"heaps": {"17": Sympathy(17)}},
)


@dataclass(frozen=True)
class Form:
    """A game of patience with its readings, as users write it: ``5b``, ``robert,passes=3``.

    Attributes
    ----------
    text : str
        Its name with its reading; a number becomes the name.

    Raises
    ------
    ValueError
        In one sentence, for an unknown game, reading or value.

    Examples
    --------
    >>> Form("15,passes=3").text
    'robert,passes=3'
    """

    seats: ClassVar[int] = 1
    text: str

    def __post_init__(self) -> None:
        name = book.find_game(self.text, (SYMPATHY,)).name
        _, comma, reading = self.text.partition(",")
        object.__setattr__(self, "text", f"{name}{comma}{reading}")

    @cached_property
    def game(self) -> Game:
        """The game, with the rules of its reading."""
        return book.find_game(self.text, (SYMPATHY,))

    @property
    def reading(self) -> str:
        """The reading, as ``passes=3``; empty for the rules as printed."""
        return self.text.partition(",")[2]

    @property
    def record(self) -> dict[str, Any]:
        """The rules as plain values, without those that are as a kernel's are unless given."""
        game = self.game
        return {"number": game.number, "rules": _plain(game.rules), "pack": _plain(game.pack)}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        own: dict[str, Any] = {"kind": type(value).__name__.lower()}
        for one in fields(value):
            given = getattr(value, one.name)
            if one.default is MISSING or given != one.default:
                own[one.name] = _plain(given)
        return own
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def games() -> tuple[Game, ...]:
    """Return every game of patience as printed."""
    return *book.GAMES.values(), SYMPATHY


def every_form() -> Iterator[str]:
    """Yield every game, each before its other readings, as text."""
    for game in games():
        yield game.name
        for key, values in game.readings.items():
            yield from (f"{game.name},{key}={value}" for value in values)
