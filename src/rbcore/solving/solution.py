"""Solution: who wins a small game under best play, and Gain: what it is worth, cards hidden."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """Who wins a position under best play, if both seats see all cards; of `rbcore.solve`.

    Where a seat plays as a named player, best play is that of the other.

    Attributes
    ----------
    status : str
        "won" if a seat can force a win, "drawn" if neither can, "undecided" if the positions
        allowed did not suffice.
    winner : int or None
        The seat that can force a win, if there is one.
    positions : int
        How many were looked at. Those with a single move are left out, and positions that differ in
        the order of their houses alone are one, unless a seat plays as a named player.
    """

    status: str
    winner: int | None
    positions: int


@dataclass(frozen=True)
class Gain:
    """What seat 0 gains under best play, if nobody sees hidden cards; of `rbcore.solve_hidden`.

    It is the chance that seat 0 wins less the chance that seat 1 does, over all orders of the cards
    that nobody has seen. Where a seat plays as a named player, best play is that of the other.

    Attributes
    ----------
    lower, upper : float
        What it is at least and at most. They are equal, but for rounding errors, unless the
        positions allowed did not suffice.
    positions : int
        How many were looked at.
    """

    lower: float
    upper: float
    positions: int
