"""Seated patience: a game of patience that a person plays, its moves by their piles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rbcore.drawing.patience_scene import ASIDE, HAND, WASTE, lay_out_board
from rbcore.drawing.scene import Scene
from rbcore.drawing.text import PLAIN
from rbcore.patience import playing
from rbcore.patience.book import find_game
from rbcore.patience.deciding.board import Board
from rbcore.patience.deciding.solver import solve_pack

NEXT_DEAL = -1  # among the moves made
ALONE = {
    "turn": "turn the stock",
    "redeal": "turn the waste over, or deal anew",
    "row": "deal a row",
}
PILES = {ASIDE: "aside", WASTE: "waste", HAND: "hand"}


@dataclass(frozen=True)
class Choice:
    """A legal move: what one says of it, the keys of the piles at its ends, and how many cards."""

    words: str
    source: str
    place: str
    cards: int = 1


class SeatedPatience:
    """A deal of a game of patience, played move by move.

    Parameters
    ----------
    game : str
        As of rbcore.patience.deciding.board.Board. Games whose moves no pattern tells (`own`) are
        refused: a ValueError.
    seed, number : int
        Which deal.
    """

    def __init__(self, game: str, seed: int, number: int) -> None:
        found = find_game(game)
        if found.is_decided and found.rules.play.own:
            raise ValueError(f"{found.name} has moves of a kind that cannot be picked at a table")
        self.game, self.seed, self.number = game, seed, number
        self.name, self.version = found.name, found.version
        self.pack = playing.deal(game, seed, number)
        self.board = Board(game, self.pack, seed, number)
        self.made: list[int] = []
        groups = self.board.groups.items()
        numbered = [(name, i, pile) for name, piles in groups for i, pile in enumerate(piles, 1)]
        self._keys = {pile: f"{name} {pile}" for name, _, pile in numbered} | PILES
        self._names = {pile: f"{name} {i}" for name, i, pile in numbered}
        self._names |= {pile: f"the {name}" for pile, name in PILES.items()}

    @property
    def is_over(self) -> bool:
        """Whether the game is won, or no move is left in its last deal."""
        return self.board.won or (not self.board.moves and not self._dealt_again().next_deal())

    def scene(self) -> Scene:
        """Return what lies on the table."""
        return lay_out_board(self.board)

    def choices(self) -> list[Choice]:
        """Return the legal moves, in order; a place that is not on the table yet is the source."""
        shown = {pile.key for pile in self.scene().piles}
        piles = self.board.piles
        made = [self._choice(piles, *move) for move in self.board.moves]
        return [one if one.place in shown else replace(one, place=one.source) for one in made]

    def move(self, number: int) -> str:
        """Make the move of a number in `choices`; return its words. ValueError if there is none."""
        choices = self.choices()
        if not 0 <= number < len(choices):
            raise ValueError(f"There is no move {number + 1}; there are {len(choices)}.")
        self.board.move(number)
        self.made.append(number)
        return choices[number].words

    def next_deal(self) -> None:
        """Leave what can still be played for the next deal; ValueError if there is none."""
        if not self.board.next_deal():
            raise ValueError("No deal follows this one.")
        self.made.append(NEXT_DEAL)

    def undo(self) -> None:
        """Take the newest move back."""
        if not self.made:
            raise ValueError("There is no move to take back.")
        self.made.pop()
        self.board = self._dealt_again()

    def text(self) -> str:
        """Return the moves made, to be kept."""
        return " ".join(map(str, self.made))

    def repeat(self, text: str) -> None:
        """Make the moves again that `text` returned; ValueError for others."""
        for word in text.split():
            number = int(word)
            self.next_deal() if number == NEXT_DEAL else self.move(number)

    def advice(self) -> str:
        """Return the adviser's move in words."""
        number = self.board.advice
        return "" if number is None else self.choices()[number].words

    def verdict(self, work: int) -> tuple[str, int]:
        """Return whether the deal can be won, and how many positions a solver looked at."""
        status, looked, _ = solve_pack(self.game, self.pack, work)
        return status, looked

    def _dealt_again(self) -> Board:
        """The board after the moves made, a copy."""
        board = Board(self.game, self.pack, self.seed, self.number)
        for number in self.made:
            if number == NEXT_DEAL:
                board.next_deal()
            else:
                board.move(number)
        return board

    def _choice(
        self, piles: Mapping[int, str], kind: str, source: int, target: int, cards: int
    ) -> Choice:
        """What a move of the engine is at the table (rbcore/patience/engine/moving.pyx)."""
        if kind in ALONE:
            return Choice(ALONE[kind], "stock", "stock")
        place, key = self._names.get(target, ""), self._keys.get(target, "")
        if kind == "fill":
            return Choice(f"the next card to {place}", "stock", key)
        if kind == "back":
            card = PLAIN.card(self.board.foundations[source][-2:])
            return Choice(f"{card} from its foundation to {place}", f"foundation {source}", key)
        own, taken = self._keys[source], _cards(piles[source], cards)
        origin = f"from {self._names[source]}"
        if kind == "play":
            return Choice(
                f"{taken[0]} {origin} to a foundation", own, f"foundation {target}", cards
            )
        if kind == "hold":
            return Choice(f"{taken[0]} {origin}, held", own, own, cards)
        if kind == "throw":
            return Choice(f"{taken[0]} {origin} out", own, own)
        if kind == "pair":
            other = _cards(piles[target], 1)[0]
            return Choice(f"{taken[0]} {origin} and {other} from {place} out", own, key)
        moved = taken[:1] if kind == "lift" else taken
        return Choice(f"{' '.join(moved)} {origin} to {place}", own, key, cards)


def _cards(pile: str, count: int) -> list[str]:
    """The last so many cards of a pile, as they are shown."""
    text = pile[-2 * count :]
    return [PLAIN.card(text[i : i + 2]) for i in range(0, len(text), 2)]


def between(choices: list[Choice], key: str, other: str = "") -> Iterator[int]:
    """Yield the numbers of the moves that have one pile, or two, at their ends."""
    for number, one in enumerate(choices):
        if key in (one.source, one.place) and other in ("", one.source, one.place):
            yield number
