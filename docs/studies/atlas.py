"""Atlas: the advantage of starting and how games end, of every preset; docs/studies/atlas.md.

    python docs/studies/atlas.py STORES [VARIANT-PLAYERS ...]

plays the studies of docs/studies/atlas.toml, every preset with random and greedy players, each into
a store of its own in the folder STORES, then writes the page, its pictures and data. Games in a
store are not played again, so the program can be stopped and restarted at any time. It takes some
hours on two cores. Of lines named after STORES none is played: their figures stay those in
atlas.csv. `all` names all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import entries as data
import multiplicity
from entries import RATES, Entry, markdown, named
from matplotlib.axes import Axes
from paired import NOT_USED
from task import Task, task

import rbcore
import rbsim
from rbsim.rendering.section import Cell
from rbsim.rendering.svg import BLUE, INK, MUTED, ORANGE, Picture, canvas, finish, styled
from rbsim.stats.figure import Figure
from rbsim.stats.number_text import figure_text, is_noted

PLAN = Path(__file__).with_suffix(".toml")
NEVER = 3e-8  # the left end of the interval of a share of 0, on a logarithmic axis
ROW = 22  # pixels
MARKS = "Dots: greedy; diamonds: uniform."
KEY = (
    MARKS,
    "95% intervals, mostly hidden by the marks.",
    "Thick bars: unfinished games from all against to all for.",
)

# The tables: the head of each column, and its name in the data.
TURNS = "turns of 5, 50, 95%"
TABLES = {
    "First-player advantage": {
        "causal": "advantage, causal",
        "as played": "advantage, as played",
        "as played less causal": "advantage, as played less causal",
        "causal, decided games": "advantage among decided games, causal",
    },
    "How games end": {name: name for name in RATES},
    "Length and score": {
        "turns": "turns",
        "decided: turns": "turns, decided",
        TURNS: "",
        "moves": "moves",
        "starter's score": "score, seat 0 from the starter",
        "next score": "score, seat 1 from the starter",
    },
}


def cells(entry: Entry, columns: dict[str, str]) -> list[Cell]:
    """Return the row of an entry in the table with these columns."""
    turns = ", ".join(map(str, entry.lengths[::2]))
    own = (turns if head == TURNS else entry.figures.get(columns[head]) for head in columns)
    unused = (entry.variant, entry.players) in NOT_USED
    return [f"{entry.variant}, not used" if unused else entry.variant, entry.deals, *own]


def players_of(plan: rbsim.Plan) -> list[str]:
    """Return the players of a plan, in its order."""
    return list(dict.fromkeys(named(one)[1] for one in plan))


def origin(plan: rbsim.Plan) -> str:
    """Return what a page ends with: seed and versions."""
    players = ", ".join(rbcore.versioned(name) for name in players_of(plan))
    seed = plan.studies[0].study.arms[0].seed
    return f"\nSeed {seed}, games version {rbcore.GAMES_VERSION}, players {players}.\n"


def advantages(entries: Sequence[Entry]) -> Picture:
    """Draw the causal advantage, a row for each preset."""
    figure, axes = canvas(
        ["What starting is worth"],
        [*KEY, "Causal advantage, less that of an even chance."],
        ROW * len(rbcore.PRESETS), 24, left=92,
    )  # fmt: skip
    for entry in entries:
        even = 2 / rbcore.variant(entry.variant).seats - 1
        mark(axes, entry, entry.causal, even, 100)
    axes.axvline(0, color=MUTED, linewidth=0.8)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+.0f}%")
    label_rows(axes)
    words = described(entries, (figure_text(entry.causal) for entry in entries))
    return finish(figure, "atlas-advantage", "What starting is worth", words)


def endings(entries: Sequence[Entry]) -> Picture:
    """Draw the share of games that nobody wins, on a logarithmic axis."""
    figure, axes = canvas(
        ["Games that nobody wins"],
        [*KEY, "Shares of all games."],
        ROW * len(rbcore.PRESETS), 24, left=92,
    )  # fmt: skip
    axes.set_xscale("log")
    for entry in entries:
        mark(axes, entry, entry.nobody)
    axes.set_xlim(NEVER, 2)
    axes.set_xticks([1e-6, 1e-4, 1e-2, 1], ["1 in 10⁶", "1 in 10⁴", "1 in 100", "all"])
    axes.minorticks_off()
    label_rows(axes)
    words = described(entries, (figure_text(entry.nobody) for entry in entries))
    return finish(figure, "atlas-endings", "Games that nobody wins", words)


def lengths(entries: Sequence[Entry]) -> Picture:
    """Draw the turns of the middle 90% and half of games, and the median."""
    figure, axes = canvas(
        ["How long games are"],
        [MARKS, "Turns of the middle 90% and half of games."],
        ROW * len(rbcore.PRESETS), 24, left=92,
    )  # fmt: skip
    for entry in entries:
        y, shape, colour = row_of(entry)
        least, low, middle, high, most = entry.lengths
        axes.plot([least, most], [y, y], color=colour, linewidth=0.9)
        axes.plot([low, high], [y, y], color=colour, linewidth=3.2, solid_capstyle="butt")
        axes.plot([middle], [y], shape, color=INK, markersize=4)
    axes.set_xscale("log")
    axes.set_xticks([10, 30, 100, 300, 1000], ["10", "30", "100", "300", "1,000"])
    axes.minorticks_off()
    label_rows(axes)
    words = described(entries, ("/".join(map(str, entry.lengths)) for entry in entries))
    return finish(figure, "atlas-lengths", "How long games are", words)


def described(entries: Sequence[Entry], texts: Iterable[str]) -> str:
    """Return what a picture shows in words."""
    each = zip(entries, texts, strict=True)
    return "; ".join(f"{entry.variant}, {entry.players}: {text}" for entry, text in each) + "."


def mark(axes: Axes, entry: Entry, one: Figure, less: float = 0, scale: float = 1) -> None:
    """Draw a figure in the row of its entry, with its interval and what unfinished games do."""
    y, shape, colour = row_of(entry)
    low, high = (scale * (end - less) for end in one.interval)
    axes.plot([low, high], [y, y], color=colour, linewidth=2)
    if one.undecided is not None and is_noted(one):
        ends = [scale * (end - less) for end in one.undecided]
        axes.plot(ends, [y, y], color=colour, linewidth=4, solid_capstyle="butt")
    axes.plot([scale * (one.estimate - less)], [y], shape, color=colour, markersize=4.5)


def row_of(entry: Entry) -> tuple[float, str, str]:
    """Return the height at which an entry is drawn, its mark and its colour."""
    place = list(rbcore.PRESETS).index(entry.variant)
    return (place - 0.17, "o", BLUE) if entry.players == "greedy" else (place + 0.17, "D", ORANGE)


def label_rows(axes: Axes) -> None:
    """Name the rows after the presets."""
    names = list(rbcore.PRESETS)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.grid(axis="x")


INTRO = """# Atlas

Here you can look up, of every preset with `greedy` and with `uniform` players, what starting is
worth, how games end and how long they are. What it shows is in [findings.md](findings.md); how the
figures are made in [studies.md](../studies.md) and [statistics.md](../statistics.md).

    python docs/studies/atlas.py STORES

plays the plan [atlas.toml](atlas.toml), in some hours of two cores, and writes this page, its
pictures, and [atlas.csv](atlas.csv) with every figure and its interval in full. One line of it is

    rbsim advantage VARIANT --players PLAYERS --games DEALS --seed 1 --store DIR

*Causal*: each deal is played with every seat starting; *as played*: with the variant's own starter.
*Decided* games are those that a seat won. Rates, lengths and scores are of the games as played:
scores of those that finished, all else of all, with games cut off at 1,000 turns counted as they
were then. 95% intervals run from all unfinished games counted against to all counted for, but for
those of decided games; an asterisk says that this moves the figure by more than a tenth of its
interval. With three seats an even chance is an advantage of -33.33%, and the next score is that of
the seat after the starter. *Not used*: these players never do what the variant allows, so their
games are those of `standard`.
"""


def intervals(entries: Sequence[Entry]) -> int:
    """Return how many intervals the tables have; quantiles stand there without theirs."""
    return len(entries) * (sum(map(len, TABLES.values())) - 1)


def page(entries: Sequence[Entry], pictures: list[Picture], tests: str, old: str, end: str) -> str:
    """Return the page in Markdown, with a section on tests, and which lines are `old`."""
    text = [INTRO]
    text += [f"![{picture.title}]({picture.name}.svg)" for picture in pictures]
    for title, columns in TABLES.items():
        for players in dict.fromkeys(entry.players for entry in entries):
            text.append(f"\n## {title}: `{players}`\n")
            rows = [cells(entry, columns) for entry in entries if entry.players == players]
            text.append(markdown(("variant", "deals", *columns), rows))
    text.append(f"\n{tests}")
    if old:
        text.append(f"Not played anew, with the figures of an earlier edition: {old}.\n")
    return "\n".join([*text, end])


def publish(own: Task, text: str, entries: Sequence[Entry], pictures: list[Picture]) -> None:
    """Write a page, its pictures and its data."""
    data.write(own.page.with_suffix(".csv"), entries)
    own.write(text, pictures)


def main() -> None:
    """Play what is not in the stores, and write the page."""
    own = task(PLAN, __doc__, "kept")
    kept, entries = data.play(own)
    players, presets = players_of(own.plan), list(rbcore.PRESETS)
    entries.sort(key=lambda one: (players.index(one.players), presets.index(one.variant)))
    whole = tuple(one for one in players if not any(line.endswith(f"-{one}") for line in kept))
    with styled():
        pictures = [advantages(entries), endings(entries), lengths(entries)]
    if whole:
        tests = multiplicity.tests_text(multiplicity.join(own.stores, whole), whole)
    else:  # they want the games of all lines of a player
        tests = multiplicity.kept_tests(own.page.read_text())
    tests = multiplicity.text(intervals(entries), tests)
    old = ", ".join(f"`{one.variant}` of `{one.players}`" for one in entries if one.is_old)
    publish(own, page(entries, pictures, tests, old, origin(own.plan)), entries, pictures)


if __name__ == "__main__":
    main()
