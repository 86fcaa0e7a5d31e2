"""Cards as texts (1.1): a rank and a suit, `Td`; the joker is `**`."""

from __future__ import annotations

RANKS = "A23456789TJQK"
SUITS = "cdhs"
JOKER = "**"

RANK = {r + s: n for n, r in enumerate(RANKS, 1) for s in SUITS}
RED = {r + s: s in "dh" for r in RANKS for s in SUITS}


def rank(card: str) -> int:
    """1 to 13, ace low."""
    return RANK[card]


def red(card: str) -> bool:
    return RED[card]
