"""Content: the sections of a page about one study."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rbcore.rules.definition import Choice, value_text
from rbsim.formatting.games import UNTIL_HEAD, stopping_note, until_row
from rbsim.formatting.numbers import mean_interval, number, rank_interval, whole
from rbsim.formatting.tables import Cells, by_seat_cells
from rbsim.reporting.drawing import Picture
from rbsim.reporting.figures import (
    CHANGE,
    DIFFERENCE,
    NUMBER,
    POINTS,
    SHARE,
    Plan,
    Point,
    Unit,
    curve,
    distributions,
    grid,
    intervals,
)  # fmt: skip
from rbsim.reporting.spread import Spread
from rbsim.reporting.stored import Stored
from rbsim.results.summary import PlayedAdvantage, Summary
from rbsim.stats.intervals import QUANTILES, Mean, Rate
from rbsim.studies.axis_sweep import Sweep
from rbsim.studies.comparison import Comparison
from rbsim.studies.round_robin import Ladder
from rbsim.studies.starter_advantage import ORDINALS, Advantage, Effect

MOST = 40  # distributions in a figure
WILSON = "95% Wilson intervals"
NORMAL = "95% normal intervals"
ENDED = ("starter wins", "other wins", "stalemate", "standoff")
UNFINISHED = "unfinished"

OUTCOMES = "How games end: rates of all games, unfinished ones included."
CUT_OFF = (
    "Games that the limit on turns or on moves cut off. Nobody wins them, and they are no part of "
    "the lengths and scores below."
)
AS_PLAYED = (
    "P(starter wins) - P(another wins), as played: the variant decides who starts, so this is the "
    "worth of starting and of what decides it. rbsim advantage tells them apart. Unfinished games "
    "are won by nobody and widen the interval, from all against the starter to all for."
)
CAUSAL = (
    "As played, the variant decides who starts. Causal: each deal is played with every seat "
    "starting, so the luck of the deal cancels. The difference is what it is worth that the deal "
    "chooses. Unfinished games count as neither won nor lost; the table says where the estimate "
    "would be if all of them had come out against the starter, or for it."
)
PAIRED = (
    "Game by game on common deals; p is exact for rates, and Holm's corrected for all tests. The "
    "figures have the wider intervals, those with unfinished games, where there are any."
)
UNPAIRED = (
    "Diamonds are of variants that deal otherwise and so play games of other numbers, unpaired."
)
LADDER = (
    "Every two players play the same deals in both seatings. Elo is by Bradley and Terry's model; "
    "a draw is half a point. Intervals are over deals, and unfinished games widen them, from all "
    "lost to all won. Who lost or won everything has a bound, which only the table shows."
)
UNTIL = "The anytime interval allows for the looking; the intervals elsewhere do not."
SWEPT = "Rates, turns and moves are of all games, unfinished ones included; advantage as played."
LENGTHS = (
    "Of finished games alone. Each curve is drawn to its own height and is a share of games, with "
    "its interval; a vertical line is the mean. The longest half per cent may lie outside. Means "
    "have normal intervals, quantiles exact ones, by order statistics."
)

Found = Advantage | Comparison | Ladder | Sweep | None
Find = Callable[[Summary], Rate | Mean | PlayedAdvantage]


@dataclass(frozen=True)
class Section:
    """A heading, a paragraph, figures, and tables whose first rows are their headers."""

    title: str
    words: str
    pictures: Sequence[Picture] = ()
    tables: Sequence[Cells] = ()


class Content:
    """What a page shows of a study; `prefix` begins the names of its figures."""

    def __init__(self, stored: Stored, prefix: str) -> None:
        self.stored = stored
        self.prefix = prefix
        self.found = _found(stored)
        self.names = _names(stored, self.found)
        self.summaries: list[Summary] = [result.summary() for result in stored.results]
        self.games = f"{stored.games} each"

    def sections(self) -> Iterator[Section]:
        """In the order in which they are read."""
        if isinstance(self.found, Sweep):
            yield self._swept(self.found)
        else:
            if isinstance(self.found, Ladder):
                yield self._ladder(self.found)
            yield self._rates("Outcomes", OUTCOMES, ENDED)
        if self.stored.study.arm_goal is not None:
            yield self._until()
        if isinstance(self.found, Advantage):
            yield self._effects(self.found)
        elif not isinstance(self.found, Sweep):
            yield self._advantage()
        if isinstance(self.found, Comparison):
            yield self._differences(self.found)
        yield self._rates("Unfinished games", CUT_OFF, (UNFINISHED,))
        yield self._spreads()
        if any(arm.attention for arm in self.stored.study.arms):
            yield self._stops()

    def _plan(self, name: str, note: str, unit: Unit) -> Plan:
        slug = "".join(c for c in name.lower().replace(" ", "-") if c.isalnum() or c == "-")
        return Plan(f"{self.prefix}-{slug}", name[0].upper() + name[1:], note, unit)

    def _points(self, find: Find) -> list[Point]:
        return [Point.around(n, find(s)) for n, s in zip(self.names, self.summaries, strict=True)]

    def _rates(self, title: str, words: str, names: Sequence[str]) -> Section:
        found = {name: self._points(_rate(name)) for name in names}
        heads = [head for name in names for head in (name, f"{name}, games")]
        cells: Cells = [("arm", "games", *heads)]
        for i, (arm, summary) in enumerate(zip(self.names, self.summaries, strict=True)):
            row = [arm, f"{summary.games:,}"]
            for name in names:
                row += [found[name][i].words(SHARE), f"{summary.rates[name].count:,}"]
            cells.append(tuple(row))
        shown = [] if isinstance(self.found, Sweep) else list(names)  # a sweep has its curves
        note = f"{self.games}; {WILSON}."
        pictures = [intervals(self._plan(name, note, SHARE), found[name]) for name in shown]
        return Section(title, words, pictures, [cells])

    def _until(self) -> Section:
        cells: Cells = [("arm", "games", *UNTIL_HEAD, "how it ended")]
        for name, result in zip(self.names, self.stored.results, strict=True):
            if result.stopped is not None:
                row, words = until_row(result.stopped), stopping_note(result.stopped)
                cells.append((name, f"{result.stopped.games:,}", *row, words))
        return Section("Played until known", UNTIL, (), [cells])

    def _advantage(self) -> Section:
        points = self._points(_played_advantage)
        plan = self._plan("first-player advantage", f"{self.games}; {NORMAL}.", DIFFERENCE)
        cells: Cells = [("arm", "games", "advantage as played, 95% interval")]
        for point, summary in zip(points, self.summaries, strict=True):
            cells.append((point.label, f"{summary.games:,}", point.words(DIFFERENCE)))
        pictures = [intervals(plan, points, zero=True)]
        return Section("First-player advantage", AS_PLAYED, pictures, [cells])

    def _effects(self, found: Advantage) -> Section:
        parts: list[tuple[str, dict[str, Effect]]] = [("", found.effects)]
        if len(found.seatings) > 1:
            parts += [(f"{s}, ", found.of_seating(i)) for i, s in enumerate(found.seatings)]
        note = f"{self.stored.study.count:,} deals; {NORMAL}, of the pairs; diamonds: causal."
        pictures = []
        for name in found.effects:
            points = []
            for seating, effects in parts:
                effect = effects[name]
                points.append(Point.around(f"{seating}as played", effect.as_played.mean))
                points.append(Point.around(f"{seating}causal", effect.causal.mean, hollow=True))
                points.append(Point.around(f"{seating}difference", effect.chosen))
            title = "first-player advantage" if name == "advantage" else f"{name}, effect"
            pictures.append(intervals(self._plan(title, note, DIFFERENCE), points, zero=True))
        return Section("First-player advantage", CAUSAL, pictures, found.report().tables)

    def _differences(self, found: Comparison) -> Section:
        pictures = []
        for name in dict.fromkeys(name for figures in found.differences for name in figures):
            points = []
            unit = CHANGE
            for arm, figures in enumerate(found.differences, 1):
                if name in figures:
                    one = figures[name]
                    unit = DIFFERENCE if one.share else CHANGE
                    ends = one.interval if one.widened is None else one.widened.interval
                    unlike = bool(found.unlike(arm))
                    points.append(Point(found.variants[arm], one.difference, *ends, unlike))
            note = f"Less {found.variants[0]}; {self.games}; 95% intervals."
            plan = self._plan(f"{name}, difference", note, unit)
            pictures.append(intervals(plan, points, zero=True))
        unlike = any(found.unlike(arm) for arm in range(1, len(found.variants)))
        words = f"{PAIRED} {UNPAIRED}" if unlike else PAIRED
        title = f"Differences from {found.variants[0]}"
        return Section(title, words, pictures, found.report().tables)

    def _ladder(self, found: Ladder) -> Section:
        deals = self.games.replace("games each", "deals a duel")
        points = []
        for player in found.ranking:
            one = found.ratings[player]
            if all(map(math.isfinite, (one.value, *one.interval))):
                points.append(Point(player, one.value, *one.interval))
        ratings = self._plan("Elo", f"Above {found.anchor}; {deals}; 95% intervals.", POINTS)
        leads = []
        for duel in found.duels:
            name = f"{duel.first} against {duel.second}"
            leads.append(Point(name, sum(duel.lead.ends) / 2, *duel.lead.interval))
        note = f"Games won less games lost; {deals}; 95% intervals."
        pictures = [
            intervals(ratings, points, zero=True),
            intervals(self._plan("lead", note, DIFFERENCE), leads, zero=True),
        ]
        return Section("Who beats whom", LADDER, pictures, found.report().tables)

    def _swept(self, found: Sweep) -> Section:
        shown: list[tuple[str, Unit, str, Find]] = [
            ("first-player advantage", DIFFERENCE, NORMAL, _played_advantage),
            *((name, SHARE, WILSON, _rate(name)) for name in (*ENDED, UNFINISHED)),
            ("mean turns", NUMBER, NORMAL, lambda summary: summary.turns),
            ("mean moves", NUMBER, NORMAL, lambda summary: summary.moves),
        ]
        pictures = [
            self._along(found, self._plan(name, f"{self.games}; {kind}.", unit), find)
            for name, unit, kind, find in shown
        ]
        axes = " and ".join(found.points[0].values)
        rates = self._rates("", "", ENDED).tables
        return Section(f"Along {axes}", SWEPT, pictures, [*found.report().tables, *rates])

    def _along(self, found: Sweep, plan: Plan, find: Find) -> Picture:
        points = self._points(find)
        axes = list(found.points[0].values)
        values: list[list[Choice]] = [
            list(dict.fromkeys(point.values[axis] for point in found.points)) for axis in axes
        ]
        if len(axes) == 2:
            return grid(plan, axes, values, points)
        numbers = [value for value in values[0] if type(value) is int]
        if len(numbers) == len(points):
            return curve(plan, axes[0], numbers, points)
        return intervals(plan, points)

    def _spreads(self) -> Section:
        spreads = self.stored.spreads
        kinds = {
            "turns": [(name, one.turns) for name, one in zip(self.names, spreads, strict=True)],
            "moves": [(name, one.moves) for name, one in zip(self.names, spreads, strict=True)],
        }
        for place in range(max(len(one.scores) for one in spreads)):
            kinds[f"{ORDINALS[place]}'s score"] = [
                (name, one.scores[place])
                for name, one in zip(self.names, spreads, strict=True)
                if place < len(one.scores)
            ]
        pictures = [self._spread(kind, rows) for kind, rows in kinds.items()]
        tables = [_spread_cells(kind, rows) for kind, rows in kinds.items()]
        return Section("Length and score", LENGTHS, pictures, tables)

    def _spread(self, kind: str, rows: list[tuple[str, Spread]]) -> Picture:
        total = len(rows)
        games = sorted({spread.games for _, spread in rows})
        each = " to ".join(f"{n:,}" for n in dict.fromkeys((games[0], games[-1])))
        note = f"{each} finished games each; bands: {WILSON} of each bin."
        if total > MOST:
            rows = [rows[i * (total - 1) // (MOST - 1)] for i in range(MOST)]
            note += f" {MOST} of {total} arms."
        return distributions(self._plan(kind, note, NUMBER), rows)

    def _stops(self) -> Section:
        tables = []
        for name, summary in zip(self.names, self.summaries, strict=True):
            tables.append(by_seat_cells(f"{name}, offences", summary.offences))
            tables.append(by_seat_cells(f"{name}, calls", summary.calls))
        return Section("Offences and calls of Stop!", f"Means per game; {NORMAL}.", (), tables)


def _played_advantage(summary: Summary) -> PlayedAdvantage:
    return summary.played_advantage


def _rate(name: str) -> Find:
    return lambda summary: summary.rates[name]


def _found(stored: Stored) -> Found:
    """What the command of a study makes of its games, if it makes more than of single arms."""
    if stored.study.kind == "advantage":
        return Advantage(stored.study, stored.tally)
    if stored.study.kind == "compare":
        return Comparison(stored.study, stored.tally)
    if stored.study.kind == "ladder":
        return Ladder(stored.study, stored.tally)
    points = stored.points
    if stored.study.kind == "sweep" and points[0].values:
        return Sweep(points, stored.study, stored.tally)
    return None


def _names(stored: Stored, found: Found) -> list[str]:
    """What the arms are called."""
    if isinstance(found, Advantage):
        return [found.arm_name(arm) for arm in range(len(stored.study.arms))]
    if isinstance(found, Comparison):
        return found.variants
    if isinstance(found, Ladder):
        return [arm.player_text for arm in stored.study.arms]
    if isinstance(found, Sweep):
        return [
            ", ".join(f"{name}={value_text(value)}" for name, value in point.values.items())
            for point in found.points
        ]
    return [f"{result.variant}, {result.players}" for result in stored.results]


def _spread_cells(kind: str, rows: Sequence[tuple[str, Spread]]) -> Cells:
    head = ("finished games", "mean", "95% interval", *(f"{q:.0%}" for q in QUANTILES))
    cells: Cells = [(kind, *head)]
    for name, spread in rows:
        mean = spread.mean
        found = spread.quantiles
        quantiles = (
            f"{whole(value)} ({rank_interval(interval)})"
            for value, interval in zip(found.values, found.intervals, strict=True)
        )
        figures = number(mean.mean, 2), mean_interval(mean)
        cells.append((name, f"{spread.games:,}", *figures, *quantiles))
    return cells
