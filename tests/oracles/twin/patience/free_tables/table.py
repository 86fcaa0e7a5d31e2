"""What the twins of tables share: stock, hand, waste, passes; moves are told as the core does."""

from oracles.twin.patience.layouts.table import (
    HAND,
    RANKS,
    WASTE,
    Foundation,
    Layout,
    Move,
    rank,
)


def red(card: str) -> bool:
    return card[1] in "dh"


class Topped(Foundation):
    """A foundation that looks at the card that was laid last."""

    last = ""


class Colours(Topped):
    """Up in colours by turns; the last card's colour tells what follows."""

    def takes(self, card: str) -> bool:
        return self.way[self.n : self.n + 1] == card[0] and red(card) != red(self.last)

    @property
    def rest(self) -> str:
        return self.way[self.n :] + str(red(self.last))


class Drawn(Topped):
    """Begun by any card of a rank, then in its suit."""

    def takes(self, card: str) -> bool:
        fits = self.way[self.n : self.n + 1] == card[0]
        return fits and (not self.n or card[1] == self.last[1])


class Table(Layout):
    """Places 0, 1, ... with the cards that `dealt` tells, a stock and a waste."""

    dealt: tuple[int, ...] = ()
    passes = 1
    in_hand = True
    takers: range | None = None  # on which cards are packed; all places unless told

    @property
    def places(self) -> range:
        return range(len(self.dealt))

    def open(self) -> None:
        self.passes = int(self.reading.get("passes", self.passes))
        for place in self.places:
            for _ in range(self.dealt[place]):
                self.piles[place].append(self.draw())
        self.follow()

    def follow(self) -> None:
        """Do what happens of itself."""

    def play(self, move: Move) -> None:
        card = self.piles[move[1]][-move[3]]
        super().play(move)
        one = self.foundations[move[2]]
        if isinstance(one, Topped):
            one.last = card

    def packings(self, pile: int) -> list[Move]:
        return self.shifts(pile, self.takers or self.places)

    def plays_of(self, piles: list[int] | range) -> list[Move]:
        return [move for pile in piles for move in self.plays(pile)]

    def packings_of(self, piles: list[int] | range) -> list[Move]:
        return [move for pile in piles for move in self.packings(pile)]

    def hand(self) -> list[Move]:
        """C.2: to a foundation, a place or the waste."""
        return [*self.plays(HAND), *self.packings(HAND), ("shift", HAND, WASTE, 1)]

    def turns(self) -> list[Move]:
        if self.stock:
            return [("turn", 0, 0, 0)]
        again = self.piles[WASTE] and self.deal < self.passes
        return [("redeal", 0, 0, 0)] if again else []

    def make(self, move: Move) -> None:
        kind, _, target, _ = move
        if kind in ("play", "hold"):
            self.play(move)
        elif kind == "shift":
            self.shift(move)
        elif kind == "turn":
            self.piles[HAND if self.in_hand else WASTE].append(self.draw())
        elif kind == "fill":
            self.piles[target].append(self.draw())
        elif kind == "redeal":
            self.deal += 1
            self.stock, self.piles[WASTE] = self.piles[WASTE], []
        self.follow()

    def spaces(self) -> list[int]:
        return [place for place in self.places if not self.piles[place]]

    def fill(self, order: str) -> None:
        """Fill spaces from s, the stock, or w, the waste, whichever first has a card."""
        for place in self.spaces():
            for source in order:
                if source == "s" and self.stock:
                    self.piles[place].append(self.draw())
                    break
                if source == "w" and self.piles[WASTE]:
                    self.piles[place].append(self.piles[WASTE].pop())
                    break


def one_lower(card: str, on: str) -> bool:
    return card[1] == on[1] and rank(card) + 1 == rank(on)


def turned(way: str, first: str, n: int) -> str:
    """Ranks of a circle from one of them on."""
    start = way.index(first)
    return "".join(way[(start + i) % len(way)] for i in range(n))


__all__ = [
    "HAND", "RANKS", "WASTE", "Colours", "Drawn", "Foundation", "Move", "Table", "Topped",
    "one_lower", "rank", "red", "turned",
]  # fmt: skip
