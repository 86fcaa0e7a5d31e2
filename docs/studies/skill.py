"""Skill: what starting is worth, how games end and their length, by strength of the players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pages
from atlas import nobody
from matplotlib.axes import Axes
from pages import CAUSAL, DEALT, Line, markdown

import rbsim

PLAN = Path(__file__).with_suffix(".toml")
PANEL = 74  # pixels
LABEL = 16
LETTER = 5.4  # pixels of the foot that a letter of a name takes, as names stand askew

# The columns of the tables after players and deals: quantities and starts.
COLUMNS = {
    "causal advantage": ("advantage", CAUSAL),
    **{name: (name, DEALT) for name in ("stalemate", "standoff", "unfinished", "turns")},
    "decided: turns": ("decided_turns", DEALT),
}


@pages.styled
def panels(
    path: Path, title: str, note: str, lines: Sequence[Line],
    select: Callable[[Line], rbsim.Figure], scale: float = 100,
) -> None:  # fmt: skip
    """Draw a panel for each variant: the figure of each player in turn, with its interval.

    Players that some variants lack come last.
    """
    variants = list(dict.fromkeys(line.variant for line in lines))
    players = list(dict.fromkeys(line.players for line in lines))
    notes = [note, "95% intervals, unfinished games against and for."]
    foot, left = 20 + LETTER * max(map(len, players)), LETTER * len(players[0]) / 3
    axes = pages.canvas(title, notes, PANEL * len(variants), foot, left)
    axes.set_ylim(PANEL * len(variants), 0)
    axes.set_xlim(-0.4, len(players) + 0.6)
    words = []
    for i, variant in enumerate(variants):
        own = {line.players: select(line) for line in lines if line.variant == variant}
        axes.text(-0.3, PANEL * i + LABEL, variant, fontsize=11)
        panel(axes, PANEL * i + LABEL + 10, PANEL * (i + 1) - 6, scale, list(own.values()))
        texts = (f"{player} {one.show(one.estimate)}" for player, one in own.items())
        words.append(f"{variant}: {', '.join(texts)}")
    axes.set_yticks([])
    axes.set_xticks(range(len(players)), players, rotation=60, ha="right", color=pages.INK)
    axes.grid(axis="x", color=pages.GRID)
    pages.finish(axes, path, title, "; ".join(words) + ".")


def panel(
    axes: Axes, top: float, base: float, scale: float, figures: Sequence[rbsim.Figure]
) -> None:
    """Draw one curve to its own height, which includes 0."""
    low = min(0.0, *(one.low for one in figures))
    high = max(max(one.high, one.estimate) for one in figures)

    def height(value: float) -> float:
        return base - (value - low) / ((high - low) or 1) * (base - top)

    heights = [height(one.estimate) for one in figures]
    axes.plot([0, len(figures) - 1], [height(0)] * 2, color=pages.MUTED, linewidth=0.7)
    axes.plot(range(len(figures)), heights, "o-", color=pages.BLUE, markersize=3.5)
    for at, one in enumerate(figures):
        axes.plot([at, at], list(map(height, one.interval)), color=pages.BLUE, linewidth=2)
    last = f"{scale * figures[-1].estimate:.3g}"
    axes.text(len(figures) - 0.7, heights[-1], last, va="center")


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
    for name, title, note, select, scale in (
        ("advantage", "What starting is worth", "Causal advantage in points.",
         lambda line: line.causal, 100),
        ("endings", "Games that nobody wins", "Per cent of all games.", nobody, 100),
        ("lengths", "How long games are", "Mean turns.", lambda line: line.get("turns"), 1),
    ):  # fmt: skip
        panels(own.page.with_name(f"skill-{name}.svg"), title, note, lines, select, scale)
    pages.write_lines(own.page.with_name("skill.csv"), lines, "start")
    pages.fill(own.page, [tables(lines), pages.origin(own.plan)])


if __name__ == "__main__":
    main()
