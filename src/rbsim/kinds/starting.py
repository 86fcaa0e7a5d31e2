"""Starting: its value, as played and with every seat starting, and fair handicaps."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise, permutations
from statistics import NormalDist
from typing import NamedTuple, Unpack

import numpy as np

import rbcore
from rbcore.cards.ranges import check_once, count_text
from rbcore.rules.definition import hyphened, value_text
from rbcore.rules.variants import AXES, differences
from rbsim.arms.arm import Arm, run_arms, starts_of, with_axes
from rbsim.arms.players import Players
from rbsim.estimates import figures
from rbsim.estimates.figures import QUANTITIES, Figure, Label
from rbsim.estimates.intervals import check_number, joint_level, two_sided, verdict
from rbsim.estimates.tally import CODES, Ints, Tally
from rbsim.kinds.runs import axis_values
from rbsim.options import GameKeywords, GameOptions
from rbsim.result import Kind, Result, by_part, study_of
from rbsim.show.tables import TableLayout, highest_and_lowest
from rbsim.study.run import Study
from rbsim.study.settings import Settings
from rbsim.telling import Aim
from rbsim.variants import Variant

ALL, NONE = "all", "none"
ENDS = ("starter_wins", "second_wins", "third_wins", *CODES[3:])  # the quantities of CODES
STARTS, AS_DEALT = ("causal", "as played", "difference"), "as dealt"


def arms_of(arm: Arm) -> tuple[Arm, ...]:
    """Return an arm as it is and with each seat forced to start, in every seating.

    Their order is that of `arm_numbers`.
    """
    attention = arm.attention or (None,) * arm.rules.seats
    orders = dict.fromkeys(permutations(zip(arm.players, attention, strict=True)))
    arms = []
    for order in orders:
        players, watching = zip(*order, strict=True)
        seating = replace(arm, players=players, attention=arm.attention and watching)
        arms += [seating, *starts_of(seating)]
    return tuple(arms)


def arm_numbers(arms: int, seats: int) -> Ints:
    """Return the numbers of the arms of a part as an array `[seating, start]`.

    Start 0 is as played; start 1 + seat is the arm in which that seat is forced to start.
    """
    return np.arange(arms).reshape(-1, 1 + seats)


def by_start(numbers: Ints) -> tuple[list[int], list[int]]:
    """Return the arms as played, and those with forced starts, of some rows of `arm_numbers`."""
    return numbers[:, 0].tolist(), numbers[:, 1:].ravel().tolist()


def effect(
    name: str, tally: Tally, played: Sequence[int], forced: Sequence[int], level: float
) -> Iterator[Figure]:
    """Yield the effect of starting on a quantity: causal, as played, and the difference."""
    arms_by_start: dict[str, tuple[Sequence[int], Sequence[int]]] = {  # and the arms to subtract
        "causal": (forced, ()),
        "as played": (played, ()),
        "difference": (played, forced),
    }
    for start, (arms, less) in arms_by_start.items():
        tested = start == "difference" or name == "advantage"
        yield figures.contrast(name, tally, arms, less, level=level, tested=tested).of(start=start)


# ---- advantage ----


def _effects(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the effects of a part over all seatings, then for each, then each arm's figures."""
    arms = study.parts[part]
    seats = arms[0].rules.seats
    numbers = arm_numbers(len(arms), seats)
    quantities = ("advantage", *ENDS[:seats])
    for figure in _starting_figures(
        tally, numbers, (*quantities, "nobody_wins", *CODES[3:]), level
    ):
        yield figure.of(seating=ALL)
    for seating in numbers if len(numbers) > 1 else ():
        players = arms[seating[0]].player_text
        for figure in _starting_figures(tally, seating[np.newaxis], quantities, level):
            yield figure.of(seating=players)
    for seating in numbers:
        for start, number in enumerate(seating.tolist()):
            arm = arms[number]
            is_as_dealt = start == 0
            name = AS_DEALT if is_as_dealt else f"seat {start - 1}"
            for figure in _arm_figures(tally, number, arm, is_as_dealt, level):
                yield figure.of(seating=arm.player_text, start=name)


def _starting_figures(
    tally: Tally, numbers: Ints, quantities: Sequence[str], level: float
) -> Iterator[Figure]:
    """Yield the effects of starting on some quantities, and the advantage in decided games.

    `numbers` has the rows of `arm_numbers` to use.
    """
    played, forced = by_start(numbers)
    for name in quantities:
        yield from effect(name, tally, played, forced, level)
    _, starts = numbers.shape
    decided_outcomes = CODES[: starts - 1]  # one for each seat that may win
    for start, arms in (("as played", played), ("causal", forced)):
        lead = figures.weigh(tally.arms, dict.fromkeys(arms, figures.LEADING))
        decided = figures.weigh(tally.arms, dict.fromkeys(arms, dict.fromkeys(decided_outcomes, 1)))
        share = figures.ratio("decided_advantage", tally, lead, decided, level)
        yield share.of(start=start)


def _arm_figures(
    tally: Tally, number: int, arm: Arm, is_as_dealt: bool, level: float
) -> Iterator[Figure]:
    """Yield how often an arm had each outcome; if it is as dealt, its other figures come first."""
    if is_as_dealt:
        for figure in figures.game_figures(tally, number, arm, level):
            if figure.quantity not in ("advantage", *ENDS):
                yield figure
    counts = dict(zip(CODES, tally.counts(number).tolist(), strict=True))
    for quantity, (outcome, count) in zip(ENDS, counts.items(), strict=True):
        if outcome == "third" and arm.rules.seats == 2:
            continue
        left = 0 if outcome == "unfinished" else counts["unfinished"]
        yield figures.rate(quantity, count, tally.n, left, level, "deals")


def _advantage_goals(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the causal figures of a part over all seatings; their intervals hold separately."""
    for figure in _effects(study, part, tally, level):
        if figure.labels["start"] == "causal" and figure.labels["seating"] == ALL:
            yield figure


def _advantage_headline(result: Result) -> str:
    name, answers = result.asked, result.answers
    if len(answers) == 1 and name == "advantage":
        answer = answers[0]
        seats = result.study.arms[0].rules.seats
        even = 2 / seats - 1  # the advantage of a starter that wins as often as each other seat
        every_seat = "both seats" if seats == 2 else "every seat"
        worth = (
            f"worth {answer.text}: the starter's win rate minus its loss rate, with every deal "
            f"played from {every_seat}."
        )
        three = f" With three players break-even is {100 * even:.1f} points" if seats == 3 else ""
        if answer.low > even or answer.high < even:
            if three:
                three += f", so starting {'helps' if answer.low > even else 'costs'}."
            return f"Starting is {worth}{three}"
        text = f"These games leave open whether starting helps. It is {worth}"
        return f"{text}{three}." if three else text
    words = QUANTITIES[name].words
    if len(answers) == 1:
        return f"{words.capitalize()}: {answers[0].text}, with every seat starting each deal."
    named = {result.part_text(figure.labels): figure for figure in answers}
    seated = f"{words} with every seat starting each deal"
    ranked = highest_and_lowest(seated, named, "runs", doubts=False)  # the next sentence does
    return (
        f"{ranked}. Each interval holds for its own run. Two runs differ if their intervals do not "
        "overlap. If they overlap, the runs may still differ: to test this, use rbsim compare, "
        "with starter=seat-0 in each variant."
    )


def _advantage_layouts(result: Result) -> list[TableLayout]:
    keys, of_all = ("advantage", *ENDS[:3], "nobody_wins"), {"seating": (ALL,)}
    if len(result.study.parts) > 1:
        rows, causal = result.parts_by, {**of_all, "start": STARTS[:1]}
        first = [
            TableLayout("Advantage of starting, causal", rows, keys, causal, brief=True),
            TableLayout("Advantage by start", (*rows, "start"), keys, of_all),
        ]
    else:
        rows = ()
        first = [TableLayout("Advantage of starting", ("start",), keys, of_all, brief=True)]
    seatings = dict.fromkeys(str(figure.labels["seating"]) for figure in result.figures)
    rest = ("decided_advantage", *CODES[3:])
    each = [
        TableLayout(
            f"Effects, {name}",
            (*rows, "start"),
            rest if name == ALL else (*keys, *rest),
            {"seating": (name,), "start": STARTS},
        )
        for name in seatings
    ]
    starts = dict.fromkeys(figure.labels["start"] for figure in result.figures)
    arms = {"start": tuple(start for start in starts if start not in STARTS)}
    return [
        *first,
        *each,
        TableLayout("Outcomes by seating and start", (*rows, "seating", "start"), ENDS, arms),
    ]


ADVANTAGE = Kind(
    name="advantage",
    heading="Advantage of starting",
    figures=partial(by_part, of=_effects),
    headline=_advantage_headline,
    layouts=_advantage_layouts,
    goals=_advantage_goals,
    answer={"quantity": "advantage", "start": "causal", "seating": ALL},
    examples=(
        "advantage standard strict --players greedy,planner",
        "advantage --until 0.5% --games 1e6 --store DIR",
    ),
    goal="advantage",
    named="Examples: advantage, nobody_wins; docs/studies.md lists all. These are causal: every "
    "seat starts each deal.",
    decided="The goal 'decided' is reached when the sign of the advantage is certain: its "
    "interval, wider than the usual one because it is checked many times, excludes 0.",
)


@study_of(ADVANTAGE)
def advantage(
    *variants: Variant,
    games: int = 100_000,
    players: Players = "greedy",
    **keywords: Unpack[GameKeywords],
) -> Study:
    """Estimate the advantage of starting: causal (every seat starts each deal) and as played.

    Each deal is played with the variant's own starter and with every seat starting. Different
    players are seated in every order. Several variants and players are shown side by side; each
    interval holds for its own run.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        As in `simulate`.
    games : int
        Number of deals; with `until`, the maximum.
    players : str, Player, callable, or sequence of these
        As in `simulate`.

    Returns
    -------
    Result
        Figures by `start` (causal, as played, difference), over all seatings and for each.

    Examples
    --------
    >>> advantage("standard", games=50, seed=1).answer
    +11 points (-7 to 29), 50 deals
    """
    options = GameOptions(**keywords)
    runs = run_arms(variants, players, games, options)
    return Study("advantage", tuple(map(arms_of, runs)), options)


# ---- fair ----

FAIR_ENDS = ("starter_wins", "nobody_wins", "stalemate", "standoff", "unfinished", "turns")


class Handicap(NamedTuple):
    """The advantage under a handicap, with a joint interval, and the axis that the handicap sets.

    The axis is empty without a handicap.
    """

    advantage: Figure
    axis: str


class Draw(NamedTuple):
    """A draw of two neighbours on an axis, worth nothing: the first of them in a share of games.

    The advantage under the first is 0 or more, under the second below 0.
    """

    first: Figure
    second: Figure
    share: Figure


def _fair_figures(result: Result) -> Iterator[Figure]:
    margin, together = result.study.settings.margin / 100, list[Figure]()
    for part, tally in enumerate(result.tallies):
        known, labels = result.played.watches[part].figure, result.study.labels(part)
        for bare in _fair_goals(result.study, part, tally, result.level):
            figure = bare.of(**labels)
            if figure.quantity == "advantage_together":
                judged = (
                    known if known is not None and known.quantity == figure.quantity else figure
                )
                figure = judged.of(verdict=verdict(*judged.interval, margin))
                together.append(figure)
            yield figure
    for run in _handicaps(result.study, together).values():
        if (draw := _fair_draw(run, margin)) is not None:
            yield draw.share


def _handicaps(
    study: Study, together: Sequence[Figure]
) -> dict[tuple[Label, Label], list[Handicap]]:
    """Return the handicaps of each variant and its players, given the advantage of each part."""
    runs: dict[tuple[Label, Label], list[Handicap]] = {}
    bare = dict[tuple[Label, Label], rbcore.Rules]()
    for (arm, *_), figure in zip(study.parts, together, strict=True):
        assert isinstance(arm.rules, rbcore.Rules)
        run = figure.labels["variant"], figure.labels["players"]
        changes = differences(arm.rules, bare.setdefault(run, arm.rules))
        runs.setdefault(run, []).append(Handicap(figure, next(iter(changes), "")))
    return runs


def _fair_goals(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the figures of a handicap, first the one whose interval is joint for all handicaps."""
    arms, joint = study.parts[part], len(study.parts)
    played, forced = by_start(arm_numbers(len(arms), arms[0].rules.seats))
    together = figures.contrast("advantage", tally, forced, level=joint_level(level, joint))
    yield replace(together, quantity="advantage_together")
    for figure in effect("advantage", tally, played, forced, level):
        if figure.labels["start"] != "difference":
            yield figure
    for figure in figures.game_figures(tally, 0, arms[0], level):
        if figure.quantity in FAIR_ENDS:
            yield figure.of(start="as played")


def _fair_draw(run: Sequence[Handicap], margin: float) -> Draw | None:
    """Return a draw of two handicaps that is worth nothing; None if one is fair by itself.

    There is none either if no two neighbours on an axis have advantages of opposite signs.
    """
    if any(handicap.advantage.labels["verdict"] == "fair" for handicap in run):
        return None
    neighbours = []
    for axis in dict.fromkeys(handicap.axis for handicap in run if handicap.axis):
        of_axis = [handicap.advantage for handicap in run if handicap.axis in ("", axis)]
        ascending = sorted(of_axis, key=lambda figure: figure.estimate)
        neighbours += [
            (above, below)
            for below, above in pairwise(ascending)
            if below.estimate < 0 <= above.estimate
        ]
    if not neighbours:
        return None
    above, below = min(neighbours, key=lambda two: two[0].estimate - two[1].estimate)
    # The share of the first at which the two cancel, from their estimates and from their ends.
    share = _cancelling_share(above.estimate, below.estimate)
    low = _cancelling_share(above.high, below.high)
    high = _cancelling_share(above.low, below.low)
    least = share * above.low + (1 - share) * below.low
    most = share * above.high + (1 - share) * below.high
    figure = Figure("first_of_two", share, low, high, above.n, "deals", level=above.level)
    handicaps = f"{above.labels['handicap']} or {below.labels['handicap']}"
    labels = {**above.labels, "handicap": handicaps, "verdict": verdict(least, most, margin)}
    return Draw(above, below, figure.of(**labels))


def _cancelling_share(above: float, below: float) -> float:
    """Return the share of the one above 0 that makes the mean of two advantages 0."""
    return -min(below, 0) / (max(above, 0) - min(below, 0))


def _fair_headline(result: Result) -> str:
    name = result.asked
    if name != "advantage_together":
        start = {"start": "causal"} if name == "advantage" else {}
        named = {
            result.part_text(figure.labels): figure
            for figure in result.figures
            if figure.quantity == name and start.items() <= figure.labels.items()
        }
        return f"{highest_and_lowest(QUANTITIES[name].words, named, 'handicaps')}."
    margin = result.study.settings.margin
    runs = _handicaps(result.study, result.answers)
    sentences = []
    for (variant, players), run in runs.items():
        where = f"{variant}, {players}: " if len(runs) > 1 else ""
        sentences.append(f"{where}{_verdicts(run, margin)}")
    return " ".join([*sentences, "The intervals hold jointly for all handicaps."])


def _verdicts(run: Sequence[Handicap], margin: float) -> str:
    """Return which handicaps of a variant and its players are fair, and which two may be mixed."""
    together = [handicap.advantage for handicap in run]
    bare, near = together[0], min(together, key=lambda figure: abs(figure.estimate))
    fair, unknown, unfair = (
        [_handicap_text(figure) for figure in together if figure.labels["verdict"] == word]
        for word in ("fair", "open", "unfair")
    )
    text = f"Fair within {count_text(margin, 'points')}: {', '.join(fair) or 'none of those tried'}"
    if unknown:
        text += f"; open: {', '.join(unknown)}"
    if unfair:
        few = unfair[0] if len(unfair) == 1 else "the others"
        text += f"; unfair: {few if fair or unknown else 'all'}"
    text += f". Without a handicap the starter's advantage is {bare.text}"
    if near is not bare:
        text += f"; with {_handicap_text(near)} it is {near.text}"
    if (draw := _fair_draw(run, margin / 100)) is not None:
        drawn = "is" if draw.share.labels["verdict"] == "fair" else "would be"
        first, second = _handicap_text(draw.first), _handicap_text(draw.second)
        text += (
            f". Drawing {first} in {draw.share.text} of games and otherwise {second} {drawn} fair"
        )
    return f"{text}."


def _handicap_text(figure: Figure) -> str:
    """Return the handicap of a figure, as sentences name it."""
    label = figure.labels["handicap"]
    return FAIR.label_words.get(("handicap", label), str(label))


def _fair_layouts(result: Result) -> list[TableLayout]:
    names = [n for n in result.parts_by if n != "handicap"]
    columns = ("advantage_together", "advantage_together.verdict", *FAIR_ENDS)
    rows = (*names, "handicap")
    return [
        TableLayout("Handicaps", rows, columns, brief=True),
        TableLayout("Causal and as played", (*rows, "start"), ("advantage",)),
    ]


def _fair_aim(margin: float, figure: Figure) -> Aim | None:
    """Return the half-width with which a handicap without an advantage is mostly shown fair."""
    if figure.quantity != "advantage_together":
        return None
    half = margin / 100 / (1 + NormalDist().inv_cdf(0.9) / two_sided(figure.level))
    within = count_text(margin, "points")
    words = f"a handicap fair within {within} with 80% power, if its true advantage is 0"
    return Aim(half, f"find {words}", f"Finding {words},")


FAIR = Kind(
    name="fair",
    heading="A fair start",
    figures=_fair_figures,
    headline=_fair_headline,
    layouts=_fair_layouts,
    goals=_fair_goals,
    answer={"quantity": "advantage_together"},
    aim=_fair_aim,
    label_words={("handicap", NONE): "no handicap"},
    examples=(
        "fair standard --handicaps first-moves=2..5",
        "fair --handicaps second-reserve=6..9 --players planner --store DIR",
        "fair standard --margin 2 --until decided --picture fair.svg",
    ),
    goal="advantage_together",
    named="Examples: advantage_together, nobody_wins; docs/studies.md lists all.",
    decided="The goal 'decided' is reached when every handicap is fair or unfair: the interval of "
    "its advantage, wider than the usual one because it is checked many times and holds for all "
    "handicaps together, lies within the margin or outside it.",
)


@study_of(FAIR)
def fair(
    *variants: Variant,
    handicaps: str = "first-moves=1..8",
    games: int = 100_000,
    players: Players = "greedy",
    margin: float = 1.0,
    **keywords: Unpack[GameKeywords],
) -> Study:
    """Find the handicap that makes starting worth nothing.

    Each deal is played without a handicap and with each of them, as `advantage` plays it.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        The variants to which the handicaps are added; the standard game by default.
    handicaps : str
        Handicaps to try, each alone: an axis with its values, such as ``first-moves=2..4`` or
        ``first-moves=2,4``. Commas also separate several axes:
        ``first-moves=2..4,second-reserve=6..7`` is five handicaps. ``first-moves=4`` allows the
        first turn 4 moves to houses and the opponent's piles. ``second-reserve=6`` takes 6 cards
        from the other seat's reserve; ``starter-reserve=6`` adds 6 to the starter's.
        ``second-face-up=6`` and ``starter-face-up=6`` turn up 6 more reserve cards.
    games : int
        Number of deals. With `until` it is the maximum; each handicap stops separately.
    players : str, Player, callable, or sequence of these
        As in `advantage`.
    margin : float
        Margin in percentage points. A handicap is fair if its whole interval is closer to 0 than
        the margin, unfair if all of it is further away, and open otherwise.

    Returns
    -------
    Result
        Figures by `handicap`; `advantage_together`, with joint intervals, has a `verdict`.

    Raises
    ------
    ValueError
        In one sentence, as in `simulate`, and if a handicap cannot be read or clashes with the
        variant, or the margin is out of range.

    Examples
    --------
    >>> fair(handicaps="first-moves=1,4", games=3_000, margin=5, seed=1).headline[:36]
    'Fair within 5 points: first-moves=4;'
    """
    options = GameOptions(**keywords)
    texts = re.split(",(?=[^,]*=)", re.sub("[ ,]+", ",", handicaps).strip(","))
    tried = [(AXES[axis].name, v) for axis, values in map(axis_values, texts) for v in values]
    names = [NONE, *(f"{hyphened(axis)}={value_text(value)}" for axis, value in tried)]
    check_once(names)
    parts, labels = [], []
    for run in run_arms(variants, players, games, options):
        every = [run, *(with_axes(run, **{axis: value}) for axis, value in tried)]
        if any(arm.rules == run.rules for arm in every[1:]):
            raise ValueError("the variant already has one of these handicaps; leave out that one")
        for name, arm in zip(names, every, strict=True):
            parts.append(arms_of(arm))
            labels.append({"variant": run.variant, "players": run.player_text, "handicap": name})
    points = check_number("margin", margin, 0.001, 50, "1")
    whole = int(points) if points == int(points) else points  # as sentences write it
    return Study("fair", tuple(parts), options, Settings(labels=tuple(labels), margin=whole))
