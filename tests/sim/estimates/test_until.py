"""Played until something is known: what is left at the end holds as often as it says.

No games are played: their sums are drawn from those of real games.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbsim
from rbsim.estimates.figures import Figure, contrast, mean, quantiles, rate
from rbsim.estimates.tally import CODES, UNFINISHED, Histogram, Tally
from rbsim.estimates.until import Until, Watch, games_for
from rbsim.kinds.ladders import share
from rbsim.telling import rounded_up
from support.drawn import Draw, outcomes, real_outcomes, real_values
from support.quick import fewer

MISSED = 0.05  # of runs, at most
LIMIT = 1_000  # turns of a game
EVEN = np.array([0.4975, 0.4975, 0.0, 0.002, 0.002, 0.001])


@dataclass(frozen=True)
class Drawn:
    """What is played for, sums that are drawn with those of all games, and their figure."""

    until: str
    of: str
    draw: Draw
    every: Tally
    look: Callable[[Tally, float], Figure]
    most: int = 400_000
    runs: int = 200


def rate_of(of: str, tally: Tally, level: float) -> Figure:
    code = CODES.index({"starter_wins": "win"}.get(of, of))
    counts = tally.counts().tolist()
    return rate(of, counts[code], tally.n, counts[UNFINISHED], level)


def mean_of(of: str, bounds: tuple[int, int] | None, tally: Tally, level: float) -> Figure:
    is_tame = of.endswith("score")
    return mean(of, tally.seen[0, "values"], bounds, is_tame, level)


def median_of(of: str, tally: Tally, level: float) -> Figure:
    every = quantiles(of, tally.seen[0, "values"], level)
    return next(figure for figure in every if figure.quantity == f"{of}_q50")


def contrast_of(arms: list[int], less: list[int], tally: Tally, level: float) -> Figure:
    return contrast("advantage", tally, arms, less, level=level)


played, of_pair, duel = map(real_outcomes, ("advantage", "compare", "ladder"))
turns, far_turns, less_turns, scores, moves = map(real_values, (
    "standard greedy turns", "simplified greedy turns", "waste-available less standard turns",
    "standard greedy score", "standard greedy moves",
))  # fmt: skip
in_turns, in_less_turns = (
    partial(mean_of, "turns", ends) for ends in ((0, LIMIT), (-LIMIT, LIMIT))
)
causal, less_first = (partial(contrast_of, *arms) for arms in (([1, 2], []), ([1], [0])))
KINDS = {
    "a rate": Drawn("1%", "starter_wins", *played, partial(rate_of, "starter_wins"), runs=4_000),
    "a rare rate": Drawn("0.05%", "standoff", *played, partial(rate_of, "standoff")),
    "a rare rate, to a part of itself": Drawn(
        "25% of itself", "standoff", *outcomes(np.array([0.56, 0.437, 0, 0.001, 0.002, 0])),
        partial(rate_of, "standoff")),
    "an advantage, causal": Drawn("1%", "advantage", *played, causal, runs=4_000),
    "a contrast": Drawn("2%", "advantage", *of_pair, less_first, runs=4_000),
    "a duel of a ladder": Drawn("1%", "lead", *duel, partial(share, "lead")),
    "a mean": Drawn("0.5", "turns", *turns, in_turns),
    "a mean, of few games": Drawn("1.5", "turns", *turns, in_turns),
    "a mean, to a part of itself": Drawn("3% of itself", "turns", *turns, in_turns),
    "a mean with the longest tail": Drawn("0.5", "turns", *far_turns, in_turns),
    "a mean difference": Drawn("1", "turns", *less_turns, in_less_turns),
    "a mean score": Drawn("1", "starter_score", *scores, partial(mean_of, "starter_score", None)),
    "a mean without a bound": Drawn("1.2", "moves", *moves, partial(mean_of, "moves", None)),
    "a median": Drawn("0.5", "turns_q50", *turns, partial(median_of, "turns")),
}  # fmt: skip
DECIDED = {
    "a contrast": Drawn("decided", "advantage", *of_pair, less_first),
    "a duel of a ladder": Drawn("decided", "lead", *duel, partial(share, "lead")),
    "an advantage, of equals": Drawn(
        "decided", "advantage", *outcomes(EVEN), partial(contrast_of, [0], []), most=50_000),
}  # fmt: skip
SHOWN = ("a rate", "an advantage, causal", "a contrast", "a mean")  # in few games, on average


class Run:
    """The games of a run, which are the same however often it is begun again."""

    def __init__(self, kind: Drawn, rng: np.random.Generator) -> None:
        self.kind, self.rng, self.sums = kind, rng, {0: Tally()}

    def first(self, n: int) -> Tally:
        """The sums of its first games."""
        before = max(end for end in self.sums if end <= n)
        if before < n:
            self.sums[n] = self.sums[before] + self.kind.draw(self.rng, n - before)
        return self.sums[n]

    def play(self, most: int) -> tuple[Watch, Tally]:
        """Play it to its end, or to so many games, as a study does."""
        watch, tally = Watch(Until.read(self.kind.until, self.kind.of), most), Tally()
        while True:
            end = min(most, watch.next_look)
            assert end > tally.n
            # Between games that were drawn no look is made, as it would have to split them.
            later = [drawn for drawn in self.sums if drawn > end]
            if end not in self.sums and later:
                watch.next_look = min(later)
                continue
            tally = self.first(end)
            if not watch.goes_on(tally, self.kind.look):
                return watch, tally


@cache
def fixed(name: str) -> float:
    """How many games, fixed beforehand, give an interval of 95% the width that is played for."""
    kind, rng = KINDS[name], np.random.default_rng(9)
    until, games = Until.read(kind.until, kind.of), 20_000.0
    assert until is not None
    assert until.half is not None
    for _ in range(4):
        every = [kind.look(kind.draw(rng, round(games)), 0.95) for _ in range(30)]
        wanted = until.half * (float(np.mean([f.estimate for f in every])) if until.relative else 1)
        games *= (float(np.mean([figure.half for figure in every])) / wanted) ** 2
    return games


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", [*KINDS, *(f"{name}, decided" for name in DECIDED)])
def test_what_is_left_at_the_end_holds(name: str) -> None:
    """Misses are no more than 5% of runs have by chance, once in 10,000 times."""
    kind = KINDS.get(name) or DECIDED[name.removesuffix(", decided")]
    rng, runs = np.random.default_rng(1), fewer(kind.runs)
    truth = kind.look(kind.every, 0.95)
    least, most = truth.undecided or (truth.estimate,) * 2
    misses, reached, games = 0, 0, []
    for _ in range(runs):
        watch, tally = Run(kind, rng).play(kind.most)
        assert watch.figure is not None
        misses += watch.figure.low > most + 1e-12 or watch.figure.high < least - 1e-12
        reached += watch.reached
        games.append(tally.n)
        if watch.reached and watch.until is not None and watch.until.half is not None:
            size = abs(watch.figure.estimate) if watch.until.relative else 1.0
            assert watch.figure.half <= watch.until.half * size
    assert misses <= stats.binom.isf(1e-4, runs, MISSED)
    if runs >= 4_000:
        assert misses <= 0.055 * runs
    assert "equals" in name or reached > 0.9 * runs
    if name in SHOWN:
        by_chance = 3 * np.std(games) / runs**0.5  # the quick tier has few runs
        assert np.mean(games) - by_chance <= 1.2 * fixed(name)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", KINDS)
def test_so_many_games_are_enough(name: str) -> None:
    """Of runs cut short, 95 of 100 reach what they are for as the same games go on so long."""
    kind, rng, held = KINDS[name], np.random.default_rng(4), []
    for _ in range(fewer(150)):
        run, most = Run(kind, rng), int(rng.uniform(0.1, 0.9) * fixed(name))
        watch, tally = run.play(max(most, 300))
        whole = kind.look(tally, 0.95)
        if watch.reached or whole.absent or whole.is_never:
            continue
        enough = rounded_up(watch.enough(tally, kind.look))
        assert enough > tally.n
        held.append(run.play(enough)[0].reached)
    assert len(held) > 9
    assert np.mean(held) >= stats.binom.ppf(1e-3, len(held), 0.95) / len(held)


def test_fewer_games_than_were_played_are_never_enough() -> None:
    kind = replace(KINDS["a mean"], until="1.5")
    for seed in range(30):
        run = Run(kind, np.random.default_rng(seed))
        watch, tally = run.play(1_200)
        assert watch.reached or watch.enough(tally, kind.look) > 1_200


def test_games_that_cannot_be_enough_are_not_waited_for() -> None:
    """A mean that has an interval from 10,000 games on is looked at then, and not at the most."""
    kind = replace(KINDS["a mean without a bound"], until="3% of itself", most=10**6)
    watch, tally = Run(kind, np.random.default_rng(2)).play(kind.most)
    assert (watch.reached, tally.n) == (True, 10_000)
    watch = Watch(watch.until, kind.most)
    assert watch.goes_on(kind.draw(np.random.default_rng(3), 3_000), kind.look)
    assert watch.next_look == 6_000  # with as many again each time


def test_early_plans_are_not_trusted() -> None:
    """However many games seem enough by the first, the next look is after as many again."""
    kind = replace(KINDS["a rate"], until="0.1%")
    watch, rng = Watch(Until.read(kind.until, kind.of), kind.most), np.random.default_rng(1)
    assert watch.goes_on(kind.draw(rng, 1_000), kind.look)
    assert (watch.next_look, watch.planned) == (2_000, 400_000)


def test_so_many_games_are_as_narrow_though_some_are_unfinished() -> None:
    few = rate("starter_wins", 500, 1_000, 20)
    times = games_for(few, 0.015) / few.n
    many = rate("starter_wins", *(round(times * n) for n in (500, 1_000, 20)))
    assert many.half == pytest.approx(0.015, rel=0.01)
    assert games_for(few, 0.01) == math.inf


def test_all_games_alike_end_at_the_most() -> None:
    def alike(rng: np.random.Generator, n: int) -> Tally:
        return Tally(n, {(0, "values"): Histogram.of(np.full(n, 7))})

    kind = replace(KINDS["a mean"], draw=alike)
    watch, tally = Run(kind, np.random.default_rng(1)).play(9_000)
    assert (watch.reached, watch.figure, tally.n) == (False, None, 9_000)


@pytest.mark.parametrize(
    ("until", "of", "half", "relative"),
    [("0.5%", "stalemate", 0.005, False), ("±0.5%", "advantage", 0.005, False),
     ("0.5 points", "won", 0.005, False), (30, "moves", 30.0, False),
     ("10% of itself", "won", 0.1, True), ("10%-of-itself", "turns", 0.1, True),
     ("2", "turns", 2, False), ("1", "turns_q50", 1, False), ("0.5", "starter_score", 0.5, False),
     ("5", "elo", 5.0, False), ("50%", "stalemate", 0.5, False), (1e5, "moves", 1e5, False),
     ("50% of itself", "turns", 0.5, True), ("0.001%", "advantage", 1e-5, False)],
)  # fmt: skip
def test_widths_are_in_the_unit_of_the_quantity(until, of, half, relative):
    read = Until.read(until, of)
    assert read is not None
    assert (read.half, read.relative) == (pytest.approx(half), relative)
    assert Until.read(read.text, of) == read


@pytest.mark.parametrize(
    ("until", "of", "said"),
    [("much", "stalemate", "give 0.5%"), ("0.5%", "turns", "in turns"), (True, "turns", "turns"),
     ("0", "turns", "out of range"), ("50.1%", "stalemate", "0.001% to 50%"), ("nan", "turns", ""),
     ("0.05", "stalemate", "has no unit; give 0.05% or 5%"), (5, "advantage", "no unit; give 5%"),
     (0.005, "won", "no unit; give 0.005% or 0.5%"), ("51", "won", "out of range"),
     ("-1", "turns", "out of range"), ("200% of itself", "turns", "50%")],
)  # fmt: skip
def test_other_widths_are_refused_in_a_sentence(until: Any, of: str, said: str) -> None:
    with pytest.raises(ValueError, match="until=") as raised:
        Until.read(until, of)
    assert said in str(raised.value)


@pytest.mark.sample(1)
@pytest.mark.parametrize("threads", [1, 2])
def test_each_part_ends_by_itself_and_threads_do_not_show(threads: int) -> None:
    found = rbsim.simulate("standard", "strict", games=30_000, until="5% of itself", of="turns",
                           players="uniform", threads=threads)  # fmt: skip
    for variant in ("standard", "strict"):
        alone = rbsim.simulate(variant, games=30_000, until="5% of itself", of="turns",
                               players="uniform", threads=1)  # fmt: skip
        assert found.figure("turns", variant=variant) == alone.figure("turns")
        assert not math.isnan(alone.figure("turns").half)


def test_only_differences_are_decided() -> None:
    with pytest.raises(ValueError, match="turns is none"):
        rbsim.simulate(games=10, until="decided", of="turns")
    for of in ("turns", "starter_wins"):  # which are differences from the first variant
        found = rbsim.compare("standard", "strict", games=10, until="decided", of=of)
        assert found.study.until == Until(of, None)


def test_games_are_counted_to_those_that_are_planned() -> None:
    """And parts that took more games than others have their numbers in the table."""
    told: list[tuple[int, int]] = []
    found = rbsim.simulate("standard", "crossley", games=10**6, until="3% of itself", of="turns",
                           progress=lambda *one: told.append(one))  # fmt: skip
    games = [tally.n for tally in found.tallies]
    assert told[-1] == (sum(games), sum(games))
    assert any(max(games) < total < 10**5 for done, total in told if done < total)
    table = found.report().tables[0]
    assert table.head[:3] == ("variant", "games", "turns")
    assert [row[1] for row in table.rows] == [one.n for one in found.answers]
    assert (
        "; 95% intervals, 96% for the target (so 95% over all interim" in found.report().notes[-1]
    )
