"""A scene: piles with a name, a place and a shape, the cards on them, and captions.

Lengths are in units of the picture; the lengths of a card are in `Sizes`. A place is the upper left
corner of a pile's first card. No drawing shows anything that is not in its scene.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

HIDDEN = "??"  # a face-down card


@dataclass(frozen=True)
class Sizes:
    """The lengths of a card and of the distances between cards."""

    width: float  # of a card
    height: float
    step: float  # from row to row
    gap: float
    margin: float
    number: float  # room for a pile's number
    strip: float  # visible part of a covered card
    down: float  # the same in a pile that grows downwards
    back: float  # visible part of face-down cards under others
    rank: float  # height of an index's rank and suit
    suit: float
    big: float  # of the large suit of an uncovered card
    font: float
    heading: float


WIDE = Sizes(60, 82, 88, 8, 12, 24, 25, 25, 22, 15, 14, 30, 14, 17)
NARROW = Sizes(38, 54, 60, 3, 4, 13, 14, 18, 17, 11.5, 10.5, 18, 11, 13)


@dataclass(frozen=True)
class Placed:
    """A card in a drawing: its place, how much of it is visible, and on which side.

    If it is a back, `folded` is the number of face-down cards that it stands for.
    """

    card: str
    x: float
    y: float
    seen: float
    side: str  # left, right, top
    folded: int = 0


@dataclass(frozen=True)
class Pile:
    """Cards in one place, lowest first, and their arrangement.

    `shape` is stack, right, left or down; the last three are the direction in which a fan grows,
    within `room`. A row, a grid or a circle consists of piles. `sign` marks an empty place: a suit,
    `space`, `closed`, `not laid`, `out`, `gone` for an invisible place, or nothing. `most` is the
    maximum number of face-up cards drawn; 0 means all. `mark` shows the last move: `from` here or
    `to` here.
    """

    key: str  # unique among the piles
    name: str  # as spoken
    x: float
    y: float
    shape: str = "stack"
    cards: tuple[str, ...] = ()
    room: float = 0.0
    strip: float = 0.0
    sign: str = ""
    most: int = 0
    counted: bool = False  # whether the picture shows the number of cards
    mark: str = ""

    @property
    def down(self) -> int:
        """The number of face-down cards, which are below the others."""
        return self.cards.count(HIDDEN)

    @property
    def face_up(self) -> tuple[str, ...]:
        """The face-up cards."""
        return self.cards[self.down :]

    def placed(self, sizes: Sizes) -> list[Placed]:
        """Return the cards to draw, lowest first."""
        up = self.face_up[-self.most :] if self.most else self.face_up
        if self.shape == "stack":
            if not self.cards:
                return []
            card, folded = (up[-1], 0) if up else (HIDDEN, self.down)
            return [Placed(card, self.x, self.y, sizes.width, "left", folded)]
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
    """One or two lines of text beside piles, in the row that begins at y.

    `x` is their centre. `seat` is the seat whose colour the first line has, or None.
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
    """Everything that a drawing shows. `title` sums it up; `heading` says who is to move."""

    title: str
    width: float
    height: float
    sizes: Sizes
    piles: tuple[Pile, ...]
    captions: tuple[Caption, ...] = ()
    band: Band | None = None
    heading: str = ""

    def pile(self, key: str) -> Pile:
        """Return the pile with a key."""
        return next(pile for pile in self.piles if pile.key == key)

    def marked(self, source: str, place: str) -> "Scene":
        """Return the scene with the last move marked, by the keys of its piles."""
        marks = {source: "from", place: "to"}
        return replace(
            self, piles=tuple(replace(pile, mark=marks.get(pile.key, "")) for pile in self.piles)
        )

    def in_words(self) -> Iterator[str]:
        """Yield a description of each pile, for screen readers."""
        for pile in self.piles:
            yield f"{pile.name}: {pile_words(pile)}"


def pile_words(pile: Pile) -> str:
    """Return the description of a pile: all face-up cards, lowest first."""
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
