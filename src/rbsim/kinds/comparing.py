"""Comparing: variants with the first one, on the same deals if they deal alike."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Unpack

from rbcore import Rules
from rbcore.cards.ranges import check_once, count_text
from rbsim.arms.arm import Arm, make_arm
from rbsim.arms.players import Players
from rbsim.estimates import intervals
from rbsim.estimates.figures import (
    PLACES,
    QUANTITIES,
    Figure,
    Reach,
    bounded_reach,
    contrast,
    game_figures,
    mean,
    most_points,
    p_text,
)
from rbsim.estimates.intervals import joint_level
from rbsim.estimates.tally import CODES, UNFINISHED, Histogram, Tally, tally_differences
from rbsim.options import GameKeywords, GameOptions
from rbsim.packages import need
from rbsim.result import Kind, Result, study_of
from rbsim.show.tables import TableLayout, highest_and_lowest
from rbsim.study.run import Study
from rbsim.study.settings import Settings
from rbsim.variants import Variant

# The axes, all of them, that decide which cards are dealt where.
DEAL = (
    "seats",
    "packs",
    "ranks",
    "suits",
    "reserve_size",
    "starter_reserve",
    "second_reserve",
    "houses_each",
    "covered_houses",
)
OUTCOMES = ("starter_wins", "advantage", "nobody_wins", "stalemate", "standoff", "unfinished")
MEANS = {
    "turns": "turns",
    "moves": "moves",
    **{f"{p}_score": f"scores_{i}" for i, p in enumerate(PLACES)},
}
ERROR = 0.05  # of all tests of a result together
MAX_TOLD = 3  # variants that the headline describes one by one
# By quantity: its name in a sentence, then the words for a difference below 0 and above 0.
WORDS = {
    "advantage": ("the advantage as played", "{} is smaller", "{} is larger"),
    "nobody_wins": ("the share of games that nobody wins", "{} is smaller", "{} is larger"),
    "turns": ("the number of turns", "games take fewer turns", "games take more turns"),
}


def unlike(arm: Arm, other: Arm) -> list[str]:
    """Return the axes that make two arms deal differently; none if they are paired."""
    return [name for name in DEAL if getattr(arm.rules, name) != getattr(other.rules, name)]


def figures(result: Result) -> Iterator[Figure]:
    """Yield the figures of every variant, each followed by its differences from the first."""
    parts, tallies, level = result.study.parts, result.tallies, result.level
    tested = result.study.until is None
    first, _ = parts[0]
    less = [
        list(_less(arms, tally, tested, level)) for arms, tally in zip(parts, tallies, strict=True)
    ]
    adjusted = iter(intervals.holm([figure.p for differences in less for figure in differences]))
    labels = {"variant": first.variant, "players": first.player_text}
    for figure in _alone(first, tallies[0], 0, level):
        yield figure.of(**labels, against=None)
    for (_, other), tally, differences in zip(parts, tallies, less, strict=True):
        labels = {"variant": other.variant, "players": first.player_text}
        for figure in _alone(other, tally, 1, level):
            yield figure.of(**labels, against=None)
        for figure in differences:
            corrected = replace(figure, p_adjusted=next(adjusted))
            yield corrected.of(**labels, against=first.variant)


def _alone(arm: Arm, tally: Tally, number: int, level: float) -> Iterator[Figure]:
    """Yield the figures of a variant, which is arm `number` of a part."""
    for figure in game_figures(tally, number, arm, level):
        if figure.quantity in (*OUTCOMES, *MEANS):
            yield figure


def _less(arms: Sequence[Arm], tally: Tally, tested: bool, level: float) -> Iterator[Figure]:
    """Yield the figures of an arm minus those of the first, over the games that both played."""
    paired = not unlike(*arms)
    for name in OUTCOMES:
        yield difference(name, tally, paired, level, tested)
    seats, most = max(arm.rules.seats for arm in arms), max(arm.limits.max_turns for arm in arms)
    for name, column in list(MEANS.items())[: 2 + seats]:
        seen = tally.seen.get((1, f"more_{column}"))
        bounds, tame = (-most, most) if name == "turns" else None, name.endswith("_score")
        reach = None if seen is None else _reach(seen, arms, tally, tame)
        change = mean(
            name, seen or Histogram(), bounds, tame, level, tested, form="change", reach=reach
        )
        yield replace(change, n=tally.n)


def _reach(seen: Histogram, arms: Sequence[Arm], tally: Tally, is_score: bool) -> Reach:
    """Return the reach of differences: turns and moves of both may grow, scores are bounded."""
    less, more = (int(tally.counts(arm)[UNFINISHED]) for arm in (0, 1))
    if is_score:
        first, other = (arm.rules for arm in arms)
        assert isinstance(first, Rules)
        assert isinstance(other, Rules)
        lowest, highest = -most_points(first), most_points(other)
        return bounded_reach(seen, tally.n - seen.total, lowest, highest, less + more)
    return Reach(seen, seen, less + more, unbounded_above=more, unbounded_below=less)


def difference(name: str, tally: Tally, paired: bool, level: float, tested: bool) -> Figure:
    """Return a quantity of arm 1 minus that of arm 0, allowing for unfinished games."""
    figure = contrast(
        name, tally, [1], [0], paired=paired, level=level, tested=tested, unit="games"
    )
    if name == "advantage":
        return figure
    counted = [CODES.index(outcome) for outcome in QUANTITIES[name].weights]
    is_open = UNFINISHED not in counted
    more = [*counted, UNFINISHED] if is_open else counted
    (low, p_low), (high, p_high) = (
        _between(tally, *codes, paired, level) for codes in ((counted, more), (more, counted))
    )
    least, most = figure.undecided or (figure.estimate, figure.estimate)
    p = 1.0  # for 0 between the least and the most
    if least == most or least > 0:
        p = p_low
    elif most < 0:
        p = p_high
    return replace(
        figure,
        low=low[0],
        high=high[1],
        p=p if tested else math.nan,
        undecided=figure.undecided if is_open else None,
        method="Tango" if paired else "Agresti-Caffo",
    )


def _between(
    tally: Tally, counted: list[int], other: list[int], paired: bool, level: float
) -> tuple[intervals.Ends, float]:
    """Return interval and p of the rate of `counted` in arm 1 minus that of `other` in arm 0."""
    n, ups, downs = tally.n, int(tally.counts(1)[counted].sum()), int(tally.counts(0)[other].sum())
    if not paired:
        return intervals.agresti_caffo(ups, downs, n, level), intervals.fisher(ups, downs, n)
    both = int(tally.pairs(1, 0)[counted][:, other].sum())
    gained, lost = ups - both, downs - both
    return intervals.tango(gained, lost, n, level), intervals.mcnemar(gained, lost)


def goals(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the differences of a variant; the intervals hold jointly for all variants."""
    arms, joint = study.parts[part], joint_level(level, len(study.parts))
    for figure in _less(arms, tally, False, joint):
        yield figure.of(against=arms[0].variant)


def headline(result: Result) -> str:
    """Return how variants differ from the first, in the quantity asked for or in three."""
    first, name, until = result.study.parts[0][0].variant, result.asked, result.study.until
    variants = [arms[1].variant for arms in result.study.parts]
    less = {
        key: {variant: result.figure(key, variant=variant, against=first) for variant in variants}
        for key in (name, *WORDS)
    }
    words, by_variant = f"{QUANTITIES[name].words}, minus {first}", less[name]
    if len(variants) > MAX_TOLD:
        sure = [variant for variant in by_variant if by_variant[variant].p_adjusted < ERROR]
        clear = ", ".join(sure) or "none"
        text = highest_and_lowest(words, by_variant, "variants")
        if until is None:
            text += f"; significantly different from {first} (Holm-corrected p below 0.05): {clear}"
        return f"{text}."
    if until or name != KIND.goal:
        differences = [f"{variant} {figure.text}" for variant, figure in by_variant.items()]
        return f"{words.capitalize()}: {'; '.join(differences)}."
    each = ("; ".join(_told(key, less[key][variant]) for key in WORDS) for variant in variants)
    sentences = [
        f"Under {variant}, compared with {first}, {told}."
        for variant, told in zip(variants, each, strict=True)
    ]
    of_words = [less[key][variant] for key in WORDS for variant in variants]
    if any(_is_sure_alone(figure) and figure.p_adjusted >= ERROR for figure in of_words):
        sentences.append(
            "The p-values are corrected for all tests made here, but the intervals are not. An "
            "interval may therefore exclude 0 although the corrected p is 0.05 or more."
        )
    return " ".join(sentences)


def _is_sure_alone(figure: Figure) -> bool:
    """Return whether an interval, taken alone, excludes 0."""
    return figure.low > 0 or figure.high < 0


def _told(key: str, figure: Figure) -> str:
    """Return a difference in words, with its figure."""
    subject, *ends = WORDS[key]
    wording, after = ends[figure.estimate > 0], ""
    if not figure.p_adjusted < ERROR:
        p = p_text(figure.p_adjusted)
        wording = "{} does not differ significantly"
        after = f", p = {p} after Holm's correction"
    if figure.is_open and math.isnan(figure.p_adjusted):
        after = ""
        wording = f"{{}} is open ({count_text(figure.unfinished, 'games')} unfinished)"
    return f"{wording.format(subject)}: {figure.text}{after}"


def layouts(result: Result) -> list[TableLayout]:
    """Return tables of the differences, the variants, and the tests."""
    keys, first = (*OUTCOMES, *MEANS), result.study.parts[0][0].variant
    less, alone = {"against": (first,)}, {"against": (None,)}
    tests = tuple(f"{name}.p_adjusted" for name in keys)
    asked = dict.fromkeys((result.asked, f"{result.asked}.p_adjusted", *keys))
    apart = ", ".join(arms[1].variant for arms in result.study.parts if unlike(*arms))
    deals = ", same deals in both"
    if apart:
        deals += f" (other deals: {apart})"
    most = tuple(dict.fromkeys((result.asked, "starter_wins", "advantage", "nobody_wins", "turns")))
    return [
        TableLayout(f"Differences from {first}{deals}", ("variant",), (*asked,), less, brief=True),
        TableLayout("Variants", ("variant",), most, alone, brief=True),
        TableLayout(
            "Variants, other figures", ("variant",), tuple(k for k in keys if k not in most), alone
        ),
        TableLayout("Holm-corrected p of the differences", ("variant",), tests, less),
    ]


KIND = Kind(
    name="compare",
    heading="Comparison",
    figures=figures,
    headline=headline,
    layouts=layouts,
    goals=goals,
    answer={"quantity": "advantage"},
    is_contrast=True,
    examples=(
        "compare standard strict face-down --games 1e6",
        "compare standard strict --players planner --store DIR",
        "compare standard covered --of turns --until 0.5 --picture turns.svg",
    ),
    goal="advantage",
    decided="The goal 'decided' is reached when the sign of every difference from the first "
    "variant is certain: its interval, wider than the usual one because it is checked many times, "
    "excludes 0.",
    sums=lambda settings: tally_differences,
)


@study_of(KIND)
def compare(
    *variants: Variant,
    games: int = 100_000,
    players: Players = "greedy",
    **keywords: Unpack[GameKeywords],
) -> Study:
    """Estimate how variants differ from the first, on the same deals wherever that is possible.

    Variants play the same deals if they deal the same cards to the same places. Any other variant
    plays the games that follow those of the first, and is compared with it unpaired.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        Two or more variants.
    games : int
        Number of games of each variant. With `until` it is the maximum; a variant stops when its
        difference from the first is as precise as `until` asks.
    players : str, Player, callable, or sequence of these
        One player for all seats (``greedy``), or one for each seat (``greedy:uniform``).

    Returns
    -------
    Result
        Figures of each variant (`against` is None), and differences from the first, with p-values.

    Examples
    --------
    >>> found = compare("standard", "face-down", games=50, seed=1)
    >>> found.figure("turns", variant="face-down", against="standard").n
    50
    """
    need("scipy.stats", "stats")
    options = GameOptions(**keywords)
    arms = [make_arm(variant, players, games, options) for variant in variants]
    if len(arms) < 2:
        raise ValueError("a comparison needs at least two variants, such as standard strict")
    check_once(arm.variant for arm in arms)
    first = arms[0]
    parts = tuple(
        (first, replace(arm, first=arm.first + arm.count) if unlike(first, arm) else arm)
        for arm in arms[1:]
    )
    settings = Settings(
        answer={"against": first.variant},
        labels=tuple({"variant": arm.variant} for arm in arms[1:]),
    )
    return Study("compare", parts, options, settings)
