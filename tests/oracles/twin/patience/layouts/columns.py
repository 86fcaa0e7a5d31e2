"""Nos. 43, 45, 49, 50, 52, 58 to 60: what lies open (docs/patience)."""

from itertools import combinations, pairwise

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


class Manor(Layout):
    """Packets 0 to 3; heap 4 is that of the twos."""

    def begin(self) -> list[Foundation]:
        return [Foundation(UP) for _ in range(8)]

    def open(self) -> None:
        for packet in range(4):
            self.piles[packet] = [self.draw() for _ in range(12)]
        while self.stock:
            card = self.draw()
            self.piles[4 + "23456789TJQK".index(card[0])].append(card)

    def moves(self) -> list[Move]:
        packets = [m for packet in range(4) for m in self.plays(packet)]
        if packets and "heaps" in self.reading:
            return packets
        return packets + [m for heap in range(4, 16) for m in self.plays(heap)]

    def make(self, move: Move) -> None:
        self.play(move)


class Juvenile(Layout):
    """Packets 0 to 15, reserves 16 and 17."""

    def begin(self) -> list[Foundation]:
        return []

    def open(self) -> None:
        for packet in range(16):
            self.piles[packet] = [self.draw() for _ in range(6)]
        self.turned = 0

    def moves(self) -> list[Move]:
        found: list[Move] = [
            ("pair", one, other, 1)
            for one, other in combinations(range(18), 2)
            if self.piles[one] and self.piles[other]
            and rank(self.top(one)) + rank(self.top(other)) == 14
        ]  # fmt: skip
        return found or ([("turn", 0, 0, 0)] if self.stock else [])

    def make(self, move: Move) -> None:
        if move[0] == "turn":
            if self.turned and "reserve" in self.reading:
                self.piles[16] = []
            self.piles[16 + self.turned] = [self.draw() for _ in range(4)][::-1]
            self.turned += 1
        else:
            self.piles[move[1]].pop()
            self.piles[move[2]].pop()
            self.left -= 2


class Capricieuse(Layout):
    columns = range(12)

    def begin(self) -> list[Foundation]:
        return suits((UP, DOWN))

    def open(self) -> None:
        self.next_place = 0
        self.lay_rows()

    def lay_rows(self) -> None:
        """49.2, 49.3"""
        while self.stock and not self.piles[HAND]:
            self.piles[HAND] = [self.draw()]
            fitting = self.plays(HAND)
            if len(fitting) == 1:
                self.play(fitting[0])
            elif not fitting:
                self.piles[self.next_place % 12].append(self.piles[HAND].pop())
                self.next_place += 1

    def lies(self, card: str, pile: int) -> bool:
        return follows(card, self.top(pile), -1, 1)

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            return self.plays(HAND)
        return [m for c in self.columns for m in self.plays(c) + self.shifts(c, self.columns)]

    def make(self, move: Move) -> None:
        if move[0] == "shift":
            self.shift(move)
        else:
            self.play(move)
            self.lay_rows()

    def next_deal(self) -> bool:
        """49.7, 49.8"""
        if self.deal == 3:
            return False
        self.deal += 1
        self.stock = [card for column in self.columns for card in self.piles[column]]
        self.piles.clear()
        self.open()
        return True


class Nationale(Layout):
    columns = range(12)

    def begin(self) -> list[Foundation]:
        return suits((UP, DOWN))

    def open(self) -> None:
        self.counted = 0
        self.dealing = True
        self.lay_columns()

    def lay_columns(self) -> None:
        """50.2 to 50.4: a card that can go to a foundation goes before the next is turned."""
        while self.dealing and not any(self.plays(c) for c in self.columns):
            if self.stock:
                self.piles[self.counted // 8].append(self.draw())
                self.counted += 1
            else:
                self.dealing = False

    def lies(self, card: str, pile: int) -> bool:
        return follows(card, self.top(pile), -1, 1)

    def runs(self, column: int) -> list[int]:
        """50.6: how many cards may go from the end of a column, but not all of it."""
        cards = self.piles[column]
        lengths = []
        for n in range(1, len(cards)):
            tail = cards[-n:]
            if all(follows(a, b, -1, 1) for a, b in pairwise(tail)):
                lengths.append(n)
        return lengths

    def moves(self) -> list[Move]:
        found = [m for column in self.columns for m in self.plays(column)]
        if self.dealing:
            return found
        vacant = [column for column in self.columns if not self.piles[column]][:1]
        for column in self.columns:
            found += self.shifts(column, self.columns)
            found += [("shift", column, to, n) for to in vacant for n in self.runs(column)]
        return found

    def make(self, move: Move) -> None:
        if move[0] == "shift":
            self.shift(move)
        else:
            self.play(move)
            self.lay_columns()


class Kings(Layout):
    """Lines 0 to 3 lie left of the rows, 4 to 7 right of them."""

    lines = range(8)

    def begin(self) -> list[Foundation]:
        return [Foundation(UP) for _ in range(8)]

    def to_row(self, card: str, line: int) -> bool:
        row = line % 4
        for f in (2 * row, 2 * row + 1):
            if self.foundations[f].takes(card):
                self.foundations[f].n += 1
                self.left -= 1
                return True
        return False

    def open(self) -> None:
        """59.3, 59.4"""
        line = 0
        while self.stock:
            card = self.draw()
            if not self.to_row(card, line):
                self.piles[line].append(card)
                line = (line + 1) % 8
            while any(self.piles[x] and self.to_row(self.top(x), x) and self.piles[x].pop()
                      for x in self.lines):  # fmt: skip
                pass

    def lies(self, card: str, pile: int) -> bool:
        return abs(rank(card) - rank(self.top(pile))) == 1

    def moves(self) -> list[Move]:
        found = [m for line in self.lines for m in self.plays(line)]
        for line in self.lines:
            found += self.shifts(line, self.lines)
            found += [("shift", line, to, 1) for to in self.lines
                      if self.piles[line] and not self.piles[to]]  # fmt: skip
        return found

    def make(self, move: Move) -> None:
        if move[0] == "shift":
            self.shift(move)
        else:
            self.play(move)


class Louis(Layout):
    must_wait = False

    def begin(self) -> list[Foundation]:
        self.waits = {}
        return suits((UP, DOWN))

    def open(self) -> None:
        self.due = 0
        self.piles[HAND] = [self.draw()]

    def lies(self, card: str, pile: int) -> bool:
        return follows(card, self.top(pile), -1, 1)

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            return [*self.plays(HAND), ("shift", HAND, self.due, 1)]
        piles = range(12)
        found = [m for pile in piles for m in self.plays(pile) + self.shifts(pile, piles)]
        if self.deal < 3:
            found.append(("redeal", 0, 0, 0))
        return found

    def make(self, move: Move) -> None:
        if move[0] == "redeal":
            self.next_deal()
            return
        if move[0] == "shift":
            self.due = (self.due + (move[1] == HAND)) % 12
            self.shift(move)
        else:
            self.play(move)
        if self.stock and not self.piles[HAND]:
            self.piles[HAND] = [self.draw()]

    def next_deal(self) -> bool:
        """60.5: g h i k l m a b c d e f"""
        if self.deal == 3:
            return False
        self.deal += 1
        names = "abcdefghiklm"
        self.stock = [card for x in "ghiklmabcdef" for card in self.piles[names.index(x)]]
        self.piles.clear()
        self.due = 0
        if self.stock:
            self.piles[HAND] = [self.draw()]
        return True


class PetitsPaquets(Layout):
    """Heap 12 is the one spread out, number 13 of the book."""

    def begin(self) -> list[Foundation]:
        return suits(("KA23456789TJQ", DOWN))

    def open(self) -> None:
        self.deal_heaps()

    def deal_heaps(self) -> None:
        """52.2"""
        place = 0
        while self.stock:
            card = self.draw()
            if rank(card) == place + 1:
                self.aside.append(card)
            else:
                self.piles[place].append(card)
                place = (place + 1) % 13

    @property
    def aside(self) -> list[str]:
        return self.piles[125]

    def available(self) -> list[tuple[int, int]]:
        tops = [(heap, 1) for heap in range(12) if self.piles[heap]]
        return tops + [(12, depth) for depth in range(1, len(self.piles[12]) + 1)]

    def all_plays(self) -> list[Move]:
        return [m for pile, depth in self.available() for m in self.plays(pile, depth)]

    def ends(self, suit: str) -> tuple[int, int]:
        """The ranks at the ends of the foundations of a suit; 0 and 13 are the kings."""
        f = "cdhs".index(suit)
        return self.foundations[f].n - 1, 14 - self.foundations[f + 4].n

    def transfers(self, pile: int, depth: int) -> list[Move]:
        """52.5: what fits after an end card went over, on either of the two."""
        card = self.piles[pile][-depth]
        f, r = "cdhs".index(card[1]), rank(card)
        up, down = self.ends(card[1])
        found: list[Move] = []
        if up and down == up + 1:
            # Upper at up - 1, lower at up.
            found += [("give over", pile, f, depth)] * (r == up)
            found += [("take over", pile, f + 4, depth)] * (r == up - 1)
        if down < 13 and down == up + 1:
            # Upper at down, lower at down + 1.
            found += [("take over", pile, f, depth)] * (r == down + 1)
            found += [("give over", pile, f + 4, depth)] * (r == down)
        return found

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            card = self.top(HAND)
            under: Move = ("under", HAND, rank(card) - 1, 1)
            return self.plays(HAND) or [*self.transfers(HAND, 1), under]
        found = self.all_plays()
        stuck = not found
        for pile, depth in self.available():
            found += self.transfers(pile, depth)
        if stuck and self.aside:
            found.append(("turn", 0, 0, 0))
        elif stuck and self.deal < 3 and self.left:
            found.append(("redeal", 0, 0, 0))
        return found

    def make(self, move: Move) -> None:
        kind, pile, target, depth = move
        if kind == "turn":
            self.piles[HAND] = [self.aside.pop()]
        elif kind == "under":
            self.chain(target)
        elif kind == "redeal":
            self.deal += 1
            order = [0, 1, 2, 3, 4, 5, 12, 6, 7, 8, 9, 10, 11]
            self.stock = [card for heap in order for card in self.piles[heap]]
            self.piles.clear()
            self.deal_heaps()
        elif kind in ("take over", "give over"):
            f = "cdhs".index(self.piles[pile][-depth][1])
            falls = (target < 4) == (kind == "give over")
            self.foundations[f].n += -1 if falls else 1
            self.foundations[f + 4].n += 1 if falls else -1
            self.play(("play", pile, target, depth))
        else:
            self.play(move)

    def chain(self, heap: int) -> None:
        """52.6, 52.7"""
        self.piles[heap].insert(0, self.piles[HAND].pop())
        if not self.all_plays() and any(c[0] != RANKS[heap] for c in self.piles[heap]):
            self.piles[HAND] = [self.piles[heap].pop()]


class Gallery(Layout):
    """The piles are the heaps, without their kings."""

    most = 1

    def begin(self) -> list[Foundation]:
        self.kings = 1
        self.cleared: set[int] = set()
        self.left = 88
        return [Foundation("A23456789TJ", n=0) for _ in range(8)]

    def moves(self) -> list[Move]:
        heaps = range(self.kings)
        found = [m for heap in heaps for m in self.plays(heap)]
        if found:
            return found  # 58.3
        if self.stock:
            found.append(("turn", 0, 0, 0))
        bare = [heap for heap in heaps if not self.piles[heap]]
        if "grace" in self.reading:
            bare = [heap for heap in bare if heap in self.cleared]
        for heap in heaps:
            for n in range(1, self.most + 1):
                if len(self.piles[heap]) > n:
                    found += [("shift", heap, to, n) for to in bare]
        return found

    def make(self, move: Move) -> None:
        if move[0] == "shift":
            self.shift(move)
        elif move[0] == "turn":
            card = self.draw()
            fitting = [one for one in self.foundations if one.takes(card)]
            if card[0] == "K":
                self.kings += 1
            elif fitting:
                fitting[0].n += 1
                self.left -= 1
            elif card[0] != "Q":
                self.piles[self.kings - 1].append(card)
        else:
            self.play(move)
            if not self.piles[move[1]]:
                self.cleared.add(move[1])


class GalleryThrees(Gallery):
    most = 3
