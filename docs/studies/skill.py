"""Skill: the advantage of starting, how games end and their length, by strength of the players.

    python docs/studies/skill.py STORES

plays the studies of docs/studies/skill.toml, some variants with players from random play to the
strongest, each into a store of its own in the folder STORES, and writes docs/studies/skill.md.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from atlas import Entry, number, origin, play_line, points, publish, share, stores
from matplotlib.axes import Axes

import rbsim
from rbsim.formatting.numbers import ends_text
from rbsim.pictures.drawing import BLUE, GRID, INK, MUTED, Picture, canvas, finish, styled
from rbsim.stats.intervals import Mean, Rate
from rbsim.studies.estimate import Estimate

PAGE = Path(__file__).with_suffix(".md")
PLAN = Path(__file__).with_suffix(".toml")
PANEL = 74  # pixels
LABEL = 16

Selector = Callable[[Entry], Mean | Rate | Estimate]

INTRO = """# Skill

Both players alike, from random play to the strongest: `greedy~0.8` draws 8 decisions in 10 at
random and makes the others as `greedy`; `+memory` remembers, `+sight` sees every card
([players](../players.md)). What starting is worth is *causal*: each deal is played with both seats
starting. All else is of the games as played. Intervals are of 95%; they, advantages and rates run
from all unfinished games counted against to all counted for.

    python docs/studies/skill.py STORES

plays the plan [skill.toml](skill.toml) and writes this page, its figures, and
[skill.csv](skill.csv) with every figure in full. One line of it is

    rbsim advantage VARIANT --players PLAYER --games DEALS --seed 22 --store DIR

What it shows is in [findings.md](findings.md#skill).
"""


def panels(
    name: str, title: str, note: str, scale: float, entries: list[Entry], select: Selector
) -> Picture:
    """Draw a panel for each variant: the figure of each player in turn, with its interval.

    Players that some variants lack come last.
    """
    variants = list(dict.fromkeys(entry.variant for entry in entries))
    players = list(dict.fromkeys(entry.players for entry in entries))
    figure, axes = canvas(
        [title],
        [note, "95% intervals, unfinished games against and for."],
        PANEL * len(variants),
        72,
    )
    axes.set_ylim(PANEL * len(variants), 0)
    axes.set_xlim(-0.4, len(players) + 0.6)
    words = []
    for i, variant in enumerate(variants):
        own = [entry for entry in entries if entry.variant == variant]
        estimates = [select(entry) for entry in own]
        values = [scale * middle(one) for one in estimates]
        ends = [(scale * low, scale * high) for low, high in (one.interval for one in estimates)]
        axes.text(-0.3, PANEL * i + LABEL, variant, fontsize=11)
        panel(axes, PANEL * i + LABEL + 10, PANEL * (i + 1) - 6, values, ends)
        texts = (
            f"{entry.players} {ends_text(ends_of(one), lambda end: f'{scale * end:.4g}')}"
            for entry, one in zip(own, estimates, strict=True)
        )
        words.append(f"{variant}: {', '.join(texts)}")
    axes.set_yticks([])
    axes.set_xticks(range(len(players)), players, rotation=60, ha="right", color=INK)
    axes.grid(axis="x", color=GRID)
    return finish(figure, name, title, "; ".join(words) + ".")


def ends_of(one: Mean | Rate | Estimate) -> tuple[float, float]:
    """Return an estimate with unfinished games all against and all for; a mean has none."""
    return (one.mean, one.mean) if isinstance(one, Mean) else one.extremes


def middle(one: Mean | Rate | Estimate) -> float:
    """Return the value between both ends."""
    return sum(ends_of(one)) / 2


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


def page(entries: list[Entry], pictures: list[Picture], end: str) -> str:
    """Return the page in Markdown."""
    text = [INTRO, *(f"![{picture.title}]({picture.name}.svg)" for picture in pictures)]
    head = ("players", "deals", "causal advantage", "stalemate", "standoff", "unfinished", "turns",
            "decided: turns")  # fmt: skip
    for variant in dict.fromkeys(entry.variant for entry in entries):
        text += [f"\n## {variant}\n", "| " + " | ".join(head) + " |"]
        text.append("| --- |" + " ---: |" * (len(head) - 1))
        for entry in entries:
            if entry.variant == variant:
                one = entry.summary
                rates = map(share, (one.stalemates, one.standoffs, one.unfinished))
                effect = points(entry.advantage.causal)
                cells = (entry.players, f"{entry.deals:,}", effect, *rates, number(one.turns),
                         number(one.decided_turns))  # fmt: skip
                text.append("| " + " | ".join(cells) + " |")
    return "\n".join([*text, end])


def main() -> None:
    """Play what is not in the stores, and write the page."""
    folder, plan = stores(__doc__), rbsim.read_plan(PLAN)
    entries = [play_line(folder, one) for one in plan]
    with styled():
        pictures = [
            panels("skill-advantage", "What starting is worth", "Causal advantage in points.", 100,
                   entries, lambda entry: entry.advantage.causal),
            panels("skill-endings", "Games that nobody wins", "Per cent of all games.", 100,
                   entries, lambda entry: entry.nobody),
            panels("skill-lengths", "How long games are", "Mean turns.", 1,
                   entries, lambda entry: entry.summary.turns),
        ]  # fmt: skip
    publish(PAGE, page(entries, pictures, origin(plan)), entries, pictures)


if __name__ == "__main__":
    main()
