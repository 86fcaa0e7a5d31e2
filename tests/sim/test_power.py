"""The line on planning: so many games show such a difference, between what it says, 4 times in 5.

A small run says the line; then runs of so many games, between which there is such a difference, are
drawn, and tested by what the run itself has for a test, or by their standard errors.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbcore
import rbsim
from rbsim.arms.arm import Arm
from rbsim.estimates.figures import Figure
from rbsim.estimates.tally import Tally
from rbsim.result import Result
from rbsim.study.run import Played
from support.drawn import DATA, DRAWN, DRAWS, TwoSeats, deals_of, same_deals, summed
from support.quick import fewer

PILOT, RUNS, Z95 = 400, 150, stats.norm.ppf(0.975)
LENGTHS = np.load(DATA / "lengths.npz")["waste-available greedy turns"][:, :-100]  # no long ones
PLANNED = re.compile(
    r"^Halving .* takes ([\d,]+) (games|deals|matches)( per run)? in all.*\. "
    r"With \1 \2(?: per run)?(?: in each of two runs)?, a true [\w ]+ "
    r"of ([\d.]+)( points)?(.*) is detected with 80% power\.$"
)
FAIR = re.compile(r"^Finding a handicap fair .* with 80% power, .* takes ([\d,]+) deals in all\.$")
Rows = Callable[[Arm], Any]
Sums = Callable[[Result, np.random.Generator, int, float], Result]


def of_games(found: Result, rows: Rows) -> Result:
    """The same study of rows that are drawn."""
    return Result(found.kind, found.study, summed(found.study, rows))


def by_start(found: Result, rng: np.random.Generator, n: int, effect: float) -> Result:
    """Games in which starting is worth this in the last variant, and nothing in others."""
    last = found.study.parts[-1][found.kind.name == "compare" :]

    def worth(arm: Arm) -> float:
        return effect / (1 - DRAWS) if arm in last else 0.0

    if len(found.study.parts) > 1 and found.kind.name != "compare":  # runs stand by themselves
        every = [same_deals(rng, worth, n) for _ in found.study.parts]
        each = dict(zip(found.study.parts, every, strict=True))
        return of_games(found, lambda arm: next(
            rows for part, rows in each.items() if arm in part)(arm))  # fmt: skip
    return of_games(found, same_deals(rng, worth, n))


def by_wins(found: Result, rng: np.random.Generator, n: int, effect: float) -> Result:
    """Games of which the starter wins this much more in the last run."""
    return by_start(found, rng, n, 2 * effect)


def by_turns(found: Result, rng: np.random.Generator, n: int, effect: float) -> Result:
    """Games that are as much longer in the last run."""
    last = found.study.arms[-1]

    def rows(arm: Arm) -> np.ndarray:
        drawn = same_deals(rng, games=n)(arm)
        more = effect if arm == last and len(found.study.arms) > 1 else 0.0
        lengths = rng.choice(LENGTHS[0], n, p=LENGTHS[1] / LENGTHS[1].sum())
        drawn["turns"] = np.floor(lengths + more + rng.random(n))
        return drawn

    return of_games(found, rows)


def by_lead(found: Result, rng: np.random.Generator, n: int, effect: float) -> Result:
    """Games of a duel in which the first player leads by this, from either seat."""
    lucky = rng.random(n)

    def rows(arm: Arm) -> np.ndarray:
        drawn = np.zeros(n, rbcore.GAME)
        side = effect / 2 if arm == found.study.arms[0] else -effect / 2
        drawn["winner"] = (lucky if arm == found.study.arms[0] else rng.random(n)) >= 0.5 + side
        drawn["turns"], drawn["moves"], drawn["index"] = 40, 150, np.arange(n)
        return drawn

    return of_games(found, rows)


def by_share(found: Result, rng: np.random.Generator, n: int, effect: float) -> Result:
    """Games of patience of which as many more come out in the last run."""
    tallies = []
    for part, arms in enumerate(found.study.parts):
        rows = np.zeros(n, arms[0].row_kind.row)
        more = effect if part and part == len(found.study.parts) - 1 else 0.0
        rows["outcome"] = rng.random(n) < 0.3 + more
        tallies.append(found.study.sums([rows] * len(arms), [1] * len(arms)))
    return replace(found, played=Played(tallies, found.played.watches))


def by_matches(found: Result, rng: np.random.Generator, n: int, effect: float) -> Result:
    """Matches of which as many more are won by the first starter in the last run."""
    tallies: list[Tally] = []
    for part, arms in enumerate(found.study.parts):
        rows = np.zeros(n, arms[0].row_kind.row)
        more = effect if part and part == len(found.study.parts) - 1 else 0.0
        rows["winner"] = rng.random(n) >= 0.5 + more
        rows["games"], rows["scores"] = 3, 120
        tallies.append(found.study.sums([rows], [2]))
    return replace(found, played=Played(tallies, found.played.watches))


SHARE, SHUFFLES = 0.045, 2  # of the variance, of the open cards; shuffles of a deal


def by_luck(found: Result, rng: np.random.Generator, n: int, effect: float) -> Result:
    """Deals of which the open cards make up this much more of the variance in the last run."""
    tallies: list[Tally] = []
    for part in range(len(found.study.parts)):
        more = effect if part and part == len(found.study.parts) - 1 else 0.0
        deal = TwoSeats(by_open=math.sqrt(5 * (SHARE + more) / (1 - DRAWN)))
        tallies.append(deals_of(deal.draw(rng, n, SHUFFLES, 1), SHUFFLES, 1))
    return replace(found, played=Played(tallies, found.played.watches))


def by_p(found: Result) -> bool:
    """Whether the answer's own test shows it."""
    return found.answers[-1].p < 0.05


def beyond(found: Result) -> bool:
    """Whether the answer's interval lies beside 0."""
    return found.answers[-1].low > 0 or found.answers[-1].high < 0


def apart(first: Figure, last: Figure) -> bool:
    """Whether two runs are shown to differ, by their standard errors."""
    error = math.hypot(first.standard_error, last.standard_error)
    return abs(last.estimate - first.estimate) > Z95 * error


def runs_apart(found: Result) -> bool:
    """Whether the last of several runs is shown to differ from the first."""
    return apart(found.answers[0], found.answers[-1])


@dataclass(frozen=True)
class Line:
    """A study, what draws its games, what shows a difference, and between what it is."""

    play: Callable[[], Result]
    draw: Sums
    shows: Callable[[Result], bool]
    between: str = " between them"
    pilot: int = PILOT  # games
    runs: int = RUNS


CUT, STRICT = "cut-start", "cut-start,peek=yes"
LINES = {
    "a run": Line(lambda: rbsim.simulate(CUT, games=1), by_start, by_p, ""),
    "runs": Line(lambda: rbsim.simulate(CUT, STRICT, games=1), by_start, runs_apart),
    "runs, a rate": Line(
        lambda: rbsim.simulate(CUT, STRICT, games=1, of="starter_wins"), by_wins, runs_apart),
    "runs, turns": Line(
        lambda: rbsim.simulate(CUT, STRICT, games=1, of="turns"), by_turns, runs_apart),
    "sweep": Line(
        lambda: rbsim.sweep("reserve-size=8,9", variant=CUT, games=1), by_start, runs_apart),
    "compare": Line(lambda: rbsim.compare(CUT, STRICT, games=1), by_start, beyond, f" from {CUT}"),
    "compare, a rate": Line(
        lambda: rbsim.compare(CUT, STRICT, games=1, of="starter_wins"), by_wins, by_p,
        f" from {CUT}"),
    "compare, turns": Line(
        lambda: rbsim.compare(CUT, STRICT, games=1, of="turns"), by_turns, by_p,
        f" from {CUT}", 1_500),
    "advantage": Line(lambda: rbsim.advantage(CUT, games=1), by_start, by_p, ""),
    "advantages": Line(lambda: rbsim.advantage(CUT, STRICT, games=1), by_start, runs_apart),
    "ladder": Line(lambda: rbsim.ladder("greedy", "weighted", games=1), by_lead, by_p, ""),
    "patience": Line(lambda: rbsim.patience("fan", "harvest", games=1), by_share, runs_apart),
    "matches": Line(lambda: rbsim.match(CUT, STRICT, matches=1), by_matches, runs_apart),
    "luck": Line(
        lambda: rbsim.luck(CUT, STRICT, games=1, shuffles=SHUFFLES, source="open-cards"), by_luck,
        runs_apart, runs=60),
}  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", LINES)
def test_so_many_games_show_such_a_difference(name: str) -> None:
    line, rng = LINES[name], np.random.default_rng(3)
    play, scale = line.play(), 1.0
    pilot = line.draw(play, rng, line.pilot, 0.0)
    words = PLANNED.match(pilot.plan)
    assert words, pilot.plan
    games, size = int(words[1].replace(",", "")), float(words[4])
    scale = 0.01 if words[5] else 1.0
    assert (words[6], bool(words[3])) == (line.between, " per run" in pilot.plan)
    runs = fewer(line.runs)
    shown = sum(line.shows(line.draw(play, rng, games, scale * size)) for _ in range(runs))
    # As many as chance allows where the power is between 0.74 and 0.86.
    least, most = stats.binom.ppf(0.001, runs, 0.74), stats.binom.ppf(0.999, runs, 0.86)
    assert least <= shown <= most, shown / runs


@pytest.mark.parametrize("of", ["starter_wins", "turns"])
def test_a_single_run_is_told_apart_from_another_like_it(of: str) -> None:
    draw = by_wins if of == "starter_wins" else by_turns
    one, two = (rbsim.simulate(*names, games=1, of=of) for names in ((CUT,), (CUT, STRICT)))
    pilots = [draw(found, np.random.default_rng(3), PILOT, 0.0) for found in (one, two)]
    said = [PLANNED.match(pilot.plan) for pilot in pilots]
    assert said[0]
    assert said[1]
    assert said[0][6] == said[1][6] == " between them"
    assert float(said[0][4]) == pytest.approx(float(said[1][4]), rel=0.15)


def test_so_many_deals_show_that_a_handicap_of_nothing_is_fair() -> None:
    found, rng = (
        rbsim.fair(CUT, handicaps="first-moves=2", games=1, margin=10),
        np.random.default_rng(3),
    )
    pilot = by_start(found, rng, PILOT, 0.0)
    words = FAIR.match(pilot.plan)
    assert words, pilot.plan
    games, runs = int(words[1].replace(",", "")), fewer(300)
    verdicts = [figure.labels["verdict"] for _ in range(runs)
                for figure in by_start(found, rng, games, 0.0).figures
                if figure.quantity == "advantage_together"]  # fmt: skip
    shown = verdicts.count("fair") / len(verdicts)
    assert 0.72 - 2 / runs <= shown <= 0.88 + 2 / runs


HALVED = re.compile(r"^Halving the interval of turns, .* takes ([\d,]+) games in all\.$")


@pytest.mark.parametrize("of", ["turns_q50", "turns_q95"])
def test_so_many_games_halve_the_interval_of_a_quantile(of: str) -> None:
    """On average; of two quantiles none is said to show a difference, as nothing tests one."""
    found, rng, parts = rbsim.simulate(CUT, games=1, of=of), np.random.default_rng(3), []
    for _ in range(fewer(100)):
        pilot = by_turns(found, rng, 2_000, 0.0)
        if pilot.answer.half < 1:  # of a whole number and the next no half is a whole number
            assert pilot.plan == ""
            continue
        assert "80% power" not in pilot.plan
        games = HALVED.match(pilot.plan)
        assert games, pilot.plan
        half = by_turns(found, rng, int(games[1].replace(",", "")), 0.0).answer.half
        parts.append(half / pilot.answer.half)
    assert np.mean(parts) <= 0.5 + 2 * np.std(parts) / math.sqrt(len(parts))


def test_so_many_deals_halve_the_interval_of_a_share_that_is_cut_off_at_nothing() -> None:
    found, rng = rbsim.luck(CUT, games=1, shuffles=SHUFFLES), np.random.default_rng(3)
    parts = []
    while len(parts) < fewer(12):
        pilot = by_luck(found, rng, PILOT, 0.0)
        if pilot.answer.low > 0:
            continue
        words = PLANNED.match(pilot.plan)
        assert words, pilot.plan
        half = by_luck(found, rng, int(words[1].replace(",", "")), 0.0).answer.half
        parts.append(half / pilot.answer.half)
    assert np.mean(parts) <= 0.5 + 2 * np.std(parts) / math.sqrt(len(parts))
