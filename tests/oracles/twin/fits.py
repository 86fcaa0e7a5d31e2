"""What fits where: foundations (1.4), houses and loads (4.2) under every axis."""

from __future__ import annotations

from .cards import rank, red
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
    if rank(card) != rank(onto) - 1:
        return False
    if rules.house_build == "same-suit":
        return card[1] == onto[1]
    return red(card) != red(onto)


def loads(card: str, onto: str, rules: Rules) -> bool:
    """4.2: same suit and next rank either way, no wrap; any suit in V15."""
    if abs(rank(card) - rank(onto)) != 1:
        return False
    return rules.load_match == "any-suit" or card[1] == onto[1]
