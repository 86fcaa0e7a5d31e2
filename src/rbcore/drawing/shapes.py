"""A scene as shapes: boxes, glyphs and words, in drawing order.

Every output format draws these. The `role` of a shape says what it is, and PAINTS how it looks.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rbcore.drawing.scene import HIDDEN, Caption, Pile, Placed, Scene, Sizes

# ---- the paint of each role, on a light and on a dark page --------------------------------------


@dataclass(frozen=True)
class Paint:
    """The fill and line of a role, for light and dark pages; an empty text means none."""

    fill: tuple[str, str] = ("", "")
    line: tuple[str, str] = ("", "")
    width: float = 1.0
    dashes: tuple[float, ...] = ()


PAINTS = {
    "felt": Paint(("#dbe6dc", "#1d2a23")),
    "band0": Paint(("#cfe3f1", "#173a52")),
    "band1": Paint(("#f6dcc6", "#4a2c14")),
    "band2": Paint(("#e4d8f0", "#3a2750")),
    "card": Paint(("#ffffff", "#f2f0ea"), ("#78837b", "#0d0f0e")),
    "back": Paint(("#3d5a80", "#35506f"), ("#78837b", "#0d0f0e")),
    "lattice": Paint(line=("#5b7aa3", "#55749c"), width=1.2),
    "place": Paint(line=("#6e8474", "#6f8477"), width=1.5),
    "space": Paint(line=("#6e8474", "#6f8477"), width=1.5, dashes=(5, 4)),
    "outline": Paint(line=("#6e8474", "#6f8477"), width=0.6),
    "from": Paint(line=("#7a3fb0", "#c79bf2"), width=2, dashes=(4, 3)),
    "to": Paint(line=("#7a3fb0", "#c79bf2"), width=3),
    "pill": Paint(("#ffffff", "#f2f0ea")),
    "pilled": Paint(("#1c211e", "#15181a")),
    "red": Paint(("#b3161f", "#b3161f")),
    "black": Paint(("#15181a", "#15181a")),
    "ink": Paint(("#1c211e", "#e9ede9")),
    "soft": Paint(("#55605a", "#a9b4ad")),
    "seat0": Paint(("#0b67a3", "#6cb8ec")),
    "seat1": Paint(("#9a4000", "#f0a164")),
    "seat2": Paint(("#6a3d9a", "#c4a3e8")),
}


# ---- suits, ranks and card backs as paths, so that no font affects how a card looks -------------
# A path has the SVG commands M, L, C and Z, all absolute. Suits are filled, in a box of 10 by 10.
# Ranks are lines with round ends, WEIGHT wide, in a box of 10 by 14; the ten's box is wider.


WEIGHT = 2.2  # line width of a rank
RANK_HEIGHT = 14.0

SUITS = {
    "c": "M5 .2C6.4 .2 7.4 1.2 7.4 2.5C7.4 3.1 7.2 3.7 6.8 4.1C8.4 3.7 9.8 4.8 9.8 6.3C9.8 7.6 8.8"
    " 8.6 7.5 8.6C6.8 8.6 6.1 8.2 5.6 7.6L6.6 9.9L3.4 9.9L4.4 7.6C3.9 8.2 3.2 8.6 2.5 8.6C1.2"
    " 8.6 .2 7.6 .2 6.3C.2 4.8 1.6 3.7 3.2 4.1C2.8 3.7 2.6 3.1 2.6 2.5C2.6 1.2 3.6 .2 5 .2Z",
    "d": "M5 0C6 1.9 7.3 3.6 8.9 5C7.3 6.4 6 8.1 5 10C4 8.1 2.7 6.4 1.1 5C2.7 3.6 4 1.9 5 0Z",
    "h": "M5 9.8C2.6 7.5 .2 5.6 .2 3.1C.2 1.6 1.3 .5 2.7 .5C3.7 .5 4.6 1.1 5 2.1C5.4 1.1 6.3 .5 "
    "7.3 .5C8.7 .5 9.8 1.6 9.8 3.1C9.8 5.6 7.4 7.5 5 9.8Z",
    "s": "M5 .1C6.3 2.4 9.8 4 9.8 6.5C9.8 7.9 8.8 8.8 7.5 8.8C6.8 8.8 6.1 8.4 5.6 7.8L6.6 9.9L3.4 "
    "9.9L4.4 7.8C3.9 8.4 3.2 8.8 2.5 8.8C1.2 8.8 .2 7.9 .2 6.5C.2 4 3.7 2.4 5 .1Z",
}
RANKS = {
    "A": "M1.2 12.8L5 1.3L8.8 12.8M2.7 8.9L7.3 8.9",
    "2": "M1.5 4.5C1.5 2.5 3 1.2 5 1.2C7 1.2 8.5 2.5 8.5 4.4C8.5 6 7.6 7.1 6.1 8.5L1.6 12.8L8.7 "
    "12.8",
    "3": "M1.7 1.2L8.3 1.2L4.7 5.8C7 5.8 8.7 7.2 8.7 9.3C8.7 11.4 7.1 12.8 4.9 12.8C3.2 12.8 1.9 "
    "12 1.3 10.7",
    "4": "M6.6 12.8L6.6 1.2L1.2 9.8L8.8 9.8",
    "5": "M8 1.2L2.6 1.2L2 6.4C2.8 5.7 3.8 5.3 5 5.3C7.2 5.3 8.7 6.9 8.7 9C8.7 11.3 7.2 12.8 5 "
    "12.8C3.3 12.8 2 12 1.4 10.7",
    "6": "M7.4 1.3C4.6 2.2 1.3 4.9 1.3 9C1.3 11.3 2.9 12.8 5 12.8C7.1 12.8 8.7 11.3 8.7 9.2C8.7 "
    "7.1 7.2 5.7 5.1 5.7C3.2 5.7 1.7 6.9 1.3 9",
    "7": "M1.3 1.2L8.7 1.2L4.2 12.8",
    "8": "M5 1.2C6.9 1.2 8.1 2.3 8.1 3.9C8.1 5.5 6.9 6.6 5 6.6C3.1 6.6 1.9 5.5 1.9 3.9C1.9 2.3 3.1"
    " 1.2 5 1.2ZM5 6.6C7.2 6.6 8.7 7.8 8.7 9.7C8.7 11.6 7.2 12.8 5 12.8C2.8 12.8 1.3 11.6 1.3"
    " 9.7C1.3 7.8 2.8 6.6 5 6.6Z",
    "9": "M2.6 12.7C5.4 11.8 8.7 9.1 8.7 5C8.7 2.7 7.1 1.2 5 1.2C2.9 1.2 1.3 2.7 1.3 4.8C1.3 6.9 "
    "2.8 8.3 4.9 8.3C6.8 8.3 8.3 7.1 8.7 5",
    "T": "M1.2 3.6L3.6 1.2L3.6 12.8M10.2 1.2C12.2 1.2 13.4 3.4 13.4 7C13.4 10.6 12.2 12.8 10.2 "
    "12.8C8.2 12.8 7 10.6 7 7C7 3.4 8.2 1.2 10.2 1.2Z",
    "J": "M6.9 1.2L6.9 9.3C6.9 11.4 5.7 12.8 3.9 12.8C2.4 12.8 1.4 11.9 1.2 10.4",
    "Q": "M5 1.2C7.4 1.2 8.8 3.4 8.8 7C8.8 10.6 7.4 12.8 5 12.8C2.6 12.8 1.2 10.6 1.2 7C1.2 3.4 "
    "2.6 1.2 5 1.2ZM5.8 9.4L8.8 12.9",
    "K": "M1.6 1.2L1.6 12.8M8.5 1.2L1.6 8.4M4.2 5.8L8.8 12.8",
    "*": "M5 3L5 11M1.5 5L8.5 9M8.5 5L1.5 9",  # the joker
}
RANK_WIDTHS = dict.fromkeys(RANKS, 10.0) | {"T": 14.6, "J": 8.1}


ARROW = "M0 0L10 5L0 10Z"  # before the seat to move


def lattice(width: float, height: float, step: float) -> str:
    """Return the lattice of a back: diagonal lines in both directions across a box."""
    lines = []
    for n in range(1, int((width + height) / step) + 1):
        c = n * step  # x + y = c, and its mirror image
        x0, x1 = max(0.0, c - height), min(width, c)
        for a, b in ((x0, x1), (width - x0, width - x1)):
            lines.append(f"M{a:g} {c - x0:g}L{b:g} {c - x1:g}")
    return "".join(lines)


def box_of(name: str, width: float, height: float) -> tuple[float, float]:
    """Return the box of a glyph's path; a lattice's box has its final size."""
    if name in RANKS:
        return RANK_WIDTHS[name], RANK_HEIGHT
    return (width, height) if name == "lattice" else (10.0, 10.0)


def path_of(name: str, width: float, height: float) -> str:
    """Return the path of a glyph in its box: a rank, a suit, `arrow` or `lattice`."""
    if name == "lattice":
        return lattice(width, height, 8)
    return ARROW if name == "arrow" else (RANKS.get(name) or SUITS[name])


def commands(path: str) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Yield each command of a path, with its points."""
    starts = [i for i, sign in enumerate(path) if sign.isalpha()]
    for start, end in pairwise([*starts, len(path)]):
        numbers = [float(n) for n in path[start + 1 : end].split()]
        yield path[start], list(zip(numbers[::2], numbers[1::2], strict=True))


INSET = 3.5  # from the edge of a back to its lattice


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners."""

    role: str
    x: float
    y: float
    width: float
    height: float
    radius: float


@dataclass(frozen=True)
class Glyph:
    """A suit, a rank or a lattice, with its final width and height."""

    role: str
    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Words:
    """A line of text centred on x, with its baseline at y."""

    role: str
    x: float
    y: float
    text: str
    size: float
    bold: bool = False


Shape = Box | Glyph | Words


def shapes(scene: Scene) -> Iterator[Shape]:
    """Yield the shapes of a scene, lowest first."""
    sizes = scene.sizes
    yield Box("felt", 0, 0, scene.width, scene.height, 2 * _radius(sizes))
    if scene.band:
        width = scene.width - 4
        yield Box(f"band{scene.band.seat}", 2, scene.band.y, width, scene.band.height, 8)
    for pile in scene.piles:
        yield from _pile(pile, sizes)
    for label in scene.captions:
        yield from _label(label, sizes, scene)


def _radius(sizes: Sizes) -> float:
    return round(sizes.width / 10, 1)


def _pile(pile: Pile, sizes: Sizes) -> Iterator[Shape]:
    placed = pile.placed(sizes)
    if not placed:
        yield from _empty(pile, sizes)
    if pile.mark == "from":
        yield from _outline("from", *_next_place(pile, placed, sizes), sizes, 1)
    for card in placed:
        yield from _card(card, sizes)
    for card in placed:
        if card.card == HIDDEN and (pile.counted or card.folded > 1):
            yield from _count(card, sizes)
    if pile.counted and len(pile.cards) > 1 and not pile.down:
        yield from _total(pile, placed[0], sizes)
    if pile.mark == "to" and placed:
        yield from _outline("to", placed[-1].x, placed[-1].y, sizes, 0)


def _next_place(pile: Pile, placed: list[Placed], sizes: Sizes) -> tuple[float, float]:
    """Return where the moved card lay: the place of one more card."""
    if not placed or pile.shape == "stack":
        return pile.x, pile.y
    last, step = placed[-1], min(pile.strip, max(0.0, pile.room - sizes.width))
    dx, dy = {"right": (1, 0), "left": (-1, 0), "down": (0, 1)}[pile.shape]
    return last.x + dx * step, last.y + dy * step


def _outline(role: str, x: float, y: float, sizes: Sizes, inset: float) -> Iterator[Shape]:
    width, height = sizes.width - 2 * inset, sizes.height - 2 * inset
    yield Box(role, x + inset, y + inset, width, height, _radius(sizes))


def _empty(pile: Pile, sizes: Sizes) -> Iterator[Shape]:
    """Draw an empty place according to its sign."""
    if pile.sign == "gone":
        return
    x, y = pile.x, pile.y
    dashed = pile.sign in ("space", "turned", "not laid")
    yield from _outline("space" if dashed else "place", x, y, sizes, 1)
    middle, centre = x + sizes.width / 2, y + sizes.height / 2
    if pile.sign in ("c", "d", "h", "s"):
        size = sizes.big * 0.8
        yield Glyph("outline", pile.sign, middle - size / 2, centre - size / 2, size, size)
    elif pile.sign in ("out", "closed", "not laid"):
        lines = pile.sign.split(" ")
        start = centre + sizes.font * (0.35 - 0.55 * (len(lines) - 1))
        size = sizes.font * 0.85
        for i, line in enumerate(lines):
            yield Words("soft", middle, start + i * sizes.font * 1.1, line, size)


def _card(placed: Placed, sizes: Sizes) -> Iterator[Shape]:
    width, height, radius = sizes.width, sizes.height, _radius(sizes)
    if placed.card == HIDDEN:
        yield Box("back", placed.x, placed.y, width, height, radius)
        yield Glyph(
            "lattice",
            "lattice",
            placed.x + INSET,
            placed.y + INSET,
            width - 2 * INSET,
            height - 2 * INSET,
        )
        return
    yield Box("card", placed.x, placed.y, width, height, radius)
    yield from _index(placed, sizes)


def _index(placed: Placed, sizes: Sizes) -> Iterator[Shape]:
    """Draw rank and suit in the visible part of a card, and an uncovered card's large suit."""
    rank, suit = placed.card[0], placed.card[1]
    role = "red" if suit in "dh" else "black"
    wide = RANK_WIDTHS[rank] * sizes.rank / RANK_HEIGHT
    whole = placed.seen >= (sizes.height if placed.side == "top" else sizes.width)
    pad, top = sizes.width / 12, placed.y + sizes.height / 16
    if placed.side == "top":
        yield Glyph(role, rank, placed.x + pad, top, wide, sizes.rank)
        x = placed.x + pad + max(wide, sizes.suit) + 2
        yield Glyph(role, suit, x, top + (sizes.rank - sizes.suit) / 2, sizes.suit, sizes.suit)
    else:
        room = placed.seen - 3
        wide, small = min(wide, room), min(sizes.suit, room)
        middle = pad + max(wide, small) / 2 if whole else placed.seen / 2 + 0.5
        middle = placed.x + middle if placed.side == "left" else placed.x + sizes.width - middle
        yield Glyph(role, rank, middle - wide / 2, top, wide, sizes.rank)
        yield Glyph(role, suit, middle - small / 2, top + sizes.rank * 1.2, small, small)
    if whole:
        big = sizes.big
        x = placed.x + pad if placed.side == "right" else placed.x + sizes.width - pad - big
        yield Glyph(role, suit, x, placed.y + sizes.height - big - pad, big, big)


def _count(placed: Placed, sizes: Sizes) -> Iterator[Shape]:
    """Draw the number of face-down cards on the visible part of their back."""
    if placed.side == "top":
        x, y = placed.x + sizes.width / 2, placed.y + min(placed.seen, sizes.height) / 2
    else:
        x = placed.x + (placed.seen / 2 if placed.side == "left" else sizes.width - placed.seen / 2)
        y = placed.y + sizes.height / 2
    yield from _pill(x, y, str(placed.folded), sizes)


def _total(pile: Pile, lowest: Placed, sizes: Sizes) -> Iterator[Shape]:
    """Draw the number of cards in a pile, at the foot of its lowest drawn card."""
    text = str(len(pile.cards))
    half = _pill_width(text, sizes) / 2
    x = lowest.x + half + 1 if lowest.side == "left" else lowest.x + sizes.width - half - 1
    yield from _pill(x, lowest.y + sizes.height - sizes.font / 2 - 3, text, sizes)


def _pill_width(text: str, sizes: Sizes) -> float:
    return len(text) * sizes.font * 0.58 + 7


def _pill(x: float, y: float, text: str, sizes: Sizes) -> Iterator[Shape]:
    width, height = _pill_width(text, sizes), sizes.font + 4
    yield Box("pill", x - width / 2, y - height / 2, width, height, height / 2)
    yield Words("pilled", x, y + sizes.font * 0.35, text, sizes.font * 0.93, bold=True)


def _label(label: Caption, sizes: Sizes, scene: Scene) -> Iterator[Shape]:
    centre = label.y + sizes.height / 2
    role = "soft" if label.seat is None else f"seat{label.seat}"
    if label.number:
        yield Words(role, label.x, centre + sizes.font * 0.35, label.lines[0], sizes.font, True)
        return
    head, *rest = label.lines
    y = centre + (sizes.heading * 0.35 if not rest else -sizes.heading * 0.2)
    yield Words(role, label.x, y, head, sizes.heading, bold=True)
    if scene.band and label.seat == scene.band.seat and not label.number:
        width = len(head) * sizes.heading * 0.58
        size = sizes.heading * 0.6
        x = label.x - width / 2 - size * 1.6
        yield Glyph(role, "arrow", x, y - size * 1.1, size, size)
    for line in rest:
        y += sizes.font * 1.35
        yield Words("ink", label.x, y, line, sizes.font * 0.95)
