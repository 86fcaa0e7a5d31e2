"""The scene of a position: one seat below, its opponents above, the foundations in the middle."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rbcore.cards.ranges import check_truth
from rbcore.cards.text import RANKS, SUITS
from rbcore.drawing.scene import HIDDEN, NARROW, WIDE, Band, Caption, Pile, Scene, Sizes
from rbcore.rules.variants import variant_text

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
TOP = 10.0  # above the first row


@dataclass(frozen=True)
class Frame:
    """The dimensions of a scene: its width, and the room for reserves and wastes."""

    width: float
    sizes: Sizes
    reserve_room: float
    reserve_strip: float
    waste_strip: float
    waste_cards: int
    between: float  # distance between hand, turned-up card and waste


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
    """Return the scene of a View, or of an object with its attributes; unknown cards are backs.

    `ended` is the outcome of a game that nobody has won. `next_cards` reserves room for the next
    card of each hand, even where nobody knows it. `below` is the seat at the bottom of the picture.
    """
    rules = view.rules
    narrow = check_truth("narrow", narrow)
    frame = FRAMES[narrow]
    if rules.seats == 3 and not narrow:
        frame = replace(frame, sizes=THREE_SEATS)
    floor = _Bank(view, frame, ended, next_cards or rules.peek != "no", below)
    piles = [*floor.foundations(), *floor.houses()]
    captions = list(floor.numbers())
    for seat in range(rules.seats):
        seat_piles = list(floor.of_seat(seat))
        piles += seat_piles
        captions.append(floor.label(seat, seat_piles))
    last = floor.y(max(floor.row_of(seat) for seat in range(rules.seats)))
    return Scene(
        f"Russian Bank, {variant_text(rules)}: {floor.heading()}",
        frame.width,
        last + frame.sizes.height + TOP - 2,
        frame.sizes,
        tuple(piles),
        tuple(captions),
        floor.band(),
        floor.heading(),
    )


class _Bank:
    """The places of everything in a view."""

    def __init__(
        self, view: Any, frame: Frame, ended: str | None, next_cards: bool, below: int
    ) -> None:
        self.view, self.frame, self.sizes, self.ended = view, frame, frame.sizes, ended
        self.below = below
        self.rules, self.next_cards = view.rules, next_cards
        fields = view.notation.split(" ")
        self.signs = fields[3].split("|")
        base = next((field[5:] for field in fields if field.startswith("base=")), "A")
        self.base = RANKS.index(base)
        columns, half, sizes = self.rules.packs, frame.width / 2, self.sizes
        first = half - (columns * sizes.width + (columns - 1) * sizes.gap) / 2
        self.columns = [first + i * (sizes.width + sizes.gap) for i in range(columns)]

    def y(self, row: int) -> float:
        """Return the y at which a row begins."""
        return TOP + row * self.sizes.step

    def side_of(self, seat: int) -> int:
        """Return a seat's side: 0 is below, and the next seats follow in turn."""
        return int((seat - self.below) % self.rules.seats)

    def row_of(self, seat: int) -> int:
        """Return the row of a seat's own piles; the last row is below the foundations."""
        side = self.side_of(seat)
        if self.rules.seats == 2:
            return 0 if side else 5
        return 7 if side == 0 else side - 1

    def heading(self) -> str:
        """Return who is to move, or how the game ended."""
        view = self.view
        if not self.left(view.seat):
            return f"seat {view.seat} has won"
        if self.ended:
            return f"{self.ended}, nobody has won"
        return f"turn {view.turn + 1}, seat {view.seat} to move"

    @property
    def mover(self) -> int | None:
        """The seat to move, if the game is not over."""
        return None if self.ended or not self.left(self.view.seat) else self.view.seat

    def band(self) -> Band | None:
        """Return the coloured rows of the seat to move."""
        if self.mover is None:
            return None
        return Band(self.y(self.row_of(self.mover)) - 3, self.sizes.height + 6, self.mover)

    def left(self, seat: int) -> int:
        """Return the number of cards that a seat still has."""
        view = self.view
        turned = bool(view.turned) and seat == view.seat
        return len(view.reserves[seat]) + len(view.hands[seat]) + len(view.wastes[seat]) + turned

    def foundations(self) -> Iterator[Pile]:
        """Yield the foundations: a row for each suit, a column for each pack."""
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
        """Return whether a house is on the right side, and its row."""
        each = self.rules.houses_each
        seat, place = divmod(house, each)
        side = self.side_of(seat)
        if self.rules.seats == 2:
            return (True, 5 - each + place) if side == 0 else (False, each - place)
        if side == 0:
            return place > 0, 5 + place // 2
        return side == 2, 4 - place

    def houses(self) -> Iterator[Pile]:
        """Yield the houses, which grow away from the foundations."""
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

    def numbers(self) -> Iterator[Caption]:
        """Yield the house numbers, between the houses and the foundations."""
        sizes, each = self.sizes, self.rules.houses_each
        for house in range(self.rules.houses):
            on_right, row = self.house_place(house)
            if on_right:
                x = self.columns[-1] + sizes.width + sizes.number / 2
            else:
                x = self.columns[0] - sizes.number / 2
            yield Caption(x, self.y(row), (str(house + 1),), house // each, number=True)

    def of_seat(self, seat: int) -> Iterator[Pile]:
        """Yield a seat's own piles from the left, or from the right if its houses are left."""
        view, frame, sizes = self.view, self.frame, self.sizes
        y, mirrored = self.y(self.row_of(seat)), self.side_of(seat) == 1
        hand = view.hands[seat]
        hand = (HIDDEN,) * (len(hand) - 1) + hand[-1:]  # the next card may be known (V11)
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

    def label(self, seat: int, piles: list[Pile]) -> Caption:
        """Return a seat's caption, between its waste and its reserve."""
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
        return Caption((start + end) / 2, piles[0].y, (f"Seat {seat}", second), seat)
