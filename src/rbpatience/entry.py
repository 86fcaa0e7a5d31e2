"""A game as an entry of the book's table: its rules, readings, players and packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS, read_cards
from rbpatience.descriptions.reader import Told
from rbpatience.descriptions.schema import (
    FIRST_FOUNDATION,
    HAND,
    MAX_FOUNDATIONS,
    OTHER_WASTE,
    PROCEDURES,
    STOCK,
    WASTE,
    Cards,
    Description,
)
from rbpatience.written import written_cards

SOLVER = 3  # its version: increased when it decides other deals within the same work

__all__ = ["Game"]


@dataclass(frozen=True)
class Game:
    """A game of the book, or a form of one.

    Attributes
    ----------
    number : str
        Its number in the book, with a letter for another form: ``5b``.
    name, line : str
        Its name, and a one-line description.
    rules : Description
        The rules, as its file gives them.
    readings : mapping
        Other readings of a clause: name, value, rules.
    is_way : bool
        Whether it is a reading that concerns only the fixed way of playing.
    version : int
        Increased when the games of a seed change although the rules above do not.
    reading_versions : mapping
        The same for single readings, such as ``reserve=open``; others have the game's version.
    told : Told
        Its file, from which several readings are combined.
    """

    number: str
    name: str
    line: str
    rules: Description
    readings: Mapping[str, Mapping[str, Description]] = field(default_factory=dict, hash=False)
    is_way: bool = False
    version: int = 1
    reading_versions: Mapping[str, int] = field(default_factory=dict, hash=False)
    told: Told | None = field(default=None, compare=False, repr=False)

    @property
    def homonym(self) -> str:
        """Another game known by this name, and how to ask for it; "" if none is known."""
        other = self.rules.homonym
        if not other:
            return ""
        if " " in other:
            return other
        return f"most people mean another game by {self.name}: rbsim patience {other}"

    @property
    def pack(self) -> Cards:
        """The game's cards."""
        return self.rules.cards

    @property
    def is_decided(self) -> bool:
        """Whether there is something to decide, for `uniform`, `adviser` and the solver."""
        return self.rules.play.decided and not self.is_way

    @property
    def is_solved(self) -> bool:
        """Whether the solver can decide it; it does not support shuffles between deals."""
        return self.is_decided and not self.rules.stock.shuffle

    @property
    def plays_best(self) -> bool:
        """Whether its fixed way is the best possible, found with all cards known."""
        is_matched = any(pattern.chooser == "matching" for pattern in self.rules.play.plain)
        return is_matched or self.rules.custom == "covered"

    @property
    def player(self) -> str:
        """Its own way of playing: ``adviser`` if there is no fixed one.

        The fixed way is ``forced`` if nothing is decided, ``best`` if no play does better, and
        otherwise ``plain``, or ``automatic`` if the book has many duties.
        """
        if not self.rules.play.decided:
            return "forced"
        return "best" if self.plays_best else self._way

    @property
    def _way(self) -> str:
        play = self.rules.play
        if play.plain or self.rules.custom in PROCEDURES:
            return "plain"
        return "automatic" if play.automatic else "adviser"

    def player_as_now(self, player: str) -> str:
        """Return a player's current name; ``plain`` and ``automatic`` once named any fixed way."""
        return self.player if player == self._way else player

    @property
    def players(self) -> tuple[str, ...]:
        """All players of the game, its own first."""
        if self.is_decided:
            return tuple(dict.fromkeys((self.player, "uniform", "adviser")))
        return (self.player,)

    @property
    def every_player(self) -> tuple[str, ...]:
        """All players of the game, and the solver, which sees all cards."""
        return (*self.players, "solver") if self.is_solved else self.players

    @property
    def pile_names(self) -> dict[int, str]:
        """The names of its piles by number; those of a procedure are called places."""
        groups = self.rules.piles
        names = [
            f"{name} {i + 1}" if group.count > 1 else name
            for name, group in groups.items()
            for i in range(group.count)
        ]
        if len(groups) < 2:  # a grid has more piles than its count
            names = [f"{[*groups, 'place'][0]} {i + 1}" for i in range(STOCK)]
        other = "aside" if self.rules.custom == "packets" else "other waste"
        return {
            **dict(enumerate(names)),
            STOCK: "stock",
            OTHER_WASTE: other,
            WASTE: "waste",
            HAND: "hand",
            **{FIRST_FOUNDATION + i: f"foundation {i + 1}" for i in range(MAX_FOUNDATIONS)},
        }

    def versioned(self, player: str) -> str:
        """Return the name of a player or solver with its version, as in `adviser/1`."""
        is_solver = player.startswith("solver")
        return f"{player}/{SOLVER if is_solver else self.rules.player_versions.get(player, 1)}"


def game_of(told: Told) -> Game:
    """Return the entry of a game from its file's description and readings."""
    rules, readings = told.description, told.readings
    return Game(
        rules.number or rules.name,
        rules.name,
        rules.line,
        rules,
        readings,
        version=rules.version,
        reading_versions={
            f"{name}={value}": reading.version
            for name, values in readings.items()
            for value, reading in values.items()
            if reading.version != rules.version
        },
        told=told,
    )


AnyGame = str | Game  # a name from a user, or an entry


# Packs


def pack_cards(game: Game) -> list[int]:
    """Return a game's cards without those set out, pack by pack, in order."""
    pack = game.pack
    each = read_cards("".join(r + s for r in RANKS if r in pack.ranks for s in pack.suits), "pack")
    left = Counter(each * pack.decks)
    left.subtract(read_cards(pack.out, "out"))
    return [c for _ in range(pack.decks) for c in each if _take(left, c)]


def _take(left: Counter[int], c: int) -> bool:
    """Take a card from those left; return whether there was one."""
    left[c] -= 1
    return left[c] >= 0


def _without(cards: list[int], out: Counter[int], any_suit: bool) -> list[int]:
    """Return a full pack without the cards set out, or without the first of their ranks."""
    if not any_suit:
        return [c for c in cards if not _take(out, c)]
    ranks = Counter(c & 15 for c in out.elements())
    return [c for c in cards if not _take(ranks, c & 15)]


def _own_cards(game: Game, cards: list[int]) -> list[int] | None:
    """Return the cards of one whole pack without those set out; None if it is not a pack."""
    wanted, out = pack_cards(game), read_cards(game.pack.out, "out")
    if sorted(cards) == sorted(wanted):
        return cards
    if sorted(cards) == sorted([*wanted, *out]):
        return _without(cards, Counter(out), game.pack.out_by == "rank")
    return None


def read_pack(game: Game, text: str) -> list[int]:
    """Read a pack's cards from text, without those that the game sets out.

    Raises ValueError unless they are the game's cards, each as often as it has them.
    """
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is not a pack; write its cards as text, 7c 8d Jh ...")
    numbers = [written.card for written in written_cards(text, "pack") if written]
    size, over = divmod(len(numbers), game.pack.shuffles)
    parts = [_own_cards(game, numbers[size * n :][:size]) for n in range(game.pack.shuffles)]
    cards = [card for part in parts for card in part or ()]
    if over or None in parts:
        times = f", {game.pack.shuffles} times" if game.pack.shuffles > 1 else ""
        raise ValueError(
            f"this is not a pack of {game.name}, which has {len(pack_cards(game))} cards{times}, "
            "each as often as in the game"
        )
    return cards
