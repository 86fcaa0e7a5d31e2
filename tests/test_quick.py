"""The quick tier has something of everything, and the full one all."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from support.quick import quick_items, spread

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


def collected(*options: str) -> Counter[str]:
    """The tests by file, as pytest collects them."""
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", *options],
        check=True, capture_output=True, text=True, cwd=TESTS.parent,
    ).stdout  # fmt: skip
    return Counter(line.partition("::")[0] for line in told.splitlines() if "::" in line)


@pytest.mark.full
def test_every_file_is_in_the_quick_tier() -> None:
    quick, full = collected("--quick"), collected()
    assert set(full) - set(quick) == {"tests/sim/reporting/test_browser.py"}  # half a minute
    assert sum(quick.values()) < sum(full.values())
