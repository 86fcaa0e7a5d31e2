"""Readings: what other readings of the rules would change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pages
from pages import Cell, markdown, origin, task

import rbsim

PLAN = Path(__file__).with_suffix(".toml")
HEAD = (
    "clause", "here", "read otherwise", "players", "games", "advantage", "stalemates", "standoffs",
    "turns",
)  # fmt: skip
QUANTITIES = ("advantage", "stalemate", "standoff", "turns")


def rows(line: rbsim.PlannedStudy, result: rbsim.Result) -> Iterator[list[Cell]]:
    """Yield the rows of a study, one for each reading."""
    clause, arm = line.name.partition("-")[0], line.study.arms[0]
    for _, other in line.study.parts:
        labels = {"variant": other.variant, "against": arm.variant}
        less = (result.figure(key, **labels) for key in QUANTITIES)
        yield [clause, f"`{arm.variant}`", f"`{other.variant}`", arm.player_text, arm.count, *less]


def main() -> None:
    """Play what is not in the stores, and write the page."""
    own = task(PLAN)
    every = [row for line, result in own.results() for row in rows(line, result)]
    pages.fill(own.page, [markdown(HEAD, every), origin(own.plan)])


if __name__ == "__main__":
    main()
