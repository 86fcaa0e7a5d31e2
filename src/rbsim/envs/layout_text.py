"""A position as lines for a terminal: the foundations, each house, each seat."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import rbcore
from rbcore.cards.ranges import count_text

SYMBOLS = str.maketrans("cdhs", "♣♦♥♠")
RED, OFF = "\x1b[31m", "\x1b[0m"
COLOUR = re.compile("\x1b\\[[0-9;]*m")
WIDTH, INDENT = 80, 15  # columns


def pretty(pile: str, colour: bool) -> str:
    """Return a pile of notation with suit symbols, and its face-down cards as a count.

    The sign of a closed house, `x`, or of one not laid yet, `.`, stays as it is.
    """
    hidden, _, shown = pile.rpartition(")")
    cards = [shown[i : i + 2] for i in range(0, len(shown), 2)] if shown != "-" else []
    texts = []
    for card in cards:
        text = card.translate(SYMBOLS)
        texts.append(f"{RED}{text}{OFF}" if colour and card[1:] in ("d", "h") else text)
    if hidden:
        texts.insert(0, f"[{len(hidden) // 2} down]")
    return " ".join(texts) or "-"


def foundations(text: str, colour: bool) -> str:
    """Return the foundations `c53dA-h--sKQ` as `♣ 5 3  ♦ A -  ...`."""
    step = len(text) // 4
    parts = []
    for i in range(0, len(text), step):
        part = f"{text[i].translate(SYMBOLS)} {' '.join(text[i + 1 : i + step])}"
        parts.append(f"{RED}{part}{OFF}" if colour and text[i] in "dh" else part)
    return "   ".join(parts)


def wrapped(parts: Sequence[str], indent: int) -> Iterator[str]:
    """Yield lines of parts, broken between them; all but the first are indented.

    Colours take no room.
    """
    line = ""
    for part in parts:
        longer = f"{line} {part}" if line else part
        if line and len(COLOUR.sub("", longer)) > WIDTH:
            yield line
            longer = f"{'':{indent}}{part}"
        line = longer
    if line:
        yield line


def layout_lines(position: rbcore.Position | rbcore.Game, colour: bool) -> list[str]:
    """Return the layout, a line for the foundations, each house and each seat."""
    # In notation, which tells what lies face down.
    fields = str(position).split(" ")
    houses = fields[3].split("|") if position.rules.houses else []
    lines = [f"  foundations  {foundations(fields[2], colour)}"]
    for number, house in enumerate(houses, 1):
        lines += wrapped([f"  house {number}     ", *pretty(house, colour).split(" ")], INDENT)
    for seat, hand in enumerate(position.hands):
        waste = position.wastes[seat]
        reserve = pretty(fields[4 + seat].partition("/")[0], colour)
        parts = [f"  seat {seat}       reserve", *f"{reserve};".split(" "),
                 f"hand {count_text(len(hand), 'cards')};",
                 f"waste {count_text(len(waste), 'cards')},",
                 f"top {pretty(waste[-1] if waste else '-', colour)}"]  # fmt: skip
        lines += wrapped(parts, INDENT)
    return lines
