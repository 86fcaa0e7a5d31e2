"""A scene as text: each row of piles a line or more, 80 columns wide."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from rbcore.drawing.scene import Label, Pile, Scene

WIDTH = 80
WASTE_CARDS = 4  # of a pile of which only the last cards are drawn
MOST_COLUMNS = 17  # that such a pile takes
SYMBOLS = str.maketrans("cdhs", "♣♦♥♠")
RED, OFF = "\x1b[31m", "\x1b[0m"


@dataclass(frozen=True)
class Style:
    """Letters for suits and plain signs if `ascii`; red suits in red if `colour`."""

    ascii: bool = False
    colour: bool = False

    def card(self, card: str) -> str:
        """Return a card as it is written."""
        if card == "**" or self.ascii:
            return card
        text = card.translate(SYMBOLS)
        return f"{RED}{text}{OFF}" if self.colour and card[1] in "dh" else text


@dataclass(frozen=True)
class Block:
    """Lines of words from a column on, or up to it if they end there."""

    column: int
    lines: list[list[str]]
    separator: str
    ends: bool = False


PLAIN = Style()


def text(scene: Scene, style: Style = PLAIN) -> str:
    """Return a scene as lines below its heading."""
    return "\n".join([scene.heading, *text_lines(scene, style)]) + "\n"


def text_lines(scene: Scene, style: Style = PLAIN) -> list[str]:
    """Return the lines of a scene, without spaces at their ends."""
    items: list[Pile | Label] = [*scene.piles, *scene.labels]
    items.sort(key=lambda one: one.y)
    lines = []
    for _, row in groupby(items, key=lambda one: one.y):
        blocks = [_block(one, scene, style) for one in row]
        for i in range(max(len(block.lines) for block in blocks)):
            lines.append(_line([one for one in blocks if i < len(one.lines)], i))
    return lines


def _line(blocks: list[Block], number: int) -> str:
    """A line of blocks beside each other, none upon another."""
    placed = []
    for block in blocks:
        words = block.separator.join(block.lines[number])
        placed.append((block.column - (_size(words) if block.ends else 0), words))
    placed.sort()
    starts, end = [], WIDTH
    for column, words in reversed(placed):  # none ends beyond the page or where the next begins
        starts.append(min(column, end - _size(words)))
        end = starts[-1] - 1
    line = ""
    for start, (_, words) in zip(reversed(starts), placed, strict=True):
        gap = start - _size(line)
        line += " " * (max(gap, 1) if line else gap) + words
    return line.rstrip()


def _size(words: str) -> int:
    """The columns of words; colours take none."""
    return len(words.replace(RED, "").replace(OFF, ""))


def _column(x: float, scene: Scene) -> float:
    return round(x * WIDTH / scene.width, 3)


def _block(one: Pile | Label, scene: Scene, style: Style) -> Block:
    if isinstance(one, Label):
        return _label(one, scene, style)
    words = list(_words(one, style))
    if one.shape == "down":
        return Block(round(_column(one.x, scene)), [[word] for word in words], "")
    if one.shape == "stack":
        return Block(round(_column(one.x, scene)), [words], "")
    ends = one.shape == "left"
    edge = one.x + scene.sizes.width if ends else one.x
    column = math.floor(_column(edge, scene)) if ends else math.ceil(_column(edge, scene))
    room = math.floor(_column(one.room, scene))
    room = max(room, MOST_COLUMNS) if one.most else max(room, 6)
    separator = "" if sum(map(_size, words)) + len(words) - 1 > room else " "
    rows: list[list[str]] = [[]]
    for word in words:
        if sum(map(_size, [*rows[-1], word])) + len(separator) * len(rows[-1]) > room and rows[-1]:
            rows.append([])
        rows[-1].append(word)
    return Block(column, [row[::-1] for row in rows] if ends else rows, separator, ends)


def _words(pile: Pile, style: Style) -> Iterator[str]:
    """A pile as words, the lowest card first."""
    if not pile.cards:
        yield _sign(pile, style)
        return
    up = pile.face_up
    if pile.down:
        yield f"[{pile.down}]"
    if pile.shape == "stack":
        up = up[-1:]
    elif pile.most and len(up) > WASTE_CARDS:
        up = up[-WASTE_CARDS:]
        yield f":{len(pile.cards)}" if pile.shape == "left" else f"{len(pile.cards)}:"
    yield from map(style.card, up)


def _sign(pile: Pile, style: Style) -> str:
    if pile.sign in ("c", "d", "h", "s"):
        return f".{pile.sign}" if style.ascii else f"·{pile.sign.translate(SYMBOLS)}"
    if pile.sign == "gone":
        return "  "
    return pile.sign if pile.sign in ("closed", "not laid", "out") else ".."


def _label(label: Label, scene: Scene, style: Style) -> Block:
    if label.number:
        return Block(math.floor(_column(label.x, scene)), [[label.lines[0]]], "")
    moves = scene.band is not None and label.seat == scene.band.seat
    sign = (">" if style.ascii else "▸") + " " if moves else ""
    words = sign + ", ".join(label.lines)
    return Block(round(_column(label.x, scene) - len(words) / 2), [[words]], "")
