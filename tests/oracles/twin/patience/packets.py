"""Games of packets and fans in a fixed way of playing, card by card."""

from collections.abc import Callable
from functools import partial

from oracles.twin.patience import fixed
from oracles.twin.patience.fixed import RANKS, Meeting, Piles, Suits, cut, in_suit, out, rank


def seasons(pack: list[str], waste: str = "") -> tuple[bool, int, int]:
    """19: cards are turned one by one, and what finds nothing opens a packet while places last."""
    dead, passes = bool(waste), 1 if waste == "dead-no-redeal" else 2
    play = Suits([RANKS], out="A").play
    stock, packets, aside = list(pack), list[list[str]](), list[str]()

    def lay(card: str) -> bool:
        packet = next((p for p in packets if in_suit(card, p[-1])), None)
        if not play(card):
            if packet is None:
                return False
            packet.append(card)
        return True

    def step() -> bool:
        for packet in packets:
            if play(packet[-1]):
                packet.pop()
                packets[:] = filter(None, packets)
                return True
            for other in packets:
                if in_suit(packet[0], other[-1]):
                    other += packet
                    packets.remove(packet)
                    return True
        if not dead and aside and lay(aside[-1]):
            aside.pop()
            return True
        if not dead and aside and not stock and len(packets) < 12:
            packets.append([aside.pop()])
            return True
        return False

    for number in range(1, passes + 1):
        while True:
            while step():
                pass
            if not stock:
                break
            card = stock.pop(0)
            if not lay(card):
                (packets.append([card]) if len(packets) < 12 else aside.append(card))
        left = len(aside) + sum(map(len, packets))
        if not left:
            return True, 0, number
        stock, aside = aside, []
    return False, left, passes


def storehouse(pack: list[str], kept: bool = False) -> tuple[bool, int, int]:
    """23A and 23wA: the order of clause 23.11."""
    way = "23456789TJQKA"
    play = Suits([way], out="2").play
    packets, rest = cut(pack, 1, 1, 1, 1)
    (store,), stock = cut(rest, 13)
    waste: list[str] = []

    def lay(card: str) -> bool:
        if play(card):
            return True
        for packet in packets:
            on = packet[-1:]
            if on and on[0][1] == card[1] and way.index(on[0][0]) - way.index(card[0]) == 1:
                packet.append(card)
                return True
        return False

    def step() -> bool:
        for packet in packets:
            if not packet:
                source = next((s for s in ([] if kept else [store]) + [waste] if s), None)
                if source or stock:
                    packet.append(source.pop() if source else stock.pop(0))
                    return True
        for pile in [store, *packets, waste]:
            if pile and (play if pile in packets else lay)(pile[-1]):
                pile.pop()
                return True
        return False

    for number in (1, 2, 3):
        while True:
            while step():
                pass
            if not stock:
                break
            if not lay(card := stock.pop(0)):
                waste.append(card)
        left = len(waste) + len(store) + sum(map(len, packets))
        if not waste:
            return not left, left, number
        stock, waste = waste, []
    return False, left, 3


def sequences(pack: list[str], grace: str = "") -> tuple[bool, int, int]:
    """23b: whole packets are moved, spaces take the waste's top."""
    play = Suits([RANKS], out="A").play
    packets: Piles = [[], [], [], []]
    stock, waste = list(pack), list[str]()

    def target(card: str, own: list[str] | None = None) -> list[str] | None:
        fits = (p for p in packets if p and p is not own and rank(p[-1]) == rank(card) + 1)
        return next(fits, None)

    def lay(card: str) -> bool:
        packet = target(card)
        if not play(card):
            if packet is None:
                return False
            packet.append(card)
        return True

    def step() -> bool:
        for packet in packets:
            if not packet and waste:
                packet.append(waste.pop())
                return True
        if out([waste, *packets], play):
            return True
        for packet in packets:
            other = target(packet[0], packet) if packet else None
            if other is not None:
                other += packet
                packet.clear()
                return True
        packet = target(waste[-1]) if waste else None
        if packet is not None:
            packet.append(waste.pop())
        return packet is not None

    graced = grace == "none"
    while True:
        while step():
            pass
        if stock:
            if not lay(card := stock.pop(0)):
                waste.append(card)
            continue
        if graced:
            break
        chosen = next((i for i in reversed(range(len(waste))) if lay(waste[i])), None)
        if chosen is None:
            break
        del waste[chosen]
        graced = True
    left = len(waste) + sum(map(len, packets))
    return not left, left, 1


def build(play: Callable[[str], bool], piles: Piles, either: bool = False) -> None:
    """Play tops to foundations, then pack one, on and on; what is packed already stays."""

    def fits(card: str, on: str) -> bool:
        return in_suit(card, on) or (either and in_suit(on, card))

    def step() -> bool:
        if out(piles, play):
            return True
        for pile in piles:
            if not pile or (len(pile) > 1 and fits(pile[-1], pile[-2])):
                continue
            for other in piles:
                if other and other is not pile and fits(pile[-1], other[-1]):
                    other.append(pile.pop())
                    return True
        return False

    while step():
        pass


def gathered(piles: Piles, gathering: str, size: int) -> Piles:
    cards = [card for pile in piles for card in pile]
    if not gathering:
        cards.reverse()
    return [cards[i : i + size] for i in range(0, len(cards), size)]


def indefatigable(pack: list[str], gathering: str = "") -> tuple[bool, int, int]:
    play = Suits([RANKS], out="A").play
    piles, before, barren, deals = cut(pack, *[4] * 12)[0], 48, 0, 0
    while True:
        deals += 1
        build(play, piles)
        left = sum(map(len, piles))
        barren = barren + 1 if left == before else 0
        if not left or barren == 2:
            return not left, left, deals
        before = left
        piles = gathered(piles, gathering, 4)


def trefoil(
    pack: list[str], decks: int = 1, out: str = "A", gathering: str = "", deals: str = "3"
) -> tuple[bool, int, int]:
    play = Suits([RANKS], decks, out).play
    piles = gathered([pack], "as it is", 3)
    number, left = 0, len(pack)
    while left and number < int(deals):
        number += 1
        piles = gathered(piles, gathering, 3) if number > 1 else piles
        build(play, piles)
        left = sum(map(len, piles))
    return not left, left, number


def crescent(pack: list[str], transfers: str = "3", packing: str = "") -> tuple[bool, int, int]:
    play, piles = Meeting().play, gathered([pack], "as it is", 6)
    for number in range(1, int(transfers) + 2):
        build(play, piles, either=not packing)
        left = sum(map(len, piles))
        if not left:
            break
        if number <= int(transfers):
            piles = [pile[1:] + pile[:1] for pile in piles]
    return not left, left, number


def rouge_et_noir_endless(pack: list[str]) -> tuple[bool, int, int]:
    """35b: each pass with a play lays a card for good, so 96 are more than enough."""
    won, left, passes = fixed.rouge_et_noir(pack, passes="96")
    return won, left, passes if won else 0


TWINS = {
    "19": seasons, "23": storehouse, "23w": partial(storehouse, kept=True), "23b": sequences,
    "25": indefatigable, "27": trefoil, "27b": partial(trefoil, decks=2, deals="1"),
    "27c": partial(trefoil, out=""), "30": crescent, "35b": rouge_et_noir_endless,
}  # fmt: skip
