"""Starting: what it is worth, as played and with every seat starting; and fair handicaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Unpack

from rbcore.cards.ranges import check_once
from rbcore.rules.definition import hyphened, value_text
from rbcore.rules.variants import AXES
from rbsim.arms.arm import Arm, run_arms, starts_of, with_axes
from rbsim.arms.players import Players
from rbsim.figures import (
    LEADING,
    PLACES,
    QUANTITIES,
    Figure,
    Label,
    contrast,
    game_figures,
    plain,
    rate,
    ratio,
    weigh,
)
from rbsim.intervals import joint_level
from rbsim.kinds.runs import axis_values
from rbsim.options import How
from rbsim.result import Kind, Result, study_of
from rbsim.show.tables import View, highest_and_lowest
from rbsim.study import Study
from rbsim.tally import CODES, Tally
from rbsim.variants import Variant

ALL, NONE = "all", "none"
ENDS = ("starter_wins", "second_wins", "third_wins", *CODES[3:])  # the quantities of CODES
STARTS, AS_DEALT = ("causal", "as played", "difference"), "as dealt"


def arms_of(arm: Arm) -> tuple[Arm, ...]:
    """Return an arm as it is and with each seat forced to start, in every seating."""
    attention = arm.attention or (None,) * arm.rules.seats
    orders = dict.fromkeys(permutations(zip(arm.players, attention, strict=True)))
    made = []
    for order in orders:
        players, own = zip(*order, strict=True)
        seating = replace(arm, players=players, attention=arm.attention and own)
        made += [seating, *starts_of(seating)]
    return tuple(made)


def by_start(size: int, seats: int, seating: int | None = None) -> tuple[list[int], list[int]]:
    """Return the arms as played, and those with forced starts; of all seatings or of one."""
    arms = [a for a in range(size) if seating in (None, a // (1 + seats))]
    return [a for a in arms if a % (1 + seats) == 0], [a for a in arms if a % (1 + seats)]


def effect(
    name: str, tally: Tally, played: Sequence[int], forced: Sequence[int], level: float
) -> Iterator[Figure]:
    """Yield the effect of starting on a quantity: causal, as played, and the difference."""
    for start, one, less in zip(STARTS, (forced, played, played), ((), (), forced), strict=True):
        tested = start == "difference" or name == "advantage"
        yield contrast(name, tally, one, less, level=level, tested=tested).of(start=start)


# ---- advantage ----


def _advantage_figures(result: Result) -> Iterator[Figure]:
    """Yield of every part the effects over all seatings, then of each; then what each arm had."""
    for part, arms in enumerate(result.study.parts):
        for one in _effects(arms, result.tallies[part], result.level):
            yield one.of(**result.study.labels(part))


def _effects(arms: Sequence[Arm], tally: Tally, level: float) -> Iterator[Figure]:
    seats, size = arms[0].rules.seats, len(arms)
    names = [arm.player_text for arm in arms[:: 1 + seats]]
    for number, seating in [(None, ALL), *(enumerate(names) if len(names) > 1 else ())]:
        played, forced = by_start(size, seats, number)
        more = ("nobody_wins", *CODES[3:]) if number is None else ()
        for name in ("advantage", *ENDS[:seats], *more):
            for one in effect(name, tally, played, forced, level):
                yield one.of(seating=seating)
        for start, used in (("as played", played), ("causal", forced)):
            top, bottom = (
                weigh(size, dict.fromkeys(used, weights))
                for weights in (LEADING, dict.fromkeys(CODES[:seats], 1))
            )
            made = ratio("decided_advantage", tally, top, bottom, level)
            yield made.of(seating=seating, start=start)
    for i, arm in enumerate(arms):
        start = AS_DEALT if i % (1 + seats) == 0 else f"seat {i % (1 + seats) - 1}"
        if start == AS_DEALT:
            own = (tally, i, seats, arm.limits.max_turns, arm.attention is not None, level)
            for one in game_figures(*own):
                if one.quantity not in ("advantage", *ENDS):
                    yield one.of(seating=arm.player_text, start=start)
        counts = tally.counts(i).tolist()
        for code, count in enumerate(counts):
            if not seats <= code < len(PLACES):
                left = 0 if CODES[code] == "unfinished" else counts[-1]
                made = rate(ENDS[code], count, tally.n, left, level, "deals")
                yield made.of(seating=arm.player_text, start=start)


def _advantage_goals(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the causal figures of a part over all seatings, which hold by themselves."""
    for one in _effects(study.parts[part], tally, level):
        if one.labels["start"] == "causal" and one.labels["seating"] == ALL:
            yield one.of(**study.labels(part))


def _advantage_headline(result: Result) -> str:
    name, labels = result.asked, result.answer_labels
    found = [
        one
        for one in result.figures
        if one.quantity == name and labels.items() <= one.labels.items()
    ]
    if len(found) == 1 and name == "advantage":
        one = found[0]
        worth = f"worth {one.text}, games won less games lost of 100"
        if one.low > 0 or one.high < 0:
            return f"Starting is {worth}, with the luck of the deal cancelled."
        return (f"These games leave open whether starting helps: with the luck of the deal "
                f"cancelled it is {worth}.")  # fmt: skip
    words = QUANTITIES[name].words
    if len(found) == 1:
        return f"{words.capitalize()}: {found[0].text} with every seat starting each deal."
    named = {label_text(one.labels, result): one for one in found}
    said = highest_and_lowest(words, named, "parts").partition(";")[0]
    return f"{said}; each interval holds by itself, and whether two differ is for rbsim compare."


def label_text(labels: Mapping[str, Label], result: Result) -> str:
    """Return what tells a part from the others, `strict, greedy`."""
    return ", ".join(str(labels[name]) for name in parts_by(result))


def parts_by(result: Result) -> tuple[str, ...]:
    """Return the labels by which the parts of a result differ."""
    every = [result.study.labels(part) for part in range(len(result.study.parts))]
    names = dict.fromkeys(name for own in every for name in own)
    several = tuple(n for n in names if len({own.get(n) for own in every}) > 1)
    return several or ("variant",)


def _advantage_views(result: Result) -> list[View]:
    keys, of_all = ("advantage", *ENDS[:3], "nobody_wins"), {"seating": (ALL,)}
    if len(result.study.parts) > 1:
        rows, causal = parts_by(result), {**of_all, "start": STARTS[:1]}
        first = [View("Advantage of starting, causal", rows, ("advantage", "advantage.p_adjusted",
                      *keys[1:]), causal, brief=True),
                 View("Advantage by start", (*rows, "start"), keys, of_all)]  # fmt: skip
    else:
        rows = ()
        first = [View("Advantage of starting", ("start",), keys, of_all, brief=True)]
    seatings = dict.fromkeys(str(one.labels["seating"]) for one in result.figures)
    rest = ("decided_advantage", *CODES[3:])
    each = [View(f"Effects, {name}", (*rows, "start"), rest if name == ALL else (*keys, *rest),
                 {"seating": (name,), "start": STARTS})
            for name in seatings]  # fmt: skip
    starts = dict.fromkeys(one.labels["start"] for one in result.figures)
    arms = {"start": tuple(start for start in starts if start not in STARTS)}
    return [*first, *each, View("Outcomes of the arms", (*rows, "seating", "start"), ENDS, arms)]


ADVANTAGE = Kind(
    "advantage", "Advantage of starting", _advantage_figures, _advantage_headline, _advantage_views,
    _advantage_goals, {"quantity": "advantage", "start": "causal", "seating": ALL}, "advantage",
)  # fmt: skip


@study_of(ADVANTAGE)
def advantage(
    *variants: Variant, games: int = 100_000, players: Players = "greedy", **how: Unpack[How]
) -> Study:
    """Estimate the advantage of starting, as played and causal.

    Each deal is played under the variant's own starter and with every seat starting. Players that
    differ are seated in every order. Several variants and players stand side by side, each with an
    interval that holds by itself.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        As of `simulate`; the standard game unless given.
    games : int
        Number of deals; with `until`, which is of the causal quantity `of`, the most.
    players : str, Player, callable, or sequence of these
        As of `simulate`; runs with commas.

    Returns
    -------
    Result
        Figures by `start` (causal, as played, difference) of all seatings together and of each.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`.

    Examples
    --------
    >>> advantage("standard", games=50, seed=1).answer
    +11 points (-7 to 29), 50 deals
    """
    return Study("advantage", tuple(map(arms_of, run_arms(variants, players, games, **how))))


# ---- fair ----


def _together(result: Result, variant: Label, players: Label) -> list[tuple[str, Figure]]:
    """Return the handicaps of a variant and players, and the advantages that hold for all."""
    return [
        (str(one.labels["handicap"]), one)
        for one in result.figures
        if one.quantity == "advantage_together"
        and (one.labels["variant"], one.labels["players"]) == (variant, players)
    ]


def _fair_figures(result: Result) -> Iterator[Figure]:
    runs: dict[tuple[Label, Label], list[tuple[str, Figure]]] = {}
    for part, tally in enumerate(result.tallies):
        for one in _fair_goals(result.study, part, tally, result.level):
            yield one
            if one.quantity == "advantage_together":
                run = one.labels["variant"], one.labels["players"]
                runs.setdefault(run, []).append((str(one.labels["handicap"]), one))
    for (variant, players), together in runs.items():
        if (drawn := mixture(together)) is not None:
            names, share = drawn
            yield share.of(variant=variant, players=players, handicap=names)


FAIR_ENDS = ("starter_wins", "nobody_wins", "stalemate", "standoff", "unfinished", "turns")


def _fair_goals(study: Study, part: int, tally: Tally, level: float) -> Iterator[Figure]:
    """Yield the figures of a handicap, first that whose intervals hold for all together."""
    arms, labels, joint = study.parts[part], study.labels(part), len(study.parts)
    played, forced = by_start(len(arms), arms[0].rules.seats)
    together = contrast("advantage", tally, forced, level=joint_level(level, joint))
    yield replace(together, quantity="advantage_together").of(**labels)
    for one in list(effect("advantage", tally, played, forced, level))[:2]:
        yield one.of(**labels)
    seats, most = arms[0].rules.seats, arms[0].limits.max_turns
    for one in game_figures(tally, 0, seats, most, False, level):
        if one.quantity in FAIR_ENDS:
            yield one.of(**labels, start="as played")


def mixture(together: Sequence[tuple[str, Figure]]) -> tuple[str, Figure] | None:
    """Return the share of games under the first of two neighbours on an axis that is fair.

    None where a handicap may be fair by itself, or none lie on both sides.
    """
    if any(not (one.low > 0 or one.high < 0) for _, one in together):
        return None
    found = []
    for axis in dict.fromkeys(name.partition("=")[0] for name, _ in together[1:]):
        own = [
            (name, one)
            for i, (name, one) in enumerate(together)
            if i == 0 or name.partition("=")[0] == axis
        ]
        above = min(
            (o for o in own if o[1].estimate > 0), key=lambda o: o[1].estimate, default=None
        )
        below = max(
            (o for o in own if o[1].estimate < 0), key=lambda o: o[1].estimate, default=None
        )
        if above is not None and below is not None:
            found.append((above[1].estimate - below[1].estimate, above, below))
    if not found:
        return None
    _, (name, more), (other, less) = min(found, key=lambda one: one[0])
    share, low, high = (
        -b / (a - b)
        for a, b in ((more.estimate, less.estimate), (more.high, less.high), (more.low, less.low))
    )
    made = plain("first_of_two", share, more.n, "deals")
    return f"{name} or {other}", replace(made, low=low, high=high, level=more.level)


def _fair_headline(result: Result) -> str:
    said, name = [], result.asked
    if name != "advantage_together":
        start = {"start": "causal"} if name == "advantage" else {}
        named = {label_text(one.labels, result): one for one in result.figures
                 if one.quantity == name and start.items() <= one.labels.items()}  # fmt: skip
        return f"{highest_and_lowest(QUANTITIES[name].words, named, 'handicaps')}."
    for variant, players in _fair_runs(result):
        together = _together(result, variant, players)
        several = len(result.study.parts) > len(together)
        where = f"{variant}, {players}: " if several else ""
        said.append(where + _fair_sentence(together))
    return " ".join([*said, "Intervals hold for all handicaps together."])


def _fair_sentence(together: Sequence[tuple[str, Figure]]) -> str:
    """Return which handicaps of a variant and its players may be fair, or what would be."""
    fair = {name: one for name, one in together if not (one.low > 0 or one.high < 0)}
    bare = together[0][1].text
    if NONE in fair:
        return ("These games leave open whether starting helps without a handicap: the starter's "
                f"advantage is {bare}.")  # fmt: skip
    if fair:
        name, one = next(iter(fair.items()))
        return (f"These may be fair: {', '.join(fair)}. Under {name} the starter's advantage is "
                f"{one.text}, without a handicap {bare}.")  # fmt: skip
    if (drawn := mixture(together)) is not None:
        names, share = drawn
        return (f"No handicap tried is fair. A draw would be that takes, of {names}, the first in "
                f"{share.text} of games; without a handicap the advantage is {bare}.")  # fmt: skip
    name, one = min(together, key=lambda own: abs(own[1].estimate))
    return (f"No handicap tried is fair. Under {name} the starter's advantage is {one.text}, "
            f"without a handicap {bare}.")  # fmt: skip


def _fair_runs(result: Result) -> list[tuple[Label, Label]]:
    labels = [result.study.labels(part) for part in range(len(result.study.parts))]
    return list(dict.fromkeys((own["variant"], own["players"]) for own in labels))


def _fair_views(result: Result) -> list[View]:
    names = [n for n in parts_by(result) if n != "handicap"]
    columns = ("advantage_together", *FAIR_ENDS)
    rows = (*names, "handicap")
    return [View("Handicaps", rows, columns, brief=True),
            View("Causal and as played", (*rows, "start"), ("advantage",))]  # fmt: skip


FAIR = Kind(
    "fair", "A fair start", _fair_figures, _fair_headline, _fair_views, _fair_goals,
    {"quantity": "advantage_together"}, "advantage_together",
)  # fmt: skip


@study_of(FAIR)
def fair(
    *variants: Variant, handicaps: str = "first-moves=1..8", games: int = 20_000,
    players: Players = "greedy", **how: Unpack[How],
) -> Study:  # fmt: skip
    """Look for the handicap of the starter that makes starting worth nothing.

    Each deal is played without a handicap and under every one of them, as `advantage` plays it.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        The variants without a handicap; the standard game unless given.
    handicaps : str
        Axes with their values, tried one at a time: ``first-moves=2..4,second-reserve=6,7``.
    games : int
        Number of deals; with `until`, by which each handicap stops by itself, the most.
    players : str, Player, callable, or sequence of these
        As of `advantage`.

    Returns
    -------
    Result
        Figures by `handicap`; `advantage_together` has intervals that hold for all together.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`, and for handicaps that cannot be read or clash with the
        variant.

    Examples
    --------
    >>> fair("standard", handicaps="first-moves=1,4", games=300, seed=1).headline[:25]
    'These may be fair: first-'
    """
    texts: list[str] = []
    for piece in handicaps.replace(" ", ",").split(","):
        if "=" in piece or not texts:
            texts.append(piece)
        elif piece:
            texts[-1] += f",{piece}"
    tried = [(AXES[axis].name, v) for axis, values in map(axis_values, texts) for v in values]
    names = [NONE, *(f"{hyphened(axis)}={value_text(value)}" for axis, value in tried)]
    check_once(names)
    parts, labels = [], []
    for run in run_arms(variants, players, games, **how):
        every = [run, *(with_axes(run, **{axis: value}) for axis, value in tried)]
        if any(arm.rules == run.rules for arm in every[1:]):
            raise ValueError("a handicap that the variant has already is none; leave it out")
        for name, arm in zip(names, every, strict=True):
            parts.append(arms_of(arm))
            labels.append({"variant": run.variant, "players": run.player_text, "handicap": name})
    return Study("fair", tuple(parts), settings={"labels": labels})
