"""Nos. 12, 15b, 19, 21, 23, 23w, 23b, 31 and 34 to 39 (docs/patience)."""

from itertools import pairwise

from oracles.twin.patience.free_tables.table import (
    HAND,
    RANKS,
    WASTE,
    Foundation,
    Move,
    Table,
    Topped,
    one_lower,
    rank,
    red,
    turned,
)
from oracles.twin.patience.layouts.table import DOWN, SUITS, UP, suits


class Clock(Table):
    passes = 3

    def begin(self) -> list[Foundation]:
        circle = ["Ad", "5d", "9d", "2c", "6c", "Tc", "3h", "7h", "Jh", "4s", "8s", "Qs"]
        dial = [Foundation(turned(RANKS[:12], c[0], 8), c[1]) for c in circle]
        return [*dial, Foundation("K" * 8, n=0)]

    def moves(self) -> list[Move]:
        """12.5: what fits must be placed before the next card is turned."""
        if self.piles[HAND]:
            return self.plays(HAND) or [("shift", HAND, WASTE, 1)]
        return self.plays(WASTE) or self.turns()


class Fairest(Clock):
    def begin(self) -> list[Foundation]:
        return [
            Foundation("".join(RANKS[(2 * i + k * i - 1) % 13] for k in range(12)))
            for i in range(1, 5)
        ]

    def moves(self) -> list[Move]:
        if "waste" in self.reading and not self.piles[HAND]:
            return self.turns()
        return super().moves()


class Pile(Topped):
    """15.2"""

    def takes(self, card: str) -> bool:
        if not self.n:
            return True
        step = abs(rank(card) - rank(self.last))
        return step == 1 or (step == 12 and self.suit == "corner")

    @property
    def rest(self) -> str:
        return ""


class Robert(Table):
    passes = 4

    def begin(self) -> list[Foundation]:
        one = Pile("", n=0)
        one.suit = "corner" if "corner" in self.reading else ""
        return [one]

    def moves(self) -> list[Move]:
        return self.hand() if self.piles[HAND] else [*self.plays(WASTE), *self.turns()]


class Seasons(Table):
    dealt = (0,) * 12

    def begin(self) -> list[Foundation]:
        self.dead = "waste" in self.reading
        self.passes = 1 if self.reading.get("waste") == "dead-no-redeal" else 2
        return suits((UP,))

    def lies(self, card: str, pile: int) -> bool:
        return one_lower(card, self.top(pile))

    def wholes(self) -> list[Move]:
        """19.4"""
        return [
            ("shift", one, other, len(self.piles[one]))
            for one in self.places
            for other in self.places
            if one != other and self.piles[one] and self.piles[other]
            and self.lies(self.piles[one][0], other)
        ]  # fmt: skip

    def moves(self) -> list[Move]:
        """19.6, 19.7: plays are duties, then spaces are filled, then a card is turned."""
        if self.piles[HAND]:
            return [*self.plays(HAND), *self.packings(HAND)] or [("shift", HAND, WASTE, 1)]
        found = [*self.plays_of(self.places), *self.wholes()]
        if not self.dead:
            found += [*self.plays(WASTE), *self.packings(WASTE)]
        if found:
            return found
        if self.spaces():
            space = self.spaces()[0]
            found += [("fill", 0, space, 0)] if self.stock else []
            found += [("shift", WASTE, space, 1)] if self.piles[WASTE] and not self.dead else []
        return found or self.turns()


class Storehouse(Table):
    dealt = (1, 1, 1, 1, 13)
    takers = range(4)
    passes = 3
    kept = False
    way = RANKS[1:] + "A"

    def begin(self) -> list[Foundation]:
        return suits((self.way,))

    def lies(self, card: str, pile: int) -> bool:
        on = self.top(pile)
        return card[1] == on[1] and self.way.index(card[0]) + 1 == self.way.index(on[0])

    def follow(self) -> None:
        """23.6, 23.10"""
        for place in range(4):
            if not self.piles[place]:
                for source in (WASTE,) if self.kept else (4, WASTE):
                    if self.piles[source]:
                        self.piles[place].append(self.piles[source].pop())
                        break
                else:
                    if self.stock:
                        self.piles[place].append(self.draw())

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            return self.hand()
        store = [*self.plays(4), *self.packings(4)]
        if store:
            return store  # 23.5
        return [
            *self.plays_of([0, 1, 2, 3, WASTE]), *self.packings(WASTE), *self.turns(),
        ]  # fmt: skip


class StorehouseKept(Storehouse):
    kept = True


class Sequences(Table):
    dealt = (0,) * 4

    def begin(self) -> list[Foundation]:
        self.grace = "grace" not in self.reading
        return suits((UP,))

    def lies(self, card: str, pile: int) -> bool:
        return rank(card) + 1 == rank(self.top(pile))

    def runs(self, pile: int) -> list[int]:
        """How many cards from above go down by one."""
        lengths = []
        for n in range(1, len(self.piles[pile]) + 1):
            part = self.piles[pile][-n:]
            if all(rank(a) == rank(b) + 1 for a, b in pairwise(part)):
                lengths.append(n)
        return lengths

    def moves(self) -> list[Move]:
        space = self.spaces()[:1]
        if self.piles[HAND]:
            return [*self.hand(), *[("shift", HAND, place, 1) for place in space]]
        found = [*self.plays_of([*self.places, WASTE]), *self.packings(WASTE), *self.turns()]
        for pile in self.places:
            for n in self.runs(pile):
                lowest = self.piles[pile][-n]
                found += [
                    ("shift", pile, other, n)
                    for other in self.places
                    if other != pile and self.piles[other] and self.lies(lowest, other)
                ]
                if n < len(self.piles[pile]):
                    found += [("shift", pile, place, n) for place in space]
        for n in self.runs(WASTE):
            found += [("shift", WASTE, place, n) for place in space]
        for f, one in enumerate(self.foundations):  # 23b.6
            if one.n > 1:
                card = one.way[one.n - 1] + one.suit
                found += [
                    ("back", f, place, 1)
                    for place in self.places
                    if self.piles[place] and self.lies(card, place)
                ]
        if self.grace and not self.stock:  # 23b.7
            for depth in range(2, len(self.piles[WASTE]) + 1):
                card = self.piles[WASTE][-depth]
                found += self.plays(WASTE, depth)
                found += [
                    ("lift", WASTE, place, depth)
                    for place in self.places
                    if (self.piles[place] and self.lies(card, place)) or place in space
                ]
        return found

    def make(self, move: Move) -> None:
        kind, source, target, n = move
        if source == WASTE and kind in ("play", "lift") and n > 1:
            self.grace = False
        if kind == "back":
            one = self.foundations[source]
            one.n -= 1
            self.left += 1
            self.piles[target].append(one.way[one.n] + one.suit)
        elif kind == "lift":
            self.piles[target].append(self.piles[WASTE].pop(-n))
        else:
            super().make(move)


class Lucas(Table):
    dealt = (3,) * 13
    passes = 2
    in_hand = False

    def begin(self) -> list[Foundation]:
        return suits((UP,), 2)

    def open(self) -> None:
        """31.1: in rows."""
        for _ in range(3):
            for column in self.places:
                self.piles[column].append(self.draw())

    def lies(self, card: str, pile: int) -> bool:
        return one_lower(card, self.top(pile))

    def moves(self) -> list[Move]:
        every = [*self.places, WASTE]
        found = [*self.plays_of(every), *self.packings_of(every), *self.turns()]
        if "spaces" in self.reading:  # 31.7
            for space in self.spaces()[:1]:
                found += [("shift", n, space, 1) for n in self.places if len(self.piles[n]) > 1]
                found += [("shift", WASTE, space, 1)] if self.piles[WASTE] else []
        return found


class Reserves(Table):
    dealt = (12,) * 4
    passes = 3
    in_hand = False

    def begin(self) -> list[Foundation]:
        self.waits = {}
        return suits((UP, DOWN))

    def moves(self) -> list[Move]:
        found = [*self.plays_of([*self.places, WASTE]), *self.turns()]
        on = self.top(WASTE)
        for packet in self.places:
            card = self.top(packet)
            near = on and card and (one_lower(card, on) or one_lower(on, card))
            if near and not self.plays(packet):
                found.append(("shift", packet, WASTE, 1))  # 34.4
        return found


class RougeEtNoir(Lucas):
    dealt = (1,) * 8

    def open(self) -> None:
        Table.open(self)

    def lies(self, card: str, pile: int) -> bool:
        on = self.top(pile)
        return red(card) != red(on) and rank(card) + 1 == rank(on)

    def follow(self) -> None:
        """35.3"""
        self.fill("ws" if "spaces" in self.reading else "s")

    def moves(self) -> list[Move]:
        every = [*self.places, WASTE]
        return [*self.plays_of(every), *self.packings_of(every), *self.turns()]


class Endless(RougeEtNoir):
    played = False

    def make(self, move: Move) -> None:
        """35b.4"""
        self.played = move[0] in ("play", "shift") or (self.played and move[0] != "redeal")
        self.passes = 10**9
        super().make(move)

    def turns(self) -> list[Move]:
        found = super().turns() if self.stock else []
        if not self.stock and self.piles[WASTE] and self.played:
            found = [("redeal", 0, 0, 0)]
        return found


class Twos(RougeEtNoir):
    dealt = (1,) * 10
    passes = 3
    way = RANKS[1:] + "A"

    def begin(self) -> list[Foundation]:
        return suits((self.way,), 2)

    def lies(self, card: str, pile: int) -> bool:
        on = self.top(pile)
        return card[1] == on[1] and self.way.index(card[0]) + 1 == self.way.index(on[0])


class Kingdom(Table):
    dealt = (1,) * 8
    in_hand = False

    def begin(self) -> list[Foundation]:
        return [Foundation(UP), *(Foundation(UP, n=0) for _ in range(7))]

    def follow(self) -> None:
        """37.2: aces go out at once."""
        for pile in [WASTE, *self.places]:
            while self.top(pile)[:1] == "A":
                self.piles[pile].pop()
                self.left -= 1
                next(one for one in self.foundations if not one.n).n = 1

    def moves(self) -> list[Move]:
        found = [*self.plays_of([*self.places, WASTE]), *self.turns()]
        for space in self.spaces()[:1]:  # 37.4
            if self.piles[WASTE] and not ("spaces" in self.reading and self.stock):
                found.append(("shift", WASTE, space, 1))
            elif self.stock:
                found.append(("fill", 0, space, 0))
        return found


class Patriarchs(Table):
    dealt = (1,) * 9
    passes = 2

    def begin(self) -> list[Foundation]:
        self.waits = {}
        return suits((UP, DOWN))

    def follow(self) -> None:
        """38.4"""
        self.fill("ws")

    def moves(self) -> list[Move]:
        """38.3, 38.5"""
        if self.piles[HAND]:
            return self.plays(HAND) or [("shift", HAND, WASTE, 1)]
        return self.plays(WASTE) or self.plays_of(self.places) or self.turns()


class Windmill(Table):
    dealt = (1,) * 8
    in_hand = False

    def begin(self) -> list[Foundation]:
        return [Foundation(UP * 4), *(Foundation(DOWN) for _ in SUITS)]

    def follow(self) -> None:
        """39.4"""
        self.fill("sw" if "spaces" in self.reading else "ws")

    def plays(self, pile: int, depth: int = 1) -> list[Move]:
        """39.3"""
        found = super().plays(pile, depth)
        return [move for move in found if move[2] == 0] or found

    def moves(self) -> list[Move]:
        return [*self.plays_of([*self.places, WASTE]), *self.turns()]


TWINS = {
    "12": Clock, "15b": Robert, "19": Seasons, "21": Fairest, "23": Storehouse,
    "23w": StorehouseKept, "23b": Sequences, "31": Lucas, "34": Reserves, "35": RougeEtNoir,
    "35b": Endless, "36": Twos, "37": Kingdom, "38": Patriarchs, "39": Windmill,
}  # fmt: skip
