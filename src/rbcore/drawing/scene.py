"""A scene: piles with a name, a place and a shape, the cards on them, and what is said beside.

Lengths are units of a picture; a card's own are in `Sizes`. A place is the upper left corner of a
pile's first card. What a scene does not hold, no drawing of it shows.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

HIDDEN = "??"  # a card that lies face down


@dataclass(frozen=True)
class Sizes:
    """The lengths of a card and of what lies between cards."""

    width: float  # of a card
    height: float
    step: float  # from row to row
    gap: float
    margin: float
    number: float  # room for the number of a pile
    strip: float  # that is seen of a covered card
    down: float  # the same where a pile grows downwards
    back: float  # that is seen of cards face down below others
    rank: float  # height of an index's rank, and of its suit
    suit: float
    big: float  # of the large suit of an uncovered card
    font: float
    heading: float


WIDE = Sizes(60, 82, 88, 8, 12, 24, 25, 25, 22, 15, 14, 30, 14, 17)
NARROW = Sizes(38, 54, 60, 3, 4, 13, 14, 18, 17, 11.5, 10.5, 18, 11, 13)


@dataclass(frozen=True)
class Placed:
    """A card where it is drawn: its place, how much of it is seen, and from which side.

    `folded` is how many cards face down it stands for, if it is their back.
    """

    card: str
    x: float
    y: float
    seen: float
    side: str  # left, right, top
    folded: int = 0


@dataclass(frozen=True)
class Pile:
    """Cards on one place, the lowest first, and how they lie.

    `shape` is stack, right, left or down, the way in which a fan grows, within `room`; a row, a
    grid or a circle is made of piles. `sign` is what stands on the place if it is empty: a suit,
    `space`, `closed`, `not laid`, `out`, `gone` where nothing is to be seen, or nothing. `most` is
    how many face-up cards are drawn, all if 0. `mark` tells of the last move: `from` here, or `to`
    here.
    """

    key: str  # that no other pile has
    name: str  # as one says it
    x: float
    y: float
    shape: str = "stack"
    cards: tuple[str, ...] = ()
    room: float = 0.0
    strip: float = 0.0
    sign: str = ""
    most: int = 0
    counted: bool = False  # whether the picture tells how many cards there are
    mark: str = ""

    @property
    def down(self) -> int:
        """How many cards lie face down; they are below the others."""
        return self.cards.count(HIDDEN)

    @property
    def face_up(self) -> tuple[str, ...]:
        """The cards that lie face up."""
        return self.cards[self.down :]

    def placed(self, sizes: Sizes) -> list[Placed]:
        """Return the cards that are drawn, the lowest first."""
        up = self.face_up[-self.most :] if self.most else self.face_up
        if self.shape == "stack":
            lying = [(up[-1], 0)] if up else [(HIDDEN, self.down)] if self.cards else []
            return [
                Placed(card, self.x, self.y, sizes.width, "left", folded) for card, folded in lying
            ]
        length = sizes.height if self.shape == "down" else sizes.width
        back = sizes.back if self.down and up else 0.0
        strip = min(self.strip, max(0.0, self.room - length - back) / max(1, len(up) - 1))
        offsets = [back + i * strip for i in range(len(up))]
        seen = [strip] * (len(up) - 1) + [length]
        lying = [(card, 0) for card in up]
        if self.down:
            offsets, seen = [0.0, *offsets], [back or length, *seen]
            lying = [(HIDDEN, self.down), *lying]
        return [
            self._at(card, offset, width, folded)
            for (card, folded), offset, width in zip(lying, offsets, seen, strict=False)
        ]

    def _at(self, card: str, offset: float, seen: float, folded: int) -> Placed:
        side = {"right": "left", "left": "right", "down": "top"}[self.shape]
        dx, dy = {"right": (1, 0), "left": (-1, 0), "down": (0, 1)}[self.shape]
        return Placed(card, self.x + dx * offset, self.y + dy * offset, seen, side, folded)


@dataclass(frozen=True)
class Caption:
    """Words beside piles, a line or two, in the row that begins at y.

    `x` is their middle. `seat` is the seat in whose colour the first line is, or None.
    """

    x: float
    y: float
    lines: tuple[str, ...]
    seat: int | None = None
    number: bool = False  # of a house


@dataclass(frozen=True)
class Band:
    """The rows of the seat to move."""

    y: float
    height: float
    seat: int


@dataclass(frozen=True)
class Scene:
    """All that a drawing shows. `title` says it in a line, `heading` who is to move."""

    title: str
    width: float
    height: float
    sizes: Sizes
    piles: tuple[Pile, ...]
    captions: tuple[Caption, ...] = ()
    band: Band | None = None
    heading: str = ""

    def pile(self, key: str) -> Pile:
        """Return the pile of a key."""
        return next(pile for pile in self.piles if pile.key == key)

    def marked(self, source: str, place: str) -> "Scene":
        """Return the scene with the last move marked, by the keys of its piles."""
        marks = {source: "from", place: "to"}
        return replace(
            self, piles=tuple(replace(pile, mark=marks.get(pile.key, "")) for pile in self.piles)
        )

    def in_words(self) -> Iterator[str]:
        """Yield what lies on each pile in words, for who hears the picture."""
        for pile in self.piles:
            yield f"{pile.name}: {pile_words(pile)}"


def pile_words(pile: Pile) -> str:
    """Return what lies on a pile, as one hears it; all face-up cards, the lowest first."""
    if not pile.cards:
        signs = {"closed": "closed", "not laid": "not laid yet"}
        return signs.get(pile.sign, "empty")
    down = [f"{pile.down} face down"] if pile.down else []
    if pile.shape == "stack" and pile.face_up:
        others = len(pile.face_up) - 1
        below = [f"{others} below"] if others else []
        return ", ".join([card_words(pile.cards[-1]), *below, *down])
    return ", ".join([*down, *map(card_words, pile.face_up)])


def card_words(card: str) -> str:
    """Return a card in words: `Th` is 10 of hearts."""
    if card == "**":
        return "joker"
    rank = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}.get(card[0], card[0])
    suit = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[card[1]]
    return f"{rank} of {suit}"
