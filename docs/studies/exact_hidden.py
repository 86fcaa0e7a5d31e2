"""Best play where hidden cards stay hidden: a section of exact.md, which exact.py writes.

A row of exact-hidden.csv is of all layouts of a variant, or of a deal; it is not solved again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from pathlib import Path

from pages import Cell, Mean, markdown, mean_figure, read_rows, write_rows

import rbcore
import rbsim

ALL = "all"  # in place of a deal's number
SEED = 30
POSITIONS = 2_000_000
MAX = 50_000_000  # against `greedy`, which leaves fewer
ORDERS = 200  # of the hidden cards of a deal that are solved with all cards seen
DEALS = {  # of each houses, reserve and ranks; 0 for all layouts
    (1, 2, 2): 0, (1, 2, 3): 0, (1, 2, 4): 20, (1, 3, 3): 0, (1, 3, 4): 20,
    (2, 2, 3): 0, (2, 2, 4): 200, (2, 3, 3): 0, (2, 3, 4): 100,
}  # fmt: skip
SWAPPED = str.maketrans("cd", "dc")


@dataclass(frozen=True)
class Row:
    """What starting is worth in the mean of some layouts, what lies open at the deal being one."""

    variant: str
    deal: str
    layouts: int  # up to symmetry
    lower: float  # best play, cards hidden
    upper: float
    seen: float  # best play, all cards seen
    greedy: float
    answer: float  # what the best response to `greedy` gains in the mean of either start
    positions: int  # with cards hidden and both seats at their best


COLUMNS = ("houses each", "reserve", "ranks", "layouts", "hidden", "all seen", "hiding", "greedy",
           "answer", "positions a layout")  # fmt: skip
# What lies open at a deal: its weight, the orders of hidden cards that are solved with all seen, a
# position of any order.
Start = tuple[int, Iterable[rbcore.Position], rbcore.Position]


def rows(data: Path) -> dict[tuple[str, str], Row]:
    """Return what is in the file."""
    return {(one.variant, one.deal): one for one in read_rows(data, Row)}


def solved(data: Path, part: int) -> dict[tuple[int, int, int], list[Row]]:
    """Return the rows of each size: read if they are there, or else solved.

    Of deals one in `part`, of sizes of which that leaves two at least, as a mean has an interval.
    """
    found, sizes = rows(data), {}
    for (houses, reserve, ranks), deals in DEALS.items():
        count = deals // part
        if deals and count < 2:
            continue
        axes = f"suits=2,ranks={ranks},houses-each={houses},reserve-size={reserve}"
        variant = rbcore.variant_text(rbcore.variant(axes))
        keys = [(variant, deal) for deal in (map(str, range(count)) if count else [ALL])]
        for key in keys:
            if key not in found:
                found[key] = solve(*key)
                write_rows(data, list(found.values()))
        sizes[houses, reserve, ranks] = [found[key] for key in keys]
    return sizes


def solve(variant: str, deal: str) -> Row:
    """Solve a deal, or all layouts of a variant, with seat 0 starting."""
    rules = replace(rbcore.variant(variant), starter="seat-0")
    if deal == ALL:
        return row(variant, deal, all_starts(rules))
    start = rbcore.Position.deal(rules, SEED, int(deal))
    orders = [rbcore.Position.deal(rules, SEED, int(deal), order) for order in range(ORDERS)]
    return row(variant, deal, [(1, orders, start)])


def row(variant: str, deal: str, starts: Iterable[Start]) -> Row:
    """Return the means over starts."""
    total, n, positions = 0, 0, 0
    sums = [0.0] * 5
    for weight, orders, position in starts:
        best = rbcore.solve_hidden(position, POSITIONS)
        greedy, first, second = (
            decided(rbcore.solve_hidden(position, MAX, players=players))
            for players in (["greedy", "greedy"], [None, "greedy"], ["greedy", None])
        )
        winners = Counter(rbcore.solve(one).winner for one in orders)
        seen = (winners[0] - winners[1]) / winners.total()
        means = (best.lower, best.upper, seen, greedy, (first - second) / 2)
        sums = [one + weight * mean for one, mean in zip(sums, means, strict=True)]
        total, n, positions = total + weight, n + 1, positions + best.positions
    return Row(variant, deal, n, *(one / total for one in sums), positions)


def decided(gain: rbcore.Gain) -> float:
    """What seat 0 gains, of which nothing may be left open."""
    if gain.upper - gain.lower > 1e-9:
        raise RuntimeError(f"{gain} is not enough; raise MAX")
    return gain.lower


def all_starts(rules: rbcore.Rules) -> Iterator[Start]:
    """Yield what can lie open at the deal, the same but for the names of the suits once."""
    pack = [rank + suit for suit in "cd" for rank in "A23456789TJQK"[: rules.ranks]]
    seats = [
        (top, *houses)
        for top in pack
        for houses in combinations([card for card in pack if card != top], rules.houses_each)
    ]
    weights: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for both in product(seats, repeat=2):
        swapped = [[card.translate(SWAPPED) for card in seat] for seat in both]
        other = tuple((top, *sorted(houses, key=pack.index)) for top, *houses in swapped)
        weights[min(both, other)] += 1
    for both, weight in weights.items():
        hidden = [[card for card in pack if card not in seat] for seat in both]
        orders = (laid(rules, both, order) for order in product(*map(permutations, hidden)))
        yield weight, orders, laid(rules, both, hidden)


def laid(
    rules: rbcore.Rules, both: Sequence[Sequence[str]], hidden: Sequence[Sequence[str]]
) -> rbcore.Position:
    """Return the deal of seats' open cards, top of the reserve and houses, and of hidden ones."""
    below = rules.reserve_size - 1
    seats = [
        f"({''.join(rest[:below])}){top}/{''.join(rest[below:])}/-"
        for (top, *_), rest in zip(both, hidden, strict=True)
    ]
    houses = "|".join(card for _, *own in both for card in own)
    return rbcore.Position.parse(f"0 - c--d--h--s-- {houses} {' '.join(seats)}", rules)


def table(data: Path, part: int) -> str:
    """Return the table of the page; what is not in the data is solved, of deals one in `part`."""
    lines: list[list[Cell]] = []
    for size, own in solved(data, part).items():
        seen = [one.seen for one in own]
        ends = [[one.lower for one in own], [one.upper for one in own]]
        hiding = [[a - b for a, b in zip(end, seen, strict=True)] for end in ends]
        others = ([[getattr(one, name) for one in own]] * 2 for name in ("greedy", "answer"))
        figures = (mean_of(*pair) for pair in (ends, [seen, seen], hiding, *others))
        layouts = sum(one.layouts for one in own)
        each = round(sum(one.positions for one in own) / layouts)
        lines.append([*size, layouts, *figures, each])
    return markdown(COLUMNS, lines)


def mean_of(least: Sequence[float], most: Sequence[float]) -> rbsim.Figure:
    """Return the mean of deals, known within bounds; of all layouts the number alone."""
    middle = [(a + b) / 2 for a, b in zip(least, most, strict=True)]
    if len(middle) == 1:
        return rbsim.Figure("advantage", middle[0], n=1, unit="layouts")
    return mean_figure(len(middle), *map(Mean.of, (least, middle, most)), bounds=(-2.0, 2.0))
