"""Foundations, stock and waste: a function a game, without shared rules but for the waste."""

from collections.abc import Callable
from functools import partial

RANKS = "A23456789TJQK"


def up(card: str, on: str) -> bool:
    """Whether a card is the next of a suit, A after K."""
    return card[1] == on[1] and (RANKS.index(card[0]) - RANKS.index(on[0])) % 13 == 1


def deals(
    pack: list[str], play: Callable[[str], bool], passes: int, dead: bool = False
) -> tuple[bool, int, int]:
    """Turn the stock; what `play` refuses goes to the waste, whose top is tried again."""
    stock = list(pack)
    for number in range(1, passes + 1):
        waste: list[str] = []
        for card in stock:
            if not play(card):
                waste.append(card)
                continue
            while not dead and waste and play(waste[-1]):
                waste.pop()
        stock = waste
        if not stock:
            return True, 0, number
    return False, len(stock), passes


def quadrille(
    pack: list[str], free: bool = False, passes: str = "4", waste: str = ""
) -> tuple[bool, int, int]:
    heaps: dict[tuple[str, str], list[str]] = {}

    def play(card: str) -> bool:
        rank, suit = card
        if rank == "Q":
            heaps[rank, suit] = [card]
            return True
        if not free and sum(key[0] == "Q" for key in heaps) < 4:
            return False
        way = "6789TJ" if rank in "6789TJ" else "5432AK"
        heap = heaps.setdefault((way, suit), [])
        if len(heap) == way.index(rank):
            heap.append(card)
            return True
        return False

    return deals(pack, play, int(passes), waste == "dead")


def dial(
    pack: list[str], full: int = 4, passes: str = "3", waste: str = ""
) -> tuple[bool, int, int]:
    places: dict[str, list[str]] = {rank: [] for rank in RANKS}

    def play(card: str) -> bool:
        heap = places[card[0]]
        red = card[1] in "dh"
        if len(heap) == full:
            return False
        if heap and (heap[-1][1] in "dh") == red:
            return False
        if not heap and card[1] != "d":
            return False
        heap.append(card)
        return True

    return deals(pack, play, int(passes), waste == "dead")


def robert(
    pack: list[str], passes: str = "4", waste: str = "", corner: str = ""
) -> tuple[bool, int, int]:
    pile: list[str] = []

    def play(card: str) -> bool:
        steps = (1, 12) if corner == "turned" else (1,)
        if pile and abs(RANKS.index(card[0]) - RANKS.index(pile[-1][0])) not in steps:
            return False
        pile.append(card)
        return True

    return deals(pack, play, int(passes), waste == "dead")


def cotillon(pack: list[str], passes: str = "3", waste: str = "") -> tuple[bool, int, int]:
    circle = [rank + suit for rank in "56" for suit in "cdhs" for _ in range(2)]
    heaps = [[card] for card in circle]

    def play(card: str) -> bool:
        for heap in heaps:
            way = "6789TJQ" if heap[0][0] == "6" else "5432AK"
            if len(heap) < len(way) and card == way[len(heap)] + heap[0][1]:
                heap.append(card)
                return True
        return False

    return deals(pack, play, int(passes), waste == "dead")


def pyramid(pack: list[str], passes: str = "2", waste: str = "") -> tuple[bool, int, int]:
    """16: first the stock fills blanks, then only the waste does."""
    heights = dict.fromkeys("cdhs", 1)
    stock = [card for card in pack if card[0] != "A"]
    blanks: list[str] = [stock.pop(0) for _ in range(15)]

    def fits(card: str) -> bool:
        return RANKS.index(card[0]) == heights[card[1]]

    def play(card: str) -> None:
        heights[card[1]] += 1

    while any(map(fits, blanks)):
        card = next(filter(fits, blanks))
        play(card)
        blanks.remove(card)
        if stock:
            blanks.append(stock.pop(0))
    for number in range(1, int(passes) + 1):
        wasted: list[str] = []
        while True:
            while True:  # all that is possible before the next card
                if wasted and len(blanks) < 15:
                    blanks.append(wasted.pop())
                elif any(map(fits, blanks)):
                    card = next(filter(fits, blanks))
                    play(card)
                    blanks.remove(card)
                elif wasted and waste != "dead" and fits(wasted[-1]):  # 16.7
                    play(wasted.pop())
                else:
                    break
            if not stock:
                break
            card = stock.pop(0)
            if fits(card):
                play(card)
            else:
                wasted.append(card)
        stock = wasted
        left = len(stock) + len(blanks)
        if not left:
            return True, 0, number
    return False, left, int(passes)


def corners(
    pack: list[str], apart: bool = False, passes: str = "3", waste: str = ""
) -> tuple[bool, int, int]:
    foundations: list[list[str]] = []
    places: list[str] = []
    stock, under = list(pack), []
    while len(foundations) < 4 or len(places) < 5:
        card = stock.pop(0)
        if card[1] not in [f[0][1] for f in foundations]:
            foundations.append([card])
        elif len(places) < 5:
            places.append(card)
        else:
            under.append(card)
    stock += under
    aside: list[str] = []

    def play(card: str) -> bool:
        for foundation in foundations:
            if len(foundation) < 13 and up(card, foundation[-1]):
                foundation.append(card)
                return True
        return False

    def settle() -> None:
        moved = True
        while moved:
            moved = False
            for i, card in enumerate(places):
                if not card:
                    if stock:
                        places[i] = stock.pop(0)
                        moved = True
                elif (i < 4 or apart or not stock) and play(card):
                    places[i] = ""
                    moved = True
                    break
            if not moved and aside and waste != "dead" and play(aside[-1]):
                aside.pop()
                moved = True

    for number in range(1, int(passes) + 1):
        settle()
        while stock:
            card = stock.pop(0)
            if not play(card):
                aside.append(card)
            settle()
        left = 52 - sum(map(len, foundations))
        if not left:
            return True, 0, number
        stock[:], aside[:] = aside, []
    return False, left, int(passes)


TWINS = {
    "7": quadrille, "7b": partial(quadrille, free=True), "11": dial,
    "11-2deals": partial(dial, passes="2"), "11b": partial(dial, full=8, passes="4"),
    "15": robert, "15b": robert, "16": pyramid, "28": corners, "28b": partial(corners, apart=True),
    "29": cotillon,
}  # fmt: skip
