"""Forms: games of patience with their readings, as the rules of a batch."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar

from rbcore.patience.book import GAMES, find_game, is_file_name, read_source
from rbcore.patience.descriptions.schema import Advice
from rbcore.patience.entry import Game


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
        own, *readings = re.sub(r"\s*([,=])\s*", r"\1", self.text.strip()).split(",")
        if is_file_name(own) and not self.source:
            object.__setattr__(self, "source", read_source(own))
        name = find_game(",".join([own, *readings]), self.source).name
        object.__setattr__(self, "text", ",".join([name, *sorted(readings)]))

    @cached_property
    def game(self) -> Game:
        """The game, with the rules of its reading."""
        return find_game(self.text, self.source)

    @property
    def reading(self) -> str:
        """The reading, as ``passes=3``; empty for the rules as printed."""
        return self.text.partition(",")[2]

    @property
    def record(self) -> dict[str, Any]:
        """The rules as plain values, without those that are as they are unless given."""
        game = self.game
        # What a game is called, and what its players are told, are no rules.
        play = replace(game.rules.play, advice=Advice())
        rules = replace(
            game.rules,
            number="",
            name="",
            line="",
            also=(),
            homonym="",
            version=1,
            player_versions={},
            play=play,
        )
        own = {"source": self.source} if self.source else {}
        return {"number": game.number, "rules": _plain(rules), "pack": _plain(game.pack), **own}

    @property
    def digest(self) -> str:
        """Eight digits that change with the rules."""
        return blake2b(repr(self.record).encode(), digest_size=4).hexdigest()


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        own: dict[str, Any] = {"kind": type(value).__name__.lower()}
        for one in fields(value):
            given = getattr(value, one.name)
            if one.default is MISSING or given != one.default:
                own[one.name] = _plain(given)
        return own
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def every_form() -> Iterator[str]:
    """Yield every game, each before its other readings, as text."""
    for game in GAMES.values():
        yield game.name
        for key, values in game.readings.items():
            yield from (f"{game.name},{key}={value}" for value in values)
