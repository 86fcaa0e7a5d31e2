"""Games with decisions in a fixed way of playing: piles are lists, a function a game."""

from collections.abc import Callable, Iterable

RANKS = "A23456789TJQK"
Piles = list[list[str]]


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def red(card: str) -> bool:
    return card[1] in "dh"


def in_suit(card: str, on: str) -> bool:
    """Whether a card is one lower in suit."""
    return card[1] == on[1] and rank(card) + 1 == rank(on)


def in_colours(card: str, on: str) -> bool:
    return red(card) != red(on) and rank(card) + 1 == rank(on)


class Suits:
    """Foundations by suit; `ways` are the ranks that each foundation takes, `sets` of them."""

    def __init__(self, ways: Iterable[str], sets: int = 1, out: str = "") -> None:
        self.heaps = [(way, s, [way[0] + s] if way[0] in out else [])
                      for way in ways for s in "cdhs" for _ in range(sets)]  # fmt: skip

    def play(self, card: str) -> bool:
        for way, suit, heap in self.heaps:
            if suit == card[1] and len(heap) < len(way) and way[len(heap)] == card[0]:
                heap.append(card)
                return True
        return False


class Meeting:
    """Aces up and kings down in suit; a card that fits both waits between them."""

    def __init__(self) -> None:
        self.up = dict.fromkeys("cdhs", 1)
        self.down = dict.fromkeys("cdhs", 13)
        self.waits: dict[str, int] = {}

    def play(self, card: str) -> bool:
        r, s = rank(card), card[1]
        if s in self.waits:
            n = self.waits[s]
            if abs(r - n) > 1:
                return False
            del self.waits[s]
            if r >= n:
                self.up[s] = r
            if r <= n:
                self.down[s] = r
            return True
        up, down = r == self.up[s] + 1, r == self.down[s] - 1
        if up and down:
            self.waits[s] = r
        elif up:
            self.up[s] = r
        elif down:
            self.down[s] = r
        return up or down


class Any:
    """Foundations that disregard suit: the card on each, and the step to the next."""

    def __init__(self, tops: list[int], steps: list[int], last: list[int]) -> None:
        self.tops, self.steps, self.room = tops, steps, last

    def play(self, card: str) -> bool:
        for i, on in enumerate(self.tops):
            if self.room[i] and (on + self.steps[i] - 1) % 13 + 1 == rank(card):
                self.tops[i] = rank(card)
                self.room[i] -= 1
                return True
        return False


def out(piles: Piles, play: Callable[[str], bool]) -> bool:
    """The first top that fits a foundation goes there; whether one did."""
    pile = next((pile for pile in piles if pile and play(pile[-1])), None)
    if pile is not None:
        pile.pop()
    return pile is not None


def through(
    passes: int, stock: list[str], waste: list[str], step: Callable[[], bool],
    left: Callable[[], int], lay: Callable[[str], object] | None = None,
) -> tuple[bool, int, int]:  # fmt: skip
    """Steps while there are any, else a card is turned; the waste is the stock of the next pass."""
    number = 0
    while True:
        number += 1
        while (stepped := step()) or stock:
            if not stepped:
                (lay or waste.append)(stock.pop(0))
        stock[:], waste[:] = waste, []
        if number == passes or not left() or not stock:
            return not left(), left(), number


def table(
    pack: list[str],
    play: Callable[[str], bool],
    piles: Piles,
    *,
    passes: int = 1,
    spaces: str = "",
    match: Callable[[str, str], bool] | None = None,
    shifts: bool = False,
    piles_first: bool = False,
    last: str = "",
    one: bool = False,
) -> tuple[bool, int, int]:
    """Spaces, then a card to a foundation, then one packed; again and again, then turn a card.

    `spaces` are the letters of their sources in order, s and w; `last`: these are filled last,
    or `one` of them at a time.
    """
    stock, waste = list(pack), list[str]()

    def fill(order: str) -> bool:
        done = False
        for pile in piles:
            for source in order if not pile else "":
                cards = stock if source == "s" else waste
                if cards:
                    pile.append(cards.pop(0) if source == "s" else cards.pop())
                    done = True
                    break
            if one and done:
                return True
        return done

    def packed() -> bool:
        for source in [*(piles if shifts else []), waste]:
            if match is None or not source:
                continue
            if source is not waste and len(source) > 1 and match(source[-1], source[-2]):
                continue
            for pile in piles:
                if pile and pile is not source and match(source[-1], pile[-1]):
                    pile.append(source.pop())
                    return True
        return False

    def step() -> bool:
        sources = [*piles, waste] if piles_first else [waste, *piles]
        return fill(spaces) or out(sources, play) or packed() or fill(last)

    def lay(card: str) -> None:
        if not play(card):
            pile = next((p for p in piles if p and match and match(card, p[-1])), waste)
            pile.append(card)

    return through(passes, stock, waste, step, lambda: len(stock) + sum(map(len, piles)), lay)


def cut(pack: list[str], *sizes: int) -> tuple[Piles, list[str]]:
    """Piles of these sizes from the front of a pack, and the rest."""
    piles, rest = [], list(pack)
    for size in sizes:
        piles.append(rest[:size])
        rest = rest[size:]
    return piles, rest


def clock(pack: list[str], passes: str = "3") -> tuple[bool, int, int]:
    circle = ["Ad", "5d", "9d", "2c", "6c", "Tc", "3h", "7h", "Jh", "4s", "8s", "Qs"]
    heaps = [[card] for card in circle]

    def play(card: str) -> bool:
        if card[0] == "K":
            return True
        for heap in heaps:
            if len(heap) < 8 and card == "A23456789TJQ"[rank(heap[-1]) % 12] + heap[0][1]:
                heap.append(card)
                return True
        return False

    return table(pack, play, [], passes=int(passes))


def fairest(pack: list[str], waste: str = "") -> tuple[bool, int, int]:
    foundations = Any([2, 4, 6, 8], [1, 2, 3, 4], [11] * 4)
    if waste != "dead":
        return table(pack, foundations.play, [], passes=3)
    stock = list(pack)
    for number in range(1, 4):
        stock = [card for card in stock if not foundations.play(card)]
        if not stock:
            return True, 0, number
    return False, len(stock), 3


def lucas(pack: list[str], spaces: str = "") -> tuple[bool, int, int]:
    columns = [[pack[i], pack[13 + i], pack[26 + i]] for i in range(13)]
    return table(
        pack[39:], Suits([RANKS], 2, "A").play, columns, passes=2, match=in_suit, shifts=True,
        last="w" if spaces else "", one=True,
    )  # fmt: skip


def reserves(pack: list[str]) -> tuple[bool, int, int]:
    packets, stock = cut(pack, 12, 12, 12, 12)
    play, waste = Meeting().play, list[str]()

    def step() -> bool:
        if out([waste, *packets], play):
            return True
        for packet in packets if waste else []:
            if packet and (in_suit(packet[-1], waste[-1]) or in_suit(waste[-1], packet[-1])):
                waste.append(packet.pop())
                return True
        return False

    return through(3, stock, waste, step, lambda: len(stock) + sum(map(len, packets)))


def rouge_et_noir(pack: list[str], passes: str = "2", spaces: str = "s") -> tuple[bool, int, int]:
    heaps, stock = cut(pack, *[1] * 8)
    return table(
        stock, Suits([RANKS], 2, "A").play, heaps, passes=int(passes), match=in_colours,
        shifts=True, spaces="ws" if spaces == "from-waste" else "s",
    )  # fmt: skip


def twos(pack: list[str], passes: str = "3") -> tuple[bool, int, int]:
    heaps, stock = cut(pack, *[1] * 10)
    way = "23456789TJQKA"

    def match(card: str, on: str) -> bool:
        return card[1] == on[1] and way.index(card[0]) + 1 == way.index(on[0])

    return table(
        stock, Suits([way], 2, "2").play, heaps, passes=int(passes), match=match, shifts=True,
        spaces="s",
    )  # fmt: skip


def kingdom(pack: list[str], spaces: str = "") -> tuple[bool, int, int]:
    row, stock = cut(pack, *[1] * 8)
    foundations = Any([1, *[0] * 7], [1] * 8, [12, *[13] * 7])
    return table(stock, foundations.play, row, last="sw" if spaces else "ws")


def patriarchs(pack: list[str], passes: str = "2") -> tuple[bool, int, int]:
    auxiliaries, stock = cut(pack, *[1] * 9)
    return table(stock, Meeting().play, auxiliaries, passes=int(passes), spaces="ws")


def windmill(pack: list[str], spaces: str = "") -> tuple[bool, int, int]:
    """39: what fits the centre goes there before anything goes to a corner."""
    sails, stock = cut(pack, *[1] * 8)
    centre, corners = Any([1], [1], [51]), Any([13] * 4, [-1] * 4, [12] * 4)
    waste: list[str] = []
    while True:
        for i in range(8):
            for source in ("sw" if spaces else "ws") if not sails[i] else "":
                if source == "s" and stock:
                    sails[i] = [stock.pop(0)]
                    break
                if source == "w" and waste:
                    sails[i] = [waste.pop()]
                    break
        for heap in (centre, corners):
            card = next((s for s in [waste, *sails] if s and heap.play(s[-1])), None)
            if card:
                card.pop()
                break
        else:
            if not stock:
                left = len(waste) + sum(map(len, sails))
                return not left, left, 1
            waste.append(stock.pop(0))


def pole(pack: list[str]) -> tuple[bool, int, int]:
    sails, stock = cut(pack, *[1] * 8)
    return table(stock, Any([1] * 4, [1] * 4, [12] * 4).play, sails, spaces="ws")


def light_and_shade(pack: list[str], passes: str = "2", reserve: str = "") -> tuple[bool, int, int]:
    upper, rest = cut(pack, *[1] * 4)
    lower, stock = cut(rest, *[1] * 4)
    waste: list[str] = []
    heaps = [["A" + s] for s in "cdhs" for _ in range(2)]

    def play(card: str) -> bool:
        for heap in heaps:
            if rank(card) == rank(heap[-1]) + 1 and red(card) != red(heap[-1]):
                heap.append(card)
                return True
        return False

    def step() -> bool:
        for space in lower:
            if not space and stock:
                space.append(stock.pop(0))
                return True
        for pile in upper:
            if not pile and any(lower):
                pile.append(next(c for c in lower if c).pop())
                return True
        if out([*upper, waste, *(lower if reserve else [])], play):  # 53.4
            return True
        for source in [*lower, waste]:
            for pile in upper:
                if source and pile and in_colours(source[-1], pile[-1]):
                    pile.append(source.pop())
                    return True
        return False

    return through(int(passes), stock, waste, step, lambda: 104 - sum(map(len, heaps)))


class Drawn:
    """Eight foundations in suit, round the corner; a card's rank is the base of all."""

    def __init__(self, base: str) -> None:
        self.heaps = [[base]]

    def play(self, card: str) -> bool:
        for heap in self.heaps:
            if len(heap) < 13 and card[1] == heap[0][1] and (rank(card) - rank(heap[-1])) % 13 == 1:
                heap.append(card)
                return True
        if card[0] == self.heaps[0][0][0] and len(self.heaps) < 8:
            self.heaps.append([card])
            return True
        return False


def plait(pack: list[str], passes: str = "4") -> tuple[bool, int, int]:
    places, rest = cut(pack, 20, *[1] * 12)
    foundations = Drawn(rest.pop(0))
    stock, waste = rest, list[str]()

    def step() -> bool:
        for corner in places[1:5]:
            if not corner and places[0]:
                corner.append(places[0].pop())
        for side in places[5:]:
            if not side and stock:
                side.append(stock.pop(0))
        return out([*places, waste], foundations.play)

    return through(int(passes), stock, waste, step, lambda: len(stock) + sum(map(len, places)))


def queens(pack: list[str]) -> tuple[bool, int, int]:
    piles = [["Q" + s] for s in "cdhs" for _ in range(2)]
    _, left, _ = table(
        pack, Suits(["KA23456789TJ"], 2).play, piles, piles_first=True,
        match=lambda card, on: rank(card) + 1 == rank(on),
    )  # fmt: skip
    return left == 8, left - 8, 1


def quadrangle(pack: list[str]) -> tuple[bool, int, int]:
    piles, rest = cut(pack, *[3] * 12)
    foundations = Drawn(rest.pop(0))
    return table(
        rest, foundations.play, piles, piles_first=True, spaces="w",
        match=lambda card, on: card[1] == on[1] and (rank(on) - rank(card)) % 13 == 1,
    )  # fmt: skip


def octagon(pack: list[str], passes: str = "4") -> tuple[bool, int, int]:
    piles, rest = cut(pack, *[5] * 4)
    return table(
        rest, Suits([RANKS], 2, "A").play, piles, passes=int(passes), piles_first=True, spaces="w",
        match=in_suit,
    )  # fmt: skip


TWINS = {
    "12": clock, "21": fairest, "31": lucas, "34": reserves, "35": rouge_et_noir, "36": twos,
    "37": kingdom, "38": patriarchs, "39": windmill, "39b": pole, "53": light_and_shade,
    "54": plait, "55": queens, "56": quadrangle, "57": octagon,
}  # fmt: skip
