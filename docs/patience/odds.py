"""Count the odds of games in which nothing is decided, exactly, into odds.csv.

Where no choice matters (pairing.md), all that decides a game is how many cards of each kind have
been dealt: what lies on the table and what is to come follow from that. So the chance to win is a
sum over the next card, and there are few enough of such sums to count them all, in exact fractions.
The programs that write games.md and studies/book.md set these odds beside the played ones.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import inf
from pathlib import Path

FILE = Path(__file__).with_suffix(".csv")

# Of each class the cards dealt, by kind: cards of the one kind pair with those of the other; of a
# class with a single kind they pair with each other.
Dealt = tuple[tuple[int, ...], ...]


def unpaired(dealt: Dealt) -> int:
    """Return how many cards lie on the table without a partner."""
    return sum(one[0] % 2 if len(one) == 1 else abs(one[0] - one[1]) for one in dealt)


def draws(dealt: Dealt, copies: int) -> Iterator[tuple[int, Dealt]]:
    """Yield what the next card may make of what is dealt, with the number of cards that do so."""
    for at, kinds in enumerate(dealt):
        for kind, cards in enumerate(kinds):
            if cards < copies:
                one = sorted((*kinds[:kind], cards + 1, *kinds[kind + 1 :]))
                yield copies - cards, tuple(sorted((*dealt[:at], tuple(one), *dealt[at + 1 :])))


def pairing(
    places: int, classes: int, kinds: int, copies: int = 4, extras: float = 0, useless: int = 0
) -> Fraction:
    """Return the chance that the stock is used up before unpaired cards fill all places.

    Cards are as if dealt one by one: if more are dealt at once, to fill places, they cannot jump
    over a full table, as each card makes the unpaired ones one more or one less. Cards that go by
    themselves change nothing and are left out, but for those that are `useless` as extra cards.
    """

    @cache
    def chance(dealt: Dealt, useless: int, extras: float) -> Fraction:
        cards = sum(copies - count for one in dealt for count in one) + useless
        full = unpaired(dealt) == places
        if cards == 0:
            return Fraction(1)
        if full and not extras:
            return Fraction(0)
        won = Fraction(0)
        if useless and not full:
            won += useless * chance(dealt, useless - 1, extras)
        for ways, after in draws(dealt, copies):
            if not full:
                won += ways * chance(after, useless, extras)
            elif unpaired(after) < places:  # else the extra card helps nothing (1b.6, 13.7)
                won += ways * chance(after, useless, extras - 1)
        return won / cards

    return chance(((0,) * kinds,) * classes, useless, extras)


def star(places: int = 16, ranks: int = 8, copies: int = 4) -> Fraction:
    """Return the chance of no. 2: the stock's cards pair with the star's, or find a free place.

    A state has of each rank the cards in the stock and those in the star.
    """

    @cache
    def chance(state: tuple[tuple[int, int], ...], to_lay: int) -> Fraction:
        cards, lying = (sum(rank[i] for rank in state) for i in (0, 1))
        if cards == 0:
            return Fraction(1)
        won = Fraction(0)
        for at, (stock, in_star) in enumerate(state):
            if stock == 0 or (not to_lay and in_star == 0 and lying == places):
                continue  # 2.8: nowhere to go
            here = in_star - 1 if in_star and not to_lay else in_star + 1
            after = tuple(sorted((*state[:at], (stock - 1, here), *state[at + 1 :])))
            won += stock * chance(after, max(0, to_lay - 1))
        return won / cards

    return chance(((copies, 0),) * ranks, places)


COUNTED: dict[str, Callable[[], Fraction]] = {
    "pairs": lambda: pairing(9, 13, 1, extras=2),
    "pairs,extras=0": lambda: pairing(9, 13, 1),
    "pairs,extras=1": lambda: pairing(9, 13, 1, extras=1),
    "pairs,extras=every-block": lambda: pairing(9, 13, 1, extras=inf),
    "star": star,
    "elevens": lambda: pairing(9, 5, 2, extras=inf),
    "elevens,court=loses": lambda: pairing(9, 5, 2, extras=inf, useless=12),
    "elevens-plain": lambda: pairing(9, 5, 2),
    "covered-elevens": lambda: pairing(12, 5, 2),  # court cards come after all others
    "thirteens": lambda: pairing(10, 6, 2),
    "covering": lambda: pairing(4, 4, 1, copies=13),
}


if __name__ == "__main__":
    with FILE.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("game", "odds"))
        writer.writerows((game, count()) for game, count in COUNTED.items())
