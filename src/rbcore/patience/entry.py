"""A game as an entry of the book's table: its cards, its rules, their readings, its players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rbcore.patience.descriptions.reader import Told
from rbcore.patience.descriptions.schema import Description

__all__ = ["Game", "Pack"]

BEST = ("matching", "best_cover")  # choosers that look at all cards and miss nothing


@dataclass(frozen=True)
class Pack:
    """The cards of a game.

    Attributes
    ----------
    decks : int
        Packs of 52 cards.
    ranks : str
        The ranks used, of ``A23456789TJQK``.
    suits : str
        The suits used.
    out : str
        The cards taken out beforehand; `any_suit`: of a pack given as text the first cards of these
        ranks.
    under : str
        Ranks whose cards lie unshuffled below the others.
    shuffles : int
        Whole packs that a game uses, shuffled one by one.
    """

    decks: int = 1
    ranks: str = "A23456789TJQK"
    suits: str = "cdhs"
    out: str = ""
    any_suit: bool = False
    under: str = ""
    shuffles: int = 1


def pack_of(told: Description) -> Pack:
    """The cards of a description."""
    cards = told.cards
    return Pack(
        cards.decks,
        cards.ranks,
        cards.suits,
        cards.out,
        cards.out_by == "rank",
        cards.under,
        cards.shuffles,
    )


@dataclass(frozen=True)
class Game:
    """A game of the book, or a form of one.

    Attributes
    ----------
    number : str
        Its number in the book, with a letter for another form: ``5b``.
    name, line : str
        What it is called, and what it is in a line.
    rules : Description
        What its file says of it.
    readings : mapping
        Other readings of a clause: name, value, rules.
    is_way : bool
        Whether it is a reading of the fixed way of playing alone.
    ways : tuple of str
        Readings of the fixed way of playing, which are nothing to other players.
    version : int
        Raised by a change that alters the games of a seed though the rules above stay.
    reading_versions : mapping
        The same of readings alone, as ``reserve=open``; that of the game unless it is here.
    player_versions : mapping
        The same of its players alone, by name; 1 unless it is here.
    told : Told
        Its file, from which several readings at once are made.
    """

    number: str
    name: str
    line: str
    rules: Description
    readings: Mapping[str, Mapping[str, Description]] = field(default_factory=dict, hash=False)
    is_way: bool = False
    ways: tuple[str, ...] = ()
    version: int = 1
    reading_versions: Mapping[str, int] = field(default_factory=dict, hash=False)
    player_versions: Mapping[str, int] = field(default_factory=dict, hash=False)
    told: Told | None = field(default=None, compare=False, repr=False)

    @property
    def pack(self) -> Pack:
        """Its cards."""
        return pack_of(self.rules)

    @property
    def is_decided(self) -> bool:
        """Whether something is left to decide, by `uniform`, `adviser` and the solver."""
        return self.rules.play.decided and not self.is_way

    @property
    def plays_best(self) -> bool:
        """Whether its fixed way is the best there is, found with all cards known."""
        return any(pattern.chooser in BEST for pattern in self.rules.play.plain)

    @property
    def player(self) -> str:
        """Its own way of playing: ``adviser`` if it has no fixed one.

        The fixed way is ``forced`` where nothing is decided, ``best`` where no play does better,
        else ``plain``, or ``automatic`` where the book's duties are many.
        """
        if not self.rules.play.decided:
            return "forced"
        return "best" if self.plays_best else self._way

    @property
    def _way(self) -> str:
        play = self.rules.play
        is_plain = play.plain or self.rules.module
        return "plain" if is_plain else "automatic" if play.automatic else "adviser"

    def player_as_now(self, player: str) -> str:
        """Return a player's name; ``plain`` and ``automatic`` were once names of any fixed way."""
        return self.player if player == self._way else player

    @property
    def players(self) -> tuple[str, ...]:
        """All that can play it, its own first."""
        if self.is_decided:
            return tuple(dict.fromkeys((self.player, "uniform", "adviser")))
        return (self.player,)

    def versioned(self, player: str) -> str:
        """Return a player's name with its version, as in `adviser/1`."""
        return f"{player}/{self.player_versions.get(player, 1)}"


def game_of(told: Told) -> Game:
    """The entry of a game, from what its file says of it and of its readings."""
    rules, readings = told.description, told.readings
    return Game(
        rules.number or rules.name,
        rules.name,
        rules.line,
        rules,
        readings,
        ways=rules.ways,
        version=rules.version,
        reading_versions={
            f"{one}={value}": reading.version
            for one, values in readings.items()
            for value, reading in values.items()
            if reading.version != rules.version
        },
        player_versions=rules.player_versions,
        told=told,
    )


AnyGame = str | Game  # as users name it, or as it was found
