"""Shared sections: what all studies of games show besides their own: outcomes, lengths, goals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from rbcore.cards.ranges import count_text
from rbsim.pipeline.stopping import Stopped
from rbsim.rendering.section import Cell, Plot, Section, Shape, Table, intervals_of, titled
from rbsim.results.game_figures import Arm, anytime_figure
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure, figure
from rbsim.stats.intervals import QUANTILES, Rate
from rbsim.stats.level import LEVEL, joint_level, level_text
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import Form, key_of, words_of

ENDED = ("starter_wins", "other_wins", "stalemate", "standoff")
ENDS = (*ENDED, "unfinished")
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
LENGTHS = (
    "Of finished games alone. Each curve is drawn to its own height and is a share of games, with "
    "its interval; a vertical line is the mean. The longest half per cent may lie outside. Means "
    "have intervals of empirical likelihood, quantiles exact ones, by order statistics. The first "
    "table has the means of all games, those cut off by the limit on turns counted as they were "
    "then, and of decided games, which a seat won."
)
OF_ALL = (
    "Of all games, unfinished ones as they were cut off: these sums are of version 0.1.0, which "
    "did not count finished games by themselves."
)
UNTIL = "The interval at the stop allows for all looks; the intervals elsewhere do not."
ATTENTION = "Means per game of what a seat overlooked, and of the calls of Stop! that it made."


def run_outcomes(
    name: str,
    rates: Mapping[str, Rate],
    nouns: str = "games",
    *,
    title: str = "Outcomes",
    words: str = OUTCOMES,
    more: Sequence[tuple[Cell, ...]] = (),
) -> Section:
    """Return how the rows of one batch ended, a line for each way, and then `more` lines."""
    figures = [figure(key_of(outcome), rate, nouns) for outcome, rate in rates.items()]
    rows = ((o, rate.count, one) for (o, rate), one in zip(rates.items(), figures, strict=True))
    table = Table(f"How {nouns} end", ("outcome", nouns, "rate"), (*rows, *more))
    plot = Plot("outcomes", name, figures=figures, names=list(rates))
    return Section(title, words, [table], [plot], brief=True)


def halves(
    title: str, figure_of: Callable[[str], Figure], words: Mapping[str, str], per: str = "per game"
) -> Section:
    """Return mean and median of some quantities, which `words` name."""
    rows = [(name, figure_of(own), figure_of(f"{own}_q50")) for own, name in words.items()]
    return Section(title, "", [Table("Length", (per, "mean", "median"), tuple(rows))], brief=True)


def every_section(arms: Sequence[Arm], with_plots: bool = True) -> Iterator[Section]:
    """Yield what all studies of games show besides their own; lengths always have plots."""
    for one in (_by_arm(arms, ENDED, "Outcomes", OUTCOMES), unfinished(arms)):
        yield one if with_plots else replace(one, plots=())
    yield lengths(arms)
    yield from attention(arms)


def unfinished(arms: Sequence[Arm]) -> Section:
    """Return how many games were cut off."""
    return _by_arm(arms, ("unfinished",), "Unfinished games", CUT_OFF)


def advantages(arms: Sequence[Arm]) -> Section:
    """Return the advantage as played of every arm."""
    title = "Advantage of starting"
    return _by_arm(arms, ("advantage",), title, AS_PLAYED, "Advantage as played")


def _by_arm(
    arms: Sequence[Arm], keys: Sequence[str], title: str, words: str, table: str = "How games end"
) -> Section:
    """Return some quantities with a line for each arm, and a plot of each quantity."""
    names = [arm.name for arm in arms]
    rows: list[tuple[Cell, ...]] = [
        (arm.name, arm.totals.games, *(arm.figures[key] for key in keys)) for arm in arms
    ]
    made = Table(table, ("arm", "games", *map(words_of, keys)), tuple(rows))
    plots = [intervals_of([arm.figures[key] for arm in arms], names) for key in keys]
    return Section(title, words, [made], plots)


def lengths(arms: Sequence[Arm]) -> Section:
    """Return turns, moves and scores of finished games, by arm."""
    known = all(arm.totals.finished_turns is not None for arm in arms)
    words = LENGTHS if known else OF_ALL
    own = distributions("Length and score", words, [arm.lengths for arm in arms])
    return replace(own, tables=[_means(arms), *own.tables])


def _means(arms: Sequence[Arm]) -> Table:
    keys = ("turns", "decided_turns", "moves", "decided_moves")
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (arm.name, arm.batch.limits.max_turns, *(arm.figures[key] for key in keys)) for arm in arms
    )
    return Table("Means of all games", ("arm", "turns at most", *map(words_of, keys)), rows)


def distributions(title: str, words: str, each: Sequence[Mapping[str, Distribution]]) -> Section:
    """Return a table and a plot for each quantity, with a line for each that has it."""
    found: dict[str, list[Distribution]] = {}
    for every in each:
        for key, one in every.items():
            found.setdefault(key, []).append(one)
    heads = {key: titled(words_of(key)) for key in found}
    tables = [distribution_table(heads[key], rows) for key, rows in found.items()]
    plots = [Plot(key, heads[key], Shape.LENGTHS, lengths=rows) for key, rows in found.items()]
    return Section(title, words, tables, plots)


def distribution_table(words: str, rows: Sequence[Distribution]) -> Table:
    """Return mean and quantiles of distributions, one line for each."""
    cells: list[tuple[Cell, ...]] = []
    for one in rows:
        mean = figure("mean", one.mean, form=Form.NUMBER)
        quantiles = (figure("quantile", own, form=Form.WHOLE) for _, own in one.quantiles.each())
        cells.append((one.name, one.games, mean, *quantiles))
    shares = [f"{share:.0%}" for share in QUANTILES]
    return Table(titled(words), ("arm", "games", "mean", *shares), tuple(cells))


def attention(arms: Sequence[Arm]) -> Iterator[Section]:
    """Yield offences and calls by seat in turn order, if seats overlook anything."""
    if not any(arm.batch.attention for arm in arms):
        return
    tables = []
    for own in ("offences", "calls"):
        keys = [key for key in arms[0].figures if key.endswith(f"_{own}")]
        heads = [words_of(key) for key in keys]
        rows = tuple((arm.name, *(arm.figures.get(key) for key in keys)) for arm in arms)
        tables.append(Table(titled(own), ("arm", *heads), rows))
    yield Section("Offences and calls of Stop!", ATTENTION, tables)


def goals(stopped: Sequence[Stopped], names: Sequence[str]) -> Iterator[Section]:
    """Yield how playing for a goal ended, if there was one."""
    if not stopped:
        return
    rows: list[tuple[Cell, ...]] = []
    for name, one in zip(names, stopped, strict=True):
        rows.append((name, one.games, anytime_figure(one), stop_text(one)))
    interval = f"interval at every look, {level_text(LEVEL)}"
    head = ("played until known", stopped[0].nouns, interval, "end")
    yield Section("Played until known", UNTIL, [Table("Goals", head, tuple(rows))], brief=True)


def stop_text(one: Stopped) -> str:
    """Return how playing for a goal ended, in words."""
    half = one.goal.half
    sought = "decided" if half is None else f"± {100 * half:g}%"
    if one.reached:
        return "decided" if half is None or one.half > half else f"known to {sought}"
    most = count_text(one.most, one.nouns)
    return f"the cap of {most} came before {'it was ' * (half is None)}{sought}"


def goal_words(one: Stopped) -> str:
    """Return the quantity that was played for, with its interval, and how that ended."""
    quantity = words_of(key_of(one.goal.of))
    return f"{quantity} {figure_text(anytime_figure(one))}, {stop_text(one)}"


def goal_headline(one: Stopped, nouns: str, more: str = "") -> str:
    """Return the headline of games that were played for a goal."""
    return f"After {count_text(one.games, nouns)}{more}: {goal_words(one)}."


def most_and_least(figures: Sequence[Figure]) -> tuple[int, int, str]:
    """Return which figure is largest and which smallest, and what is said if that may be chance.

    It may, unless their intervals are apart at a level at which those of all hold together.
    """
    order = sorted(range(len(figures)), key=lambda i: figures[i].estimate)
    least, most = figures[order[0]], figures[order[-1]]
    level = joint_level(most.level, len(figures))
    if least.confidence_interval(level).high < most.confidence_interval(level).low:
        doubt = ""
    elif least.interval.high >= most.interval.low:
        doubt = "; their intervals overlap"
    else:
        doubt = f"; of {len(figures)} intervals two may lie so far apart by chance"
    return order[-1], order[0], doubt
