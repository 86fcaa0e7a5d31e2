"""Played until something is known: what is left at the end holds as often as it says.

No games are played: their sums are drawn from known shares.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbsim
from rbsim.estimates.figures import Figure, contrast, mean, quantiles, rate
from rbsim.estimates.tally import CODES, K, Seen, Tally
from rbsim.estimates.until import LOOK, Until, Watch, games_for
from rbsim.kinds.ladders import share
from support.drawn import outcomes
from support.quick import fewer

RUNS, MISSED = 400, 0.05  # at most
SHARES = np.array([0.558, 0.436, 0.0, 0.0015, 0.0033, 0.0012])  # by CODES
LENGTHS = np.round(np.exp(np.linspace(1.5, 6.5, 300))).astype(int)  # skewed, as games' turns
CHANCES = stats.norm.pdf(np.linspace(-3, 3, 300))
CHANCES /= CHANCES.sum()


@dataclass(frozen=True)
class Drawn:
    """What is played for, sums that are drawn, their figure, and between what the truth lies."""

    until: str
    of: str
    draw: Callable[[np.random.Generator, int], Tally]
    look: Callable[[Tally, float], Figure]
    truth: tuple[float, float]
    most: int = 200_000


def lengths(rng: np.random.Generator, n: int) -> Tally:
    values = rng.choice(LENGTHS, n, p=CHANCES)
    return Tally(n, {(0, "turns"): Seen.of(values)})


def rate_of(of: str) -> Callable[[Tally, float], Figure]:
    code, left = CODES.index({"starter_wins": "win"}.get(of, of)), CODES.index("unfinished")
    return lambda tally, level: rate(
        of, int(tally.counts()[code]), tally.n, int(tally.counts()[left]), level
    )


def median(tally: Tally, level: float) -> Figure:
    every = quantiles("turns", tally.seen[0, "turns"], level)
    return next(one for one in every if one.quantity == "turns_q50")


def mean_turns(tally: Tally, level: float) -> Figure:
    return mean("turns", tally.seen[0, "turns"], (0, 1_000), level=level)


def more(tally: Tally, level: float) -> Figure:
    return contrast("advantage", tally, [1], [0], level=level)


def advantage(tally: Tally, level: float) -> Figure:
    return contrast("advantage", tally, [0], level=level)


duel = partial(share, "lead")
WIN, LOSS, OPEN = (float(SHARES[CODES.index(one)]) for one in ("win", "loss", "unfinished"))
EVEN = np.array([0.4975, 0.4975, 0.0, 0.002, 0.002, 0.001])
STRICT = np.array([0.528, 0.464, 0.0, 0.004, 0.003, 0.001])
PAIR = outcomes(EVEN, STRICT)
LEAD = np.array([1, -1, 0, 0, 0, 0])
OVER = float((PAIR.joint * (LEAD[np.newaxis, :] - LEAD[:, np.newaxis])).sum())  # type: ignore[attr-defined]
LEFT = float(PAIR.joint[-1, :].sum() + PAIR.joint[:, -1].sum())  # type: ignore[attr-defined]
MEAN = float(LENGTHS @ CHANCES)
MEDIAN = float(LENGTHS[np.searchsorted(CHANCES.cumsum(), 0.5)])
FINISHED = SHARES * np.where(np.arange(K) == K - 1, 0, 1) / (1 - OPEN)
KINDS = {
    "a rate": Drawn("1%", "starter_wins", outcomes(SHARES), rate_of("starter_wins"),
                    (WIN, WIN + OPEN)),
    "a rare rate, to a part of itself": Drawn(
        "25% of itself", "standoff", outcomes(FINISHED), rate_of("standoff"),
        (float(FINISHED[CODES.index("standoff")]),) * 2),
    "a mean": Drawn("1", "turns", lengths, mean_turns, (MEAN, MEAN)),
    "a mean, to a part of itself": Drawn("3% of itself", "turns", lengths, mean_turns,
                                         (MEAN, MEAN)),
    "a median": Drawn("1", "turns_q50", lengths, median, (MEDIAN, MEDIAN)),
    "an advantage": Drawn("2%", "advantage", outcomes(SHARES), advantage,
                          (WIN - LOSS - OPEN, WIN - LOSS + OPEN)),
    "a contrast": Drawn("2%", "advantage", PAIR, more, (OVER - LEFT, OVER + LEFT)),
    "a contrast decided": Drawn("decided", "advantage", PAIR, more, (OVER - LEFT, OVER + LEFT)),
    "a duel of a ladder": Drawn("1%", "lead", PAIR, duel, (-(OVER + LEFT) / 2, (LEFT - OVER) / 2)),
    "a duel decided": Drawn("decided", "lead", PAIR, duel, (-(OVER + LEFT) / 2, (LEFT - OVER) / 2)),
    "an advantage decided, of equals": Drawn(
        "decided", "advantage", outcomes(EVEN), advantage, (-0.001, 0.001), 50_000),
}  # fmt: skip


def ended(kind: Drawn, rng: np.random.Generator) -> tuple[Watch, Tally]:
    """Play a run to its end, as a study does."""
    watch, tally = Watch(Until.read(kind.until, kind.of), kind.most), Tally()
    while True:
        end = min(kind.most, watch.next)
        assert end > tally.n
        tally = tally + kind.draw(rng, end - tally.n)
        if not watch.goes_on(tally, kind.look):
            return watch, tally


@pytest.mark.parametrize("name", KINDS)
def test_what_is_left_at_the_end_holds(name: str) -> None:
    """Misses are no more than 5% of runs have by chance, once in 10,000 times."""
    kind, rng, runs = KINDS[name], np.random.default_rng(1), fewer(RUNS)
    misses = reached = 0
    for _ in range(runs):
        watch, _ = ended(kind, rng)
        assert watch.figure is not None
        low, high = kind.truth
        misses += watch.figure.low > high + 1e-12 or watch.figure.high < low - 1e-12
        reached += watch.reached
        if watch.reached and watch.until is not None and watch.until.half is not None:
            size = abs(watch.figure.estimate) if watch.until.relative else 1.0
            assert watch.figure.half <= watch.until.half * size
    assert misses <= stats.binom.isf(1e-4, runs, MISSED)
    assert "equals" in name or reached > 0.9 * runs


def test_games_that_cannot_be_enough_are_not_waited_for() -> None:
    """A mean that has an interval from 10,000 games on is looked at then, and not at the most."""
    kind = Drawn("3% of itself", "moves", lengths, lambda t, level: mean(
        "moves", t.seen[0, "turns"], level=level), (MEAN, MEAN), 10**6)  # fmt: skip
    watch, tally = ended(kind, np.random.default_rng(2))
    assert watch.reached
    assert tally.n < 60_000
    watch = Watch(watch.until, kind.most)
    assert watch.goes_on(lengths(np.random.default_rng(3), 3_000), kind.look)
    assert watch.next == 6_000  # with as many again each time


def test_so_many_games_are_as_narrow_though_some_are_unfinished() -> None:
    few = rate("starter_wins", 500, 1_000, 20)
    times = games_for(few, 0.015) / few.n
    many = rate("starter_wins", *(round(times * n) for n in (500, 1_000, 20)))
    assert many.half == pytest.approx(0.015, rel=0.01)
    assert games_for(few, 0.01) == math.inf


def test_all_games_alike_end_at_the_most() -> None:
    alike = lambda rng, n: Tally(n, {(0, "turns"): Seen.of(np.full(n, 7))})  # noqa: E731
    watch, tally = ended(Drawn("1", "turns", alike, mean_turns, (7, 7), 9_000),
                         np.random.default_rng(1))  # fmt: skip
    assert (watch.reached, watch.figure, tally.n) == (False, None, 9_000)


@pytest.mark.parametrize(
    ("until", "share", "need"),
    [("10% of itself", 0.001, 420), ("25% of itself", 0.004, 17), ("0.05%", 0.004, 67)],
)
def test_so_many_games_are_enough(until: str, share: float, need: int) -> None:
    """Of runs cut short nearly all reach what they are for as the same games go on so long."""
    rng, held = np.random.default_rng(4), []
    look = lambda t, level: rate("stalemate", t.seen[0, "turns"].sum, t.n, 0, level)  # noqa: E731
    for _ in range(fewer(300)):
        thousands = rng.binomial(LOOK, share, 20 * need)

        def draw(at: Any, n: int, own: Any = thousands) -> Tally:
            count = sum(own[next(at)] for _ in range(n // LOOK))
            return Tally(n, {(0, "turns"): Seen(0, np.array([n - count, count]))})

        most = int(need * rng.uniform(0.2, 0.8)) * LOOK
        for is_cut in (True, False):
            watch, tally = ended(Drawn(until, "stalemate", draw, look, (0, 0), most),
                                 itertools.count())  # type: ignore[arg-type]  # fmt: skip
            if is_cut and (watch.reached or not 0 < watch.enough(tally, look) < 10 * need * LOOK):
                break
            most = math.ceil(watch.enough(tally, look) / LOOK) * LOOK
        else:
            held.append(watch.reached)
    assert np.mean(held) > 0.98
    assert len(held) > fewer(300) / 2


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
    assert "; intervals of 95%, of what was asked 96% (95% over all its" in found.report().notes[-1]
