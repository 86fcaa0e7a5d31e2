"""Ladder: who beats whom, docs/studies/ladder.md.

    python docs/studies/ladder.py STORES

plays the study of docs/studies/ladder.toml into a store in the folder STORES, and writes the page.
"""

from __future__ import annotations

from pathlib import Path

from atlas import stores

import rbsim
from rbsim.cli import console
from rbsim.formatting.tables import Report

PAGE = Path(__file__).with_suffix(".md")
PLAN = Path(__file__).with_suffix(".toml")

INTRO = """# Who beats whom

    rbsim ladder {players} --games {games} --seed {seed}

plays {games:,} deals of the standard game for every two players, each in both seatings, so
{twice:,} games a duel. `python docs/studies/ladder.py STORES` plays this, which is the plan
[ladder.toml](ladder.toml), and writes this page.
What the columns are is in [studies.md](../studies.md#rbsim-ladder-player-player-); what they show,
in [findings.md](findings.md#who-beats-whom).
"""


def page(line: rbsim.PlannedStudy, report: Report) -> str:
    """Return the page in Markdown."""
    players, batch = " ".join(line.options["players"]), line.study.arms[0]
    games = batch.count
    intro = INTRO.format(players=players, games=games, twice=2 * games, seed=batch.seed)
    return f"{intro}\n{report.markdown()}\n"


def main() -> None:
    """Play what is not in the store, and write the page."""
    folder, line = stores(__doc__), rbsim.read_plan(PLAN)["ladder"]
    with console.bar(line.name) as progress:
        result = line.play(store=folder / line.name, progress=progress)
    PAGE.write_text(page(line, result.report()))


if __name__ == "__main__":
    main()
