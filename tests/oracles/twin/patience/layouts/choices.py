"""Nos. 1, 6, 9, 14b, 22, 32 and 33 as the player likes (docs/patience)."""

from itertools import combinations

from oracles.twin.patience.layouts.table import (
    DOWN,
    HAND,
    RANKS,
    UP,
    Foundation,
    Layout,
    Move,
    follows,
    rank,
    suits,
)


class Wish(Layout):
    """Heaps 0 to 7."""

    heaps = range(8)
    grace = True

    def begin(self) -> list[Foundation]:
        return []

    def open(self) -> None:
        """1.1"""
        for i, card in enumerate(self.stock):
            self.piles[i % 8].append(card)
        self.stock = []

    def may_pair(self, one: int, other: int) -> bool:
        return self.top(one)[0] == self.top(other)[0]

    def moves(self) -> list[Move]:
        lying = sorted(pile for pile in self.piles if self.piles[pile])
        found: list[Move] = [
            ("pair", a, b, 1) for a, b in combinations(lying, 2) if self.may_pair(a, b)
        ]
        spaces = [heap for heap in self.heaps if not self.piles[heap]]
        if self.grace and spaces:  # 1.6
            found += [("shift", h, spaces[0], 1) for h in self.heaps if len(self.piles[h]) > 1]
        return found

    def make(self, move: Move) -> None:
        if move[0] == "shift":
            self.shift(move)
        else:
            self.piles[move[1]].pop()
            self.piles[move[2]].pop()
            self.left -= 2


class WishWithoutGrace(Wish):
    grace = False


class Nestor(Wish):
    """Columns 0 to 7; the reserve is 8 to 11. Not for a deal that is void (9.3)."""

    grace = False

    def open(self) -> None:
        """9.1, 9.2"""
        for n in range(48):
            column = self.piles[n % 8]
            if "columns" not in self.reading:
                while self.stock[0][0] in [card[0] for card in column]:
                    self.stock.append(self.stock.pop(0))
            column.append(self.draw())
        for n in range(4):
            self.piles[8 + n] = [self.draw()]

    def may_pair(self, one: int, other: int) -> bool:
        """9.5, 9.7"""
        if "reserve" in self.reading and one > 7 and other > 7:
            return False
        return super().may_pair(one, other)


class Sets(Layout):
    """Places 0 to 8."""

    def begin(self) -> list[Foundation]:
        self.left = 43
        return []

    def open(self) -> None:
        for place in range(9):
            self.piles[place] = [self.draw()]

    def moves(self) -> list[Move]:
        """14b.2, 14b.3"""
        found: list[Move] = []
        for pair in combinations(range(9), 2):
            if len(self.stock) >= 2 and sum(rank(self.top(i)) for i in pair) == 11:
                found.append(("cover", *pair, 0))
        for three in combinations(range(9), 3):
            if len(self.stock) >= 3 and sorted(self.top(i)[0] for i in three) == list("JKQ"):
                found.append(("cover", *three))
        return found

    def make(self, move: Move) -> None:
        _, one, other, third = move
        for place in (one, other, *((third,) if third else ())):
            self.piles[place].append(self.draw())
            self.left -= 1
        if len(self.stock) == 1 and self.is_saved(self.stock[0]):
            self.draw()
            self.left -= 1

    def is_saved(self, last: str) -> bool:
        """14b.4, 14b.5"""
        lying = {self.top(place)[0] for place in range(9)}
        if last[0] in "JQK":
            return "last-court" in self.reading and {*lying, last[0]} >= set("JQK")
        return any(rank(one + "c") + rank(last) == 11 for one in lying)


class Marriage(Layout):
    """The row is pile 0."""

    exchanges = 0
    takes = 0

    def begin(self) -> list[Foundation]:
        self.left = 50
        self.lifted = 0
        return []

    def open(self) -> None:
        """6.1"""
        self.piles[0] = ["Qh"]
        self.stock.append("Kh")

    def may_go(self, row: list[str]) -> bool:
        """Whether cards may leave, which stand in a row with a card at either end (6.3, 6.4)."""
        return len(row) in (3, 4) and alike(row[0], row[-1])

    def moves(self) -> list[Move]:
        row = self.piles[0]
        n = len(row)
        found: list[Move] = []
        in_grace = self.lifted or (type(self).takes and 0 < self.takes < type(self).takes)
        if not in_grace:
            if self.stock:
                found.append(("turn", 0, 0, 0))
            for i, j in combinations(range(n), 2):
                if self.may_go(row[i : j + 1]):
                    found.append(("throw", 0, j - i - 1, n - i - 1))
        if found:
            return found
        inner = range(n - 1, 1, -1)
        if self.takes:
            return [("take", 0, 0, depth) for depth in inner]
        if self.exchanges:
            return [("exchange", 0, 0, depth) for depth in inner if depth != self.lifted]
        return []

    def make(self, move: Move) -> None:
        kind, _, count, depth = move
        row = self.piles[0]
        at = len(row) - depth
        if kind == "turn":
            row.append(self.draw())
        elif kind == "throw":
            del row[at : at + count]
            self.left -= count
        elif kind == "take":
            del row[at]
            self.left -= 1
            self.takes -= 1
        elif not self.lifted:
            self.lifted = depth
        else:
            other = len(row) - self.lifted
            row[at], row[other] = row[other], row[at]
            self.lifted = self.exchanges = 0


def alike(one: str, other: str) -> bool:
    return one[0] == other[0] or one[1] == other[1]


class PushPin(Marriage):
    exchanges = 1

    def may_go(self, row: list[str]) -> bool:
        """6b.1"""
        inner = row[1:-1]
        run = bool(inner) and len({card[1] for card in inner}) == 1
        return super().may_go(row) or (run and alike(row[0], row[-1]))


class Discards(Marriage):
    takes = 3

    def open(self) -> None:
        """6c.1"""
        for cut in range(52):
            pack = self.stock[cut:] + self.stock[:cut]
            if pack[0][1] == pack[-1][1]:
                break
        self.stock = pack

    def may_go(self, row: list[str]) -> bool:
        """6c.2"""
        return super().may_go(row) and (len(row) == 3 or alike(row[1], row[2]))


class Fairest(Layout):
    """Wastes 0 to 3."""

    def begin(self) -> list[Foundation]:
        """22.2"""
        return [
            Foundation("".join(RANKS[(i * n - 1) % 13] for n in range(1, 14))) for i in range(1, 5)
        ]

    def moves(self) -> list[Move]:
        """22.3 to 22.5"""
        if self.piles[HAND]:
            return self.plays(HAND) or [("shift", HAND, waste, 1) for waste in range(4)]
        found = [move for waste in range(4) for move in self.plays(waste)]
        return found + ([("turn", 0, 0, 0)] if self.stock else [])

    def make(self, move: Move) -> None:
        if move[0] == "turn":
            self.piles[HAND] = [self.draw()]
        elif move[0] == "shift":
            self.shift(move)
        else:
            self.play(move)


class Constitution(Layout):
    """Lower places 0 to 7, upper cards 8 to 15."""

    def begin(self) -> list[Foundation]:
        self.upper = [self.draw() for _ in range(8)]
        for place, card in enumerate(self.upper):
            self.piles[8 + place] = [card]
        return [Foundation((2 * UP)[rank(card) : rank(card) + 13], n=0) for card in self.upper]

    def open(self) -> None:
        """32.1, 32.7"""
        for place in range(8):
            self.piles[place].append(self.draw())
        self.fresh = set(range(8))

    def moves(self) -> list[Move]:
        """32.2, 32.3, 32.5"""
        all_begun = all(heap.n for heap in self.foundations)
        found: list[Move] = [
            (kind, place, f, depth)
            for place in range(8)
            for kind, _, f, depth in self.plays(place)
            if "beneath" not in self.reading or place in self.fresh
            if all_begun or not self.foundations[f].n
        ]
        return found + ([("row", 0, 0, 0)] if self.stock else [])

    def make(self, move: Move) -> None:
        if move[0] == "row":
            self.open()
            return
        _, place, f, _ = move
        self.fresh.discard(place)
        self.play(move)
        if self.foundations[f].n == 12:  # 32.6
            self.foundations[f].n = 13
            self.piles[8 + f] = []
            self.left -= 1


class FourCorners(Layout):
    """Heaps 0 to 11."""

    heaps = range(12)

    def begin(self) -> list[Foundation]:
        self.waits = {}
        return suits((UP, DOWN), n=0)

    def open(self) -> None:
        """33.3, 33.4"""
        place = 0
        for i, card in enumerate(self.stock):
            self.piles[HAND] = [card]
            laid = "first-row" in self.reading and i < 12
            move = None if laid else self.judged(card, place + 1)
            if move:
                self.play(move)
            else:
                self.piles[place].append(self.piles[HAND].pop())
                place = (place + 1) % 12
        self.stock = []

    def judged(self, card: str, place: int) -> Move | None:
        """The play of a card that falls to a place, 1 to 12."""
        assert self.waits is not None
        suit = "cdhs".index(card[1])
        for f in (suit, 4 + suit):
            if not self.foundations[f].n and self.foundations[f].takes(card):
                return ("play", HAND, f, 1)
        plays = self.plays(HAND)
        if place in (1, 6, 7, 12):
            return plays[0] if plays else None
        by_ace, by_king = place == 2 + suit, place == 8 + suit
        if not plays or not (by_ace or by_king):
            return None
        if card[1] in self.waits:  # 33.6
            step = rank(card) - rank(self.waits[card[1]] + card[1])
            return plays[0] if step in (0, 1 if by_ace else -1) else None
        f = suit if by_ace else 4 + suit
        return ("play", HAND, f, 1) if self.foundations[f].takes(card) else None

    def lies(self, card: str, pile: int) -> bool:
        return follows(card, self.top(pile), -1, 1)

    def moves(self) -> list[Move]:
        """33.7, 33.8"""
        return [m for h in self.heaps for m in self.plays(h) + self.shifts(h, self.heaps)]

    def make(self, move: Move) -> None:
        if move[0] == "shift":
            self.shift(move)
        else:
            self.play(move)

    def next_deal(self) -> bool:
        """33.9"""
        if self.deal == 3:
            return False
        self.deal += 1
        self.stock = [card for heap in self.heaps for card in self.piles[heap]]
        self.piles.clear()
        self.open()
        return True
