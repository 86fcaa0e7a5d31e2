"""Content: the sections of a page about one stored study."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rbcore.cards.ranges import count_text
from rbcore.rules.definition import Choice, value_text
from rbsim.formatting.games import UNTIL_HEAD, stopping_note, until_row
from rbsim.formatting.numbers import mean_interval, number, rank_interval, whole
from rbsim.formatting.tables import Cells, by_seat_cells
from rbsim.pictures.drawing import Picture
from rbsim.pictures.figures import (
    CHANGE,
    DIFFERENCE,
    ELO,
    NUMBER,
    SHARE,
    Frame,
    LabelledEstimate,
    NumberFormat,
    curve,
    distributions,
    grid,
    intervals,
    labelled,
)  # fmt: skip
from rbsim.pictures.spread import Spread
from rbsim.reporting.answers import answer, compared
from rbsim.reporting.played import arm_cells, rule_tables
from rbsim.reporting.section import MOST, Section
from rbsim.reporting.stored import StoredStudy
from rbsim.results.summary import PlayedAdvantage, Summary
from rbsim.stats.intervals import QUANTILES, Mean, Rate
from rbsim.stats.level import level_text
from rbsim.studies.axis_sweep import Sweep
from rbsim.studies.comparison import Comparison
from rbsim.studies.round_robin import Ladder
from rbsim.studies.starter_advantage import ORDINALS, Advantage, Effect

WILSON = "95% Wilson intervals"
NORMAL = "95% normal intervals"
SKEWED = "95% intervals of empirical likelihood"
ENDED = ("starter wins", "other wins", "stalemate", "standoff")
UNFINISHED = "unfinished"

READING = (
    "Games of Russian Bank. All intervals are {level}. Rates are of all games, unfinished ones "
    "included."
)
OUTCOMES = "How games end: rates of all games, unfinished ones included."
CUT_OFF = (
    "Games that the limit on turns or on moves cut off. Nobody wins them; the lengths and scores "
    "below leave them out."
)
AS_PLAYED = (
    "P(starter wins) - P(another wins), as played: the variant decides who starts, so this is the "
    "worth of starting and of that decision together. rbsim advantage tells them apart. Unfinished "
    "games are won by nobody and widen the interval, from all against the starter to all for."
)
CAUSAL = (
    "As played, the variant decides who starts. Causal: each deal is played with every seat "
    "starting, so the luck of the deal cancels. The difference is the effect of letting the deal "
    "choose the starter. Estimates and intervals run from all unfinished games "
    "counted against the starter to all counted for it. Decided games are those that a seat won; "
    "unfinished ones are not among them."
)
PAIRED = (
    "Game by game on common deals; p is exact for rates, and Holm's corrected for all tests. With "
    "unfinished games, differences, intervals and p allow for whatever might have become of them."
)
UNPAIRED = (
    "Diamonds are of variants that deal otherwise and so play games of other numbers, unpaired."
)
LADDER = (
    "Every two players play the same deals in both seatings. Elo is by Bradley and Terry's model; "
    "a draw is half a point. Intervals are over deals, and unfinished games widen them, from all "
    "lost to all won. A player who lost or won everything has a bound, which only the table shows."
)
UNTIL = "The anytime interval allows for all looks; the intervals elsewhere do not."
SWEPT = "Rates, turns and moves are of all games, unfinished ones included; advantage as played."
LENGTHS = (
    "Of finished games alone. Each curve is drawn to its own height and is a share of games, with "
    "its interval; a vertical line is the mean. The longest half per cent may lie outside. Means "
    "have intervals of empirical likelihood, quantiles exact ones, by order statistics. The first "
    "table has the means of all games, those cut off by the limit on turns counted as they were "
    "then, and of decided games, which a seat won."
)

StudyResult = Advantage | Comparison | Ladder | Sweep | None
Selector = Callable[[Summary], Rate | Mean | PlayedAdvantage]


class Content:
    """The sections about a stored study.

    Parameters
    ----------
    stored : StoredStudy
        The study.
    prefix : str
        The beginning of the names of figures.
    """

    reading = READING

    def __init__(self, stored: StoredStudy, prefix: str) -> None:
        self.stored = stored
        self.prefix = prefix
        self.result = _study_result(stored)
        self.names = _names(stored, self.result)
        self.summaries: list[Summary] = [result.summary() for result in stored.results]
        self.games = f"{stored.games} each"

    @property
    def answer(self) -> str:
        """What the study found, with the interval of each figure."""
        return answer(self.result, self.names, self.summaries)

    @property
    def compared(self) -> str:
        """What is compared with what."""
        return compared(self.stored, self.result)

    def provenance_tables(self) -> Iterator[tuple[str, str, Cells]]:
        """Yield label, short name and cells of what was played."""
        yield "Arms", "arms", arm_cells(self.stored, self.names)
        common, by_arm = rule_tables(self.stored, self.names)
        if by_arm is not None:
            yield "Rules in which arms differ", "rules-by-arm", by_arm
        yield "Rules" if by_arm is None else "Rules of all arms", "rules", common

    def sections(self) -> Iterator[Section]:
        """Yield the sections in reading order."""
        for section in self._sections():
            head_at_level = [
                [tuple(map(self._at_level, table[0])), *table[1:]] for table in section.tables
            ]
            yield replace(section, words=self._at_level(section.words), tables=head_at_level)

    def _sections(self) -> Iterator[Section]:
        if isinstance(self.result, Sweep):
            yield self._sweep(self.result)
        else:
            if isinstance(self.result, Ladder):
                yield self._ladder(self.result)
            yield self._rates("Outcomes", OUTCOMES, ENDED)
        if self.stored.study.arm_goal is not None:
            yield self._stopping()
        if isinstance(self.result, Advantage):
            yield self._effects(self.result)
        elif not isinstance(self.result, Sweep):
            yield self._advantage()
        if isinstance(self.result, Comparison):
            yield self._differences(self.result)
        yield self._rates("Unfinished games", CUT_OFF, (UNFINISHED,))
        yield self._spreads()
        if any(arm.attention for arm in self.stored.study.arms):
            yield self._attention()

    def _frame(self, name: str, note: str, numbers: NumberFormat) -> Frame:
        note = self._at_level(note)
        slug = "".join(c for c in name.lower().replace(" ", "-") if c.isalnum() or c == "-")
        return Frame(f"{self.prefix}-{slug}", name[0].upper() + name[1:], note, numbers)

    def _at_level(self, words: str) -> str:
        """Return words with the level of the page; not of anytime intervals, nor of quantiles."""
        level = level_text(self.stored.level)
        return re.sub(r"(?<!anytime )95%(?= (interval|Wilson|normal))", level, words)

    def _estimates(self, select: Selector) -> list[LabelledEstimate]:
        return [labelled(n, select(s)) for n, s in zip(self.names, self.summaries, strict=True)]

    def _rates(self, title: str, words: str, names: Sequence[str]) -> Section:
        rates = {name: self._estimates(_rate(name)) for name in names}
        heads = [head for name in names for head in (name, f"{name}, games")]
        cells: Cells = [("arm", "games", *heads)]
        for i, (arm, summary) in enumerate(zip(self.names, self.summaries, strict=True)):
            row = [arm, f"{summary.games:,}"]
            for name in names:
                row += [rates[name][i].text(SHARE), f"{summary.rates[name].count:,}"]
            cells.append(tuple(row))
        shown = [] if isinstance(self.result, Sweep) else list(names)  # a sweep has its curves
        note = f"{self.games}; {WILSON}."
        pictures = [intervals(self._frame(name, note, SHARE), rates[name]) for name in shown]
        return Section(title, words, pictures, [cells])

    def _stopping(self) -> Section:
        cells: Cells = [("arm", "games", *UNTIL_HEAD, "how it ended")]
        for name, result in zip(self.names, self.stored.results, strict=True):
            if result.stopped is not None:
                row, words = until_row(result.stopped), stopping_note(result.stopped)
                cells.append((name, f"{result.stopped.games:,}", *row, words))
        return Section("Played until known", UNTIL, (), [cells])

    def _advantage(self) -> Section:
        estimates = self._estimates(_played_advantage)
        frame = self._frame("advantage", f"{self.games}; {NORMAL}.", DIFFERENCE)
        cells: Cells = [("arm", "games", "advantage as played, 95% interval")]
        for estimate, summary in zip(estimates, self.summaries, strict=True):
            cells.append((estimate.label, f"{summary.games:,}", estimate.text(DIFFERENCE)))
        pictures = [intervals(frame, estimates, zero=True)]
        return Section("Advantage of starting", AS_PLAYED, pictures, [cells])

    def _effects(self, advantage: Advantage) -> Section:
        parts: list[tuple[str, dict[str, Effect]]] = [("", advantage.effects)]
        if len(advantage.seatings) > 1:
            parts += [(f"{s}, ", advantage.of_seating(i)) for i, s in enumerate(advantage.seatings)]
        deals = count_text(self.stored.study.count, "deals")
        note = f"{deals}; {NORMAL}, of the pairs; diamonds: causal."
        pictures = []
        for name in advantage.effects:
            estimates = []
            for seating, effects in parts:
                effect = effects[name]
                estimates.append(labelled(f"{seating}as played", effect.as_played))
                estimates.append(labelled(f"{seating}causal", effect.causal, hollow=True))
                estimates.append(labelled(f"{seating}difference", effect.selection_span))
            title = name if name == "advantage" else f"{name}, effect"
            pictures.append(intervals(self._frame(title, note, DIFFERENCE), estimates, zero=True))
        pictures.append(self._decided(advantage, note))
        return Section("Advantage of starting", CAUSAL, pictures, advantage.report().tables)

    def _decided(self, advantage: Advantage, note: str) -> Picture:
        parts = [("", advantage.decided)]
        if len(advantage.seatings) > 1:
            parts += [
                (f"{seating}, ", advantage.decided_of_seating(i))
                for i, seating in enumerate(advantage.seatings)
            ]
        estimates = [
            labelled(f"{seating}{kind}", mean, hollow=kind == "causal")
            for seating, decided in parts
            for kind, mean in decided.items()
        ]
        frame = self._frame("advantage among decided games", note, DIFFERENCE)
        return intervals(frame, estimates, zero=True)

    def _differences(self, comparison: Comparison) -> Section:
        pictures = []
        for name in dict.fromkeys(name for figures in comparison.differences for name in figures):
            estimates = []
            numbers = CHANGE
            for arm, figures in enumerate(comparison.differences, 1):
                if name in figures:
                    one = figures[name]
                    numbers = DIFFERENCE if one.share else CHANGE
                    ends = None if one.extremes is None else one.extremes.difference
                    value = one.difference if ends is None else sum(ends) / 2
                    estimates.append(
                        LabelledEstimate(
                            comparison.variants[arm],
                            value,
                            *one.interval,
                            hollow=bool(comparison.unlike(arm)),
                            extremes=ends,
                        )
                    )
            note = f"Less {comparison.variants[0]}; {self.games}; 95% intervals."
            frame = self._frame(f"{name}, difference", note, numbers)
            pictures.append(intervals(frame, estimates, zero=True))
        unlike = any(comparison.unlike(arm) for arm in range(1, len(comparison.variants)))
        words = f"{PAIRED} {UNPAIRED}" if unlike else PAIRED
        title = f"Differences from {comparison.variants[0]}"
        return Section(title, words, pictures, comparison.report().tables)

    def _ladder(self, ladder: Ladder) -> Section:
        deals = self.games.replace("games each", "deals a duel")
        estimates = []
        for player in ladder.ranking:
            one = ladder.ratings[player]
            if all(map(math.isfinite, (*one.extremes, *one.interval))):
                estimates.append(
                    LabelledEstimate(player, one.value, *one.interval, extremes=one.extremes)
                )
        elo = self._frame("Elo", f"Above {ladder.anchor}; {deals}; 95% intervals.", ELO)
        leads = []
        for duel in ladder.duels:
            name = f"{duel.first} against {duel.second}"
            leads.append(labelled(name, duel.lead))
        note = f"Games won less games lost; {deals}; 95% intervals."
        pictures = [
            intervals(elo, estimates, zero=True),
            intervals(self._frame("lead", note, DIFFERENCE), leads, zero=True),
        ]
        return Section("Who beats whom", LADDER, pictures, ladder.report().tables)

    def _sweep(self, sweep: Sweep) -> Section:
        shown: list[tuple[str, NumberFormat, str, Selector]] = [
            ("advantage", DIFFERENCE, NORMAL, _played_advantage),
            *((name, SHARE, WILSON, _rate(name)) for name in (*ENDED, UNFINISHED)),
            ("mean turns", NUMBER, SKEWED, lambda summary: summary.turns),
            ("mean moves", NUMBER, SKEWED, lambda summary: summary.moves),
        ]
        pictures = [
            self._along(sweep, self._frame(name, f"{self.games}; {kind}.", numbers), select)
            for name, numbers, kind, select in shown
        ]
        axes = " and ".join(sweep.points[0].values)
        rates = self._rates("", "", ENDED).tables
        return Section(f"Along {axes}", SWEPT, pictures, [*sweep.report().tables, *rates])

    def _along(self, sweep: Sweep, frame: Frame, select: Selector) -> Picture:
        estimates = self._estimates(select)
        axes = list(sweep.points[0].values)
        values: list[list[Choice]] = [
            list(dict.fromkeys(point.values[axis] for point in sweep.points)) for axis in axes
        ]
        if len(axes) == 2:
            return grid(frame, axes, values, estimates)
        whole_numbers = [value for value in values[0] if type(value) is int]
        if len(whole_numbers) == len(estimates):
            return curve(frame, axes[0], whole_numbers, estimates)
        return intervals(frame, estimates)

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
        return Section("Length and score", LENGTHS, pictures, [self._means(), *tables])

    def _means(self) -> Cells:
        """Return the mean turns and moves of all games and of decided ones, by arm."""
        names = ("turns", "turns, decided", "moves", "moves, decided")
        cells: Cells = [("arm", "turns at most", *names)]
        arms = self.stored.study.arms
        for name, arm, one in zip(self.names, arms, self.summaries, strict=True):
            means = (one.turns, one.decided_turns, one.moves, one.decided_moves)
            texts = (f"{number(mean.mean, 2)} ({mean_interval(mean)})" for mean in means)
            cells.append((name, f"{arm.limits.max_turns:,}", *texts))
        return cells

    def _spread(self, kind: str, rows: list[tuple[str, Spread]]) -> Picture:
        total = len(rows)
        games = sorted({spread.games for _, spread in rows})
        each = " to ".join(f"{n:,}" for n in dict.fromkeys((games[0], games[-1])))
        note = f"{each} finished games each; bands: {WILSON} of each bin."
        if total > MOST:
            rows = [rows[i * (total - 1) // (MOST - 1)] for i in range(MOST)]
            note += f" {MOST} of {total} arms."
        return distributions(self._frame(kind, note, NUMBER), rows)

    def _attention(self) -> Section:
        tables = []
        for name, summary in zip(self.names, self.summaries, strict=True):
            tables.append(by_seat_cells(f"{name}, offences", summary.offences))
            tables.append(by_seat_cells(f"{name}, calls", summary.calls))
        return Section("Offences and calls of Stop!", f"Means per game; {SKEWED}.", (), tables)


def _played_advantage(summary: Summary) -> PlayedAdvantage:
    return summary.played_advantage


def _rate(name: str) -> Selector:
    return lambda summary: summary.rates[name]


def _study_result(stored: StoredStudy) -> StudyResult:
    """Return the result that the study's command gives, None if it shows single arms."""
    if stored.study.kind == "advantage":
        return Advantage(stored.study, stored.tally, stored.level)
    if stored.study.kind == "compare":
        return Comparison(stored.study, stored.tally, stored.level)
    if stored.study.kind == "ladder":
        return Ladder(stored.study, stored.tally, level=stored.level)
    points = stored.points
    if stored.study.kind == "sweep" and points[0].values:
        return Sweep(points, stored.study, stored.tally, stored.level)
    return None


def _names(stored: StoredStudy, result: StudyResult) -> list[str]:
    """Return a name for each arm."""
    if isinstance(result, Advantage):
        return [result.arm_name(arm) for arm in range(len(stored.study.arms))]
    if isinstance(result, Comparison):
        return result.variants
    if isinstance(result, Ladder):
        return [arm.player_text for arm in stored.study.arms]
    if isinstance(result, Sweep):
        return [
            ", ".join(f"{name}={value_text(value)}" for name, value in point.values.items())
            for point in result.points
        ]
    return [f"{result.variant}, {result.players}" for result in stored.results]


def _spread_cells(kind: str, rows: Sequence[tuple[str, Spread]]) -> Cells:
    """Return a header and a row for each arm: games, mean and quantiles with intervals."""
    head = ("finished games", "mean", "95% interval", *(f"{q:.0%}" for q in QUANTILES))
    cells: Cells = [(kind, *head)]
    for name, spread in rows:
        mean = spread.mean
        quantiles = spread.quantiles
        texts = (
            f"{whole(value)} ({rank_interval(interval)})"
            for value, interval in zip(quantiles.values, quantiles.intervals, strict=True)
        )
        games, mean_text = f"{spread.games:,}", number(mean.mean, 2)
        cells.append((name, games, mean_text, mean_interval(mean), *texts))
    return cells
