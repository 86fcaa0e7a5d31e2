"""Seated patience: a game of patience that a person plays, its moves in words and by piles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rbcore.drawing.scene import Label, Scene
from rbcore.drawing.tables import ASIDE, HAND, WASTE, lay_out_board
from rbcore.drawing.text import PLAIN
from rbpatience import playing
from rbpatience.board import Board
from rbsim.arms.forms import Form

KEYS = {ASIDE: "aside", WASTE: "waste", HAND: "hand"}
FROM_STOCK = {
    "turn": "turn the stock",
    "redeal": "turn the waste over, or deal anew",
    "row": "deal a row",
}
PLAYS = ("play", "give over", "take over")
SUITS = 4


@dataclass(frozen=True)
class Choice:
    """A legal move: its kind, what one says of it, the keys of its piles, and how many cards."""

    kind: str
    words: str
    piles: tuple[str, ...]
    cards: int = 1

    @property
    def deals(self) -> bool:
        """Whether it brings cards that were not in play."""
        return self.kind in FROM_STOCK or self.kind == "fill"


def between(choices: Sequence[Choice], *keys: str) -> list[int]:
    """Return the numbers of the moves that have all of some piles."""
    return [number for number, one in enumerate(choices) if set(keys) <= set(one.piles)]


class _Table:
    """What the piles of a board are called, and what lies on them."""

    def __init__(self, board: Board, names: Mapping[int, str]) -> None:
        self._board, self._piles, self._foundations = board, board.piles, board.foundations
        self._keys, self._names = dict(KEYS), names
        for name, piles in (board.groups or {"row": range(1)}).items():
            self._keys |= {pile: f"{name} {pile}" for pile in piles}

    def choice(self, kind: str, source: int, target: int, cards: int) -> Choice:
        """What a move of the engine is at the table (rbpatience/engine/board.pxd)."""
        own = self._board.rules.custom
        if own == "row" and kind != "turn":
            return self._of_row(kind, target, cards)
        if own == "covered":
            return self._cover(source, target, cards)
        if own == "packets" and kind == "turn":
            return Choice(kind, "take up a card set aside", ("aside",))
        if kind in FROM_STOCK:
            return Choice(kind, FROM_STOCK[kind], ("stock",))
        if kind in PLAYS:
            return self._play(kind, source, target, cards)
        return self._between_piles(kind, source, target, cards)

    def _play(self, kind: str, source: int, target: int, depth: int) -> Choice:
        """A card to a foundation, after the last one there or of its partner has changed (52.5)."""
        words = f"{self._cards(source, depth)[0]} from {self._names[source]} to a foundation"
        piles = (self._keys[source], f"foundation {target}")
        if kind == "play":
            return Choice(kind, words, piles, depth)
        partner = (target + SUITS) % (2 * SUITS)
        if kind == "take over":
            words = f"{words}, behind {self._end(partner)} from the other of its suit"
        else:
            words = f"{words}, whose {self._end(target)} goes to the other of its suit"
        return Choice(kind, words, (*piles, f"foundation {partner}"), depth)

    def _between_piles(self, kind: str, source: int, target: int, cards: int) -> Choice:
        place, key = self._names.get(target, ""), self._keys.get(target, "")
        if kind == "fill" and source != WASTE:
            return Choice(kind, f"the next card to {place}", ("stock", key))
        if kind == "back":
            words = f"{self._end(source)} from its foundation to {place}"
            return Choice(kind, words, (f"foundation {source}", key))
        own, taken = self._keys[source], self._cards(source, cards or 1)
        origin = f"from {self._names[source]}"
        if kind == "hold":
            return Choice(kind, f"{taken[0]} {origin}, held", (own,), cards)
        if kind == "throw":
            return Choice(kind, f"{taken[0]} {origin} out", (own,))
        if kind == "pair":
            words = f"{taken[0]} {origin} and {self._cards(target)[0]} from {place} out"
            return Choice(kind, words, (own, key))
        moved = taken[:1] if kind == "lift" else taken
        to = "under" if kind == "under" else "to"
        return Choice(kind, f"{' '.join(moved)} {origin} {to} {place}", (own, key), cards)

    def _cover(self, one: int, other: int, third: int) -> Choice:
        """Two places that the next cards cover, or three (14b)."""
        places = (one, other, third) if third else (one, other)
        *first, last = (self._cards(place)[0] for place in places)
        words = f"the next cards on {', '.join(first)} and {last}"
        return Choice("cover", words, tuple(self._keys[place] for place in places))

    def _of_row(self, kind: str, count: int, depth: int) -> Choice:
        """Cards that leave a row, or change places in it (6, 6b, 6c)."""
        row = self._cards(0, len(self._piles[0]) // 2)
        at = len(row) - depth
        if kind == "exchange":
            # The card that was chosen first cannot be chosen again.
            free = {len(row) - one[3] for one in self._board.moves}
            chosen = [row[i] for i in range(1, len(row) - 1) if i not in free]
            words = f"{row[at]} changes places with {chosen[0] if chosen else 'another card'}"
        elif kind == "take":
            words = f"{row[at]} out, as a grace"
        else:
            words = f"{' '.join(row[at : at + count])} out"
        return Choice(kind, words, (self._keys[0],), depth)

    def _cards(self, pile: int, count: int = 1) -> list[str]:
        """The last so many cards of a pile, as they are shown."""
        text = self._piles[pile][-2 * count :]
        return [PLAIN.card(text[i : i + 2]) for i in range(0, len(text), 2)]

    def _end(self, foundation: int) -> str:
        return PLAIN.card(self._foundations[foundation][-2:])


NEXT_DEAL = -1  # among the moves made


class SeatedPatience:
    """A deal of a game of patience, which Board takes as it is named here, played move by move."""

    def __init__(self, game: str, seed: int, number: int) -> None:
        self.game, self.seed, self.number = game, seed, number
        self.form = Form(game)
        own = self.form.game  # as it was read, should the file change
        self.board = Board(own, playing.deal(own, seed, number), seed, number)
        self.made: list[int] = []

    @property
    def is_over(self) -> bool:
        """Whether the game is won, or no move is left in its last deal."""
        return self.board.won or (not self.board.moves and not self.board.clone().next_deal())

    def scene(self) -> Scene:
        """Return what lies on the table, with numbers above columns, by which moves name them."""
        scene = lay_out_board(self.board)
        numbers = (
            Label(one.x + 5, one.y - 1, (one.name.split()[-1],), number=True)
            for one in scene.piles
            if one.shape == "down"
        )
        return replace(scene, labels=tuple(numbers))

    def choices(self) -> list[Choice]:
        """Return the legal moves by piles shown, in words that tell each from the others."""
        shown = {pile.key for pile in self.scene().piles}
        table = _Table(self.board, self.form.game.pile_names)
        made = [table.choice(*move) for move in self.board.moves]
        said, choices = Counter(one.words for one in made), []
        for one, (_, _, target, depth) in zip(made, self.board.moves, strict=True):
            more = f" (foundation {target + 1}, card {depth} from above)" * (said[one.words] > 1)
            piles = tuple(key for key in one.piles if key in shown)
            choices.append(replace(one, words=one.words + more, piles=piles))
        return choices

    def move(self, number: int) -> str:
        """Make the move of a number in `choices`; return its words. ValueError if there is none."""
        choices = self.choices()
        if not 0 <= number < len(choices):
            raise ValueError(f"There is no move {number + 1}; there are {len(choices)}.")
        self.board.move(number)
        self.made.append(number)
        return choices[number].words

    def next_deal(self) -> str:
        """Leave what can still be played for the next deal; ValueError if there is none."""
        if not self.board.next_deal():
            raise ValueError("No deal follows this one.")
        self.made.append(NEXT_DEAL)
        return "the next deal"

    def undo(self) -> None:
        if not self.made:
            raise ValueError("There is no move to take back.")
        self.made.pop()
        self.board.undo()

    def text(self) -> str:
        """Return what is played, by a digest of its rules, and the moves made, to be kept."""
        return f"{self._rules}\n{' '.join(map(str, self.made))}\n"

    @property
    def _rules(self) -> str:
        return f"{self.form.text} {self.form.game.version} {self.form.digest}"

    def repeat(self, text: str) -> None:
        """Make the moves again that `text` returned; ValueError for others, and of other rules."""
        rules, _, moves = text.partition("\n")
        if rules != self._rules:
            raise ValueError(
                f"it was played by other rules than {self.form.text} has now; "
                "give another --seed, or remove the file to begin anew"
            )
        for word in moves.split():
            number = int(word)
            self.next_deal() if number == NEXT_DEAL else self.move(number)

    def advice(self) -> str:
        number = self.board.advice
        return "" if number is None else self.choices()[number].words
