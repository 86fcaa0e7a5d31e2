"""Pairs on a few places: cards lie on a real table, pairs are looked for, spaces filled."""

import random
from collections.abc import Callable
from functools import partial
from itertools import combinations

from oracles.twin.patience.fixed import rank


def find(table: list[str], fits: Callable[[str, str], bool], rng: random.Random) -> list[str]:
    """Two cards that pair, any of them; none if there are none."""
    pairs = [pair for pair in combinations(table, 2) if fits(*pair)]
    return list(rng.choice(pairs)) if pairs else []


def same_rank(a: str, b: str) -> bool:
    return a[0] == b[0]


def same_suit(a: str, b: str) -> bool:
    return a[1] == b[1]


def sum_to(total: int) -> Callable[[str, str], bool]:
    return lambda a, b: rank(a) + rank(b) == total


def thrown_out(
    pack: list[str],
    places: int,
    fits: Callable[[str, str], bool],
    *,
    alone: str = "",
    licences: int = 0,
    court: str = "",
    seed: int = 0,
) -> tuple[bool, int, int]:
    """1b, 13, 20: throw pairs and lone cards out, fill up; the extra cards of a block.

    `licences` below 0: one extra card at every block, which must save at once (13.4, 13.6).
    """
    rng, stock, table = random.Random(seed), list(pack), []
    while True:
        while stock and len(table) < places:
            table.append(stock.pop(0))
        lone = [c for c in table if c[0] in alone]
        gone = lone[:1] or find(table, fits, rng)
        if not gone:
            if not stock:
                return not table, len(table), 1
            if licences == 0:
                return False, len(table) + len(stock), 1
            if licences < 0 and len(table) > places:
                return False, len(table) + len(stock), 1
            licences -= licences > 0
            extra = stock.pop(0)
            if extra[0] in alone:
                if court == "loses":
                    return False, len(table) + 1 + len(stock), 1
                continue
            table.append(extra)
            continue
        for card in gone:
            table.remove(card)


def pairs(pack: list[str], extras: str = "2") -> tuple[bool, int, int]:
    return thrown_out(
        pack, 9, same_rank, licences=-1 if extras == "every-block" else int(extras), seed=1
    )


def elevens(pack: list[str], court: str = "saves", licences: int = -1) -> tuple[bool, int, int]:
    return thrown_out(pack, 9, sum_to(11), alone="JQK", licences=licences, court=court, seed=2)


def thirteens(pack: list[str]) -> tuple[bool, int, int]:
    return thrown_out(pack, 10, sum_to(13), alone="K", seed=3)


def covered(
    pack: list[str], places: int, fits: Callable[[str, str], bool]
) -> tuple[bool, int, int]:
    """14, 24: two cards that pair are covered with the next two."""
    rng, tops, stock = random.Random(4), pack[:places], pack[places:]
    while stock:
        pair = find(tops, fits, rng)
        if not pair:
            return False, len(stock), 1
        for card in pair:
            tops[tops.index(card)] = stock.pop(0)
    return True, 0, 1


def elevens_and_courts(pack: list[str], last_court: str = "loses") -> tuple[bool, int, int]:
    """14b: every order of covering is tried."""
    best = len(pack)
    seen = set()
    waiting = [(tuple(pack[:9]), 9)]
    while waiting:
        tops, dealt = waiting.pop()
        state = ("".join(sorted(c[0] for c in tops)), dealt)
        if state in seen:
            continue
        seen.add(state)
        left = len(pack) - dealt
        last = pack[-1]
        if left == 1:
            if any(sum_to(11)(last, c) for c in tops):
                left = 0
            others = set("JQK") - {last[0]}
            if last_court == "wins" and last[0] in "JQK" and others <= {c[0] for c in tops}:
                left = 0
        best = min(best, left)
        sets = [list(p) for p in combinations(tops, 2) if sum_to(11)(*p)]
        sets += [list(t) for t in combinations(tops, 3) if {c[0] for c in t} == set("JQK")]
        for gone in sets:
            if dealt + len(gone) <= len(pack):
                rest = list(tops)
                for card in gone:
                    rest.remove(card)
                end = dealt + len(gone)
                waiting.append((tuple(rest + pack[dealt:end]), end))
    return best == 0, best, 1


def star(pack: list[str]) -> tuple[bool, int, int]:
    """2: eight rays of an inner and an outer card; the stock pairs with any of them."""
    rays = [[pack[i], pack[i + 8]] for i in range(8)]
    stock = pack[16:]
    rng = random.Random(5)
    while stock:
        card = stock.pop(0)
        equal = [ray for ray in rays for c in ray if same_rank(c, card)]
        if equal:
            ray = rng.choice(equal)
            ray.remove(rng.choice([c for c in ray if same_rank(c, card)]))
            continue
        room = [ray for ray in rays if len(ray) < 2]
        if not room:
            return False, sum(map(len, rays)) + 1 + len(stock), 1
        rng.choice(room).append(card)
    return True, 0, 1


TWINS = {
    "1b": pairs, "2": star, "13": elevens, "13b": partial(elevens, licences=0),
    "14": lambda pack: covered(pack, 12, sum_to(11)), "14b": elevens_and_courts,
    "20": thirteens, "24": lambda pack: covered(pack, 4, same_suit),
}  # fmt: skip
