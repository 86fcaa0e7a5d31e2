"""That each attack runs; `make attack-short` makes a sample of each, `make attack` all."""

from __future__ import annotations

import sys

import pytest

from attack import allocations
from attack.__main__ import ATTACKS
from support.quick import fewer

SLOW = ("kills", "commands", "writes", "allocations")  # they start a process each time
ROUNDS = {
    "wrong_types": 50,
    "lines": 2_000,
    "game_lines": 200,
    "game_files": 300,
    "packs": 300,
    "descriptions": 200,
    "files": 50,
    "flips": 50,
    "writes": 24,
    "kills": 6,
    "commands": 4,
    "sanitized": 6,
    "threads": 6,
    "allocations": 50,
}


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.full if name in SLOW else ()) for name in ATTACKS],
)
def test_attack(name: str) -> None:
    wanted = fewer(ROUNDS[name])
    rounds, found = ATTACKS[name](wanted, 7)
    assert rounds >= wanted - (name == "kills")  # a run may be over before it is killed
    assert found == []


@pytest.mark.full
@pytest.mark.skipif(
    sys.platform != "linux" or allocations.COMPILER is None, reason="needs Linux and a C compiler"
)
def test_a_pool_without_memory_for_a_search_is_lost() -> None:
    """Seven allocations make the pool; all others are those of its searches."""
    tried, found = allocations.attack(100, 1, "pooled reserve-or-hand")
    assert tried > 7
    assert found == []
