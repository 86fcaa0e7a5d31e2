"""The scene of a board: the stock and foundations above, the groups of piles below.

The arrangement of a group follows from its description: grids and pyramids by how they are covered,
packed piles downwards, many small piles as fans, and the book's circles as circles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING, Any

from rbcore.cards.ranges import check_truth
from rbcore.drawing.scene import HIDDEN, NARROW, WIDE, Pile, Scene, Sizes
from rbpatience.descriptions.schema import ASIDE, HAND, WASTE

if TYPE_CHECKING:
    from rbcore.drawing.drawn import Drawing

Place = tuple[float, float]
ROUND = ("hours",)  # foundations that the book lays out in a circle
MAX_COLUMNS = 13
RADIUS = 2.86  # of a circle of twelve, in card widths
WASTE_CARDS = 6


def draw(self: Any, *, narrow: bool = False) -> Drawing:  # noqa: D417  this becomes a method
    """Return a picture of the board.

    Parameters
    ----------
    narrow : bool
        Whether to draw for a phone.

    Returns
    -------
    rbcore.drawing.drawn.Drawing
        It has `svg` and `text`, and `save` writes a file.

    Examples
    --------
    >>> from rbpatience.board import Board
    >>> from rbpatience.playing import deal
    >>> Board("free-cell", deal("free-cell", 1, 0)).draw().scene.heading
    'free-cell, 52 left'
    """
    from rbcore.drawing.drawn import Drawing

    still = copy(self)  # another thread may play on
    return Drawing(board_scene(still, narrow=check_truth("narrow", narrow)))


def board_scene(board: Any, *, narrow: bool = False) -> Scene:
    """Return the scene of a Board, a game in play."""
    rules = board.rules
    floor = _Floor(board, rules, NARROW if narrow else WIDE, 390 if narrow else 860)
    piles = [*floor.above(), *floor.founded()]
    for name, numbers in board.groups.items():
        piles += floor.group(name, numbers)
    if 0 in board.piles and not board.groups:
        piles += floor.row()
    heading = f"{rules.name}, {board.left} left"
    return Scene(
        f"Patience: {heading}", floor.width, floor.y + 4, floor.sizes, tuple(piles), heading=heading
    )


def _cards(text: str) -> tuple[str, ...]:
    return tuple(text[i : i + 2] for i in range(0, len(text), 2))


def founded_by(rules: Any) -> list[str]:
    """Return the group name of each foundation, in order: lower tiers first."""
    names = []
    for name, group in sorted(rules.foundations.items(), key=lambda entry: entry[1].tier):
        is_counted = group.shared or group.begin == "drawn"
        count = group.count if is_counted else len(group.base or group.begin) // 2
        names += [name] * count
    return names


def circle(count: int, sizes: Sizes, middle: float, top: float) -> list[Place]:
    """Return places around a clock, starting at the top, with room for twelve upright cards.

    Neighbours side by side need a card's width between them, neighbours above each other its
    height.
    """
    radius = RADIUS * sizes.width * max(count, 12) / 12
    turns = [2 * math.pi * i / count for i in range(count)]
    return [
        (
            round(middle - sizes.width / 2 + radius * math.sin(turn), 1),
            round(top + radius * (1 - math.cos(turn)), 1),
        )
        for turn in turns
    ]


class _Floor:
    """The layout in progress: the place of the next group, from the top down."""

    def __init__(self, board: Any, rules: Any, sizes: Sizes, width: float) -> None:
        self.board, self.rules, self.sizes, self.width = board, rules, sizes, width
        self.gap = max(sizes.gap, 4)
        self.y = 10.0
        self.per_row = min(MAX_COLUMNS, int((width - 2 * sizes.margin + 4) // (sizes.width + 4)))

    def pile(self, number: int) -> tuple[str, ...]:
        """Return the cards of a pile, with face-down cards hidden."""
        cards = _cards(self.board.piles.get(number, ""))
        down: int = self.board.face_down.get(number, 0)
        return (HIDDEN,) * down + cards[down:]

    def above(self) -> Iterator[Pile]:
        """Yield the stock, a card in hand, the wastes and held cards."""
        board, sizes = self.board, self.sizes
        x, step = sizes.margin, sizes.width + self.gap
        play = self.rules.play
        steps = {step.step for step in (*play.moves, *play.plain, *play.automatic)}
        shows_stock = board.stock or "turn" in steps or self.rules.custom
        if shows_stock:
            down = (HIDDEN,) * (len(board.stock) // 2)
            yield Pile("stock", "stock", x, self.y, cards=down, counted=True)
            x += step
        hand = self.pile(HAND)
        if hand:
            yield Pile("hand", "card in hand", x, self.y, cards=hand)
        x += step
        strip, others = sizes.strip * 0.6, self.pile(ASIDE)
        room = sizes.width + strip * (WASTE_CARDS - 1 if not others else 2)
        for key, cards in (("waste", self.pile(WASTE)), ("aside", others)):
            if cards:
                yield Pile(
                    key, key, x, self.y, "right", cards, room, strip, most=WASTE_CARDS, counted=True
                )
                x += room + self.gap
        for card in _cards(board.held):
            yield Pile(f"held {card}", "card held between foundations", x, self.y, cards=(card,))
            x += step
        self.used = x if x > sizes.margin + step or shows_stock else 0

    def founded(self) -> Iterator[Pile]:
        """Yield the foundations, beside the stock if there is room."""
        sizes, cards = self.sizes, [*map(_cards, self.board.foundations)]
        names = [f"foundation of {name}" for name in founded_by(self.rules)]
        step = sizes.width + self.gap
        length, in_circle = len(cards) * step, sum(name.split()[-1] in ROUND for name in names)
        span = 2 * RADIUS * max(in_circle, 12) / 12 + 1  # of a circle, in card widths
        if in_circle and span < self.width / sizes.width:
            if self.used > self.width / 2 - RADIUS * sizes.width / 2:
                self.y += sizes.step
            places = circle(in_circle, sizes, self.width / 2, self.y)
            middle = (self.width / 2, places[in_circle // 2][1] / 2 + self.y / 2)
            places += [
                (middle[0] + (i - (len(cards) - in_circle) / 2) * step, middle[1])
                for i in range(len(cards) - in_circle)
            ]
        elif self.used + length <= self.width - sizes.margin + self.gap:
            start = self.width - sizes.margin - length + self.gap
            places = [(start + i * step, self.y) for i in range(len(cards))]
        else:
            self.y += sizes.step if self.used else 0
            places = self.rows(len(cards))
        for i, (name, (x, y)) in enumerate(zip(names, places, strict=True)):
            yield Pile(f"foundation {i}", name, x, y, cards=cards[i])
        if places or self.used:
            self.y = max([self.y, *(y for _, y in places)]) + sizes.step + 4

    def rows(self, count: int, per_row: int = 0) -> list[Place]:
        """Return places side by side, in rows of equal length, centred on the table."""
        sizes, most = self.sizes, per_row or self.per_row
        columns = min(most, math.ceil(count / math.ceil(count / most))) if count else 1
        step = min(sizes.width + self.gap, (self.width - 2 * sizes.margin) / columns)
        start = (self.width - (columns - 1) * step - sizes.width) / 2
        return [
            (start + i % columns * step, self.y + i // columns * sizes.step) for i in range(count)
        ]

    def group(self, name: str, numbers: range) -> list[Pile]:
        """Return the piles of a group, and move on to the next group's place."""
        told = self.rules.piles[name]
        cards = {number: self.pile(number) for number in numbers}
        most = max(map(len, cards.values()), default=0)
        dealt = max(told.deal) if isinstance(told.deal, tuple) else told.deal
        grows = most > 1 or dealt > 1 or told.on is not None
        if told.grid:
            return self._grid(name, cards, told.count)
        if told.cover == "pyramid":
            return self._flat(name, cards, self._pyramid(len(numbers)), "gone")
        if not grows:
            return self._flat(name, cards, self.rows(len(numbers)))
        if len(numbers) > self.per_row or len(numbers) == 1:
            return self._fans(name, cards)
        return self._columns(name, cards, most)

    def _grid(self, name: str, cards: dict[int, Any], columns: int) -> list[Pile]:
        """Return the rows that have been dealt."""
        last = max((i for i, number in enumerate(cards) if cards[number]), default=0)
        shown = dict(list(cards.items())[: (last // columns + 1) * columns])
        return self._flat(name, shown, self.rows(len(shown), columns))

    def _pyramid(self, count: int) -> list[Place]:
        places: list[Place] = []
        sizes, row = self.sizes, 1
        step = sizes.height * 0.45
        while len(places) < count:
            start = self.width / 2 - row * (sizes.width + self.gap) / 2
            places += [
                (start + i * (sizes.width + self.gap), self.y + (row - 1) * step)
                for i in range(row)
            ]
            row += 1
        return places[:count]

    def _flat(
        self, name: str, cards: dict[int, Any], places: list[Place], sign: str = "space"
    ) -> list[Pile]:
        """Return piles that show only their top card."""
        self.y = max([self.y, *(y for _, y in places)]) + self.sizes.step + 4
        return [
            Pile(f"{name} {number}", f"{name} {i}", x, y, cards=cards[number], sign=sign)
            for i, (number, (x, y)) in enumerate(zip(cards, places, strict=True), 1)
        ]

    def _fans(self, name: str, cards: dict[int, Any]) -> list[Pile]:
        """Return piles that grow to the right, several in a row."""
        sizes, count = self.sizes, len(cards)
        longest = max(3, *map(len, cards.values()))
        length = sizes.width + (longest - 1) * sizes.strip * 0.7
        per_row = max(1, int((self.width - 2 * sizes.margin + self.gap) // (length + self.gap)))
        columns = math.ceil(count / math.ceil(count / per_row))
        step = (self.width - 2 * sizes.margin) / columns
        piles = [
            Pile(
                f"{name} {number}",
                f"{name} {i + 1}",
                sizes.margin + i % columns * step,
                self.y + i // columns * sizes.step,
                "right",
                cards[number],
                step - self.gap,
                sizes.strip,
                "space",
            )
            for i, number in enumerate(cards)
        ]
        self.y = piles[-1].y + sizes.step + 4
        return piles

    def row(self) -> list[Pile]:
        """Return the single row of a game without groups of piles."""
        return self._fans("row", {0: self.pile(0)})

    def _columns(self, name: str, cards: dict[int, Any], most: int) -> list[Pile]:
        """Return piles that grow downwards."""
        sizes = self.sizes
        room = min(sizes.height + (max(most, 1) - 1) * sizes.down, sizes.height * 5)
        piles = [
            Pile(
                f"{name} {number}",
                f"{name} {i}",
                x,
                y,
                "down",
                cards[number],
                room,
                sizes.down,
                "space",
            )
            for i, (number, (x, y)) in enumerate(zip(cards, self.rows(len(cards)), strict=True), 1)
        ]
        self.y += room + self.gap
        return piles
