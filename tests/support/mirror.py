"""Mirrored positions and moves: the two seats change places, and so do their houses (2.2)."""

import re

import rbcore
from rbcore.board import notation
from rbcore.rules.definition import Rules

# Suits c d h s as they change with the seats, where each seat has suits of its own (V2): hearts and
# clubs with spades and diamonds, so that cards of different colours keep different colours.
SUITS = (1, 0, 3, 2)


def mirrored_card(card: int) -> int:
    return SUITS[card >> 4] << 4 | card & 15


def mirrored(position: rbcore.Position) -> rbcore.Position:
    """The same position as the other seat would have it."""
    rules = position.rules
    setup = notation.read(position.notation, rules)
    n = rules.houses_each
    setup.seat = 1 - setup.seat
    setup.houses = setup.houses[n:] + setup.houses[:n]
    setup.players.reverse()
    setup.idle.reverse()
    setup.first = {1 - seat for seat in setup.first}
    setup.known = {1 - seat for seat in setup.known}
    if rules.packs == 1:
        setup.heights = [setup.heights[suit] for suit in SUITS]
        piles = [setup.turned, *setup.houses]
        piles += [pile for p in setup.players for pile in (p.reserve, p.hand, p.waste)]
        for pile in piles:
            pile.cards = [mirrored_card(card) for card in pile.cards]
    return rbcore.Position.parse(notation.write(setup, rules), rules, partial=True)


def mirrored_move(move: str, rules: Rules) -> str:
    """The same move as the other seat would write it: only houses have other numbers."""
    n = rules.houses_each

    def other(house: re.Match[str]) -> str:
        return str((int(house[0]) - 1 + n) % (2 * n) + 1)

    return re.sub(r"(?<![*\d])\d(?=[>*]|$)", other, move)
