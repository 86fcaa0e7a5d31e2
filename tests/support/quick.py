"""The quick tier: a few cases of tests that take long, none of those that only `test-all` runs.

`--quick` is what `make test` adds. `@pytest.mark.full` leaves a test to the full tier, and
`@pytest.mark.sample(3)` keeps three of its cases in the quick one: spread over all of them, and
from another one on for each test, so that together they meet every preset and player. What counts
its games itself plays `fewer(n)`. `--rest` has what the quick tier leaves out, and all of a module
that imports `fewer`: after `make test` nothing else is new.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")

is_quick = False  # set before any test is imported


def fewer(games: int) -> int:
    """Return so many games, or a tenth of them in the quick tier."""
    return max(1, games // 10) if is_quick else games


def spread(cases: Sequence[T], kept: int, name: str) -> list[T]:
    """Return some of the cases, as far from each other as may be; the first by the test's name."""
    if kept >= len(cases):
        return list(cases)
    first = crc32(name.encode()) % len(cases)
    return [cases[(first + i * len(cases) // kept) % len(cases)] for i in range(kept)]


def quick_items(
    items: Sequence[T], name: Callable[[T], str], most: Callable[[T], int | None]
) -> list[T]:
    """Return the items of the quick tier; `most` is how many of a name it has, all if None."""
    of_name: dict[str, list[T]] = {}
    for item in items:
        of_name.setdefault(name(item), []).append(item)
    kept: set[int] = set()
    for one, cases in of_name.items():
        n = most(cases[0])
        kept.update(map(id, cases if n is None else spread(cases, n, one)))
    return [item for item in items if id(item) in kept]


def rest_items(items: Sequence[T], quick: Sequence[T], plays_fewer: Callable[[T], bool]) -> list[T]:
    """Return the items that the quick tier leaves out, or does less of."""
    done = {id(item) for item in quick if not plays_fewer(item)}
    return [item for item in items if id(item) not in done]
