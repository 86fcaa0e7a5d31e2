"""Readings: what other readings of the rules would change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pages
from pages import HERE, PLAYED, Cell, Pair, less, markdown, origin, task

import rbsim

PLAN = Path(__file__).with_suffix(".toml")
HEAD = ("clause", "here", "read otherwise", "players", "games", "advantage", "stalemates",
        "standoffs", "turns")  # fmt: skip
QUANTITIES = ("advantage", "stalemate", "standoff", "turns")


def rows(line: rbsim.PlannedStudy, result: rbsim.Result) -> Iterator[list[Cell]]:
    """Yield the rows of a study, one for each reading."""
    clause, arm = line.name.partition("-")[0], line.study.arms[0]
    for _, other in line.study.parts:
        labels = {"variant": other.variant, "against": arm.variant}
        less = (result.figure(key, **labels) for key in QUANTITIES)
        yield [clause, f"`{arm.variant}`", f"`{other.variant}`", arm.player_text, arm.count, *less]


def shared(line: rbsim.PlannedStudy, result: rbsim.Result) -> Iterator[Pair]:
    """Yield the differences of presets in advantage beside those that the atlas has."""
    atlas, arm = pages.read_lines(HERE / "atlas.csv"), line.study.arms[0]
    for _, other in line.study.parts:
        both = [atlas.get((one.variant, arm.player_text)) for one in (other, arm)]
        if all(both):
            there = less(*(one.get("advantage", start=PLAYED) for one in both if one))
            here = result.figure("advantage", variant=other.variant, against=arm.variant)
            name = f"{other.variant} less {arm.variant}"
            yield name, arm.player_text, here, "atlas", there


def main() -> None:
    """Play what is not in the stores, and write the page."""
    own = task(PLAN)
    found = list(own.results())
    every = [row for one in found for row in rows(*one)]
    beside = pages.compared([pair for one in found for pair in shared(*one)])
    pages.fill(own.page, [markdown(HEAD, every), beside, origin(own.plan)])


if __name__ == "__main__":
    main()
