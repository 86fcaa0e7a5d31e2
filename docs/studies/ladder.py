"""Ladder: who beats whom, docs/studies/ladder.md.

    python docs/studies/ladder.py STORES

plays the studies of docs/studies/ladder.toml into stores in the folder STORES, and writes the
page.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from task import task

import rbsim
from rbsim.rendering.text_tables import Report
from rbsim.studies.round_robin import Ladder

PLAN = Path(__file__).with_suffix(".toml")

INTRO = """# Who beats whom

Here you can look up how often each compiled player beats each other in the standard game. Every two
play the same deals in both seatings, so two games a deal. What the columns are is in
[studies.md](../studies.md#rbsim-ladder-player-player-), who the players are in
[players.md](../players.md), and what it shows in [findings.md](findings.md#who-beats-whom). Each
scale of Elo is of its own players alone. `python docs/studies/ladder.py STORES` plays the plan
[ladder.toml](ladder.toml), and writes this page.
"""
SECTION = """
## {title}

    rbsim ladder {players} --games {games} --seed {seed}

{report}
"""
TITLES = {
    "fast": "Players who take a millisecond a game",
    "strongest": "The strongest",
    "sight": "What seeing every card is worth",
}


OWN = 2  # sections that are of ladders alone


def section(line: rbsim.PlannedStudy, result: Ladder) -> str:
    """Return a ladder in Markdown."""
    batch = line.study.arms[0]
    own = list(islice(result.sections(), OWN))
    report = Report.of_sections(result.headline, own, result.report().origin)
    return SECTION.format(
        title=TITLES[line.name], players=" ".join(line.options["players"]), games=batch.count,
        seed=batch.seed, report=report.markdown(),
    )  # fmt: skip


def main() -> None:
    """Play what is not in the stores, and write the page."""
    own = task(PLAN, __doc__)
    own.write(INTRO + "".join(section(line, result) for line, result in own.results(Ladder)))


if __name__ == "__main__":
    main()
