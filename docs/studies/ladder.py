"""Ladder: who beats whom, docs/studies/ladder.md.

    python docs/studies/ladder.py STORES

plays `rbsim ladder` into a store in the folder STORES, and writes the page.
"""

from __future__ import annotations

from pathlib import Path

from atlas import SEED, stores

import rbsim
from rbsim.cli import console
from rbsim.formatting.tables import Report

PAGE = Path(__file__).with_suffix(".md")
PLAYERS = ("uniform", "greedy", "weighted", "planner", "search")
DEALS = 5_000

INTRO = f"""# Who beats whom

    rbsim ladder {" ".join(PLAYERS)} --games {DEALS} --seed {SEED}

plays {DEALS:,} deals of the standard game for every two players, each in both seatings, so
{2 * DEALS:,} games a duel. `python docs/studies/ladder.py STORES` does so and writes this page.
What the columns are is in [studies.md](../studies.md#rbsim-ladder-player-player-); what they show,
in [findings.md](findings.md#who-beats-whom).
"""


def page(report: Report) -> str:
    """Return the page in Markdown."""
    return f"{INTRO}\n{report.markdown()}\n"


def main() -> None:
    """Play what is not in the store, and write the page."""
    store = stores(__doc__) / "ladder"
    with console.bar(store.name) as progress:
        result = rbsim.ladder(*PLAYERS, games=DEALS, seed=SEED, store=store, progress=progress)
    PAGE.write_text(page(result.report()))


if __name__ == "__main__":
    main()
