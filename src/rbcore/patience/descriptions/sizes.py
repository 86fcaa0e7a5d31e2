"""How many cards, foundations and piles a description has."""

from __future__ import annotations

from rbcore.patience.descriptions.schema import Description, Foundations, Piles

__all__ = ["foundation_count", "pack_size", "piles_dealt"]


def pack_size(told: Description) -> int:
    """The cards of a pack, without those set out."""
    cards = told.cards
    return cards.decks * len(cards.ranks) * len(cards.suits) - len(cards.out) // 2


def foundation_count(group: Foundations) -> int:
    """How many foundations a group has."""
    return group.count or len(group.base or group.begin) // 2


def piles_dealt(group: Piles) -> tuple[int, ...]:
    """The cards dealt to each pile of a group; of a last one that takes the rest, at most."""
    return group.deal if isinstance(group.deal, tuple) else (group.deal,) * group.count
