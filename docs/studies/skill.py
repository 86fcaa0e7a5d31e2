"""Skill: what starting is worth, how games end and their length, by strength of the players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pages
from pages import CAUSAL, DEALT, Line, markdown

PLAN = Path(__file__).with_suffix(".toml")

# The columns of the tables after players and deals: quantities and starts.
COLUMNS = {
    "causal advantage": ("advantage", CAUSAL),
    **{name: (name, DEALT) for name in ("stalemate", "standoff", "unfinished", "turns")},
    "decided: turns": ("decided_turns", DEALT),
}


def tables(lines: Sequence[Line]) -> str:
    """Return a table for each variant, with its heading."""
    text = []
    for variant in dict.fromkeys(line.variant for line in lines):
        rows = [
            (line.players, line.deals, *(line.get(q, start=start) for q, start in COLUMNS.values()))
            for line in lines
            if line.variant == variant
        ]
        text += [f"## {variant}\n", markdown(("players", "deals", *COLUMNS), rows), ""]
    return "\n".join(text)


def main() -> None:
    """Play what is not in the stores, and write the page."""
    own = pages.task(PLAN)
    lines = own.lines()
    figures = [line.causal for line in lines if line.variant == "standard"]
    title, note = "What starting is worth in the standard game", ["Causal advantage, by player."]
    pages.forest(own.page.with_name("skill-advantage.svg"), title, note, figures, 126)
    pages.write_lines(own.page.with_name("skill.csv"), lines, "start")
    other_seed = ("uniform", "greedy")  # in the atlas, whose other lines are of these very games
    found = [(one.variant, one.players, one.causal) for one in lines if one.players in other_seed]
    pages.fill(own.page, [tables(lines), pages.beside(found), pages.origin(own.plan)])


if __name__ == "__main__":
    main()
