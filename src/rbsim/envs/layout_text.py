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


def cards_of(pile: str) -> tuple[int, list[str]]:
    """Return how many cards of a pile of notation lie face down, and the others."""
    hidden, _, shown = pile.rpartition(")")
    cards = [shown[i : i + 2] for i in range(0, len(shown), 2)] if shown != "-" else []
    return len(hidden) // 2, cards


def suits_of(text: str) -> Iterator[tuple[str, str]]:
    """Return each suit of the foundations `c53dA-h--sKQ`, with its ranks."""
    step = len(text) // 4
    return ((text[i], text[i + 1 : i + step]) for i in range(0, len(text), step))


def _inked(text: str, suit: str, colour: bool) -> str:
    return f"{RED}{text}{OFF}" if colour and suit in ("d", "h") else text


def pretty(pile: str, colour: bool) -> str:
    """Return a pile of notation with suit symbols, and its face-down cards as a count.

    The sign of a closed house, `x`, or of one not laid yet, `.`, stays as it is.
    """
    hidden, cards = cards_of(pile)
    texts = [_inked(card.translate(SYMBOLS), card[1:], colour) for card in cards]
    return " ".join([f"[{hidden} down]", *texts] if hidden else texts) or "-"


def foundations(text: str, colour: bool) -> str:
    """Return the foundations `c53dA-h--sKQ` as `♣ 5 3  ♦ A -  ...`."""
    return "   ".join(
        _inked(f"{suit.translate(SYMBOLS)} {' '.join(ranks)}", suit, colour)
        for suit, ranks in suits_of(text)
    )


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
