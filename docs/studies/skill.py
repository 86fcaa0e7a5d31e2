"""Skill: the advantage of starting, how games end and their length, by strength of the players.

    python docs/studies/skill.py STORES

plays `rbsim advantage` for some variants with players from random play to search, each into a store
of its own in the folder STORES, and writes docs/studies/skill.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from atlas import SEED, Entry, number, play_one, points, publish, share, stores
from matplotlib.axes import Axes

import rbcore
from rbsim.formatting.numbers import ends_text
from rbsim.pictures.drawing import BLUE, GRID, INK, MUTED, Picture, canvas, finish, styled
from rbsim.stats.intervals import Mean, Rate
from rbsim.studies.estimate import Estimate

PAGE = Path(__file__).with_suffix(".md")
VARIANTS = ("standard", "waste-available", "face-down", "crossley", "simplified", "wrangle-open")
# Deals for each player, from the weakest to the strongest.
DEALS = {
    "uniform": 100_000,
    "greedy~0.8": 100_000,
    "greedy~0.5": 100_000,
    "greedy~0.2": 100_000,
    "greedy~0.05": 100_000,
    "greedy": 200_000,
    "weighted": 200_000,
    "planner": 20_000,
    "search": 2_000,
}
FEWER = {("crossley", "search"): 500}  # groups of cards give a turn many possible ends
PANEL = 74  # pixels
LABEL = 16

Selector = Callable[[Entry], Mean | Rate | Estimate]

INTRO = """# Skill

Both players alike, from random play to `search`: `greedy~0.8` draws 8 decisions in 10 at random
and makes the others as `greedy`. What starting is worth is *causal*: each deal is played with both
seats starting. All else is of the games as played. Intervals are of 95%; they, advantages and rates
run from all unfinished games counted against to all counted for.

    python docs/studies/skill.py STORES

plays it all and writes this page, its figures, and [skill.csv](skill.csv) with every figure in
full. One line of it is

    rbsim advantage VARIANT --players PLAYER --games DEALS --seed 1 --store DIR

What it shows is in [findings.md](findings.md#skill).
"""


def play(folder: Path) -> Iterator[Entry]:
    """Yield the entries of all variants and players, played or read from their stores."""
    for players, deals in DEALS.items():
        for variant in VARIANTS:
            yield play_one(folder, variant, players, FEWER.get((variant, players), deals))


def panels(
    name: str, title: str, note: str, scale: float, entries: list[Entry], select: Selector
) -> Picture:
    """Draw a panel for each variant: the figure of each player in turn, with its interval."""
    figure, axes = canvas(
        [title],
        [note, "95% intervals, unfinished games against and for."],
        PANEL * len(VARIANTS),
        72,
    )
    axes.set_ylim(PANEL * len(VARIANTS), 0)
    axes.set_xlim(-0.4, len(DEALS) + 0.6)
    words = []
    for i, variant in enumerate(VARIANTS):
        estimates = [select(entry) for entry in entries if entry.variant == variant]
        values = [scale * middle(one) for one in estimates]
        ends = [(scale * low, scale * high) for low, high in (one.interval for one in estimates)]
        axes.text(-0.3, PANEL * i + LABEL, variant, fontsize=11)
        panel(axes, PANEL * i + LABEL + 10, PANEL * (i + 1) - 6, values, ends)
        texts = (
            f"{player} {ends_text(ends_of(one), lambda end: f'{scale * end:.4g}')}"
            for player, one in zip(DEALS, estimates, strict=True)
        )
        words.append(f"{variant}: {', '.join(texts)}")
    axes.set_yticks([])
    axes.set_xticks(range(len(DEALS)), list(DEALS), rotation=60, ha="right", color=INK)
    axes.grid(axis="x", color=GRID)
    return finish(figure, name, title, "; ".join(words) + ".")


def ends_of(one: Mean | Rate | Estimate) -> tuple[float, float]:
    """Return an estimate with unfinished games all against and all for; a mean has none."""
    return (one.mean, one.mean) if isinstance(one, Mean) else one.ends


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


def page(entries: list[Entry], pictures: list[Picture]) -> str:
    """Return the page in Markdown."""
    text = [INTRO, *(f"![{picture.title}]({picture.name}.svg)" for picture in pictures)]
    head = ("players", "deals", "causal advantage", "stalemate", "standoff", "unfinished", "turns",
            "decided: turns")  # fmt: skip
    for variant in VARIANTS:
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
    origin = ", ".join(rbcore.versioned(name) for name in DEALS)
    text.append(f"\nSeed {SEED}, games version {rbcore.GAMES_VERSION}, players {origin}.\n")
    return "\n".join(text)


def main() -> None:
    """Play what is not in the stores, and write the page."""
    entries = list(play(stores(__doc__)))
    with styled():
        pictures = [
            panels("skill-advantage", "What starting is worth", "Causal advantage in points.", 100,
                   entries, lambda entry: entry.advantage.causal),
            panels("skill-endings", "Games that nobody wins", "Per cent of all games.", 100,
                   entries, lambda entry: entry.nobody),
            panels("skill-lengths", "How long games are", "Mean turns.", 1,
                   entries, lambda entry: entry.summary.turns),
        ]  # fmt: skip
    publish(PAGE, page(entries, pictures), entries, pictures)


if __name__ == "__main__":
    main()
