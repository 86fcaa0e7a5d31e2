"""Games in which the player decides, by what their descriptions alone can say: in plain Python.

Each class lists the legal moves of a position, from the clauses of docs/patience, and makes them;
tests let it and the core play the same moves. The other such games are read by `oracles.described`.
"""

from collections import defaultdict
from collections.abc import Callable
from itertools import combinations

from oracles.twin.patience.fixed import RANKS, rank

SUITS = "cdhs"
UP, DOWN = RANKS, RANKS[::-1]
HAND, WASTE = 127, 126
Move = tuple[str, int, int, int]


class Foundation:
    """Cards in the order of `way`; `n` of them lie there."""

    def __init__(self, way: str, suit: str = "", n: int = 1) -> None:
        self.way, self.suit, self.n, self.last = way, suit, n, ""

    def takes(self, card: str) -> bool:
        return card[1] in (self.suit or SUITS) and self.way[self.n : self.n + 1] == card[0]

    @property
    def rest(self) -> str:
        return self.way[self.n :]


def suits(ways: tuple[str, ...], sets: int = 1, n: int = 1) -> list[Foundation]:
    return [Foundation(way, s, n) for way in ways for s in SUITS for _ in range(sets)]


class Layout:
    """A game in play.

    Subclasses have `open`, `moves` and `make`.
    """

    foundations: list[Foundation]

    def __init__(self, pack: list[str], **reading: str) -> None:
        self.stock, self.reading = list(pack), reading
        self.piles: dict[int, list[str]] = defaultdict(list)
        self.left, self.deal = len(pack), 1
        self.foundations = self.begin()
        self.open()

    def begin(self) -> list[Foundation]:
        return []

    def open(self) -> None:
        pass

    def moves(self) -> list[Move]:
        raise NotImplementedError

    def make(self, move: Move) -> None:
        kind = move[0]
        if kind == "play":
            self.play(move)
        elif kind == "shift":
            self.shift(move)
        elif kind == "turn":
            self.piles[HAND] = [self.draw()]
        elif kind == "redeal":
            self.deal += 1
            self.stock, self.piles[WASTE] = self.piles[WASTE], []

    def next_deal(self) -> bool:
        return False

    def top(self, pile: int) -> str:
        return self.piles[pile][-1] if self.piles[pile] else ""

    def plays(self, pile: int, depth: int = 1) -> list[Move]:
        """Equal foundations count once."""
        if len(self.piles[pile]) < depth:
            return []
        card = self.piles[pile][-depth]
        fitting = [f for f, one in enumerate(self.foundations) if one.takes(card)]
        first = {self.foundations[f].rest: f for f in reversed(fitting)}
        return [("play", pile, f, depth) for f in first.values()]

    def play(self, move: Move) -> None:
        _, pile, f, depth = move
        self.foundations[f].last = self.piles[pile].pop(-depth)
        self.foundations[f].n += 1
        self.left -= 1

    def shift(self, move: Move) -> None:
        _, source, target, n = move
        moved = self.piles[source][-n:]
        del self.piles[source][-n:]
        self.piles[target] += moved

    def lies(self, card: str, pile: int) -> bool:
        """Whether a card may be packed on a pile's top."""
        raise NotImplementedError

    def shifts(self, pile: int, targets: range) -> list[Move]:
        card = self.top(pile)
        return [
            ("shift", pile, t, 1)
            for t in targets
            if card and t != pile and self.piles[t] and self.lies(card, t)
        ]

    def turns(self, passes: int) -> list[Move]:
        if self.stock:
            return [("turn", 0, 0, 0)]
        return [("redeal", 0, 0, 0)] if self.piles[WASTE] and self.deal < passes else []

    def draw(self) -> str:
        return self.stock.pop(0)


class Nestor(Layout):
    """Columns 0 to 7; the reserve is 8 to 11. Not for a deal that is void (9.3)."""

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

    def moves(self) -> list[Move]:
        """9.5, 9.7"""
        lying = sorted(pile for pile in self.piles if self.piles[pile])
        return [
            ("pair", a, b, 1)
            for a, b in combinations(lying, 2)
            if self.top(a)[0] == self.top(b)[0] and not ("reserve" in self.reading and a > 7)
        ]

    def make(self, move: Move) -> None:
        self.piles[move[1]].pop()
        self.piles[move[2]].pop()
        self.left -= 2


class Sets(Layout):
    """Places 0 to 8."""

    def open(self) -> None:
        self.left = 43
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

    def open(self) -> None:
        """6.1"""
        self.left, self.lifted = 50, 0
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
        self.left, self.lifted = 50, 0
        for cut in range(52):
            pack = self.stock[cut:] + self.stock[:cut]
            if pack[0][1] == pack[-1][1]:
                break
        self.stock = pack

    def may_go(self, row: list[str]) -> bool:
        """6c.2"""
        return super().may_go(row) and (len(row) == 3 or alike(row[1], row[2]))


class FairestByWastes(Layout):
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
        return found + self.turns(1)


class Shah(Layout):
    """Places 0 to 7 are the inner circle, 16 to 23 the outer one."""

    def begin(self) -> list[Foundation]:
        return suits((UP[:-1],), 2)

    def open(self) -> None:
        self.circles = 0
        self.complete = False
        self.circle()

    def circle(self) -> None:
        for ray in range(8):
            self.piles[self.circles * 8 + ray] = [self.draw()]
        self.circles += 1

    def lies(self, card: str, pile: int) -> bool:
        on = self.top(pile)
        return card[1] == on[1] and rank(card) + 1 == rank(on)

    def vacant(self) -> list[int]:
        return [i for i in range(self.circles * 8) if not self.piles[i]]

    def moves(self) -> list[Move]:
        found: list[Move] = []
        outer = range(16, 24)
        rays = [r for r in range(8) if not any(self.piles[r + 8 * i] for i in range(3))]
        for place in range(self.circles * 8):
            if not self.piles[place] or any(self.piles[i] for i in range(place + 8, 24, 8)):
                continue
            found += self.plays(place)
            if place in outer:
                found += self.shifts(place, outer)
                found += [("shift", place, ray, 1) for ray in rays[:1]]  # 46.10
        for place in (WASTE, HAND):
            found += self.plays(place) + self.shifts(place, outer)
        vacant = self.vacant()
        if self.piles[HAND]:
            found.append(("shift", HAND, vacant[0] if vacant else WASTE, 1))  # 46.8
        elif self.stock:
            if self.circles == 3 and (self.complete or not vacant):
                found.append(("turn", 0, 0, 0))
            else:
                found.append(("fill", 0, vacant[0], 0) if vacant else ("row", 0, 0, 0))
        elif vacant and self.piles[WASTE]:
            found.append(("fill", WASTE, vacant[0], 0))  # 46.9
        return found

    def make(self, move: Move) -> None:
        kind, _, target, _ = move
        if kind == "row":
            self.circle()
        elif kind == "turn":
            self.complete = True
            self.piles[HAND] = [self.draw()]
        elif kind == "fill":
            self.piles[target] = [self.draw() if self.stock else self.piles[WASTE].pop()]
        elif kind == "shift":
            self.shift(move)
        else:
            self.play(move)


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


class Queens(Layout):
    places = range(8)

    def begin(self) -> list[Foundation]:
        return suits(("KA23456789TJ",), 2, 0)

    def open(self) -> None:
        for place in self.places:
            self.piles[place] = ["Q" + SUITS[place % 4]]

    def lies(self, card: str, pile: int) -> bool:
        return rank(card) + 1 == rank(self.top(pile))

    def make(self, move: Move) -> None:
        """55.2"""
        super().make(move)
        if self.top(HAND)[:1] == "K":
            king = self.piles[HAND].pop()
            self.left -= 1
            next(one for one in self.foundations if one.suit == king[1] and not one.n).n = 1

    def moves(self) -> list[Move]:
        if self.piles[HAND]:
            hand: Move = ("shift", HAND, WASTE, 1)
            return [*self.plays(HAND), *self.shifts(HAND, self.places), hand]
        plays = [move for pile in (*self.places, WASTE) for move in self.plays(pile)]
        return [*plays, *self.shifts(WASTE, self.places), *self.turns(1)]


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


class Constitution(Layout):
    """The lower row is 0 to 7, the upper 8 to 15."""

    def begin(self) -> list[Foundation]:
        """32.2: each begins with what follows the card above."""
        self.piles |= {8 + n: [self.draw()] for n in range(8)}
        tops = [RANKS.index(self.top(8 + n)[0]) for n in range(8)]
        return [Foundation("".join(RANKS[(t + n) % 13] for n in range(14))) for t in tops]

    def open(self) -> None:
        for n in range(8):
            if self.stock:
                self.piles[n].append(self.draw())
        self.fresh = {*range(8)}

    def moves(self) -> list[Move]:
        begun = all(one.n > 1 for one in self.foundations)
        found = []
        for pile in range(8):
            if "beneath" not in self.reading or pile in self.fresh:
                # 32.5: built on when all are begun.
                found += [m for m in self.plays(pile) if begun or self.foundations[m[2]].n == 1]
        return found + [("row", 0, 0, 0)] * bool(self.stock)

    def make(self, move: Move) -> None:
        if move[0] == "row":
            self.open()
            return
        self.play(move)
        self.fresh -= {move[1]}
        for n, one in enumerate(self.foundations):
            if one.n == 13 and self.piles[8 + n]:  # 32.6
                self.play(("play", 8 + n, n, 1))


class Manor(Layout):
    """The packets are 0 to 3, the heaps of twos to kings 4 to 15."""

    def begin(self) -> list[Foundation]:
        return [Foundation(RANKS) for _ in range(8)]

    def open(self) -> None:
        """43.3"""
        for n in range(48):
            self.piles[n // 12].append(self.draw())
        while self.stock:
            card = self.draw()
            self.piles[2 + rank(card)].append(card)

    def moves(self) -> list[Move]:
        packets, heaps = (
            [move for pile in piles for move in self.plays(pile)]
            for piles in (range(4), range(4, 16))
        )
        return packets if packets and "heaps" in self.reading else [*packets, *heaps]


class Parisienne(Layout):
    """The heaps are 0 to 3."""

    shuffled: Callable[[list[str]], list[str]]

    def begin(self) -> list[Foundation]:
        return suits((UP, DOWN))

    def open(self) -> None:
        self.turned = 0

    def moves(self) -> list[Move]:
        """48.4, 48.6"""
        if self.piles[HAND]:
            return self.plays(HAND)
        found = [move for pile in (*range(4), WASTE) for move in self.plays(pile)]
        if self.stock:
            return [*found, ("turn", 0, 0, 0)]
        for depth in range(2, len(self.piles[WASTE]) + 1):
            found += self.plays(WASTE, depth)
        deals = 3 if self.reading.get("grace") == "none" else 4
        return found or [("redeal", 0, 0, 0)] * (self.deal < deals)

    def make(self, move: Move) -> None:
        """48.2, 48.3, 48.7, 48.8"""
        if move[0] == "turn":
            graced = self.deal == 4 and not self.reading
            place = [0, 1, 2, 3, WASTE, WASTE][self.turned % (4 if graced else 6)]
            self.turned += 1
            self.piles[HAND] = [self.draw()]
            plays = self.plays(HAND)
            if len(plays) < 2:
                self.make(plays[0] if plays else ("shift", HAND, place, 1))
        elif move[0] == "redeal":
            gathered = [card for pile in (*range(4), WASTE) for card in self.piles.pop(pile, [])]
            self.stock, self.turned, self.deal = self.shuffled(gathered), 0, self.deal + 1
        else:
            super().make(move)


TWINS: dict[str, Callable[..., Layout]] = {
    "6": Marriage, "6b": PushPin, "6c": Discards, "9": Nestor, "14b": Sets,
    "22": FairestByWastes, "32": Constitution, "43": Manor, "46": Shah,
    "48": Parisienne, "52": PetitsPaquets, "55": Queens, "58": Gallery, "58b": GalleryThrees,
}  # fmt: skip
