"""Cards dealt in heaps, gathered and dealt again: heaps are lists, bottom to top."""

from functools import partial
from itertools import chain

FAMILY = "A789TJQ"
RANKS = "A23456789TJQK"


def amazons(pack: list[str], gathering: str = "", tops: str = "") -> tuple[bool, int, int]:
    stock, families, passes, barren = list(pack), [], 1, 0
    packets: list[list[str]] = [[], [], [], []]
    while not all(packets):
        for packet in packets:
            if not packet:
                packet.append(stock.pop(0))
        for packet in packets:
            if packet[0][0] == "A":
                families.append([packet.pop()])  # 4.3
    before = 0
    while True:
        due = 0
        while stock:
            used = [i for i in range(4) if i >= len(families) or len(families[i]) < 7]
            if not used:
                break
            due = min((i for i in used if i >= due % 4), default=used[0])
            card = stock.pop(0)
            if card[0] == "A":
                families.append([card])
                grown = len(families) - 1
            elif due < len(families) and (card == FAMILY[len(families[due])] + families[due][0][1]):
                families[due].append(card)
                grown = due
            else:
                packets[due].append(card)
                grown = -1
            while tops == "go-up" and grown >= 0 and packets[grown]:  # 4.7
                family = families[grown]
                if len(family) == 7 or packets[grown][-1] != FAMILY[len(family)] + family[0][1]:
                    break
                family.append(packets[grown].pop())
            due += 1
        placed = sum(map(len, families))
        if placed == 28:
            return True, 0, passes
        barren = 0 if placed > before else barren + 1
        if barren == 2:
            return False, 28 - placed, passes
        before = placed
        stock = list(chain(*packets))
        if gathering == "from-the-end":
            stock.reverse()
        packets = [[], [], [], []]
        passes += 1


def walk(pack: list[str], starts: int = 0, win: str = "") -> tuple[bool, int, int]:
    """10 and 10b: the places of moved cards do not matter, only what has not been taken."""
    heaps = [[pack[13 * deal + heap] for deal in range(4)] for heap in range(13)]
    heap, passes = heaps[0], 1
    while True:
        while heap:
            heap = heaps[RANKS.index(heap.pop()[0])]
        if passes > starts or not any(heaps):
            break
        passes += 1
        heap = next(h for h in heaps if h)
    own = [(h, RANKS[i]) for i, h in enumerate(heaps)]
    left = sum(c[0] != rank or win == "all-moved" for h, rank in own for c in h)
    return left == 0, left, passes


def court_cards(pack: list[str], gathering: str = "") -> tuple[bool, int, int]:
    """17: `heap[-1]` is uppermost once a heap has been turned over."""
    stock, suit = list(pack), ""
    for number in range(5, 0, -1):
        heaps = []
        for i in range(number):
            heap = stock[i::number][::-1]  # turned over: the card dealt first is on top
            while heap and not (heap[-1][0] in "AKQJT" and heap[-1][1] in (suit or "cdhs")):
                heap.pop()
            if heap and not suit:
                suit = heap[-1][1]
            heaps.append(heap)
        # A block from below to above, with heap 1 uppermost.
        block = list(chain(*(heaps if "last" in gathering else heaps[::-1])))
        # Turned face down, the lowest card is dealt first; face up, the uppermost.
        stock = block[::-1] if gathering.startswith("face-up") else block
    return len(stock) == 5, len(stock) - 5, 5


def follows(low: str, high: str) -> bool:
    return low[1] == high[1] and RANKS.index(low[0]) + 1 == RANKS.index(high[0])


def valentine(pack: list[str], gathering: str = "last-highest") -> tuple[bool, int, int]:
    stock, rows, seen = list(pack), 0, set()
    while tuple(stock) not in seen:
        seen.add(tuple(stock))
        rows += 1
        heaps = [[stock.pop(0)] for _ in range(4)]
        while True:
            joined = next(
                ((a, b) for a in heaps for b in heaps if a and b and follows(a[-1], b[0])), None
            )
            if joined:
                low, high = joined
                low += high
                high.clear()
                if stock:
                    high.append(stock.pop(0))
                continue
            if not stock:
                return True, 0, rows
            card = stock.pop(0)
            upper = [h for h in heaps if follows(h[-1], card)]
            lower = [h for h in heaps if follows(card, h[0])]
            if upper:
                upper[0].append(card)
            elif lower:
                lower[0].insert(0, card)
            else:
                break
        which, end = gathering.split("-")
        for heap in heaps[::-1] if which == "last" else heaps:
            stock += heap[::-1] if end == "highest" else heap
        stock.insert(0, card)
    pairs = zip(stock, stock[1:] + stock[:1], strict=True)
    return False, sum(not follows(a, b) and not follows(b, a) for a, b in pairs) - 4, 0


TWINS = {
    "4": amazons, "10": walk, "10b": partial(walk, starts=1), "17": court_cards, "26": valentine,
}  # fmt: skip
