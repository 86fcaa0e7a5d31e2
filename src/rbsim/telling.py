"""Telling: sentences about a run, as pure functions of its figures, its counts and its arms.

They state the target of a run and whether it was met, how many games would be enough, and what was
played. Each kind of study states the answer itself, in its `headline`.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rbcore.cards.ranges import count_text
from rbcore.rules.definition import hyphened
from rbcore.rules.limits import MAX_LIMITS, Limits
from rbsim.arms.arm import Arm, attention_text
from rbsim.estimates.figures import QUANTITIES, Figure
from rbsim.estimates.intervals import level_text
from rbsim.estimates.tally import UNFINISHED, Histogram, Tally
from rbsim.estimates.until import ALPHA, Until, told_apart
from rbsim.options import option_text
from rbsim.study.spans import Shards, Span

MAX_NAMED = 4  # a sentence names up to so many parts one by one
NARROW = 0.001  # a half-width that people ask for, ± 0.1%


@dataclass(frozen=True)
class PartEnd:
    """How a part of a study ended that was played until its figure met a target.

    Attributes
    ----------
    name : str
        Labels that distinguish the part from others, such as ``strict, greedy``.
    games : int
        The number of games, matches or deals that were played.
    is_met : bool
        Whether the target was met.
    figure : Figure
        The figure by which that was decided.
    whole : Figure
        The same quantity over all games of the part.
    enough : float
        If the target was not met, how many games would be enough: infinite if no number is, NaN if
        that is not known.
    advice : str
        If the target was not met, how to make more games end.
    is_unfinished : bool
        Whether all its games are unfinished.
    """

    name: str
    games: int
    is_met: bool
    figure: Figure
    whole: Figure
    enough: float = math.nan
    advice: str = ""
    is_unfinished: bool = False


# ---- the target ----


def goal_text(until: Until, ends: Sequence[PartEnd], noun: str) -> str:
    """Return the target, and which parts met it after how many games."""
    text = f"Target: {until.words}; {'; '.join(_met_and_not_met(ends, noun))}."
    if until.half is not None and not until.relative:
        text += _width_warning(until, ends)
    return text


def timed_text(time: str | float, games: int, noun: str) -> str:
    """Return for how long a study was played, and the number of games that repeats it."""
    lasting = time if isinstance(time, str) else f"{time:g}s"
    option = option_text("matches" if noun == "matches" else "games", games)
    return f"Played for {lasting}: {games:,} {noun}; {option} repeats the run."


def _width_warning(until: Until, ends: Sequence[PartEnd]) -> str:
    """Return a warning if the half-width is larger than the figure itself; else an empty text."""
    assert until.half is not None
    differences = ("difference", "change")
    if not any(
        end.figure.estimate < until.half and end.figure.form not in differences for end in ends
    ):
        return ""
    where = " in some runs" if len(ends) > 1 else ""
    share = until.text if until.text.endswith("%") and until.half >= 0.01 else "10%"
    return (
        f" {until.width} is larger than the figure itself{where}; did you mean a fraction of it, "
        f"{option_text('until', f'{share}-of-itself')}?"
    )


def _met_and_not_met(ends: Sequence[PartEnd], noun: str) -> list[str]:
    """Return after how many games parts met the target, then the parts that did not."""
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
    """Return that the target was not met, and what would be enough; empty if it was met."""
    missed = [end for end in ends if not end.is_met]
    if not missed:
        return ""
    # The part that needs the most games; one whose need is unknown only if there is no other.
    farthest = max(missed, key=lambda end: (not math.isnan(end.enough), end.enough))
    which = f"{farthest.name} needs the most: " if len(missed) > 1 else ""
    not_met = _met_and_not_met(ends, noun)[-1]
    return f"target: {until.words}; {not_met}; {which}{_needed_text(until, farthest, noun)}"


def _needed_text(until: Until, end: PartEnd, noun: str) -> str:
    """Return in words how many games would be enough for a part."""
    option, figure = "matches" if noun == "matches" else "games", end.whole
    if end.is_unfinished:
        return f"all games are unfinished, so no number of {noun} is enough; {end.advice}"
    if end.enough == math.inf and figure.is_endless:
        return f"{figure.unfinished_text}, so no number of {noun} is enough; {end.advice}"
    if end.enough == math.inf:
        return f"too many games are unfinished for any number of {noun} to be enough; {end.advice}"
    if figure.absent:
        return f"its interval {figure.absent}; give more {option_text(option)}"
    if not end.enough > 0:
        return f"give more {option_text(option)}"
    games = option_text(option, rounded_up(end.enough))
    if figure.is_never:
        text = f"none was seen; {games} without one should be enough"
        if until.relative:
            text = f"none was seen; at least {games} are needed"
    elif until.half is None or figure.is_noted:
        text = f"{games} may be enough"
    else:
        text = f"{games} should be enough"
    if figure.is_noted:
        text += f"; unfinished games cause much of the interval's width: {end.advice}"
    return text


def more_endings_text(arm: Arm, seen: Mapping[str, Histogram]) -> str:
    """Return how to make more games of an arm end.

    `seen` has histograms of the turns and moves of all its games, and of its unfinished ones.
    """
    reached = {
        name: seen.get(f"unfinished_{name}", Histogram()).at_least(
            getattr(arm.limits, f"max_{name}")
        )
        for name in ("turns", "moves")
    }
    in_turn = seen.get("unfinished_turns", Histogram()).total - sum(reached.values())
    if arm.own_players and in_turn > max(reached.values()):
        players = arm.own_players
        whose = str(players[0]) if len(players) == 1 else "that player"
        shown = "" if len(players) == 1 else " (`rbsim replay` shows whose)"
        return (
            f"most of them ended in a turn of {option_text('max_turn_moves', arm.max_turn_moves)}"
            f"{shown}; let {whose} avoid moves that undo its previous ones"
        )
    name = max(reached, key=lambda name: reached[name])  # turns, if none is known
    limit = f"max_{name}"
    finished, _ = (
        seen.get(name, Histogram()) + -seen.get(f"unfinished_{name}", Histogram())
    ).record
    value = getattr(arm.limits, limit)
    other_players = "use players that finish more games"
    if finished and 2 * max(finished) < value:
        return f"no finished game took more than {max(finished):,} {name}, so {other_players}"
    more = min(10 * value, MAX_LIMITS[limit])
    if more > value and (finished or value <= getattr(Limits, limit)):
        return f"raise {option_text(limit)} to {more:,}, or {other_players}"
    return other_players


# ---- how many games to play ----


class Aim(NamedTuple):
    """A half-width to reach, and the aim in words: to `find ...`, which `Finding ...` takes."""

    half: float
    words: str
    doing: str


def plan_text(
    widest: Figure,
    runs: int,
    aim: Aim | None,
    noun: str,
    games_for: Callable[[float], float],
    advice: str,
    is_contrast: bool = False,
) -> str:
    """Return how many games halve the widest interval of the answer, or reach another aim.

    Parameters
    ----------
    widest : Figure
        The figure of the answer with the widest interval.
    runs : int
        How many figures answer the study's question.
    aim : Aim or None
        The aim of the plan; None to halve the interval.
    noun : str
        The unit that the options count, such as games.
    games_for : callable
        Takes a half-width and returns how many games give it; infinite if no number does.
    advice : str
        How to make more games end.
    is_contrast : bool
        Whether each answer compares two arms.
    """
    words = QUANTITIES[widest.quantity].words
    if widest.is_endless:
        return (
            f"The interval of {words} has {widest.open_ends}, however many {noun} are played, "
            f"because {widest.unfinished_text}; {advice}."
        )
    also = power = ""
    is_alone = (is_contrast or runs == 1) and widest.form in ("difference", "change")
    is_never = widest.is_never and widest.is_bound
    if aim is None:
        half, narrow = widest.half / 2, games_for(NARROW)
        if widest.form == "whole":  # the ends are whole numbers
            half = math.floor(2 * half) / 2
            if half == 0:
                return ""
        if widest.is_share and half > NARROW and narrow < math.inf:
            also = f"; reaching ± 0.1 points takes {rounded_up(narrow):,}"
        interval = "bound" if is_never else "interval"
        aim = Aim(half, f"halve the {interval} of {words}", f"Halving the {interval} of {words}")
        # Two quantiles, which have no standard error, are never shown to differ.
        if (games := games_for(half)) < math.inf and widest.form != "whole":
            times = games / games_for(widest.uncut_half)
            shown = _difference_text(widest, is_alone, times)
            power = f"{shown} is detected with 80% power."
    games = games_for(aim.half)
    if games == math.inf:
        return f"Too many games are unfinished for any number of {noun} to {aim.words}; {advice}."
    each = f"{noun} per run" if runs > 1 and noun != "deals" else noun
    count = f"{rounded_up(games):,}"
    more = f"{count} {each}"
    text = f"{aim.doing} takes {more} in all{also}."
    if is_never:
        text = f"None was seen. {aim.doing} takes {more} in all without one{also}."
    if not power:
        return text
    return f"{text} With {more if is_alone else f'{count} {noun} in each of two runs'}, {power}"


def _difference_text(figure: Figure, is_alone: bool, times: float) -> str:
    """Return the difference that is detected with `times` as many games, and between what.

    A difference that is of interest alone is compared with 0; for others, two runs are compared.
    """
    least = told_apart(figure, times, 1 if is_alone else 2)
    unit = " points" if figure.is_share else ""
    least_text = f"{figure.show(least, bare=True)}{unit}"
    if not is_alone:
        return f"a true difference of {least_text} between them"
    if against := figure.labels.get("against"):
        return f"a true difference of {least_text} from {against}"
    return f"a true {QUANTITIES[figure.quantity].words} of {least_text}"


def rounded_up(number: float) -> int:
    """Return a number of games rounded up to two digits."""
    size: int = 10 ** max(0, len(str(math.ceil(number))) - 2)
    return size * math.ceil(number / size)


# ---- what was played ----


def extent_text(games: int, planned: int, noun: str) -> str:
    """Return how many games were played, and of how many if more were planned."""
    of = f" of {planned:,}" if planned > games else ""
    return f"{games:,}{of} {noun} were played"


def interrupted_text(extent: str, headline: str) -> str:
    """Return the headline of a run that was interrupted, and how far it had come."""
    return f"Interrupted when {extent}. {headline}"


def partial_text(each: Iterable[Shards]) -> str:
    """Return which games of a sharded study are missing; empty for other studies."""
    return "".join(f"PARTIAL: {shards.missing_text}; " for shards in each)


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
        The arms of the study.
    spans : sequence of Span
        The games that were added up.
    counts : sequence of int
        The number of games of each part.
    noun : str
        The unit that is counted, such as games.
    level : float
        The level of the intervals.
    asked_levels : sequence of float
        The levels of the target figures, each at its last interim look.
    """
    first = arms[0]
    least = f"{min(counts):,} to " if min(counts) < max(counts) else ""
    seeds = [f"seed {span.seed}, from game {span.firsts[0]} on" for span in spans[:3]]
    more_seeds = ", ..." if len(spans) > 3 else ""
    players = [
        f"{name} (version {version})" if version else name
        for name, _, version in dict.fromkeys(
            player.partition("/") for arm in arms for player in arm.versioned_players
        )
    ]
    texts = [
        f"{least}{count_text(max(counts), noun)} ({'; '.join(seeds)}{more_seeds})",
        f"{'player' if len(players) == 1 else 'players'} {', '.join(players)}",
        attention_text(first.attention),
    ]
    if all(arm.anew == first.anew for arm in arms):
        texts += [f"{name} {number}" for name, number in first.anew.items()]
    texts += [
        f"{arm.variant} from game {arm.first} on, unpaired, because it deals differently"
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
    levels = f"{level_text(level)} intervals"
    if asked_levels:
        # A single look may use only part of the error.
        lowest = level_text(round(min(asked_levels), 3))
        levels += f", {lowest} for the target (so {level_text(1 - ALPHA)} over all interim looks)"
    return "; ".join(filter(None, [*texts, levels]))


def speed_text(games: int, seconds: float, machine: dict[str, str], threads: str, read: int) -> str:
    """Return how fast games were just played, and how many a store had already; may be empty.

    `seconds` is 0 if they were not played just now, and `machine` is empty if they were played
    elsewhere. `threads` says how many threads played, and why.
    """
    text = ""
    if seconds > 0:
        text += f"; {games / seconds:,.0f} games a second"
        if machine:
            text += f" on {machine['processor']}, {machine['build']} build, {threads}"
    if read:
        text += f"; {read:,} of the games were already in the store"
    return text


def is_all_unfinished(tally: Tally, arms: int) -> bool:
    """Return whether no game of a part has ended; False for matches and luck, counted otherwise."""
    return (
        tally.n > 0
        and tally.products is not None
        and tally.products.ndim == 4
        and all(tally.counts(arm)[UNFINISHED] == tally.n for arm in range(arms))
    )


def unfinished_text(tallies: Sequence[Tally], numbers: Sequence[Sequence[int]]) -> str:
    """Return how many games were not finished within the limits, and what that does to figures.

    `numbers` has the arms of each part by their numbers: an arm in several parts counts once.
    """
    unfinished, games = dict[int, int](), dict[int, int]()
    for tally, arms in zip(tallies, numbers, strict=True):
        if tally.products is not None and tally.products.ndim == 4:
            for place, number in enumerate(arms):
                if tally.n >= games.get(number, 0):
                    games[number] = tally.n
                    unfinished[number] = int(tally.counts(place)[UNFINISHED])
    if not games:  # matches and luck
        return (
            "A game that is not finished within the limits counts as not won. Tables show the "
            "share of such games, and intervals allow for every way in which they could have ended."
        )
    if not any(unfinished.values()):
        return "Every game was finished."
    return (
        f"{sum(unfinished.values()):,} of {sum(games.values()):,} games were not finished within "
        "the limits. Intervals allow for every way in which they could have ended. A star marks "
        "figures where this makes up more than a tenth of the interval, or leaves it without an "
        "end, because these games are at least as long as was seen."
    )
