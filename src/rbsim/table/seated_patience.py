"""Seated patience: a game of patience that a person plays, its moves in words and by piles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rbcore.drawing.scene import Caption, Scene
from rbcore.drawing.text import PLAIN
from rbpatience import playing
from rbpatience.board import Board
from rbpatience.descriptions.schema import ASIDE, HAND, WASTE
from rbpatience.scene import board_scene
from rbsim.arms.forms import Form

PILE_KEYS = {ASIDE: "aside", WASTE: "waste", HAND: "hand"}
FROM_STOCK = {
    "turn": "turn the stock",
    "redeal": "turn the waste over, or redeal",
    "row": "deal a row",
}
TO_FOUNDATION = ("play", "give over", "take over")
SUITS = 4


@dataclass(frozen=True)
class Choice:
    """A legal move as the person sees it.

    Attributes
    ----------
    kind : str
        The engine's word for what it does.
    words : str
        The move in words.
    piles : tuple of str
        The keys of the piles between which it goes.
    cards : int
        How many cards of the first pile it concerns, counted from the top.
    """

    kind: str
    words: str
    piles: tuple[str, ...]
    cards: int = 1

    @property
    def deals(self) -> bool:
        """Whether it brings cards into play."""
        return self.kind in FROM_STOCK or self.kind == "fill"


def between(choices: Sequence[Choice], *keys: str) -> list[int]:
    """Return the numbers of the moves whose piles include all of these."""
    return [number for number, choice in enumerate(choices) if set(keys) <= set(choice.piles)]


class _MoveWords:
    """Describes the moves of a board by the names of its piles and the cards on them.

    A move of the engine is a kind and three numbers, whose meaning depends on the kind
    (rbpatience/engine/board.pxd).
    """

    def __init__(self, board: Board, names: Mapping[int, str]) -> None:
        self._board = board
        self._piles = board.piles
        self._foundations = board.foundations
        self._names = names
        self._keys = dict(PILE_KEYS)
        for name, piles in (board.groups or {"row": range(1)}).items():
            for pile in piles:
                self._keys[pile] = f"{name} {pile}"

    def choice(self, kind: str, source: int, target: int, cards: int) -> Choice:
        """Return a move of the engine as a choice."""
        custom = self._board.rules.custom
        if custom == "row" and kind != "turn":
            return self._of_row(kind, target, cards)
        if custom == "covered":
            return self._cover(source, target, cards)
        if custom == "packets" and kind == "turn":
            return Choice(kind, "take up a card set aside", ("aside",))
        if kind in FROM_STOCK:
            return Choice(kind, FROM_STOCK[kind], ("stock",))
        if kind in TO_FOUNDATION:
            return self._play(kind, source, target, cards)
        return self._between_piles(kind, source, target, cards)

    def _play(self, kind: str, source: int, target: int, depth: int) -> Choice:
        """Return the choice of a card that goes to a foundation.

        Before it the last card there may have gone to its suit's other foundation, or that of the
        other may have come (52.5).
        """
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
        """Return the choice of cards that go to a pile or out, from where `kind` says."""
        place, place_key = self._names.get(target, ""), self._keys.get(target, "")
        if kind == "fill" and source != WASTE:
            return Choice(kind, f"the next card to {place}", ("stock", place_key))
        if kind == "back":
            words = f"{self._end(source)} from its foundation to {place}"
            return Choice(kind, words, (f"foundation {source}", place_key))
        source_key = self._keys[source]
        origin = f"from {self._names[source]}"
        texts = self._cards(source, cards or 1)
        if kind == "hold":
            return Choice(kind, f"{texts[0]} {origin}, held", (source_key,), cards)
        if kind == "throw":
            return Choice(kind, f"{texts[0]} {origin} out", (source_key,))
        if kind == "pair":
            words = f"{texts[0]} {origin} and {self._cards(target)[0]} from {place} out"
            return Choice(kind, words, (source_key, place_key))
        moved = texts[0] if kind == "lift" else " ".join(texts)
        to = "under" if kind == "under" else "to"
        return Choice(kind, f"{moved} {origin} {to} {place}", (source_key, place_key), cards)

    def _cover(self, first: int, second: int, third: int) -> Choice:
        """Return the choice of piles that the next cards cover: two, or three unless `third` is 0.

        It is the move of 14b.
        """
        piles = (first, second, third) if third else (first, second)
        *others, last = [self._cards(pile)[0] for pile in piles]
        words = f"the next cards on {', '.join(others)} and {last}"
        return Choice("cover", words, tuple(self._keys[pile] for pile in piles))

    def _of_row(self, kind: str, count: int, depth: int) -> Choice:
        """Return the choice of cards that leave a row or change places in it (6, 6b, 6c)."""
        row = self._cards(0, len(self._piles[0]) // 2)
        at = len(row) - depth
        if kind == "exchange":
            # The card that was chosen first is the only one that cannot be chosen now.
            free = {len(row) - move_depth for _, _, _, move_depth in self._board.moves}
            chosen = [row[i] for i in range(1, len(row) - 1) if i not in free]
            words = f"{row[at]} changes places with {chosen[0] if chosen else 'another card'}"
        elif kind == "take":
            words = f"{row[at]} out, as a grace"
        else:
            words = f"{' '.join(row[at : at + count])} out"
        return Choice(kind, words, (self._keys[0],), depth)

    def _cards(self, pile: int, count: int = 1) -> list[str]:
        """Return the last so many cards of a pile, as they are shown."""
        text = self._piles[pile][-2 * count :]
        return [PLAIN.card(text[i : i + 2]) for i in range(0, len(text), 2)]

    def _end(self, foundation: int) -> str:
        """Return the last card of a foundation, as it is shown."""
        return PLAIN.card(self._foundations[foundation][-2:])


NEXT_DEAL = -1  # stands among the numbers of moves for the next deal


class SeatedPatience:
    """A deal of a game of patience that a person plays.

    An impossible action raises ValueError with a sentence for the person.

    Attributes
    ----------
    game : str
        The name of the game, as Form takes it.
    seed, number : int
        Which deal of the game it is, unless it was set up from the text of a layout.
    form : Form
        The game as it was read, should its file change.
    board : Board
        The position on the table.
    record : list of int
        The moves made, by their numbers in `choices`, and NEXT_DEAL for a deal that was left.
    """

    def __init__(self, game: str, seed: int, number: int, layout: str | None = None) -> None:
        self.game = game
        self.seed = seed
        self.number = number
        self.form: Form = Form(game)
        description = self.form.game
        if layout is not None:
            self.board: Board = Board.parse(description, layout, seed, number)
        else:
            self.board = Board(description, playing.deal(description, seed, number), seed, number)
        self.record: list[int] = []

    @property
    def is_over(self) -> bool:
        """Whether the game is won, or no move is left in its last deal."""
        if self.board.won:
            return True
        return not self.board.moves and not self.board.clone().next_deal()

    def scene(self) -> Scene:
        """Return what lies on the table; moves name columns by the numbers above them."""
        scene = board_scene(self.board)
        captions = []
        for pile in scene.piles:
            if pile.shape == "down":
                number = pile.name.split()[-1]
                captions.append(Caption(pile.x + 5, pile.y - 1, (number,), number=True))
        return replace(scene, captions=tuple(captions))

    def choices(self) -> list[Choice]:
        """Return the legal moves, in words of which no two are alike, with the piles shown."""
        shown = {pile.key for pile in self.scene().piles}
        move_words = _MoveWords(self.board, self.form.game.pile_names)
        choices = [move_words.choice(*move) for move in self.board.moves]
        counts = Counter(choice.words for choice in choices)
        distinct = []
        for choice, (_, _, target, depth) in zip(choices, self.board.moves, strict=True):
            words = choice.words
            if counts[words] > 1:
                words += f" (foundation {target + 1}, card {depth} from above)"
            piles = tuple(key for key in choice.piles if key in shown)
            distinct.append(replace(choice, words=words, piles=piles))
        return distinct

    def move(self, number: int) -> str:
        """Make the move of a number in `choices` and return its words; ValueError if none is."""
        choices = self.choices()
        if not 0 <= number < len(choices):
            raise ValueError(f"There is no move {number + 1}; there are {len(choices)}.")
        self.board.move(number)
        self.record.append(number)
        return choices[number].words

    def next_deal(self) -> str:
        """Begin the next deal and leave what can still be played; ValueError if none follows."""
        if not self.board.next_deal():
            raise ValueError("No deal follows this one.")
        self.record.append(NEXT_DEAL)
        return "the next deal"

    def undo(self) -> None:
        """Take back the newest move; raise ValueError if there is none."""
        if not self.record:
            raise ValueError("There is no move to take back.")
        self.record.pop()
        self.board.undo()

    def text(self) -> str:
        """Return the text of its file: a line that names the rules, a line of the moves made."""
        return f"{self.rules}\n{' '.join(map(str, self.record))}\n"

    @property
    def rules(self) -> str:
        """The first line of its file: the game, with its version and a digest of its rules."""
        return f"{self.form.text} {self.form.game.version} {self.form.digest}"

    def repeat(self, moves: str) -> None:
        """Make the moves again of a file's second line; raise ValueError if one cannot be made."""
        for word in moves.split():
            number = int(word)
            if number == NEXT_DEAL:
                self.next_deal()
            else:
                self.move(number)

    def advice(self) -> str:
        """Return in words the move that the adviser would make; "" if it would make none."""
        number = self.board.advice
        return "" if number is None else self.choices()[number].words
