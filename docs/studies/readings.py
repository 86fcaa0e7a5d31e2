"""Readings: what other readings of the rules would change, docs/studies/readings.md.

    python docs/studies/readings.py STORES

plays the studies of docs/studies/readings.toml, each into a store in the folder STORES, and writes
the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from atlas import origin, stores

import rbsim
from rbsim.cli import console
from rbsim.formatting.numbers import ends_text
from rbsim.studies.comparison import Comparison, Difference

PAGE = Path(__file__).with_suffix(".md")
PLAN = Path(__file__).with_suffix(".toml")
SHOWN = {"advantage": (100, 2), "stalemate": (100, 3), "standoff": (100, 3), "turns": (1, 2)}

INTRO = """# Readings

Where the sources can be read in more than one way and an axis of the rules has the other reading:
what that would change, with 95% intervals. Why each was chosen is in
[the rules](../rules.md#what-was-open), with the readings that no axis has.

    python docs/studies/readings.py STORES

plays the plan [readings.toml](readings.toml), in some minutes of two cores, and writes this page.

Each line is what is read otherwise less what is played here, both as played; where they deal alike,
of the same games, and the intervals are of pairs. *Advantage* is P(starter wins) less
P(another wins), in points; so are the rates. Figures with unfinished games run from all of them
against to all for.

| clause | here | read otherwise | players | games | advantage | stalemates | standoffs | turns |
| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |
"""


def shown(one: Difference, scale: float, digits: int) -> str:
    """Return a difference with its interval."""
    ends = one.extremes.difference if one.extremes else (one.difference,)
    text = ends_text(ends, lambda end: f"{scale * end:+.{digits}f}")
    low, high = one.interval
    if math.isnan(low):
        return text
    return f"{text} ({scale * low:+.{digits}f} to {scale * high:+.{digits}f})"


def rows(line: rbsim.PlannedStudy, result: Comparison) -> Iterator[str]:
    """Yield the rows of a study, one for each reading."""
    clause = line.name.partition("-")[0]
    batch = line.study.arms[0]
    for variant, differences in zip(result.variants[1:], result.differences, strict=True):
        cells = [f"`{result.variants[0]}`", f"`{variant}`", batch.player_text, f"{batch.count:,}"]
        cells += [shown(differences[name], *how) for name, how in SHOWN.items()]
        yield f"| {clause} | {' | '.join(cells)} |\n"


def main() -> None:
    """Play what is not in the stores, and write the page."""
    folder, plan = stores(__doc__), rbsim.read_plan(PLAN)
    text = INTRO
    for line in plan:
        with console.bar(line.name) as progress:
            result = line.play(store=folder / line.name, progress=progress)
        assert isinstance(result, Comparison)
        text += "".join(rows(line, result))
    PAGE.write_text(text + origin(plan))


if __name__ == "__main__":
    main()
