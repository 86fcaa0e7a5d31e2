"""Twenty studies give the figures that they have always given."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rbsim import kinds as rbsim

DATA = Path(__file__).parents[2] / "data"
EXPECTED = json.loads((DATA / "figures.json").read_text())
NUMBERS = ("estimate", "low", "high", "level", "standard_error", "method", "p", "p_adjusted", "n",
           "undecided_low", "undecided_high")  # fmt: skip

CASES: dict[str, Callable[[], Any]] = {
    "simulate": lambda: rbsim.simulate("standard", games=4000, seed=3),
    "simulate-slip": lambda: rbsim.simulate("strict", games=2000, players="greedy:uniform", seed=3,
                                            slip=0.1, watch=0.5),
    "simulate-cut": lambda: rbsim.simulate(games=3000, players="uniform", seed=3, max_turns=80),
    "simulate-3": lambda: rbsim.simulate("three-player", games=1000, seed=3),
    "survey": lambda: rbsim.simulate("standard", "strict", "three-player", games=1000,
                                     players="uniform,greedy", seed=2),
    "sweep": lambda: rbsim.sweep("reserve-size=5..8", "release=no,any", games=600, seed=2),
    "advantage": lambda: rbsim.advantage("standard", games=3000, seed=4),
    "advantage-2": lambda: rbsim.advantage("standard", games=1500, players="greedy:uniform", seed=4,
                                           max_turns=60),
    "advantage-3": lambda: rbsim.advantage("three-player", games=500, seed=4),
    "compare": lambda: rbsim.compare("standard", "strict", "standard,reserve-size=11", "face-down",
                                     games=2000, seed=5),
    "compare-cut": lambda: rbsim.compare("standard", "strict", games=2000, seed=5, max_turns=45),
    "fair": lambda: rbsim.fair("standard", handicaps="first-moves=1..4,second-reserve=7",
                               games=1500, seed=6),
    "ladder": lambda: rbsim.ladder("uniform", "greedy", "weighted", games=800, seed=7),
    "ladder-cut": lambda: rbsim.ladder("uniform", "greedy", games=800, seed=7, max_turns=50),
    "match": lambda: rbsim.match("standard,target=100", matches=800, seed=8),
    "patience": lambda: rbsim.patience("talkative", games=4000, seed=9),
    "patience-survey": lambda: rbsim.patience("pairs", "star", "klondike", games=1000, seed=9),
    "sympathy": lambda: rbsim.patience("sympathy", "sympathy,heaps=17", games=2000, seed=9),
    "luck": lambda: rbsim.luck("standard", games=400, seed=1),
    "luck-2": lambda: rbsim.luck("standard", games=200, players="greedy:uniform", seed=1),
}  # fmt: skip


def rows_of(table: Mapping[str, list[Any]]) -> Iterator[dict[str, Any]]:
    for values in zip(*table.values(), strict=True):
        yield dict(zip(table, values, strict=True))


def key_of(row: Mapping[str, Any]) -> frozenset[tuple[str, Any]]:
    """What a row is of; a label that it has not says nothing, and a verdict is read off numbers."""
    said = {*row} - {*NUMBERS, "verdict"}
    return frozenset((name, row[name]) for name in said if row[name] is not None)


def are_close(old: Any, new: Any) -> bool:
    if isinstance(old, float | int) and isinstance(new, float | int):
        return math.isclose(old, new, rel_tol=1e-8, abs_tol=1e-10)
    return bool(old == new)


def test_every_case_is_played() -> None:
    assert set(CASES) == set(EXPECTED)


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", CASES)
def test_figures_are_as_ever(name: str) -> None:
    """Rows may come in addition; one that is missing or differs is named."""
    found = {key_of(row): row for row in rows_of(CASES[name]().to_dict())}
    for old in rows_of(EXPECTED[name]["table"]):
        new = found.get(key_of(old))
        assert new is not None, f"missing: {dict(key_of(old))}"
        for column in NUMBERS:
            said = dict(key_of(old)), column, old[column], new[column]
            assert are_close(old[column], new[column]), said
