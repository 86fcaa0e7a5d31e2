"""Games with rules of their own: nos. 6, 22, 32 and 33, clause by clause."""

from functools import partial
from itertools import combinations

from oracles.twin.patience.choices import RANKS, alike, rank


def thrown(row: list[str], discards: bool = False) -> list[str]:
    """6.4: what is left when the newest throw is made again and again, two cards before one."""
    while True:
        for end in range(len(row) - 1, 1, -1):
            for between in (2, 1):
                start = end - between - 1
                same = between == 1 or not discards or alike(*row[start + 1 : end])
                if start >= 0 and same and alike(row[start], row[end]):
                    row = row[: start + 1] + row[end:]
                    break
            else:
                continue
            break
        else:
            return row


def marriage(pack: list[str], transposes: bool = False) -> tuple[bool, int, int]:
    row = ["Qh"]
    for card in [*pack, "Kh"]:
        row = thrown([*row, card])
    if transposes and len(row) > 3:
        ends = [row]
        for i, j in combinations(range(1, len(row) - 1), 2):
            other = list(row)
            other[i], other[j] = other[j], other[i]
            ends.append(thrown(other))
        row = min(ends, key=len)
    return len(row) == 2, len(row) - 2, 1


def discards(pack: list[str]) -> tuple[bool, int, int]:
    """6c: the pack is cut where two neighbours are of one suit."""
    while pack[0][1] != pack[-1][1]:
        pack = pack[1:] + pack[:1]
    row: list[str] = []
    for card in pack:
        row = thrown([*row, card], True)
    least = 0
    if len(row) > 5:
        least = min(
            len(thrown([card for i, card in enumerate(row) if i not in three], True)) - 2
            for three in combinations(range(1, len(row) - 1), 3)
        )
    return not least, least, 1


def fairest(pack: list[str], kings: str = "") -> tuple[bool, int, int]:
    """22: the rows of ranks that each foundation takes are written out, as in the book."""
    wanted = [[RANKS[(step * n - 1) % 13] for n in range(2, 14)] for step in (1, 2, 3, 4)]
    wastes: list[list[str]] = [[], [], [], []]

    def found(card: str) -> bool:
        for row in wanted:
            if row and row[0] == card[0]:
                row.pop(0)
                return True
        return False

    def wait(card: str) -> int:
        return min((row.index(card[0]) for row in wanted if card[0] in row), default=99)

    def choose(card: str) -> list[str]:
        if not kings and card[0] == "K":
            return wastes[3]
        usable = wastes if kings else wastes[:3]
        lying = [waste for waste in usable if waste]
        later = [waste for waste in lying if wait(waste[-1]) >= wait(card)]
        if later:
            return min(later, key=lambda waste: wait(waste[-1]))
        empty = [waste for waste in usable if not waste]
        return empty[0] if empty else max(lying, key=lambda waste: wait(waste[-1]))

    for card in pack:
        if not found(card):
            choose(card).append(card)
            continue
        while any(waste and found(waste[-1]) and waste.pop() for waste in wastes):
            pass
    left = sum(map(len, wanted))
    return not left, left, 1


def constitution(pack: list[str], beneath: str = "") -> tuple[bool, int, int]:
    upper, stock = pack[:8], pack[8:]
    middle: list[list[str]] = [[] for _ in range(8)]
    lower: list[list[str]] = [[] for _ in range(8)]

    def target(card: str) -> list[str] | None:
        complete = all(middle)
        for above, heap in zip(upper, middle, strict=True):
            if heap and (not complete or len(heap) == 13):
                continue
            if rank(card) == rank((heap or [above])[-1]) % 13 + 1:
                return heap
        return None

    def play(fresh: set[int]) -> bool:
        for place, pile in enumerate(lower):
            if not pile or (beneath == "shut" and place not in fresh):
                continue
            heap = target(pile[-1])
            if heap is not None:
                heap.append(pile.pop())
                fresh.discard(place)
                if len(heap) == 12:
                    heap.append(upper[[one is heap for one in middle].index(True)])
                return True
        return False

    while stock:
        for pile in lower:
            pile.append(stock.pop(0))
        fresh = set(range(8))
        while play(fresh):
            pass
    left = 104 - sum(map(len, middle))
    return not left, left, 1


class Centre:
    """The eight foundations of no. 33: a list from ace up and one from king down in each suit."""

    def __init__(self) -> None:
        self.up: dict[str, int] = dict.fromkeys("cdhs", 0)
        self.down: dict[str, int] = dict.fromkeys("cdhs", 14)
        self.waits: dict[str, int] = {}

    def play(self, card: str, place: int | None) -> bool:
        """Play a card that falls to a place, 1 to 12, or a top after the deal."""
        r, s = rank(card), card[1]
        if r == 1 and not self.up[s]:
            self.up[s] = 1
            return True
        if r == 13 and self.down[s] == 14:
            self.down[s] = 13
            return True
        free = place in (None, 1, 6, 7, 12)
        by_ace = free or place == 2 + "cdhs".index(s)
        by_king = free or place == 8 + "cdhs".index(s)
        if s in self.waits:
            n = self.waits[s]
            if r == n and (by_ace or by_king):
                self.up[s] = self.down[s] = n
            elif r == n + 1 and by_ace:
                self.up[s] = r
            elif r == n - 1 and by_king:
                self.down[s] = r
            else:
                return False
            del self.waits[s]
            return True
        goes_up, goes_down = r == self.up[s] + 1, r == self.down[s] - 1
        if goes_up and goes_down and free:
            self.waits[s] = r
        elif goes_up and by_ace:
            self.up[s] = r
        elif goes_down and by_king:
            self.down[s] = r
        else:
            return False
        return True


def four_corners(
    pack: list[str], deals: int = 3, packs: bool = True, first_row: str = ""
) -> tuple[bool, int, int]:
    centre = Centre()
    cards = list(pack)
    heaps: list[list[str]] = []

    def packed() -> bool:
        for heap in heaps:
            if len(heap) > 1 and neighbours(*heap[-2:]):
                continue
            for other in heaps:
                if heap and other and other is not heap and neighbours(heap[-1], other[-1]):
                    other.append(heap.pop())
                    return True
        return False

    def played() -> bool:
        for heap in heaps:
            if heap and centre.play(heap[-1], None):
                heap.pop()
                return True
        return False

    number = 0
    while cards and number < deals:
        number += 1
        heaps[:] = [[] for _ in range(12)]
        place = 0
        for i, card in enumerate(cards):
            if (i < 12 and first_row) or not centre.play(card, place + 1):
                heaps[place].append(card)
                place = (place + 1) % 12
        while packs and (played() or packed()):
            pass
        cards = [card for heap in heaps for card in heap]
    return not cards, len(cards), number


def neighbours(one: str, other: str) -> bool:
    return one[1] == other[1] and abs(rank(one) - rank(other)) == 1


TWINS = {
    "6": marriage, "6b": partial(marriage, transposes=True), "6c": discards,
    "22": fairest, "32": constitution,
    "33": four_corners, "33d": partial(four_corners, deals=1, packs=False),
}  # fmt: skip
