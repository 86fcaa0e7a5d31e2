"""Atlas: the advantage of starting and how games end, of every preset; docs/studies/atlas.md.

    python docs/studies/atlas.py STORES [VARIANT-PLAYERS ...]

plays the studies of docs/studies/atlas.toml, every preset with random and greedy players, each into
a store of its own in the folder STORES, then writes the page, its figures and data. Games in a
store are not played again, so the program can be stopped and restarted at any time. It takes some
hours on two cores. Of lines named after STORES none is played: their figures stay those in
atlas.csv.
"""

from __future__ import annotations

import argparse
import csv
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import multiplicity
from matplotlib.axes import Axes
from published import Published, read_figures

import rbcore
import rbsim
from rbsim.cli import console
from rbsim.formatting.numbers import ends_text
from rbsim.pictures.drawing import BLUE, INK, MUTED, ORANGE, Picture, canvas, finish, styled
from rbsim.results.summary import Summary
from rbsim.stats.intervals import QUANTILES, Mean, Rate, Span
from rbsim.studies.estimate import Estimate
from rbsim.studies.starter_advantage import Advantage

PAGE = Path(__file__).with_suffix(".md")
PLAN = Path(__file__).with_suffix(".toml")
NEVER = 3e-8  # the left end of the interval of a share of 0, on a logarithmic axis
ROW = 22  # pixels
MARKS = "Dots: greedy; diamonds: uniform."
KEY = (
    MARKS,
    "95% intervals, mostly hidden by the marks.",
    "Two marks: unfinished games all against, all for.",
)

HEADS = {
    "First-player advantage": (
        "causal",
        "as played",
        "as played less causal",
        "causal, decided games",
    ),
    "How games end": ("starter wins", "other wins", "stalemate", "standoff", "unfinished"),
    "Length and score": (
        "turns",
        "decided: turns",
        "turns of 5, 50, 95%",
        "moves",
        "starter's score",
        "next score",
    ),
}


class Line(NamedTuple):
    """A line of the data: one figure with its interval; rates are shares, not per cent."""

    variant: str
    players: str
    figure: str
    games: int
    estimate: float
    low: float
    high: float
    least: float  # with all unfinished games against
    most: float  # with all of them for


class Entry:
    """The estimates of a variant and its players."""

    def __init__(self, advantage: Advantage) -> None:
        self.advantage = advantage
        batch, tally = advantage.batch, advantage.tally
        self.variant, self.players = rbcore.variant_text(batch.rules), batch.player_text
        self.deals = batch.count
        limits = batch.limits
        self.summary = Summary.from_totals(tally.arms[0], tally.seconds, limits.max_turns)

    @property
    def nobody(self) -> Rate:
        """The rate of games without a winner."""
        one = self.summary
        return Rate(one.stalemates.count + one.standoffs.count, one.games, one.unfinished.count)

    def lines(self) -> Iterator[Line]:
        """Yield every figure."""
        for name, effect in self.advantage.effects.items():
            yield self._span(f"{name}, causal", effect.causal.mean, effect.causal.span)
            yield self._span(f"{name}, as played", effect.as_played.mean, effect.as_played.span)
            yield self._span(
                f"{name}, as played less causal", effect.selection, effect.selection_span
            )
        for name, decided in self.advantage.decided.items():
            yield self._mean(f"advantage among decided games, {name}", decided)
        for name, rate in self.summary.rates.items():
            yield self._line(name, rate.games, rate.rate, *rate.interval, rate.extremes)
        yield self._mean("turns", self.summary.turns)
        yield self._mean("moves", self.summary.moves)
        yield self._mean("turns, decided", self.summary.decided_turns)
        yield self._mean("moves, decided", self.summary.decided_moves)
        for name, quantiles in (
            ("turns", self.summary.turn_quantiles),
            ("moves", self.summary.move_quantiles),
        ):
            by_share = zip(QUANTILES, quantiles.values, quantiles.intervals, strict=True)
            for share, value, ends in by_share:
                low, high = (math.nan if end is None else end for end in ends)
                if value is not None:
                    yield self._line(f"{name}, {share:.0%}", self.deals, value, low, high)
        for place, score in enumerate(self.summary.scores):
            yield self._mean(f"score, seat {place} from the starter", score)

    def _mean(self, figure: str, mean: Mean) -> Line:
        return self._line(figure, mean.games, mean.mean, *mean.interval)

    def _span(self, figure: str, mean: Mean, span: Span) -> Line:
        return self._line(figure, mean.games, mean.mean, *span.interval, span.extremes)

    def _line(
        self,
        figure: str,
        games: int,
        estimate: float,
        low: float,
        high: float,
        ends: tuple[float, float] | None = None,
    ) -> Line:
        ends = ends or (estimate, estimate)
        return Line(self.variant, self.players, figure, games, estimate, low, high, *ends)


def cells(entry: Entry | Published, head: str) -> tuple[str, ...]:
    """Return the row of an entry in the table with this head."""
    if head == "First-player advantage":
        effect, decided = entry.advantage.effects["advantage"], entry.advantage.decided["causal"]
        if isinstance(decided, Mean):
            decided = Span(decided, decided)
        return tuple(map(points, (effect.causal, effect.as_played, effect.selection_span, decided)))
    one = entry.summary
    if head == "How games end":
        return tuple(map(share, one.rates.values()))
    low, _, middle, _, high = one.turn_quantiles.values
    length = (number(one.turns), number(one.decided_turns), f"{low}, {middle}, {high}")
    return (*length, number(one.moves), *map(number, one.scores[:2]))


def points(one: Estimate | Span) -> str:
    """Return an advantage in points, `+11.84 ± 0.09%`, or `-1.02 to +0.81% (-1.03 to +0.82)`.

    The second where unfinished games change what is shown.
    """
    if math.isnan(one.extremes[0]):
        return "-"
    ends = ends_text(one.extremes, signed_points)
    low, high = one.interval
    if " to " in ends:
        return f"{ends}% ({signed_points(low)} to {signed_points(high)})"
    return f"{ends} ± {50 * (high - low):.2f}%"


def signed_points(share: float) -> str:
    """Return a share in points, `+11.84`."""
    return f"{100 * share:+.2f}"


def number(mean: Mean) -> str:
    """Return a mean, `43.21 (43.16 to 43.27)`; alone if there are too few games."""
    if math.isnan(mean.mean):
        return "-"
    low, high = mean.interval
    return f"{mean.mean:,.2f}" + ("" if math.isnan(low) else f" ({low:,.2f} to {high:,.2f})")


def share(rate: Rate) -> str:
    """Return a rate, `0.059 to 0.081% (0.046 to 0.104)`, or once where both ends look alike.

    Of an outcome never seen it is only the bound.
    """
    low, high = (100 * end for end in rate.interval)
    digits = 2 if rate.rate > 0.05 else 4
    ends = ends_text(rate.extremes, lambda end: f"{100 * end:.{digits}f}")
    if not rate.count and " to " not in ends:
        return f"< {high:.{digits}f}%"
    return f"{ends}% ({low:.{digits}f} to {high:.{digits}f})"


def play(plan: rbsim.Plan, folder: Path, kept: Sequence[str]) -> Iterator[Entry | Published]:
    """Yield the entries of a plan, played, read from their stores, or kept; presets in order."""
    figures = read_figures(PAGE.with_suffix(".csv")) if kept else {}
    presets, order = list(rbcore.PRESETS), players_of(plan)
    for one in sorted(
        plan, key=lambda one: (order.index(named(one)[1]), presets.index(named(one)[0]))
    ):
        if one.name in kept:
            seats = one.study.arms[0].rules.seats
            yield Published(*named(one), seats, figures[named(one)])
        else:
            yield play_line(folder, one)


def named(line: rbsim.PlannedStudy) -> tuple[str, str]:
    """Return the variant and the players of a line."""
    batch = line.study.arms[0]
    return rbcore.variant_text(batch.rules), batch.player_text


def players_of(plan: rbsim.Plan) -> list[str]:
    """Return the players of a plan, in its order."""
    return list(dict.fromkeys(named(one)[1] for one in plan))


def play_line(folder: Path, line: rbsim.PlannedStudy) -> Entry:
    """Return the entry of a line, played or read from its store."""
    with console.bar(line.name) as progress:
        return Entry(line.play(store=folder / line.name, progress=progress))


def origin(plan: rbsim.Plan) -> str:
    """Return what a page ends with: seed and versions."""
    players = ", ".join(rbcore.versioned(name) for name in players_of(plan))
    seed = plan.studies[0].study.arms[0].seed
    return f"\nSeed {seed}, games version {rbcore.GAMES_VERSION}, players {players}.\n"


def advantages(entries: Sequence[Entry | Published]) -> Picture:
    """Draw the causal advantage, a row for each preset."""
    figure, axes = canvas(
        ["What starting is worth"],
        [*KEY, "Causal advantage, less that of an even chance."],
        ROW * len(rbcore.PRESETS), 24, left=92,
    )  # fmt: skip
    words = []
    for entry in entries:
        causal = entry.advantage.causal
        y, mark, colour = row_of(entry)
        even = 2 / entry.advantage.seats - 1
        low, high, *ends = [100 * (end - even) for end in (*causal.interval, *causal.extremes)]
        axes.plot([low, high], [y, y], color=colour, linewidth=2)
        mark_ends(axes, y, mark, colour, ends)
        words.append(f"{entry.variant}, {entry.players}: {points(causal)}")
    axes.axvline(0, color=MUTED, linewidth=0.8)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+.0f}%")
    label_rows(axes)
    return finish(figure, "atlas-advantage", "What starting is worth", "; ".join(words) + ".")


def endings(entries: Sequence[Entry | Published]) -> Picture:
    """Draw the share of games that nobody wins, on a logarithmic axis."""
    figure, axes = canvas(
        ["Games that nobody wins"],
        [*KEY, "Shares of all games."],
        ROW * len(rbcore.PRESETS), 24, left=92,
    )  # fmt: skip
    axes.set_xscale("log")
    words = []
    for entry in entries:
        rate = entry.nobody
        y, mark, colour = row_of(entry)
        low, high = rate.interval
        axes.plot([max(low, NEVER), high], [y, y], color=colour, linewidth=2)
        mark_ends(axes, y, mark, colour, [end for end in rate.extremes if end > 0])
        words.append(f"{entry.variant}, {entry.players}: {share(rate)}")
    axes.set_xlim(NEVER, 2)
    axes.set_xticks([1e-6, 1e-4, 1e-2, 1], ["1 in 10⁶", "1 in 10⁴", "1 in 100", "all"])
    axes.minorticks_off()
    label_rows(axes)
    return finish(figure, "atlas-endings", "Games that nobody wins", "; ".join(words) + ".")


def lengths(entries: Sequence[Entry | Published]) -> Picture:
    """Draw the turns of the middle 90% and half of games, and the median."""
    figure, axes = canvas(
        ["How long games are"],
        [MARKS, "Turns of the middle 90% and half of games."],
        ROW * len(rbcore.PRESETS), 24, left=92,
    )  # fmt: skip
    words = []
    for entry in entries:
        y, mark, colour = row_of(entry)
        least, low, middle, high, most = entry.summary.turn_quantiles.values
        axes.plot([least, most], [y, y], color=colour, linewidth=0.9)
        axes.plot([low, high], [y, y], color=colour, linewidth=3.2, solid_capstyle="butt")
        axes.plot([middle], [y], mark, color=INK, markersize=4)
        words.append(f"{entry.variant}, {entry.players}: {least}/{low}/{middle}/{high}/{most}")
    axes.set_xscale("log")
    axes.set_xticks([10, 30, 100, 300, 1000], ["10", "30", "100", "300", "1,000"])
    axes.minorticks_off()
    label_rows(axes)
    return finish(figure, "atlas-lengths", "How long games are", "; ".join(words) + ".")


def mark_ends(axes: Axes, y: float, mark: str, colour: str, ends: Sequence[float]) -> None:
    """Draw a mark, or two and a bar between them if unfinished games lie between the ends."""
    heights = [y] * len(ends)
    axes.plot(ends, heights, color=colour, linewidth=4, solid_capstyle="butt")
    axes.plot(ends, heights, mark, color=colour, markersize=4.5)


def row_of(entry: Entry | Published) -> tuple[float, str, str]:
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

Every preset with `greedy` and with `uniform` players: what starting is worth, how games end, how
long they are. What it shows is in [findings.md](findings.md); how the figures are made in
[studies.md](../studies.md) and [statistics.md](../statistics.md).

    python docs/studies/atlas.py STORES

plays the plan [atlas.toml](atlas.toml), in some hours of two cores, into a store for each line, and
writes this page, its figures, and [atlas.csv](atlas.csv) with every figure and its interval in
full. One line of it is

    rbsim advantage VARIANT --players PLAYERS --games DEALS --seed 1 --store DIR

*Causal*: each deal is played with every seat starting. *As played*: with the variant's own starter;
the advantage is P(starter wins) - P(another wins), of all games or among the *decided* ones, those
that a seat won. Rates, lengths and scores are of the games as played: scores of those that
finished, all else of all, with games cut off at 1,000 turns counted as they were then. Intervals
are of 95%, those of rates Wilson's. Advantages and rates are given with all unfinished games
counted against, `to` all counted for, where that shows; their intervals always allow for both, but
for those of decided games. Where nothing was seen the bound stands alone. With three seats an even
chance is an advantage of -33.33%, and the next score is that of the seat after the starter.
"""


def intervals(entries: Sequence[Entry | Published]) -> int:
    """Return how many intervals the tables have; quantiles stand there without theirs."""
    return len(entries) * (sum(map(len, HEADS.values())) - 1)


def page(
    entries: Sequence[Entry | Published], pictures: list[Picture], tests: str, end: str
) -> str:
    """Return the page in Markdown, with a section on tests."""
    text = [INTRO]
    text += [f"![{picture.title}]({picture.name}.svg)" for picture in pictures]
    for title, head in HEADS.items():
        for players in dict.fromkeys(entry.players for entry in entries):
            text.append(f"\n## {title}: `{players}`\n")
            text.append("| " + " | ".join(("variant", "deals", *head)) + " |")
            text.append("| --- |" + " ---: |" * (1 + len(head)))
            for entry in entries:
                if entry.players == players:
                    row = (entry.variant, f"{entry.deals:,}", *cells(entry, title))
                    text.append("| " + " | ".join(row) + " |")
    text.append(f"\n{tests}")
    kept = [
        f"`{one.variant}` of `{one.players}`"
        for one in entries
        if isinstance(one, Published) and one.is_old
    ]
    if kept:
        text.append(
            f"Not played anew, with the figures of an earlier edition: {', '.join(kept)}.\n"
        )
    return "\n".join([*text, end])


def write_lines(path: Path, entries: Sequence[Entry | Published]) -> None:
    """Write every figure as CSV."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Line._fields)
        for entry in entries:
            for line in entry.lines():
                writer.writerow((*line[:4], *(f"{value:.8g}" for value in line[4:])))


def arguments(description: str, more: str = "") -> tuple[Path, list[str]]:
    """Return the folder that the command line names, made if need be, and what stands after it."""
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("stores", type=Path)
    if more:
        parser.add_argument(more, nargs="*")
    given = vars(parser.parse_args())
    folder: Path = given["stores"]
    folder.mkdir(parents=True, exist_ok=True)
    return folder, given.get(more, [])


def stores(description: str) -> Path:
    """Return the folder that the command line names, made if it does not exist."""
    return arguments(description)[0]


def publish(
    path: Path, text: str, entries: Sequence[Entry | Published], pictures: list[Picture]
) -> None:
    """Write a page, its figures and its data."""
    for picture in pictures:
        path.with_name(f"{picture.name}.svg").write_text(picture.svg)
    write_lines(path.with_suffix(".csv"), entries)
    path.write_text(text)


def main() -> None:
    """Play what is not in the stores, and write the page."""
    folder, kept = arguments(__doc__, "kept")
    plan = rbsim.read_plan(PLAN)
    entries = list(play(plan, folder, kept))
    whole = tuple(
        one for one in players_of(plan) if not any(line.endswith(f"-{one}") for line in kept)
    )
    with styled():
        pictures = [advantages(entries), endings(entries), lengths(entries)]
    if whole:
        tests = multiplicity.tests_text(multiplicity.join(folder, whole), whole)
    else:  # they want the games of all lines of a player
        tests = multiplicity.kept_tests(PAGE.read_text())
    tests = multiplicity.text(intervals(entries), tests)
    publish(PAGE, page(entries, pictures, tests, origin(plan)), entries, pictures)


if __name__ == "__main__":
    main()
