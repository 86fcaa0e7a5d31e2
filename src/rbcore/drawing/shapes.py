"""A scene as shapes: boxes, glyphs and words, in the order in which they are laid.

Whatever writes a picture, writes these. A `role` is what a shape is; `colours` says how that looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rbcore.drawing.glyphs import RANK_HEIGHT, RANK_WIDTHS
from rbcore.drawing.scene import HIDDEN, Label, Pile, Placed, Scene, Sizes

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
    """A suit, a rank or a lattice, as wide and as high as it is to be."""

    role: str
    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Words:
    """A line of text around x, its letters standing on y."""

    role: str
    x: float
    y: float
    text: str
    size: float
    bold: bool = False


Shape = Box | Glyph | Words


def shapes(scene: Scene) -> Iterator[Shape]:
    """Yield the shapes of a scene, the lowest first."""
    sizes = scene.sizes
    yield Box("felt", 0, 0, scene.width, scene.height, 2 * _radius(sizes))
    if scene.band:
        width = scene.width - 4
        yield Box(f"band{scene.band.seat}", 2, scene.band.y, width, scene.band.height, 8)
    for pile in scene.piles:
        yield from _pile(pile, sizes)
    for label in scene.labels:
        yield from _label(label, sizes, scene)


def _radius(sizes: Sizes) -> float:
    return round(sizes.width / 10, 1)


def _pile(pile: Pile, sizes: Sizes) -> Iterator[Shape]:
    placed = pile.placed(sizes)
    if not placed:
        yield from _empty(pile, sizes)
    if pile.mark == "from":
        yield from _outline("from", *_next_place(pile, placed, sizes), sizes, 1)
    for one in placed:
        yield from _card(one, sizes)
    for one in placed:
        if one.card == HIDDEN and (pile.counted or one.folded > 1):
            yield from _count(one, sizes)
    if pile.counted and len(pile.cards) > 1 and not pile.down:
        yield from _total(pile, placed[0], sizes)
    if pile.mark == "to" and placed:
        yield from _outline("to", placed[-1].x, placed[-1].y, sizes, 0)


def _next_place(pile: Pile, placed: list[Placed], sizes: Sizes) -> tuple[float, float]:
    """Where the card lay that has gone: as far on as one more card would lie."""
    if not placed or pile.shape == "stack":
        return pile.x, pile.y
    last, step = placed[-1], min(pile.strip, max(0.0, pile.room - sizes.width))
    dx, dy = {"right": (1, 0), "left": (-1, 0), "down": (0, 1)}[pile.shape]
    return last.x + dx * step, last.y + dy * step


def _outline(role: str, x: float, y: float, sizes: Sizes, inset: float) -> Iterator[Shape]:
    width, height = sizes.width - 2 * inset, sizes.height - 2 * inset
    yield Box(role, x + inset, y + inset, width, height, _radius(sizes))


def _empty(pile: Pile, sizes: Sizes) -> Iterator[Shape]:
    """A place without cards, by its sign."""
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


def _card(one: Placed, sizes: Sizes) -> Iterator[Shape]:
    width, height, radius = sizes.width, sizes.height, _radius(sizes)
    if one.card == HIDDEN:
        yield Box("back", one.x, one.y, width, height, radius)
        yield Glyph("lattice", "lattice", one.x + INSET, one.y + INSET, width - 2 * INSET,
                    height - 2 * INSET)  # fmt: skip
        return
    yield Box("card", one.x, one.y, width, height, radius)
    yield from _index(one, sizes)


def _index(one: Placed, sizes: Sizes) -> Iterator[Shape]:
    """Rank and suit in the part of a card that is seen, and the large suit of an uncovered one."""
    rank, suit = one.card[0], one.card[1]
    role = "red" if suit in "dh" else "black"
    wide = RANK_WIDTHS[rank] * sizes.rank / RANK_HEIGHT
    whole = one.seen >= (sizes.height if one.side == "top" else sizes.width)
    pad, top = sizes.width / 12, one.y + sizes.height / 16
    if one.side == "top":
        yield Glyph(role, rank, one.x + pad, top, wide, sizes.rank)
        x = one.x + pad + max(wide, sizes.suit) + 2
        yield Glyph(role, suit, x, top + (sizes.rank - sizes.suit) / 2, sizes.suit, sizes.suit)
    else:
        room = one.seen - 3
        wide, small = min(wide, room), min(sizes.suit, room)
        middle = pad + max(wide, small) / 2 if whole else one.seen / 2 + 0.5
        middle = one.x + middle if one.side == "left" else one.x + sizes.width - middle
        yield Glyph(role, rank, middle - wide / 2, top, wide, sizes.rank)
        yield Glyph(role, suit, middle - small / 2, top + sizes.rank * 1.2, small, small)
    if whole:
        big = sizes.big
        x = one.x + pad if one.side == "right" else one.x + sizes.width - pad - big
        yield Glyph(role, suit, x, one.y + sizes.height - big - pad, big, big)


def _count(one: Placed, sizes: Sizes) -> Iterator[Shape]:
    """How many cards lie face down, on what is seen of their back."""
    if one.side == "top":
        x, y = one.x + sizes.width / 2, one.y + min(one.seen, sizes.height) / 2
    else:
        x = one.x + (one.seen / 2 if one.side == "left" else sizes.width - one.seen / 2)
        y = one.y + sizes.height / 2
    yield from _pill(x, y, str(one.folded), sizes)


def _total(pile: Pile, lowest: Placed, sizes: Sizes) -> Iterator[Shape]:
    """How many cards lie on a pile, at the foot of its lowest drawn card."""
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


def _label(label: Label, sizes: Sizes, scene: Scene) -> Iterator[Shape]:
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
