"""Telling: sentences about a run, as pure functions of its figures, its counts and its arms.

They say what was played for and whether it was met, how many games would be enough, and what was
played. The answer itself is told by each kind of study, in its `headline`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from rbcore.cards.ranges import count_text
from rbcore.rules.definition import hyphened
from rbcore.rules.limits import MAX_LIMITS, Limits
from rbsim.arms.arm import Arm, attention_text
from rbsim.estimates.figures import QUANTITIES, Figure
from rbsim.estimates.intervals import level_text, two_sided
from rbsim.estimates.tally import UNFINISHED, Seen, Tally
from rbsim.estimates.until import ALPHA, Until, told_apart
from rbsim.options import option_text
from rbsim.study.spans import Span

MAX_NAMED = 4  # parts of which each is named in a sentence
NARROW = 0.001  # half of an interval that people ask for, ± 0.1%


@dataclass(frozen=True)
class PartEnd:
    """How a part of a study ended that was played until its figure was known.

    Attributes
    ----------
    name : str
        What tells the part from others, as ``strict, greedy``.
    games : int
        Games, matches or deals that were played of it.
    is_met : bool
        Whether the figure was known as well as was asked.
    figure : Figure
        The figure by which that was judged.
    whole : Figure
        The same quantity of all games of the part.
    enough : float
        If it was not met, how many games would be: infinite if no number is, NaN if not known.
    advice : str
        If it was not met, what makes more games end.
    is_unfinished : bool
        Whether all its games are.
    """

    name: str
    games: int
    is_met: bool
    figure: Figure
    whole: Figure
    enough: float = math.nan
    advice: str = ""
    is_unfinished: bool = False


# ---- what was played for ----


def goal_text(until: Until, ends: Sequence[PartEnd], noun: str) -> str:
    """Return what was asked, and which parts met it after how many games."""
    text = f"Asked: {until.words}; {'; '.join(_met_and_not_met(ends, noun))}."
    if until.half is not None and not until.relative:
        text += _width_warning(until, ends)
    return text


def timed_text(time: str | float, games: int, noun: str) -> str:
    """Return for how long a study was played, and the number of games that gives the same."""
    lasting = time if isinstance(time, str) else f"{time:g}s"
    option = option_text("matches" if noun == "matches" else "games", games)
    return f"Played for {lasting}: {games:,} {noun}; {option} gives the same."


def _width_warning(until: Until, ends: Sequence[PartEnd]) -> str:
    """Return a warning of a width that is larger than the figure itself; empty without need."""
    assert until.half is not None
    differences = ("difference", "change")
    if not any(
        end.figure.estimate < until.half and end.figure.form not in differences for end in ends
    ):
        return ""
    width = until.words.rpartition(" to ")[2]
    where = " in some" if len(ends) > 1 else ""
    share = until.text if until.text.endswith("%") and until.half >= 0.01 else "10%"
    return (
        f" {width} is more than the figure itself{where}; did you mean a part of it, "
        f"{option_text('until', f'{share}-of-itself')}?"
    )


def _met_and_not_met(ends: Sequence[PartEnd], noun: str) -> list[str]:
    """Return after how many games parts met what was asked, then those that did not."""
    texts = []
    for word, is_met in (("met", True), ("not met", False)):
        by_games: dict[int, list[str]] = {}
        for end in ends:
            if end.is_met == is_met:
                by_games.setdefault(end.games, []).append(end.name)
        if not by_games:
            continue
        count = sum(map(len, by_games.values()))
        if len(ends) == 1:
            (games,) = by_games
            texts.append(f"{word} after {games:,} {noun}")
        elif count > MAX_NAMED:
            texts.append(f"{word}: {count} of {len(ends)} within {max(by_games):,} {noun}")
        else:
            each = [f"{', '.join(names)} after {games:,}" for games, names in by_games.items()]
            texts.append(f"{word}: {', '.join(each)} {noun}")
    return texts


def shortfall_text(until: Until, ends: Sequence[PartEnd], noun: str) -> str:
    """Return that what was asked was not met, and what would be enough; empty if it was met."""
    missed = [end for end in ends if not end.is_met]
    if not missed:
        return ""
    # The part that needs most games; one of which that is not known only if there is no other.
    farthest = max(missed, key=lambda end: (not math.isnan(end.enough), end.enough))
    which = f"{farthest.name} is farthest: " if len(missed) > 1 else ""
    not_met = _met_and_not_met(ends, noun)[-1]
    return f"asked: {until.words}; {not_met}; {which}{_needed_text(until, farthest, noun)}"


def _needed_text(until: Until, end: PartEnd, noun: str) -> str:
    """Return in words how many games would be enough for a part."""
    option, figure = "matches" if noun == "matches" else "games", end.whole
    if end.is_unfinished:
        return f"all games are unfinished, so no number of {noun} is enough; {end.advice}"
    if end.enough == math.inf and figure.is_endless:
        return f"{figure.unfinished_text}, so no number of {noun} is enough; {end.advice}"
    if end.enough == math.inf:
        return f"so many are unfinished that no number of {noun} is enough; {end.advice}"
    if figure.absent:
        return f"its interval {figure.absent}; give more {option_text(option)}"
    if not end.enough > 0:
        return f"give more {option_text(option)}"
    games = option_text(option, rounded_up(end.enough))
    if figure.is_never:
        need = "are needed at least" if until.relative else "without one should be enough"
        text = f"none was seen; {games} {need}"
    elif until.half is None or figure.is_noted:
        text = f"{games} may be enough"
    else:
        text = f"{games} should be enough"
    if figure.is_noted:
        text += f"; much of its width is that of unfinished games: {end.advice}"
    return text


def more_endings_text(arm: Arm, seen: Mapping[str, Seen]) -> str:
    """Return what makes more games of an arm end.

    `seen` has how often its games had each number of turns and of moves, and its unfinished ones.
    """
    reached = {
        f"max_{name}": seen.get(f"unfinished_{name}", Seen()).at_least(
            getattr(arm.limits, f"max_{name}")
        )
        for name in ("turns", "moves")
    }
    in_turn = seen.get("unfinished_turns", Seen()).total - sum(reached.values())
    if arm.own_players and in_turn > max(reached.values()):
        players = arm.own_players
        whose = str(players[0]) if len(players) == 1 else "that player"
        shown = "" if len(players) == 1 else " (`rbsim replay` shows whose)"
        return (
            f"most of them ended in a turn of {option_text('max_turn_moves', arm.max_turn_moves)}"
            f"{shown}; let {whose} avoid moves that take back its last ones"
        )
    limit = max(reached, key=lambda name: reached[name])  # of turns, if none is known
    name = limit.removeprefix("max_")
    finished, _ = (seen.get(name, Seen()) + -seen.get(f"unfinished_{name}", Seen())).record
    value = getattr(arm.limits, limit)
    other_players = "take players that end more games"
    if finished and 2 * max(finished) < value:
        return f"no finished game took more than {max(finished):,} {name}, so {other_players}"
    more = min(10 * value, MAX_LIMITS[limit])
    if more > value and (finished or value <= getattr(Limits, limit)):
        return f"raise {option_text(limit)} to {more:,}, or {other_players}"
    return other_players


# ---- how many games to play ----


def plan_text(
    widest: Figure,
    runs: int,
    margin: float,
    noun: str,
    games_for: Callable[[float], float],
    advice: str,
) -> str:
    """Return how many games halve the widest interval of the answer, or show that it is fair.

    Parameters
    ----------
    widest : Figure
        The figure of the answer with the widest interval.
    runs : int
        How many figures answer the study's question.
    margin : float
        Of a fair study, the percentage points within which a handicap is fair.
    noun : str
        What the options count, as games.
    games_for : callable
        How many games give the figure a half-width; infinite if no number does.
    advice : str
        What makes more games end.
    """
    words = QUANTITIES[widest.quantity].words
    if widest.is_endless:
        return (
            f"the interval of {words} has {widest.open_ends}, however many {noun} are played, as "
            f"{widest.unfinished_text}; {advice}"
        )
    if widest.quantity == "advantage_together":
        half = margin / 100 / (1 + NormalDist().inv_cdf(0.9) / two_sided(widest.level))
        within = count_text(margin, "points")
        aim = f"show a handicap of advantage 0 to be fair within {within} four times in five"
        bound_aim = aim
    else:
        half, narrow = widest.half / 2, games_for(NARROW)
        if widest.form == "whole":  # as its ends are whole numbers
            half = math.floor(2 * half) / 2
            if half == 0:
                return ""
        also = ""
        if widest.is_share and half > NARROW and narrow < math.inf:
            also = f" ({rounded_up(narrow):,} make it ± 0.1 points)"
        aim = f"halve the interval of {words}{also}"
        # Of two quantiles, which have no standard error, nothing shows that they differ.
        if (games := games_for(half)) < math.inf and widest.form != "whole":
            shown = _difference_text(widest, runs, games / games_for(widest.uncut_half))
            aim += f", and show {shown} four times in five"
        bound_aim = f"halve the bound of {words}{also}"
    games = games_for(half)
    if games == math.inf:
        return f"so many are unfinished that no number of {noun} can {aim}; {advice}"
    each = f"{noun} of each run" if runs > 1 and noun != "deals" else noun
    more = f"{rounded_up(games):,} {each}"
    if widest.is_never and widest.is_bound:
        return f"none was seen: {more} without one, these included, {bound_aim}"
    return f"{more}, these included, {aim}"


def _difference_text(figure: Figure, runs: int, times: float) -> str:
    """Return which difference so many times the games show, and between what.

    A figure that is a difference by itself is told from 0; of any other, two runs are told apart.
    """
    is_difference = figure.form in ("difference", "change")
    against, is_duel = figure.labels.get("against"), "opponent" in figure.labels
    is_alone = is_difference and bool(against or is_duel or runs == 1)
    least = told_apart(figure, times, 1 if is_alone else 2)
    least_text = figure.show(least).lstrip("+").replace("%", " points")
    if not is_alone:
        return f"a difference of {least_text} between two runs"
    if against:
        return f"a difference of {least_text} from {against}"
    words = QUANTITIES[figure.quantity].words
    article = "an" if words[0] in "aeio" else "a"
    return f"{article} {words} of {least_text}"


def rounded_up(number: float) -> int:
    """Return a number of games rounded up to two digits."""
    size: int = 10 ** max(0, len(str(math.ceil(number))) - 2)
    return size * math.ceil(number / size)


# ---- what was played ----


def played_text(
    arms: Sequence[Arm],
    spans: Sequence[Span],
    counts: Sequence[int],
    noun: str,
    level: float,
    asked_levels: Sequence[float],
) -> str:
    """Return what was played, by which versions, at which level.

    Parameters
    ----------
    arms : sequence of Arm
        Of the study.
    spans : sequence of Span
        The games that were added up.
    counts : sequence of int
        The games of each part.
    noun : str
        What the counts are of, as games.
    level : float
        Of the intervals.
    asked_levels : sequence of float
        Of the figures that were played for, each at its last look.
    """
    first = arms[0]
    least = f"{min(counts):,} to " if min(counts) < max(counts) else ""
    seeds = [f"seed {span.seed} from {span.firsts[0]} on" for span in spans[:3]]
    more_seeds = ", ..." if len(spans) > 3 else ""
    players = dict.fromkeys(name for arm in arms for name in arm.versioned_players)
    texts = [
        f"{least}{count_text(max(counts), noun)}, {'; '.join(seeds)}{more_seeds}",
        f"players {', '.join(players)}",
        attention_text(first.attention),
    ]
    if all(arm.anew == first.anew for arm in arms):
        texts += [f"{name} {number}" for name, number in first.anew.items()]
    texts += [
        f"{arm.variant}, which deals otherwise, from {arm.first} on, unpaired"
        for arm in arms
        if arm.first != first.first
    ]
    usual = vars(Limits())
    texts += [
        f"{hyphened(name)} {number:,}"
        for name, number in vars(first.limits).items()
        if number != usual[name]
    ]
    texts.append(f"games version {first.games_version}")
    levels = f"intervals of {level_text(level)}"
    if asked_levels:
        # A single look has but a part of the error.
        lowest = level_text(round(min(asked_levels), 3))
        levels += f", of what was asked {lowest} ({level_text(1 - ALPHA)} over all its looks)"
    return "; ".join(filter(None, [*texts, levels]))


def speed_text(games: int, seconds: float, machine: dict[str, str], threads: str, read: int) -> str:
    """Return how fast games were played just now, and how many a store had; may be empty.

    `seconds` is 0 if they were not played just now, and `machine` is empty if it was not here.
    `threads` says by how many, and why so many.
    """
    text = ""
    if seconds > 0:
        text += f"; {games / seconds:,.0f} games a second"
        if machine:
            text += f" on {machine['processor']}, {machine['build']} build, {threads}"
    if read:
        text += f"; {read:,} of the games were in the store already"
    return text


def is_all_unfinished(tally: Tally, arms: int) -> bool:
    """Return whether no game of a part has ended; False of matches and luck, counted otherwise."""
    return (
        tally.n > 0
        and tally.products is not None
        and tally.products.ndim == 4
        and all(tally.counts(arm)[UNFINISHED] == tally.n for arm in range(arms))
    )


def unfinished_text(tallies: Sequence[Tally], numbers: Sequence[Sequence[int]]) -> str:
    """Return how many games were not finished within the limits, and what that does.

    `numbers` has the arms of each part by their numbers: an arm of several parts counts once.
    """
    unfinished, games = dict[int, int](), dict[int, int]()
    for tally, arms in zip(tallies, numbers, strict=True):
        if tally.products is not None and tally.products.ndim == 4:
            for place, number in enumerate(arms):
                if tally.n >= games.get(number, 0):
                    games[number] = tally.n
                    unfinished[number] = int(tally.counts(place)[UNFINISHED])
    if not games:  # of matches and luck
        return (
            "What is not finished within the limits counts as not won; tables have its share, and "
            "intervals allow for it."
        )
    if not any(unfinished.values()):
        return "Every game was finished."
    return (
        f"{sum(unfinished.values()):,} of {sum(games.values()):,} games were not finished within "
        "the limits. Intervals allow for however they would have ended; a star is where that is "
        "over a tenth, or where an interval has no end, as they are at least as long as was seen."
    )
