"""What fits where: foundations (1.4), houses and loads (4.2) under every axis."""

from __future__ import annotations

from functools import cache

from .cards import RANK, rank, red
from .position import State
from .rules import Rules


def fits_foundation(state: State, card: str) -> bool:
    """1.4: some pile of the suit has height r-1; V15 counts ranks from the base."""
    start = 1 if state.from_ace else state.base
    if start == 0:  # V15: no card has been turned yet
        return False
    return (rank(card) - start) % 13 in state.foundations[card[1]]


def builds(card: str, onto: str, rules: Rules) -> bool:
    """4.2: one rank lower and of the other colour; same suit in the Wrangle (V14)."""
    return (onto,) in builds_onto(rules.house_build)[card]


@cache
def builds_onto(house_build: str) -> dict[str, set[tuple[str, ...]]]:
    """What each card is laid on in a house: () is a space, (card,) a card."""
    return {
        card: {(), *((onto,) for onto in RANK if _builds(card, onto, house_build))} for card in RANK
    }


def _builds(card: str, onto: str, house_build: str) -> bool:
    if rank(card) != rank(onto) - 1:
        return False
    if house_build == "same-suit":
        return card[1] == onto[1]
    return red(card) != red(onto)


def loads(card: str, onto: str, rules: Rules) -> bool:
    """4.2: same suit and next rank either way, no wrap; V15: any suit; V23: the same rank, too."""
    return _loads(card, onto, rules.load_match == "any-suit", rules.load_equal_rank)


@cache
def _loads(card: str, onto: str, any_suit: bool, equal_rank: bool) -> bool:
    apart = abs(rank(card) - rank(onto))
    return (apart == 1 or (equal_rank and apart == 0)) and (any_suit or card[1] == onto[1])
