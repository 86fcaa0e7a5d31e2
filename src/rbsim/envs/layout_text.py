"""A position as lines for a terminal: the foundations, each house, each seat."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import rbcore
from rbcore.api.view import HIDDEN
from rbcore.cards.ranges import count_text

SYMBOLS = str.maketrans("cdhs", "♣♦♥♠")
RED, OFF = "\x1b[31m", "\x1b[0m"
COLOUR = re.compile("\x1b\\[[0-9;]*m")
WIDTH, INDENT = 80, 15  # columns


def foundations_of(position: rbcore.Position | rbcore.Game) -> Iterator[tuple[str, str]]:
    """Yield each suit, and the ranks on top of its foundations, `-` of one without cards."""
    line = position.foundations  # `c53dA-h--sKQ`
    step = len(line) // 4
    return ((line[i], line[i + 1 : i + step]) for i in range(0, len(line), step))


def houses_of(position: rbcore.Position | rbcore.Game) -> Iterator[tuple[Sequence[str], str]]:
    """Yield the cards of each house as all see them; of one without, its sign in notation."""
    signs = str(position).split(" ")[3].split("|")
    for house, sign in zip(position.view().houses, signs, strict=False):
        yield house or (), "" if house else sign


def _inked(text: str, suit: str, colour: bool) -> str:
    text = text.translate(SYMBOLS)
    return f"{RED}{text}{OFF}" if colour and suit in ("d", "h") else text


def pretty(cards: Sequence[str], colour: bool) -> str:
    """Return cards with suit symbols; those that lie face down, below the others, as a count."""
    hidden = cards.count(HIDDEN)
    texts = [_inked(card, card[1], colour) for card in cards[hidden:]]
    return " ".join([f"[{hidden} down]", *texts] if hidden else texts) or "-"


def wrapped(parts: Sequence[str], indent: int) -> Iterator[str]:
    """Yield lines of parts, broken between them, later ones indented; colours take no room."""
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
    suits = (_inked(f"{suit} {' '.join(ranks)}", suit, colour)
             for suit, ranks in foundations_of(position))  # fmt: skip
    lines = [f"  foundations  {'   '.join(suits)}"]
    for number, (cards, sign) in enumerate(houses_of(position), 1):
        words = sign or pretty(cards, colour)
        lines += wrapped([f"  house {number}     ", *words.split(" ")], INDENT)
    for seat, reserve in enumerate(position.view().reserves):
        hand, waste = position.hands[seat], position.wastes[seat]
        parts = [f"  seat {seat}       reserve", *f"{pretty(reserve, colour)};".split(" "),
                 f"hand {count_text(len(hand), 'cards')};",
                 f"waste {count_text(len(waste), 'cards')},",
                 f"top {pretty(waste[-1:], colour)}"]  # fmt: skip
        lines += wrapped(parts, INDENT)
    return lines
