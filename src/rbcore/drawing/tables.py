"""The scene of a position: a seat below, its opponents above, the foundations in the middle."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rbcore.cards.text import RANKS, SUITS
from rbcore.drawing.scene import HIDDEN, NARROW, WIDE, Band, Label, Pile, Scene, Sizes
from rbcore.rules.variants import variant_text

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
TOP = 10.0  # above the first row


@dataclass(frozen=True)
class Frame:
    """The measures of a scene: its width, and what is kept for reserves and wastes."""

    width: float
    sizes: Sizes
    reserve_room: float
    reserve_strip: float
    waste_strip: float
    waste_cards: int
    between: float  # hand, turned-up card and waste


FRAMES = {
    False: Frame(860, WIDE, 250, 24, 15, 6, 9),
    True: Frame(390, NARROW, 117, 13, 10, 3, 5),
}
THREE_SEATS = replace(WIDE, width=52, height=72, step=78, rank=13.5, suit=12.5, big=26)


def lay_out(
    view: Any,
    *,
    narrow: bool = False,
    ended: str | None = None,
    next_cards: bool = False,
    below: int = 0,
) -> Scene:
    """Return the scene of a View, or of what is asked like one; what it does not know is a back.

    `ended` is how the game ended, if it has and nobody won. `next_cards` keeps room for the next
    card of each hand, even where nobody knows it. `below` is the seat from which one looks.
    """
    rules = view.rules
    frame = FRAMES[narrow]
    if rules.seats == 3 and not narrow:
        frame = replace(frame, sizes=THREE_SEATS)
    floor = _Bank(view, frame, ended, next_cards or rules.peek != "no", below)
    piles = [*floor.foundations(), *floor.houses()]
    labels = list(floor.numbers())
    for seat in range(rules.seats):
        own = list(floor.of_seat(seat))
        piles += own
        labels.append(floor.label(seat, own))
    last = floor.y(max(floor.row_of(seat) for seat in range(rules.seats)))
    return Scene(
        f"Russian Bank, {variant_text(rules)}: {floor.heading()}",
        frame.width,
        last + frame.sizes.height + TOP - 2,
        frame.sizes,
        tuple(piles),
        tuple(labels),
        floor.band(),
        floor.heading(),
    )


class _Bank:
    """Where everything of a view lies."""

    def __init__(
        self, view: Any, frame: Frame, ended: str | None, next_cards: bool, below: int
    ) -> None:
        self.view, self.frame, self.sizes, self.ended = view, frame, frame.sizes, ended
        self.below = below
        self.rules, self.next_cards = view.rules, next_cards
        fields = view.notation.split(" ")
        self.signs = fields[3].split("|")
        base = next((one[5:] for one in fields if one.startswith("base=")), "A")
        self.base = RANKS.index(base)
        columns, half, sizes = self.rules.packs, frame.width / 2, self.sizes
        first = half - (columns * sizes.width + (columns - 1) * sizes.gap) / 2
        self.columns = [first + i * (sizes.width + sizes.gap) for i in range(columns)]

    def y(self, row: int) -> float:
        """Where a row begins."""
        return TOP + row * self.sizes.step

    def side_of(self, seat: int) -> int:
        """Where a seat sits: 0 is below, the next ones follow in turn."""
        return int((seat - self.below) % self.rules.seats)

    def row_of(self, seat: int) -> int:
        """The row of a seat's own piles: the last is below the foundations."""
        side = self.side_of(seat)
        if self.rules.seats == 2:
            return 0 if side else 5
        return 7 if side == 0 else side - 1

    def heading(self) -> str:
        """Who is to move, or how the game ended."""
        view = self.view
        if not self.left(view.seat):
            return f"seat {view.seat} has won"
        if self.ended:
            return f"{self.ended}, nobody has won"
        return f"turn {view.turn + 1}, seat {view.seat} to move"

    @property
    def mover(self) -> int | None:
        """The seat to move, if there is one."""
        return None if self.ended or not self.left(self.view.seat) else self.view.seat

    def band(self) -> Band | None:
        """The row of the seat to move."""
        if self.mover is None:
            return None
        return Band(self.y(self.row_of(self.mover)) - 3, self.sizes.height + 6, self.mover)

    def left(self, seat: int) -> int:
        """How many cards a seat still has."""
        view = self.view
        turned = bool(view.turned) and seat == view.seat
        return len(view.reserves[seat]) + len(view.hands[seat]) + len(view.wastes[seat]) + turned

    def foundations(self) -> Iterator[Pile]:
        """A row a suit, a column a pack."""
        line, packs = self.view.foundations, self.rules.packs
        first = 1 if self.rules.seats == 2 else 2
        for i, suit in enumerate(SUITS[: self.rules.suits]):
            tops = line[i * (packs + 1) + 1 : (i + 1) * (packs + 1)]
            for j, top in enumerate(tops):
                height = (RANKS.find(top) - self.base) % 13 + 1 if top != "-" else 0
                cards = tuple(RANKS[(self.base + n) % 13] + suit for n in range(height))
                name = f"foundation of {SUIT_NAMES[suit]}"
                yield Pile(
                    f"F{suit}{j}", name, self.columns[j], self.y(first + i), cards=cards, sign=suit
                )

    def house_place(self, house: int) -> tuple[bool, int]:
        """Whether a house lies on the right side, and in which row."""
        each = self.rules.houses_each
        seat, own = divmod(house, each)
        side = self.side_of(seat)
        if self.rules.seats == 2:
            return (True, 5 - each + own) if side == 0 else (False, each - own)
        if side == 0:
            return own > 0, 5 + own // 2
        return side == 2, 4 - own

    def houses(self) -> Iterator[Pile]:
        """The houses, growing away from the foundations."""
        sizes, frame = self.sizes, self.frame
        for number, (house, sign) in enumerate(zip(self.view.houses, self.signs, strict=False), 1):
            on_right, row = self.house_place(number - 1)
            right = self.columns[-1] + sizes.width + sizes.number
            left = self.columns[0] - sizes.number - sizes.width
            x = right if on_right else left
            room = (frame.width - sizes.margin - x) if on_right else x + sizes.width - sizes.margin
            yield Pile(
                f"H{number}",
                f"house {number}",
                x,
                self.y(row),
                "right" if on_right else "left",
                house or (),
                room,
                sizes.strip,
                {"x": "closed", ".": "not laid"}.get(sign, "space"),
            )

    def numbers(self) -> Iterator[Label]:
        """The numbers of the houses, between them and the foundations."""
        sizes, each = self.sizes, self.rules.houses_each
        for house in range(self.rules.houses):
            on_right, row = self.house_place(house)
            if on_right:
                x = self.columns[-1] + sizes.width + sizes.number / 2
            else:
                x = self.columns[0] - sizes.number / 2
            yield Label(x, self.y(row), (str(house + 1),), house // each, number=True)

    def of_seat(self, seat: int) -> Iterator[Pile]:
        """A seat's own piles, from the left; from the right of a seat whose houses lie left."""
        view, frame, sizes = self.view, self.frame, self.sizes
        y, mirrored = self.y(self.row_of(seat)), self.side_of(seat) == 1
        hand = view.hands[seat]
        hand = (HIDDEN,) * (len(hand) - 1) + hand[-1:]  # the next card if the view knows it (V11)
        turned = (view.turned,) if view.turned and seat == view.seat else ()
        waste, reserve = view.wastes[seat], view.reserves[seat]
        half = sizes.width * 0.45 if self.next_cards else 0.0
        x = sizes.margin
        away, towards = ("left", "right") if mirrored else ("right", "left")

        def at(offset: float) -> float:
            return frame.width - offset - sizes.width if mirrored else offset

        yield Pile(
            f"h{seat}",
            f"hand of seat {seat}",
            at(x),
            y,
            away,
            hand,
            sizes.width + half,
            half,
            counted=True,
        )
        x += sizes.width + half + frame.between
        yield Pile(
            f"t{seat}", f"card turned up by seat {seat}", at(x), y, cards=turned, sign="turned"
        )
        x += sizes.width + frame.between
        length = sizes.width + (frame.waste_cards - 1) * frame.waste_strip
        yield Pile(
            f"w{seat}",
            f"waste of seat {seat}",
            at(x),
            y,
            away,
            waste,
            length,
            frame.waste_strip,
            most=frame.waste_cards,
            counted=True,
        )
        x = frame.width - sizes.margin - sizes.width
        if self.rules.reserve_size:
            yield Pile(
                f"r{seat}",
                f"reserve of seat {seat}",
                at(x),
                y,
                towards,
                reserve,
                frame.reserve_room,
                frame.reserve_strip,
                "out",
                counted=True,
            )

    def label(self, seat: int, piles: list[Pile]) -> Label:
        """A seat's name, between its waste and its reserve."""
        frame, sizes = self.frame, self.sizes
        waste = piles[2]
        mirrored = self.side_of(seat) == 1
        start = waste.x + sizes.width - waste.room if mirrored else waste.x + waste.room
        far = frame.width - sizes.margin
        end = far - (frame.reserve_room * 0.8 if self.rules.reserve_size else 0)
        if mirrored:
            end = frame.width - end
        left = self.left(seat)
        to_move = "to move, " if seat == self.mover else ""
        second = f"{to_move}{left} left" if left else "has won"
        return Label((start + end) / 2, piles[0].y, (f"Seat {seat}", second), seat)


# ---- the scene of a game of patience: stock and foundations above, the groups of piles below ----
# How a group lies follows from its description: a grid and a pyramid as they are covered, what is
# packed downwards, many small piles as fans, and on a circle what the book lays in one.


Place = tuple[float, float]
ROUND = ("hours",)  # foundations that the book lays in a circle
ASIDE, WASTE, HAND = 125, 126, 127  # piles that every game has, as in engine/game.pxd
MAX_COLUMNS = 13
RADIUS = 2.86  # of a circle of twelve, in widths of a card
WASTE_CARDS = 6


def lay_out_board(board: Any, *, narrow: bool = False) -> Scene:
    """Return the scene of a Board, a game in play."""
    rules = board.rules
    floor = _Board(board, rules, NARROW if narrow else WIDE, 390 if narrow else 860)
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
    """The name of the group of each foundation, in their order: lower tiers first."""
    names = []
    for name, group in sorted(rules.foundations.items(), key=lambda one: one[1].tier):
        is_counted = group.shared or group.begin == "drawn"
        count = group.count if is_counted else len(group.base or group.begin) // 2
        names += [name] * count
    return names


def circle(count: int, sizes: Sizes, middle: float, top: float) -> list[Place]:
    """Places round a clock, the first above, far enough apart for twelve cards that stand upright.

    Cards beside each other need their width, those one above the other their height.
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


class _Board:
    """Where the next group of piles begins, from above."""

    def __init__(self, board: Any, rules: Any, sizes: Sizes, width: float) -> None:
        self.board, self.rules, self.sizes, self.width = board, rules, sizes, width
        self.gap = max(sizes.gap, 4)
        self.y = 10.0
        self.per_row = min(MAX_COLUMNS, int((width - 2 * sizes.margin + 4) // (sizes.width + 4)))

    def pile(self, number: int) -> tuple[str, ...]:
        """The cards of a pile, those that lie face down as such."""
        cards = _cards(self.board.piles.get(number, ""))
        down: int = self.board.face_down.get(number, 0)
        return (HIDDEN,) * down + cards[down:]

    def above(self) -> Iterator[Pile]:
        """The stock, a card in hand, the wastes and cards that are held."""
        board, sizes = self.board, self.sizes
        x, step = sizes.margin, sizes.width + self.gap
        play = self.rules.play
        steps = {one.step for one in (*play.moves, *play.plain, *play.automatic)}
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
        """The foundations, beside the stock if there is room."""
        sizes, cards = self.sizes, [*map(_cards, self.board.foundations)]
        names = [f"foundation of {name}" for name in founded_by(self.rules)]
        step = sizes.width + self.gap
        length, in_circle = len(cards) * step, sum(name.split()[-1] in ROUND for name in names)
        span = 2 * RADIUS * max(in_circle, 12) / 12 + 1  # of a circle, in widths of a card
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
        """Places side by side, in rows of the same length, in the middle of the table."""
        sizes, most = self.sizes, per_row or self.per_row
        columns = min(most, math.ceil(count / math.ceil(count / most))) if count else 1
        step = min(sizes.width + self.gap, (self.width - 2 * sizes.margin) / columns)
        start = (self.width - (columns - 1) * step - sizes.width) / 2
        return [
            (start + i % columns * step, self.y + i // columns * sizes.step) for i in range(count)
        ]

    def group(self, name: str, numbers: range) -> list[Pile]:
        """The piles of a group, and where the next one begins."""
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
        """Rows, as far as cards have been dealt."""
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
        """Piles of which the top card is seen."""
        self.y = max([self.y, *(y for _, y in places)]) + self.sizes.step + 4
        return [
            Pile(f"{name} {number}", f"{name} {i}", x, y, cards=cards[number], sign=sign)
            for i, (number, (x, y)) in enumerate(zip(cards, places, strict=True), 1)
        ]

    def _fans(self, name: str, cards: dict[int, Any]) -> list[Pile]:
        """Piles that grow to the right, some to a row."""
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
        """A single row, of a game that has no groups of piles."""
        return self._fans("row", {0: self.pile(0)})

    def _columns(self, name: str, cards: dict[int, Any], most: int) -> list[Pile]:
        """Piles that grow downwards."""
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
