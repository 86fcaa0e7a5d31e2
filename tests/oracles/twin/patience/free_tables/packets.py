"""Nos. 25, 27, 27b, 27c and 30 (docs/patience/fans.md)."""

from oracles.twin.patience.free_tables.table import Foundation, Move, Table, one_lower
from oracles.twin.patience.layouts.table import DOWN, UP, suits


class Fans(Table):
    """Nos. 27, 27b and 27c."""

    size = 3
    decks = 1
    aces = 1
    deals = 3

    def begin(self) -> list[Foundation]:
        self.deals = int(self.reading.get("deals", self.deals))
        return suits((UP,), self.decks, self.aces)

    def open(self) -> None:
        self.lay(self.stock)

    def lay(self, cards: list[str]) -> None:
        self.piles.clear()
        for i, card in enumerate(cards):
            self.piles[i // self.size].append(card)
        self.dealt = (self.size,) * len(self.piles)
        self.stock, self.brought = [], self.left

    def lies(self, card: str, pile: int) -> bool:
        return one_lower(card, self.top(pile))

    def moves(self) -> list[Move]:
        return [*self.plays_of(self.places), *self.packings_of(self.places)]

    def next_deal(self) -> bool:
        """27.5, 27.6"""
        if self.deal == self.deals:
            return False
        self.deal += 1
        gathered = [card for place in self.places for card in self.piles[place]]
        self.lay(gathered if "gathering" in self.reading else gathered[::-1])
        return True


class TwoPacks(Fans):
    decks = 2
    deals = 1


class Whole(Fans):
    aces = 0


class Indefatigable(Fans):
    size = 4
    deals = 10**9
    barren = 0

    def next_deal(self) -> bool:
        """25.8"""
        self.barren = self.barren + 1 if self.left == self.brought else 0
        return self.barren < 2 and super().next_deal()


class Crescent(Fans):
    size = 6

    def begin(self) -> list[Foundation]:
        self.deals = int(self.reading.get("transfers", "3")) + 1
        self.waits = {}
        return suits((UP, DOWN))

    def lies(self, card: str, pile: int) -> bool:
        on = self.top(pile)
        return one_lower(card, on) or ("packing" not in self.reading and one_lower(on, card))

    def next_deal(self) -> bool:
        """30.5"""
        if self.deal == self.deals:
            return False
        self.deal += 1
        for place in self.places:
            self.piles[place].append(self.piles[place].pop(0)) if self.piles[place] else None
        return True


TWINS = {
    "25": Indefatigable, "27": Fans, "27b": TwoPacks, "27c": Whole, "30": Crescent,
}  # fmt: skip
