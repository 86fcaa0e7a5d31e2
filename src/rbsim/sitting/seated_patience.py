"""Seated patience: a game of patience that a person plays, its moves by their piles."""

from __future__ import annotations

from collections.abc import Iterator
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
        made = [self._choice(*move) for move in self.board.moves]
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

    def _choice(self, kind: str, source: int, target: int, cards: int) -> Choice:
        """What a move of the engine is at the table (rbcore/patience/engine/moving.pyx)."""
        if kind in ALONE:
            return Choice(ALONE[kind], "stock", "stock")
        place = self._name(target)
        if kind == "fill":
            return Choice(f"the next card to {place}", "stock", self._key(target))
        if kind == "back":
            card = PLAIN.card(self.board.foundations[source][-2:])
            origin = f"foundation {source}"
            return Choice(f"{card} from its foundation to {place}", origin, self._key(target))
        own, origin, taken = self._key(source), self._name(source), self._taken(source, cards)
        if kind == "play":
            words = f"{taken[:2]} from {origin} to a foundation"
            return Choice(words, own, f"foundation {target}", cards)
        if kind == "hold":
            return Choice(f"{taken[:2]} from {origin}, held", own, own, cards)
        if kind == "throw":
            return Choice(f"{taken} from {origin} out", own, own)
        if kind == "pair":
            other = self._taken(target, 1)
            words = f"{taken} from {origin} and {other} from {place} out"
            return Choice(words, own, self._key(target))
        shown = taken[:2] if kind == "lift" else taken
        return Choice(f"{shown} from {origin} to {place}", own, self._key(target), cards)

    def _taken(self, pile: int, cards: int) -> str:
        """The last so many cards of a pile."""
        text = self.board.piles.get(pile, "")[-2 * cards :]
        return " ".join(PLAIN.card(text[i : i + 2]) for i in range(0, len(text), 2))

    def _key(self, pile: int) -> str:
        group, _ = self._group(pile)
        return f"{group} {pile}" if group else PILES[pile]

    def _name(self, pile: int) -> str:
        group, first = self._group(pile)
        return f"{group} {pile - first + 1}" if group else f"the {PILES.get(pile, 'table')}"

    def _group(self, pile: int) -> tuple[str, int]:
        """The group of a pile, and its first pile; nothing of wastes and the like."""
        for name, piles in self.board.groups.items():
            if pile in piles:
                return name, piles[0]
        return "", 0


def between(choices: list[Choice], key: str, other: str = "") -> Iterator[int]:
    """Yield the numbers of the moves that have one pile, or two, at their ends."""
    for number, one in enumerate(choices):
        if key in (one.source, one.place) and other in ("", one.source, one.place):
            yield number
