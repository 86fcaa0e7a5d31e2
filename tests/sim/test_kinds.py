"""What every kind of study says: its headline, its figures, and what they are asked by."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rbsim
from rbsim.figures import Figure
from rbsim.result import Result

SMALL: dict[str, Callable[..., Result]] = {
    "simulate": lambda **how: rbsim.simulate("standard", **{"games": 300, "seed": 1, **how}),
    "sweep": lambda **how: rbsim.sweep("reserve-size=11..13", **{"games": 200, "seed": 1, **how}),
    "advantage": lambda **how: rbsim.advantage("standard", **{"games": 200, "seed": 1, **how}),
    "fair": lambda **how: rbsim.fair(
        "standard", handicaps="first-moves=1,4", **{"games": 200, "seed": 1, **how}
    ),
    "compare": lambda **how: rbsim.compare(
        "standard", "waste-available", **{"games": 300, "seed": 1, **how}
    ),
    "ladder": lambda **how: rbsim.ladder("greedy", "uniform", **{"games": 60, "seed": 1, **how}),
    "luck": lambda **how: rbsim.luck("standard", **{"games": 60, "seed": 1, **how}),
    "match": lambda **how: rbsim.match(
        "standard,target=50", **{"matches": how.pop("games", 40), "seed": 1, **how}
    ),
    "patience": lambda **how: rbsim.patience("robert", **{"games": 300, "seed": 1, **how}),
}
_PLAYED: dict[str, Result] = {}


def small(name: str) -> Result:
    """A small study of a kind, played once."""
    if name not in _PLAYED:
        _PLAYED[name] = SMALL[name]()
    return _PLAYED[name]


# ---- one word for points and per cent ----


@pytest.mark.parametrize("name", SMALL)
def test_differences_of_shares_are_points_and_shares_per_cent(name: str) -> None:
    found = small(name)
    for one in found.figures:
        number = one.show(0.25)
        unit = {"difference": " points", "share": "%"}.get(one.form, "")
        assert number.lstrip("+-0123456789.") == unit
    for table in found.report(full=True).tables:
        for i, (head, *texts) in enumerate(map(table.texts, range(len(table.head)))):
            own = [row[i] for row in table.rows]
            for cell, text in zip(own, texts, strict=True):
                if isinstance(cell, Figure) and cell.form == "difference" and text != "-":
                    assert (" points" in text) != head.endswith(", points")


def test_a_column_of_points_says_so_once_and_numbers_for_programs_are_shares() -> None:
    (table,) = small("compare").report().tables
    assert "advantage, points" in table.lines()[0]
    assert "| advantage, points |" in small("compare").report().markdown()
    head, row = table.data()
    at = head.index("advantage")
    assert row[at] == small("compare").figure("advantage", against="standard").estimate
