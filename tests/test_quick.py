"""The quick tier has something of everything, and the full one all."""

import re
from collections import Counter
from pathlib import Path

import pytest

from support.quick import quick_items, rest_items, spread

TESTS = Path(__file__).parent


@pytest.mark.parametrize("kept", range(1, 12))
def test_cases_are_spread(kept: int) -> None:
    found = spread(range(10), kept, "test_of_ten")
    assert len(found) == len(set(found)) == min(kept, 10)
    gaps = [(b - a) % 10 for a, b in zip(found, found[1:] + found[:1], strict=True)]
    assert max(gaps) - min(gaps) <= 1


def test_names_begin_at_cases_of_their_own() -> None:
    first = Counter(spread(range(10), 1, f"test_{i}")[0] for i in range(1_000))
    assert len(first) == 10
    assert min(first.values()) > 50


def test_what_is_sampled_stays_in_order() -> None:
    items = [f"{name}{i}" for i in range(6) for name in "abc"]
    most = {"a": None, "b": 2, "c": 0}
    kept = quick_items(items, lambda item: item[0], lambda item: most[item[0]])
    assert [item for item in kept if item[0] == "a"] == [f"a{i}" for i in range(6)]
    assert sum(item[0] == "b" for item in kept) == 2
    assert not any(item[0] == "c" for item in kept)
    assert kept == [item for item in items if item in kept]


def test_the_rest_is_what_the_quick_tier_has_not_done() -> None:
    items = [f"{name}{i}" for i in range(6) for name in "abc"]
    most = {"a": None, "b": 2, "c": None}
    quick = quick_items(items, lambda item: item[0], lambda item: most[item[0]])
    rest = rest_items(items, quick, lambda item: item[0] == "c")
    assert rest == [item for item in items if item not in quick or item[0] == "c"]
    assert {item[0] for item in rest} == {"b", "c"}


def test_every_file_is_in_the_quick_tier(not_quick: set[str]) -> None:
    """Every file that was collected, which are all where the whole suite runs."""
    assert not_quick == set()


def test_what_counts_its_games_by_the_tier_is_a_module_of_tests() -> None:
    """There `fewer` is seen among the module's names; in what tests import it would not be."""
    users = {path for path in TESTS.rglob("*.py") if "import fewer\n" in path.read_text()}
    assert users
    assert all(path.name.startswith("test_") for path in users)
    callers = {path for path in TESTS.rglob("*.py") if re.search(r"\bfewer\(", path.read_text())}
    assert callers - users == {TESTS / "support/quick.py"}
