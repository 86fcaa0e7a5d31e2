"""Pairs from the ends of columns: nos. 1 and 9."""

from functools import partial
from itertools import combinations

Columns = list[list[str]]
State = tuple[int, ...]


def first(columns: Columns, grace: bool, heaps: int, apart: bool = False) -> int:
    """Throw out the first pair again and again; return the cards left."""
    while True:
        open_now = [i for i, column in enumerate(columns) if column]
        for i, j in combinations(open_now, 2):
            if columns[i][-1][0] == columns[j][-1][0] and not (apart and i >= heaps):
                columns[i].pop()
                columns[j].pop()
                break
        else:
            spaces = [column for column in columns[:heaps] if not column]
            highest = max(columns[:heaps], key=len)
            if not (grace and spaces and len(highest) > 1):
                return sum(map(len, columns))
            spaces[0].append(highest.pop())


def can_be_won(columns: Columns, heaps: int, apart: bool) -> bool:
    """Try every order of pairs, each position once."""
    seen: set[State] = set()
    waiting: list[State] = [tuple(map(len, columns))]
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        if not any(state):
            return True
        tops = [(i, columns[i][high - 1][0]) for i, high in enumerate(state) if high]
        for (i, one), (j, other) in combinations(tops, 2):
            if one == other and not (apart and i >= heaps):
                after = list(state)
                after[i] -= 1
                after[j] -= 1
                waiting.append(tuple(after))
    return False


def wish(pack: list[str], grace: bool = False, order: str = "first") -> tuple[bool, int, int]:
    columns = [pack[i::8] for i in range(8)]
    if order == "best" and can_be_won(columns, 8, False):
        return True, 0, 1
    left = first(columns, grace, 8)
    return not left, left, 1


def nestor(
    pack: list[str], columns: str = "rectified", reserve: str = "", order: str = "best"
) -> tuple[bool, int, int]:
    """Not for a deal in which no card that is left has a place."""
    rest = list(pack)
    dealt: Columns = [[] for _ in range(8)]
    for number in range(48):
        column = dealt[number % 8]
        ranks = [card[0] for card in column] if columns == "rectified" else []
        barred = 0
        while rest[0][0] in ranks:
            rest.append(rest.pop(0))
            barred += 1
            assert barred < len(rest)
        column.append(rest.pop(0))
    dealt += [[card] for card in rest]
    if order == "best" and can_be_won(dealt, 8, reserve == "apart"):
        return True, 0, 1
    left = first(dealt, False, 8, reserve == "apart")
    return not left, left, 1


TWINS = {"1": partial(wish, grace=True), "1a": wish, "9": nestor}
