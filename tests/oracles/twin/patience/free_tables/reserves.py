"""Nos. 53 to 57 (docs/patience)."""

from oracles.twin.patience.free_tables.table import (
    HAND,
    RANKS,
    WASTE,
    Colours,
    Drawn,
    Foundation,
    Move,
    Table,
    one_lower,
    rank,
    red,
    turned,
)
from oracles.twin.patience.layouts.table import SUITS, UP, suits


class LightAndShade(Table):
    dealt = (1,) * 8
    takers = range(4)
    passes = 2

    def begin(self) -> list[Foundation]:
        found = []
        for suit in SUITS:
            for _ in range(2):
                one = Colours(UP)
                one.last = "A" + suit
                found.append(one)
        return list(found)

    def lies(self, card: str, pile: int) -> bool:
        on = self.top(pile)
        return red(card) != red(on) and rank(card) + 1 == rank(on)

    def follow(self) -> None:
        """53.5: the lower row from the stock."""
        for place in range(4, 8):
            if not self.piles[place] and self.stock:
                self.piles[place].append(self.draw())

    def moves(self) -> list[Move]:
        reserve = range(4, 8)
        upper = [place for place in range(4) if not self.piles[place]][:1]
        feeds = [("shift", one, place, 1) for place in upper for one in reserve if self.piles[one]]
        if feeds:
            return feeds  # 53.5
        if self.piles[HAND]:
            return self.hand()
        givers = self.places if "reserve" in self.reading else range(4)  # 53.4
        return [
            *self.plays_of([*givers, WASTE]), *self.packings_of([*reserve, WASTE]), *self.turns(),
        ]  # fmt: skip


class Plait(Table):
    dealt = (20, *(1,) * 12)
    passes = 4

    def begin(self) -> list[Foundation]:
        base = self.stock.pop(sum(self.dealt))
        found = [Drawn(turned(RANKS, base[0], 13), n=0) for _ in range(8)]
        found[0].n, found[0].last = 1, base
        self.left -= 1
        return list(found)

    def follow(self) -> None:
        """54.4"""
        for corner in range(1, 5):
            if not self.piles[corner] and self.piles[0]:
                self.piles[corner].append(self.piles[0].pop())
        for side in range(5, 13):
            if not self.piles[side] and self.stock:
                self.piles[side].append(self.draw())

    def plays(self, pile: int, depth: int = 1) -> list[Move]:
        """54.5"""
        if pile != 0 and self.top(pile) == self.top(0):
            return []
        return super().plays(pile, depth)

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            return [*self.plays(HAND), ("shift", HAND, WASTE, 1)]
        return [*self.plays_of([*self.places, WASTE]), *self.turns()]


class Queens(Table):
    dealt = (0,) * 8

    def begin(self) -> list[Foundation]:
        return suits(("KA23456789TJ",), 2, 0)

    def open(self) -> None:
        for place in self.places:
            self.piles[place] = ["Q" + SUITS[place % 4]]

    def lies(self, card: str, pile: int) -> bool:
        return rank(card) + 1 == rank(self.top(pile))

    def follow(self) -> None:
        """55.2"""
        if self.top(HAND)[:1] == "K":
            king = self.piles[HAND].pop()
            self.left -= 1
            next(one for one in self.foundations if one.suit == king[1] and not one.n).n = 1

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            return self.hand()
        return [*self.plays_of([*self.places, WASTE]), *self.packings(WASTE), *self.turns()]


class Quadrangle(Plait):
    dealt = (3,) * 12
    passes = 1

    def follow(self) -> None:
        """56.2, 56.4"""
        before = -1
        while before != self.left:
            before = self.left
            self.fill("w")
            for pile in [HAND, WASTE, *self.places]:
                card = self.top(pile)
                if card and card[0] == self.foundations[0].way[0]:
                    self.piles[pile].pop()
                    one = next(f for f in self.foundations if not f.n)
                    assert isinstance(one, Drawn)
                    one.n, one.last = 1, card
                    self.left -= 1
                    break

    def plays(self, pile: int, depth: int = 1) -> list[Move]:
        return Table.plays(self, pile, depth)

    def lies(self, card: str, pile: int) -> bool:
        on = self.top(pile)
        return card[1] == on[1] and (rank(on) - rank(card)) % 13 == 1

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            return self.hand()
        return [*self.plays_of([*self.places, WASTE]), *self.packings(WASTE), *self.turns()]


class Octagon(Table):
    dealt = (5,) * 4
    passes = 4

    def begin(self) -> list[Foundation]:
        return suits((UP,), 2)

    def follow(self) -> None:
        """57.3"""
        self.fill("w")

    def lies(self, card: str, pile: int) -> bool:
        return one_lower(card, self.top(pile))

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            return self.hand()
        return [*self.plays_of([*self.places, WASTE]), *self.packings(WASTE), *self.turns()]


TWINS = {
    "53": LightAndShade, "54": Plait, "55": Queens, "56": Quadrangle, "57": Octagon,
}  # fmt: skip
