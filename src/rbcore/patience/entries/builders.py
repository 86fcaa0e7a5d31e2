"""What the entries of games are put together from: cards, foundations, readings."""

from __future__ import annotations

from dataclasses import replace

from rbcore.cards.text import SUITS as SUIT_LETTERS
from rbcore.patience.kinds import Foundation, Table

PIQUET = "A789TJQK"


def of(ranks: str, suits: str = SUIT_LETTERS) -> str:
    """Return the cards of some ranks and suits as text."""
    return "".join(rank + suit for rank in ranks for suit in suits)


def each(ranks: str, decks: int = 1, **rules: object) -> tuple[Foundation, ...]:
    """Return foundations with a base each: these ranks in all suits, once a deck."""
    bases = [rank + suit for rank in ranks for suit in SUIT_LETTERS for _ in range(decks)]
    return tuple(Foundation(base, **rules) for base in bases)  # type: ignore[arg-type]


def by_passes(rules: Table, *passes: int) -> dict[str, Table]:
    """Return the rules with other numbers of passes."""
    return {str(n): replace(rules, passes=n) for n in passes}


def table_readings(rules: Table, *passes: int) -> dict[str, dict[str, Table]]:
    """Return other numbers of passes, and the waste's top out of reach."""
    return {
        "passes": by_passes(rules, *passes),
        "waste": {"dead": replace(rules, dead_waste=True)},
    }
