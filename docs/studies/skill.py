"""Skill: the advantage of starting, how games end and their length, by strength of the players.

    python docs/studies/skill.py STORES [VARIANT-PLAYERS ...]

plays the studies of docs/studies/skill.toml, some variants with players from random play to the
strongest, each into a store of its own in the folder STORES, and writes docs/studies/skill.md. Of
lines named after STORES none is played, as of docs/studies/atlas.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import entries as data
from atlas import origin, publish
from entries import Entry, markdown
from matplotlib.axes import Axes
from task import task

from rbsim.rendering.svg import BLUE, GRID, INK, MUTED, Picture, canvas, finish, styled
from rbsim.stats.figure import Figure
from rbsim.stats.number_text import estimate_text

PLAN = Path(__file__).with_suffix(".toml")
PANEL = 74  # pixels
LABEL = 16
LETTER = 5.4  # pixels of the foot that a letter of a name takes, as names stand askew

# The columns of the tables after players and deals, and their names in the data.
COLUMNS = {
    "causal advantage": "advantage, causal",
    **{name: name for name in ("stalemate", "standoff", "unfinished", "turns")},
    "decided: turns": "turns, decided",
}

INTRO = """# Skill

Here you can look up what starting is worth, how games end and how long they are, by the strength of
the players: both alike, from random play to the strongest. `greedy~0.8` draws 8 decisions in 10 at
random; `+memory` remembers, `+sight` sees every card ([players](../players.md)). What it shows is
in [findings.md](findings.md#skill).

    python docs/studies/skill.py STORES

plays the plan [skill.toml](skill.toml) and writes this page, its pictures, and
[skill.csv](skill.csv) with every figure in full. One line of it is

    rbsim advantage VARIANT --players PLAYER --games DEALS --seed 22 --store DIR

What starting is worth is *causal*, all else of the games as played; intervals and the asterisk are
as [in the atlas](atlas.md).
"""


def panels(
    name: str,
    title: str,
    note: str,
    entries: Sequence[Entry],
    select: Callable[[Entry], Figure],
    scale: float = 100,
) -> Picture:
    """Draw a panel for each variant: the figure of each player in turn, with its interval.

    Players that some variants lack come last.
    """
    variants = list(dict.fromkeys(entry.variant for entry in entries))
    players = list(dict.fromkeys(entry.players for entry in entries))
    drawing, axes = canvas(
        [title],
        [note, "95% intervals, unfinished games against and for."],
        PANEL * len(variants),
        20 + LETTER * max(map(len, players)),
        LETTER * len(players[0]) / 3,
    )
    axes.set_ylim(PANEL * len(variants), 0)
    axes.set_xlim(-0.4, len(players) + 0.6)
    words = []
    for i, variant in enumerate(variants):
        own = {entry.players: select(entry) for entry in entries if entry.variant == variant}
        values = [scale * one.estimate for one in own.values()]
        ends = [(scale * low, scale * high) for low, high in (x.interval for x in own.values())]
        axes.text(-0.3, PANEL * i + LABEL, variant, fontsize=11)
        panel(axes, PANEL * i + LABEL + 10, PANEL * (i + 1) - 6, values, ends)
        texts = (f"{player} {estimate_text(one)}" for player, one in own.items())
        words.append(f"{variant}: {', '.join(texts)}")
    axes.set_yticks([])
    axes.set_xticks(range(len(players)), players, rotation=60, ha="right", color=INK)
    axes.grid(axis="x", color=GRID)
    return finish(drawing, name, title, "; ".join(words) + ".")


def panel(
    axes: Axes, top: float, base: float, values: list[float], ends: list[tuple[float, float]]
) -> None:
    """Draw one curve to its own height, which includes 0."""
    low, high = min(0, *(low for low, _ in ends)), max(high for _, high in ends)

    def height(value: float) -> float:
        return base - (value - low) / (high - low) * (base - top)

    x = range(len(values))
    axes.plot([0, len(values) - 1], [height(0)] * 2, color=MUTED, linewidth=0.7)
    axes.plot(x, list(map(height, values)), "o-", color=BLUE, markersize=3.5)
    for at, (bottom, end) in zip(x, ends, strict=True):
        axes.plot([at, at], [height(bottom), height(end)], color=BLUE, linewidth=2)
    axes.text(len(values) - 0.7, height(values[-1]), f"{values[-1]:.3g}", va="center")


def page(entries: Sequence[Entry], pictures: list[Picture], end: str) -> str:
    """Return the page in Markdown."""
    text = [INTRO, *(f"![{picture.title}]({picture.name}.svg)" for picture in pictures)]
    for variant in dict.fromkeys(entry.variant for entry in entries):
        own = [entry for entry in entries if entry.variant == variant]
        rows = [(x.players, x.deals, *map(x.figures.get, COLUMNS.values())) for x in own]
        text += [f"\n## {variant}\n", markdown(("players", "deals", *COLUMNS), rows)]
    return "\n".join([*text, end])


def main() -> None:
    """Play what is not in the stores, and write the page."""
    own = task(PLAN, __doc__, "kept")
    _, entries = data.play(own)
    with styled():
        pictures = [
            panels("skill-advantage", "What starting is worth", "Causal advantage in points.",
                   entries, lambda entry: entry.causal),
            panels("skill-endings", "Games that nobody wins", "Per cent of all games.",
                   entries, lambda entry: entry.nobody),
            panels("skill-lengths", "How long games are", "Mean turns.",
                   entries, lambda entry: entry.figures["turns"], 1),
        ]  # fmt: skip
    publish(own, page(entries, pictures, origin(own.plan)), entries, pictures)


if __name__ == "__main__":
    main()
