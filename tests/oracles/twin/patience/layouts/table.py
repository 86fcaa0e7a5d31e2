"""What the twins of all layouts share; moves are told as the core tells them."""

from collections import defaultdict
from collections.abc import Callable

RANKS = "A23456789TJQK"
SUITS = "cdhs"
UP, DOWN = RANKS, RANKS[::-1]
HAND, WASTE, ASIDE = 127, 126, 125
OTHER_WASTE = ASIDE
Move = tuple[str, int, int, int]
Shuffle = Callable[[list[str]], list[str]]


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


class Foundation:
    """Cards in the order of `way`; `n` of them lie there."""

    def __init__(self, way: str, suit: str = "", n: int = 1) -> None:
        self.way, self.suit, self.n = way, suit, n

    def takes(self, card: str) -> bool:
        return card[1] in (self.suit or SUITS) and self.way[self.n : self.n + 1] == card[0]

    @property
    def rest(self) -> str:
        return self.way[self.n :]


def suits(ways: tuple[str, ...], sets: int = 1, n: int = 1) -> list[Foundation]:
    return [Foundation(way, s, n) for way in ways for s in SUITS for _ in range(sets)]


class Layout:
    """A game in play.

    Subclasses have `open`, `moves` and `make`, and perhaps `next_deal`.
    """

    foundations: list[Foundation]
    waits: dict[str, str] | None = None  # the rank that waits in a suit
    must_wait = True
    deal = 1

    def __init__(self, pack: list[str], shuffle: Shuffle, **reading: str) -> None:
        self.stock, self.shuffle, self.reading = list(pack), shuffle, reading
        self.piles: dict[int, list[str]] = defaultdict(list)
        self.left = len(pack)
        self.foundations = self.begin()
        self.open()

    def begin(self) -> list[Foundation]:
        raise NotImplementedError

    def open(self) -> None:
        pass

    def moves(self) -> list[Move]:
        raise NotImplementedError

    def make(self, move: Move) -> None:
        raise NotImplementedError

    def next_deal(self) -> bool:
        return False

    def top(self, pile: int) -> str:
        return self.piles[pile][-1] if self.piles[pile] else ""

    def plays(self, pile: int, depth: int = 1) -> list[Move]:
        if len(self.piles[pile]) < depth:
            return []
        card = self.piles[pile][-depth]
        suit = SUITS.index(card[1])
        fitting = [f for f, one in enumerate(self.foundations) if one.takes(card)]
        if self.waits is not None:
            if card[1] in self.waits:
                near = abs(rank(card) - RANKS.index(self.waits[card[1]]) - 1) <= 1
                return [("play", pile, suit, depth)] if near else []
            if len(fitting) == 2:
                hold = [("hold", pile, suit, depth)]
                return hold if self.must_wait else hold + self.told(fitting, pile, depth)
        return self.told(fitting, pile, depth)

    def told(self, fitting: list[int], pile: int, depth: int) -> list[Move]:
        """Equal foundations count once."""
        first = {self.foundations[f].rest: f for f in reversed(fitting)}
        return [("play", pile, f, depth) for f in first.values()]

    def play(self, move: Move) -> None:
        kind, pile, f, depth = move
        card = self.piles[pile].pop(-depth)
        self.left -= 1
        if kind == "hold":
            assert self.waits is not None
            self.waits[card[1]] = card[0]
        elif self.waits and card[1] in self.waits:
            one, other = self.foundations[f], self.foundations[f + 4]
            waited = self.waits.pop(card[1])
            step = rank(card) - rank(waited + card[1])
            one.n += step + 1
            other.n += 1 - step
        else:
            self.foundations[f].n += 1

    def shift(self, move: Move) -> None:
        _, source, target, n = move
        moved = self.piles[source][-n:]
        del self.piles[source][-n:]
        self.piles[target] += moved

    def lies(self, card: str, pile: int) -> bool:
        """Whether a card may be packed on a pile's top."""
        raise NotImplementedError

    def shifts(self, pile: int, targets: list[int] | range) -> list[Move]:
        card = self.top(pile)
        return [
            ("shift", pile, t, 1)
            for t in targets
            if card and t != pile and self.piles[t] and self.lies(card, t)
        ]

    def draw(self) -> str:
        return self.stock.pop(0)


def follows(card: str, on: str, *steps: int) -> bool:
    """Whether a card is of the suit of another and so many ranks higher."""
    return card[1] == on[1] and rank(card) - rank(on) in steps
