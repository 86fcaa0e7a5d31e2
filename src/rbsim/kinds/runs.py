"""Runs: games, matches or patience games of one variant, of several, or along axes."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

import rbcore
from rbcore.cards.ranges import check_once, count_text, shown
from rbcore.rules.definition import hyphened, value_text
from rbcore.rules.variants import AXES, read_axis, read_value
from rbsim.arms.arm import Arm, make_arm, run_arms, split_runs
from rbsim.arms.bank import GAMES, MATCHES
from rbsim.arms.forms import (
    FORMS,
    Form,
    cards_of,
    every_form,
    farther,
    form_arm,
    game_of,
    work_of,
)
from rbsim.arms.players import Players
from rbsim.arms.rows import RowKind
from rbsim.estimates import figures, intervals
from rbsim.estimates.figures import (
    QUANTITIES,
    Figure,
    Mean,
    Reach,
    bounded_reach,
    growing_reach,
)
from rbsim.estimates.intervals import BOUNDED, two_sided
from rbsim.estimates.tally import (
    BLOCKS,
    UNFINISHED,
    Histogram,
    Ints,
    Tally,
    tally_blocks,
    tally_matches,
    tally_patience,
)
from rbsim.kinds.comparing import MAX_TOLD, difference
from rbsim.options import (
    LEVEL,
    GameKeywords,
    GameOptions,
    StudyKeywords,
    StudyOptions,
    option_text,
)
from rbsim.result import Kind, Result, by_part, study_of
from rbsim.show.tables import TableLayout, highest_and_lowest
from rbsim.study.run import Study
from rbsim.study.settings import Settings
from rbsim.variants import Variant, read_variant

Floats = npt.NDArray[np.float64]

BRIEF = ("advantage", "nobody_wins", "stalemate", "unfinished", "turns")
REST = ("starter_wins", "other_wins", "standoff", "decided_turns", "moves")
SCORES = tuple(f"{place}_score" for place in figures.PLACES)
MAX_AXES, MAX_POINTS = 2, 1_000
ERROR = 0.05  # significance level of the test of a slope


# ---- figures ----


def run_figures(result: Result) -> Iterator[Figure]:
    """Yield the figures of every run, which depend on the kind of its rows."""
    yield from by_part(result, goals)
    axes, parts = result.study.settings.axes, range(len(result.tallies))
    at: list[Any] = [result.study.labels(part)[name] for name in axes for part in parts]
    if len(axes) == 1 and {int} == {*map(type, at)} and len(set(at)) > 1 and not result.study.until:
        labels = {name: result.study.labels(0)[name] for name in ("variant", "players")}
        yield slope(result.tallies, at, result.level).of(**labels)


def slope(tallies: Sequence[Tally], at: Sequence[int], level: float = LEVEL) -> Figure:
    """Return the slope of the advantage along an axis with arms at `at`, by least squares.

    The slope is a weighted sum of the arms' advantages. The arms share their deals, so the error
    comes from the scatter of this sum over blocks of games. The interval reaches from the lower end
    of the least slope that unfinished games allow to the upper end of the greatest.
    """
    n = tallies[0].n
    steps = np.array(at) - np.mean(at)
    steps /= steps @ steps
    games, sums = _sums_by_block(tallies, steps)
    value, least, most = sums.sum(axis=1) / n if n else (math.nan,) * 3
    degrees = len(games) - 1
    if n < BOUNDED or degrees < BLOCKS // 2:
        return Figure("slope", value, n=n, method="blocks", level=level, absent=f"needs {BOUNDED}")
    scatter = (sums - games * np.array([[value], [least], [most]])) ** 2 / games
    error, least_error, most_error = np.sqrt(scatter.sum(axis=1) / degrees / n)
    # `Mean` has normal intervals, so deviations are widened to what Student's distribution asks.
    wider = intervals.student(two_sided(level), degrees) / two_sided(level) * math.sqrt(n)
    reach = float(np.abs(steps).sum())
    low, _ = Mean(least, wider * least_error, n, (-reach, reach)).interval(level)
    _, high = Mean(most, wider * most_error, n, (-reach, reach)).interval(level)
    nearest, its_error = (least, least_error) if least > 0 else (most, most_error)
    if least <= 0 <= most:
        p = 1.0
    else:
        p = intervals.student_p(nearest / its_error, degrees) if its_error else math.nan
    return Figure(
        "slope",
        value,
        low,
        high,
        n,
        "games",
        "blocks",
        error,
        p,
        undecided=(least, most),
        level=level,
    )


def _sums_by_block(tallies: Sequence[Tally], steps: Floats) -> tuple[Ints, Floats]:
    """Return each block's games, and its part of three sums `[fate, block]` of a slope.

    The first sum leaves out unfinished games; the others give them to the side that lowers the
    slope and to the side that raises it. Blocks without games are left out.
    """
    counts = np.array([tally.blocks() for tally in tallies])  # [arm, block, outcome]
    weights = np.tile(figures.weigh(1, {0: figures.LEADING}), (3, len(steps), 1))
    weights[1:, :, UNFINISHED] = np.outer((-1, 1), np.sign(steps))
    games = counts[0].sum(axis=1)
    sums = np.einsum("fak,abk,a->fb", weights, counts, steps)
    return games[games > 0], sums[:, games > 0]


def _of_matches(tally: Tally, arm: Arm, level: float) -> Iterator[Figure]:
    seen, n = {name: histogram for (_, name), histogram in tally.seen.items()}, tally.n
    assert isinstance(arm.rules, rbcore.Rules)
    # A match with unfinished games might have ended sooner, or had another winner.
    ends, with_open = seen["outcome"].array(3), seen["open_outcome"].array(3)
    seats, unwon = arm.rules.seats, ends[2]
    left = unwon + with_open[0] + with_open[1]
    wins = {"first_starter_wins": (ends[0], with_open[0]), "other_wins": (ends[1], with_open[1])}
    by_seat = (seen[name].array(seats) for name in ("winner", "open_winner"))
    for seat, both in enumerate(zip(*by_seat, strict=True)):
        wins[f"seat_{seat}_wins"] = both
    for name, (count, doubtful) in wins.items():
        yield figures.rate(name, count, n, left - doubtful, level, "matches", doubtful)
    yield figures.rate("unfinished", unwon, n, 0, level, "matches")
    target, points = arm.rules.target, figures.most_points(arm.rules)
    means = ("games", "winner_score", "other_score")
    sure = {name: seen[name] + -seen[f"open_{name}"] for name in means}
    fewest = sure["games"] + Histogram.all_of(math.ceil(target / max(points, 1)), left)
    reaches = {
        "games": Reach(fewest, seen["games"], left, unbounded_above=unwon),
        "winner_score": bounded_reach(sure["winner_score"], left, target, target - 1 + points),
        "other_score": bounded_reach(sure["other_score"], left * (seats - 1), 0, target - 1),
    }
    for name, reach in reaches.items():
        yield figures.mean(name, seen[name], None, True, level, unit="matches", reach=reach)
        yield from figures.quantiles(name, seen[name], level, "matches", reach)
    unfinished, games = seen["unfinished_games"].sum, seen["games_played"].sum
    yield figures.rate("unfinished_games", unfinished, games, 0, level)
    yield figures.rate("nobody_wins", seen["nobody_wins"].sum, games, unfinished, level)
    yield Figure("give_ups", seen["give_ups"].sum / n if n else math.nan, n=n, unit="matches")


def _of_patience(tally: Tally, arm: Arm, level: float) -> Iterator[Figure]:
    game = game_of(arm)
    seen, n = {name: histogram for (_, name), histogram in tally.seen.items()}, tally.n
    ends = seen["outcome"].array(len(arm.row_kind.outcomes))
    yield figures.rate("wins", ends[1], n, sum(ends[2:]), level)
    for count, name in zip(ends[2:], arm.row_kind.outcomes[2:], strict=True):
        if count or not n or len(game.players) > 1:
            yield figures.rate(name.replace(" ", "_"), count, n, 0, level)
    columns = {"left": "cards_left", "passes": "passes", "first_pass": "hits"}
    if work_of(arm):  # a solver lays no cards
        columns = {}
    elif game.rules.custom == "sympathy":
        columns = {"left": "pairs_left", "first_pass": "pairs_stuck"}
    for column, name in columns.items():
        if name != "hits" or not n or seen[column].sum:
            reach = growing_reach(seen[column], seen[f"unfinished_{column}"])
            if column != "passes":
                cards = cards_of(arm)
                reach = bounded_reach(reach.highest, reach.unfinished, 0, cards)
            yield figures.mean(name, seen[column], None, True, level, reach=reach)
            yield from figures.quantiles(name, seen[column], level, reach=reach)


OF_ROWS: dict[RowKind, Callable[[Tally, Arm, float], Iterator[Figure]]] = {
    GAMES: lambda tally, arm, level: figures.game_figures(tally, 0, arm, level),
    MATCHES: _of_matches,
    FORMS: _of_patience,
}


def goals(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Return the figures that can be a target: all of the run."""
    arm, *_ = study.parts[part]
    return OF_ROWS[arm.row_kind](tally, arm, level)


def _patience_figures(result: Result) -> Iterator[Figure]:
    """Yield the figures of every run, and its share of wins minus that of the first run."""
    yield from run_figures(result)
    tested = result.study.until is None
    less = {
        part: difference("won", tally.only(1, 0), True, result.level, tested)
        for part, tally in enumerate(result.tallies)
        if tally.arms > 1
    }
    adjusted = intervals.holm([figure.p for figure in less.values()])
    for (part, figure), p in zip(less.items(), adjusted, strict=True):
        corrected = replace(figure, quantity="more_wins", p_adjusted=p)
        yield corrected.of(**result.study.labels(part))


# ---- what is shown ----


def headline(result: Result) -> str:
    """Return the answer of one run, or which run has the highest and which the lowest figure."""
    name, answers = result.asked, result.answers
    if len(answers) == 1 and name == "advantage":
        wins, losses = (result.figure(side).text for side in ("starter_wins", "other_wins"))
        names = [str(player) for player in result.study.arms[0].players]
        text = (
            f"Starters win {wins} of games and other seats {losses}: an advantage of "
            f"{answers[0].text}, as played."
        )
        if len(names) == len({*names}) == 2:
            text += " Either player may start; use ladder to compare the players."
        return text
    text = f"{_answer_text(result)}."
    if len({arm.rules for arm in result.study.arms if arm.row_kind is GAMES}) > 1:
        text += " Use compare to test differences between variants."
    return text


def _answer_text(result: Result) -> str:
    """Return the figure asked for, or the runs with the highest and lowest, without a full stop."""
    words, answers = QUANTITIES[result.asked].words, result.answers
    if len(answers) == 1:
        return f"{words.capitalize()}: {answers[0]!r}"
    named = {result.part_text(figure.labels): figure for figure in answers}
    return highest_and_lowest(words, named, "runs")


def _sweep_headline(result: Result) -> str:
    """Return the answer, and whether the advantage changes along the axis if that was tested."""
    steps = [figure for figure in result.figures if figure.quantity == "slope" and figure.p >= 0]
    if result.asked != "advantage" or not steps:
        return headline(result)
    (axis,), (trend,) = result.study.settings.axes, steps
    what = "It changes with" if trend.p < ERROR else "There is no significant trend along"
    step = f"{trend.text} per step, p {figures.p_text(trend.p)}"
    return f"{_answer_text(result)}. {what} {hyphened(axis)}: {step}."


def _match_headline(result: Result) -> str:
    """Return how often the starter of the first game wins; of other answers what runs have."""
    answers = result.answers
    if len(answers) > 1 or result.asked != MATCH.goal:
        return headline(result)
    matches = count_text(answers[0].n, "matches")
    return f"The starter of the first game wins {answers[0].text} of {matches}."


def _patience_headline(result: Result) -> str:
    """Return the answer, and a sentence about the players if one is needed."""
    played = {arm.player_text for arm in result.study.arms}
    first = result.study.arms[0]
    tests = [
        figure for figure in result.figures if figure.quantity == "more_wins" and figure.p >= 0
    ]
    if tests:
        each = [
            f"{result.part_text(test.labels)} {test.text}, p {figures.p_text(test.p_adjusted)}"
            for test in tests
            if len(tests) <= MAX_TOLD or test.p_adjusted < ERROR
        ]
        than = result.part_text(result.study.labels(0))
        text = f"{_answer_text(result)}. Compared with {than} on the same deals"
        text += f": {'; '.join(each) or 'no significant difference'}"
        if each and len(each) < len(tests):
            text += f"; for the others p is {ERROR} or more"
        text += "."
    else:
        text = headline(result)
    if played == {"plain"} and "adviser" in game_of(first).players:
        adviser = option_text("players", "adviser")
        text += (
            f" The player plain follows a fixed list of rules. The player adviser ({adviser}) "
            "chooses among the moves, and may win more."
        )
    if any(map(work_of, result.study.arms)):
        text += " The solver sees all cards; games that it cannot decide count as unfinished."
    notes = dict.fromkeys(game_of(arm).homonym for arm in result.study.arms)
    if len(notes) <= MAX_TOLD:
        text += "".join(f" {note[0].upper()}{note[1:]}." for note in notes if note)
    return text


def _more_endings_text(arm: Arm, seen: Mapping[str, Histogram]) -> str:
    """Return how to make more games of patience end."""
    if work_of(arm):
        player = farther(arm)
        return (
            f"{option_text('players', player)} searches further"
            if player
            else "no solver searches further"
        )
    return (
        "cards move back and forth, as `rbsim patience` shows with --deal NUMBER; `pack loose` in "
        "the game's file excludes such moves, and may exclude winning ones"
    )


def layouts(result: Result) -> list[TableLayout]:
    """Return tables with a row for each run: main figures, then rates, lengths and scores."""
    rows, every = result.parts_by, _quantities(result)
    lengths = tuple(name for name in every if name.startswith(("turns", "moves", *SCORES)))
    attention = tuple(name for name in every if name.endswith(("_offences", "_calls")))
    return [
        TableLayout("Runs", rows, tuple(dict.fromkeys((result.asked, *BRIEF))), brief=True),
        TableLayout("All rates", rows, REST),
        TableLayout("Length and score", rows, lengths),
        TableLayout("Attention", rows, attention),
        TableLayout("Searches", rows, ("give_ups",)),
        TableLayout("Trend", ("variant", "players"), ("slope", "slope.p")),
    ]


def _short_layouts(result: Result) -> list[TableLayout]:
    """Return tables with a row for each run: the quantity asked for and a few, then the rest."""
    rows, every = result.parts_by, _quantities(result)
    once = all(figure.estimate == 1 for figure in result.figures if figure.quantity == "passes")
    apart = {"more_wins", "passes"} if once else {"more_wins"}
    plain = [name for name in every if "_q" not in name and name not in apart][:4]
    more = ("more_wins", "more_wins.p_adjusted") if "more_wins" in every else ()
    first = (*dict.fromkeys([result.asked, *plain[:1]]), *more, *plain[1:])
    rest = tuple(name for name in every if name not in first)
    return [
        TableLayout("Runs", rows, first, brief=True),
        TableLayout("All figures", rows, rest),
    ]


def _quantities(result: Result) -> tuple[str, ...]:
    return tuple(dict.fromkeys(figure.quantity for figure in result.figures))


KIND = Kind(
    name="simulate",
    heading="Simulation",
    figures=run_figures,
    headline=headline,
    layouts=layouts,
    goals=goals,
    answer={"quantity": "advantage"},
    goal="starter_wins",
    examples=(
        "simulate strict --games 1e6",
        "simulate strict --of stalemate --until 10%-of-itself --games 1e7",
    ),
    decided="If `of` is advantage, the goal 'decided' is reached when the sign of every advantage "
    "is certain: its interval, wider than the usual one because it is checked many times, "
    "excludes 0.",
)
SWEEP = replace(
    KIND,
    name="sweep",
    heading="Sweep",
    headline=_sweep_headline,
    examples=("sweep reserve-size=5..20 --picture s.svg", "sweep release=no,any peek=no,yes"),
    sums=lambda settings: tally_blocks,
)
MATCH = replace(
    KIND,
    name="match",
    heading="Matches",
    headline=_match_headline,
    layouts=_short_layouts,
    answer={"quantity": "first_starter_wins"},
    goal="first_starter_wins",
    examples=(
        "match standard,target=500",
        "match standard strict --players planner:greedy --store DIR",
        "match standard --of games --until 0.1 --picture match.svg",
    ),
    named="Examples: first_starter_wins, games; docs/studies.md lists all.",
    decided="",
    sums=lambda settings: tally_matches,
)
PATIENCE = replace(
    KIND,
    name="patience",
    heading="Patience",
    figures=_patience_figures,
    headline=_patience_headline,
    layouts=_short_layouts,
    answer={"quantity": "wins"},
    goal="wins",
    examples=(
        "patience",
        "patience klondike",
        "patience robert --deal 7",
        "patience free-cell --deal ms:11982 --work 200000",
        "patience klondike --games 100 --players adviser,solver",
    ),
    named="Examples: wins, cards_left; docs/studies.md lists all.",
    decided="",
    sums=lambda settings: tally_patience,
    options=StudyOptions,
    more_endings=_more_endings_text,
)


# ---- the studies ----


@study_of(KIND)
def simulate(
    *variants: Variant,
    games: int = 100_000,
    players: Players = "greedy",
    **keywords: Unpack[GameKeywords],
) -> Study:
    """Play games, and estimate who wins, how often nobody wins, and how long games take.

    A game depends only on its number, the seed, rules, players, limits and attention, so the result
    does not depend on threads, executor or store. Several variants and players are shown side by
    side; each run stops separately.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        A preset (``strict``), a preset with changes (``strict,reserve-size=11``), or the name of a
        variant file. The standard game by default.
    games : int
        Number of games of each run. With `until` it is the maximum.
    players : str, Player, callable, or sequence of these
        One player for all seats (``greedy``), or one for each seat (``greedy:uniform``). Commas
        separate runs.

    Returns
    -------
    Result
        Figures with intervals by `variant` and `players`; also rows with ``rows=True`` or a store.

    Examples
    --------
    >>> simulate("standard", games=100, players="greedy", seed=1).answer
    +16 points (-3 to 35), 100 games
    >>> simulate("standard", "strict", games=20, players="uniform,greedy").headline[:32]
    'Advantage: the highest of 4 runs'
    """
    options = GameOptions(**keywords)
    return _study("simulate", run_arms(variants, players, games, options), options)


@study_of(SWEEP)
def sweep(
    *axes: str,
    variant: Variant = "standard",
    games: int = 100_000,
    players: Players = "greedy",
    **keywords: Unpack[GameKeywords],
) -> Study:
    """Play a variant with every value of an axis of the rules, or every pair of values of two axes.

    Parameters
    ----------
    *axes : str
        One or two axes with values, such as ``reserve-size=5..20`` or ``release=no,any``, or a
        list of variants, such as ``variant=standard,strict``.
    variant : str or rbcore.Rules
        The variant whose axes are changed.
    games : int
        As in `simulate`; each run stops separately.
    players : str, Player, callable, or sequence of these
        One player for all seats (``greedy``), or one for each seat (``greedy:uniform``).

    Returns
    -------
    Result
        Figures by axis, as in ``reserve_size=13``.

    Examples
    --------
    >>> sweep("reserve-size=12..13", games=20, seed=1).figure("turns", reserve_size=13).n
    20
    """
    (variant_name, base), read = read_variant(variant), [axis_values(axis) for axis in axes]
    bases = {variant_name: base}
    if not 1 <= len(read) <= MAX_AXES:
        raise ValueError(f"sweep one or two axes, such as reserve-size=5..20, not {len(read)}")
    check_once(name for name, _ in read)
    if (count := len(list(product(*(values for _, values in read))))) > MAX_POINTS:
        raise ValueError(f"{count:,} points are too many; name at most {MAX_POINTS:,}")
    for axis, (name, values) in enumerate(read):
        if name == "variant":
            if variant_name != "standard":
                raise ValueError(f"variant is an axis here; leave out variant={variant_name}")
            bases = dict(map(read_variant, values))
            read[axis] = name, list(bases)
    names = [name if name == "variant" else AXES[name].name for name, _ in read]
    points = [dict(zip(names, values, strict=True)) for values in product(*(v for _, v in read))]
    options = GameOptions(**keywords)
    arms, labels = [], list[Mapping[str, Any]]()
    for point in points:
        base_name = point.get("variant", variant_name)
        base, changes = bases[base_name], {n: v for n, v in point.items() if n != "variant"}
        arms.append(make_arm(replace(base, **changes), players, games, options))
        is_given = "variant" in point or base_name != rbcore.variant_text(base)
        text = base_name if is_given else _base_text(base, names)
        labels.append({"variant": text, **point})
    return _study("sweep", arms, options, Settings(axes=tuple(names), labels=tuple(labels)))


def axis_values(text: str) -> tuple[str, list[Any]]:
    """Return the axis and the values of `reserve-size=5..20` or `release=no,any`; or ValueError.

    The values of the axis `variant` are variants; a value with an equals sign belongs to the one
    before it.
    """
    if not isinstance(text, str):
        raise TypeError(f"{shown(text)} is not text; write an axis as 'reserve-size=5..20'")
    name, equals, values = text.partition("=")
    if name.strip() == "variant":
        variants = re.split(r",(?![^,=]*=)", values)
        if not values:
            raise ValueError(f"{shown(text)} names no variants; write variant=standard,strict")
        check_once(read_variant(variant)[0] for variant in variants)
        return "variant", variants
    name = read_axis(name)
    if not equals or not values:
        raise ValueError(f"{shown(text)} names no values; write {name}=LOW..HIGH or =VALUE,VALUE")
    if ".." not in values:
        read = [read_value(name, value) for value in values.split(",")]
        check_once(f"{name}={value_text(value)}" for value in read)
        return name, read
    low, _, high = values.partition("..")
    if type(AXES[name].default) is not int:
        raise ValueError(f"the values of {name} are not numbers; write them with commas")
    if not (low.strip("- ").isdigit() and high.strip("- ").isdigit()):
        raise ValueError(f"{shown(text)} is not a range; write {name}=LOW..HIGH")
    first, last = (int(read_value(name, end)) for end in (low, high))
    if first > last:
        raise ValueError(f"{text} runs backwards; write {name}={last}..{first}")
    if last - first >= MAX_POINTS:
        raise ValueError(f"{text} is too long; at most {MAX_POINTS} points")
    return name, list(range(first, last + 1))


def _base_text(base: rbcore.Rules, names: Sequence[str]) -> str:
    """Return the base variant without the axes that the sweep changes."""
    standard = rbcore.Rules()
    try:
        return rbcore.variant_text(replace(base, **{n: getattr(standard, n) for n in names}))
    except ValueError:  # the standard values clash with the variant's
        return rbcore.variant_text(base)


@study_of(MATCH)
def match(
    *variants: Variant,
    matches: int = 10_000,
    players: Players = "greedy",
    **keywords: Unpack[GameKeywords],
) -> Study:
    """Estimate who wins matches to a target score (rules, 8.3).

    Parameters
    ----------
    *variants : str or rbcore.Rules
        As in `simulate`; the axis `target` sets the score.
    matches : int
        Number of matches of each run. With `until` it is the maximum.
    players : str, Player, callable, or sequence of these
        As in `simulate`.

    Returns
    -------
    Result
        Figures of matches by `variant` and `players`.

    Examples
    --------
    >>> match("standard,target=50", matches=10, players="greedy", seed=1).answer
    30% (11 to 60), 10 matches
    """
    options = GameOptions(**keywords)
    return _study("match", run_arms(variants, players, matches, options, MATCHES), options)


@study_of(PATIENCE)
def patience(
    *forms: str,
    games: int = 1_000_000,
    players: str | None = None,
    **keywords: Unpack[StudyKeywords],
) -> Study:
    """Play patience games, one or several side by side; by default every game in every reading.

    Parameters
    ----------
    *forms : str
        Numbers (``5b``) or names (``robert``) of games. After a comma you can set a rule that the
        sources leave open (``robert,passes=3``); `rbsim patience` lists these rules.
    games : int
        Number of deals of each game. With `until` it is the maximum.
    players : str, optional
        ``plain``, ``uniform``, ``adviser``, or ``solver``, which sees all cards. Commas separate
        several players. By default each game has its own player.

    Returns
    -------
    Result
        Figures by game (the label `variant`) and `players`.

    Examples
    --------
    >>> patience("robert,passes=3", games=500, seed=2).answer
    under 0.76%, 500 games
    """
    options = StudyOptions(**keywords)
    runs = [None] if players is None else [*map(str, split_runs(players))]
    arms = [
        form_arm(Form(form), player, games, options)
        for form in forms or every_form()
        for player in runs
        if forms or player is None or player.split("-")[0] in Form(form).game.every_player
    ]
    if not arms:
        raise ValueError(f"players={shown(players)} cannot play any of these games")
    check_once(f"{arm.variant} by {arm.player_text}" for arm in arms)
    packs = [game_of(arm).pack for arm in arms]
    parts = [(arm, arms[0]) if i and packs[i] == packs[0] else (arm,) for i, arm in enumerate(arms)]
    return Study("patience", tuple(parts), options)


def _study(
    kind: str, arms: Sequence[Arm], options: GameOptions, settings: Settings | None = None
) -> Study:
    """Return a study in which each arm is a separate part."""
    return Study(kind, tuple((arm,) for arm in arms), options, settings or Settings())
