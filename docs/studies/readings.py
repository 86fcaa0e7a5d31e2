"""Readings: what other readings of the rules would change, docs/studies/readings.md.

    python docs/studies/readings.py STORES

plays the studies of docs/studies/readings.toml, each into a store in the folder STORES, and writes
the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from atlas import origin
from entries import markdown
from task import task

import rbsim
from rbsim.rendering.section import Cell
from rbsim.studies.comparison import Comparison

PLAN = Path(__file__).with_suffix(".toml")
HEAD = (
    "clause", "here", "read otherwise", "players", "games", "advantage", "stalemates", "standoffs",
    "turns",
)  # fmt: skip

INTRO = """# Readings

Where the sources can be read in more than one way and an axis of the rules has the other reading:
what that would change, with 95% intervals. Why each was chosen is in
[the rules](../rules.md#what-was-open), with the readings that no axis has.

    python docs/studies/readings.py STORES

plays the plan [readings.toml](readings.toml), in some minutes of two cores, and writes this page.

Each line is what is read otherwise less what is played here, both as played; where they deal alike,
of the same games, and the intervals are of pairs. *Advantage* is P(starter wins) less
P(another wins). Intervals run from all unfinished games counted against to all counted for; where
an asterisk stands that moves the difference by more than a tenth of its interval.

"""


def rows(line: rbsim.PlannedStudy, result: Comparison) -> Iterator[list[Cell]]:
    """Yield the rows of a study, one for each reading."""
    clause, batch = line.name.partition("-")[0], line.study.arms[0]
    here, *others = result.variants
    for other in others:
        names = (clause, f"`{here}`", f"`{other}`", batch.player_text)
        keys = ("advantage", "stalemate", "standoff", "turns")
        less = (result.figure(key, variant=other, against=here) for key in keys)
        yield [*names, batch.count, *less]


def main() -> None:
    """Play what is not in the stores, and write the page."""
    own = task(PLAN, __doc__)
    every = [row for line, result in own.results(Comparison) for row in rows(line, result)]
    own.write(f"{INTRO}{markdown(HEAD, every)}\n{origin(own.plan)}")


if __name__ == "__main__":
    main()
