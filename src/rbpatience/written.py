"""Cards as people and other programs write them: 4c, TH, 10♥, h0, <4C> face down, ?? unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS, SUITS, UNKNOWN

__all__ = ["WrittenCard", "card_of", "written_cards"]

RANK, SUIT = "1[0-3]|[0-9ATJQK]", "[CDHS♣♦♥♠]"
CARD = re.compile(
    rf"([<\[(]?)(?:({RANK})({SUIT})|({SUIT})({RANK})|[?X#]{{1,2}})[>\])]?", re.IGNORECASE
)
NONE = re.compile(r"(?:-+|\(\)|\.)(?=[\s,;|/]|$)")
SIGNS = dict(zip("♣♦♥♠", SUITS, strict=True))
NUMBERS = {"0": 10, **{str(rank): rank for rank in range(1, 14)}}


@dataclass(frozen=True)
class WrittenCard:
    """A card, its place in the text, and whether it is marked as face down."""

    card: int
    where: str
    is_down: bool = False


def card_of(rank: str, suit: str) -> int:
    """Return a card from its rank and suit, as letters, numbers or signs."""
    number = NUMBERS.get(rank) or RANKS.index(rank.upper()) + 1
    return 16 * SUITS.index(SIGNS.get(suit, suit.lower())) + number


def written_cards(text: str, where: str) -> Iterator[WrittenCard | None]:
    """Yield the cards of a text, with or without spaces, and None for a dash (an empty place).

    Raises ValueError, in one sentence that begins with `where`, if a word is not a card.
    """
    text = text.replace("\N{VARIATION SELECTOR-16}", "")
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] in ",;|/":
            at += 1
        elif match := NONE.match(text, at):
            yield None
            at = match.end()
        elif match := CARD.match(text, at):
            down, rank, suit, suit_first, rank_last = match.groups()
            is_known = suit or suit_first
            card = card_of(rank or rank_last, suit or suit_first) if is_known else UNKNOWN
            yield WrittenCard(card, where, bool(down))
            at = match.end()
        else:
            word = shown(text[at:].split()[0])
            raise ValueError(
                f"{where}: {word} is not a card; write a rank of {RANKS} and a "
                "suit of CDHS, <4C> if it lies face down, ?? if it is unknown"
            )
