"""A fair start: under which handicap starting is worth nothing, docs/studies/fair.md.

    python docs/studies/fair.py STORES

plays the studies of docs/studies/fair.toml, each into a store in the folder STORES, and writes the
page and its picture. What else could make up for it is found by remedies.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import remedies
from atlas import origin
from entries import markdown
from matplotlib.axes import Axes
from task import task

import rbsim
from rbsim.rendering.svg import BLUE, INK, MUTED, ORANGE, Picture, canvas, finish, styled
from rbsim.stats.figure import Figure, figure
from rbsim.stats.level import joint_level
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import QUANTITIES
from rbsim.studies.estimate import Estimate
from rbsim.studies.fair_start import Fair
from rbsim.sums.joint_outcomes import Ints

PLAN = Path(__file__).with_suffix(".toml")
ROW = 15  # pixels
HEAD = ("handicap", "advantage", "change", "starter wins", "stalemate", "standoff", "turns")
KEYS = ("starter_wins", "stalemate", "standoff", "turns")
COLOURS = {"greedy": BLUE}  # others are orange
FACE_UP = "face-up"  # what the names of lines of the plan begin with

INTRO = """# A fair start

Here you can look up what starting is worth under handicaps of the starter, and which of them makes
it worth nothing: a limit of the moves in the first turn (V19), a shorter reserve for the other
seat (V18), or [more of it face up](#cards-face-up) (V20; [rules](../rules.md#handicaps)). Behind
them stand [the right to choose](#the-right-to-choose-and-a-bonus), a bonus in points, and
[errors](#a-starter-that-errs).
What it shows is in [findings.md](findings.md#a-fair-start), how it is found in
[studies.md](../studies.md#rbsim-fair-variant).

    python docs/studies/fair.py STORES

plays the plan [fair.toml](fair.toml) and writes this page. One line of it is

    rbsim fair VARIANT --players PLAYER --handicaps HANDICAPS --games DEALS --seed 31 --store DIR

*Advantage* is causal, each deal being started by each seat; its intervals hold for all handicaps of
a table together at 95%. *Change* is from none, deal by deal; its intervals hold for all handicaps
of a table together, too. The other columns are as played, each interval by itself. Intervals run
from all unfinished games counted against to all counted for.
"""

SHOWN = """
## Cards face up

More cards face up under the top of the other seat's reserve, or of the starter's (V20): all see
them, and only a player that plans its turn makes use of them. Where all games ended as without,
the handicap is *not used*."""


def rows(result: Fair) -> list[list[object]]:
    """Return a row for each handicap; those that may be fair are bold."""
    made: list[list[object]] = []
    columns = zip(result.handicaps, result.together, ["-", *changes(result)], strict=True)
    for handicap, advantage, change in columns:
        name = f"**{handicap}**" if handicap in result.fair else handicap
        own = (result.figure(key, handicap=handicap) for key in KEYS)
        made.append([name, advantage, change, *own])
    return made


def arms_of(result: Fair) -> list[range]:
    """Return the arms of each handicap, none first."""
    size = len(result.study.arms) // len(result.handicaps)
    return [range(first, first + size) for first in range(0, len(result.study.arms), size)]


def changes(result: Fair) -> Iterator[Figure]:
    """Yield by how much each handicap changes the causal advantage; intervals hold together."""
    none, *others = ([own[1], own[2]] for own in arms_of(result))  # as each seat starts
    level = joint_level(result.level, len(others))
    for forced in others:
        pairs, advantage = result.tally.joined, QUANTITIES["advantage"]
        yield figure("advantage", Estimate.of(pairs, advantage, forced, none).at(level), "deals")


def is_unused(result: Fair) -> bool:
    """Whether under every handicap each game ended as without."""
    none, *others = arms_of(result)
    tables: Iterator[Ints] = (
        result.tally.joined.table(*two) for own in others for two in zip(own, none, strict=True)
    )
    lengths = {result.figure("turns", handicap=one).estimate for one in result.handicaps}
    return len(lengths) == 1 and all(one.trace() == one.sum() for one in tables)


def picture(results: Sequence[Fair]) -> Picture:
    """Draw the advantage under each handicap, a row for each, the fair line in the middle."""
    lines = sum(len(one.handicaps) + 2 for one in results)
    title, words, y = "What starting is worth under a handicap", [], 0
    note = "Causal advantage in points; intervals hold together in each block."
    drawing, axes = canvas([title], [note], ROW * lines, 24, left=120)
    labels: dict[float, str] = {}
    for one in results:
        players = one.study.arms[0].player_text
        axes.text(-23, y, f"{one.study.arms[0].variant}, {players}", fontsize=10, va="center")
        for handicap, advantage in zip(one.handicaps, one.together, strict=True):
            y += 1
            labels[y] = handicap
            _mark(axes, y, advantage.estimate, advantage.interval, COLOURS.get(players, ORANGE))
        texts = zip(one.handicaps, map(figure_text, one.together), strict=True)
        said = ", ".join(f"{name} {text}" for name, text in texts)
        words.append(f"{one.study.arms[0].variant}, {players}: {said}")
        y += 2
    axes.axvline(0, color=MUTED, linewidth=0.8)
    axes.set_ylim(y - 1, -1)
    axes.set_xlim(-24, 24)
    axes.set_yticks(list(labels), list(labels.values()))
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+.0f}%")
    axes.grid(axis="x")
    return finish(drawing, "fair-advantage", title, "; ".join(words) + ".")


def _mark(axes: Axes, y: float, value: float, ends: tuple[float, float], colour: str) -> None:
    """Draw an estimate with its interval."""
    axes.plot([100 * end for end in ends], [y, y], color=colour, linewidth=2)
    axes.plot([100 * value], [y], "o", color=colour, markersize=4)


def section(line: rbsim.PlannedStudy, result: Fair) -> str:
    """Return the handicaps of a variant with its players in Markdown."""
    batch = line.study.arms[0]
    hashes = "###" if line.name.startswith(FACE_UP) else "##"
    title = f"\n{hashes} {batch.variant}: `{batch.player_text}`, {batch.count:,} deals\n"
    if is_unused(result):
        return "\n".join([title, f"*Not used*: {', '.join(result.handicaps[1:])}."])
    return "\n".join([title, result.headline, "", markdown(HEAD, rows(result))])


def main() -> None:
    """Play what is not in the stores, and write the page and its picture."""
    own = task(PLAN, __doc__)
    results, sections = [], []
    for line, result in own.results(Fair):
        if line.name.startswith(FACE_UP) and SHOWN not in sections:
            sections.append(SHOWN)
        if not is_unused(result):
            results.append(result)
        sections.append(section(line, result))
    with styled():
        drawn = picture(results)
    shown = f"![{drawn.title}]({drawn.name}.svg)"
    made_up = remedies.section(own.page.with_name("remedies.csv"), own.part)
    own.write("\n".join([INTRO, shown, *sections, made_up, origin(own.plan)]), [drawn])


if __name__ == "__main__":
    main()
