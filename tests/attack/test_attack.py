"""A sample of each attack; `make attack` runs them whole."""

from __future__ import annotations

import pytest

from attack.__main__ import ATTACKS

ROUNDS = {
    "wrong_types": 200,
    "lines": 2_000,
    "files": 100,
    "flips": 150,
    "kills": 3,
    "commands": 4,
    "sanitized": 6,
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attack(name: str) -> None:
    rounds, found = ATTACKS[name](ROUNDS[name], 7)
    assert rounds >= ROUNDS[name] - (name == "kills")  # a run may be over before it is killed
    assert found == []
