"""The search for a fair handicap: its arms, what it says, and how often its intervals hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbcore
import rbsim
from rbsim.studies import find_kind
from rbsim.studies.fair_start import Fair

DEALS = 400
LUCK = 0.15  # by which the deal favours one seat


def drawn(
    handicaps: str, advantages: list[float], rng: np.random.Generator, turns: Any = 40
) -> Fair:
    """The result of games that are drawn: the true advantages, none first, and the lengths."""
    kind = find_kind("fair")
    study = kind.study({"variant": "cut-start", "handicaps": handicaps, "games": DEALS})
    lucky = np.where(rng.integers(0, 2, DEALS) == 0, LUCK, -LUCK)
    cut, rows = rng.integers(0, 2, DEALS), {}
    for arm, batch in enumerate(study.arms):
        own = rows[arm] = np.zeros(DEALS, rbcore.GAME)
        forced = batch.rules.starter
        own["starter"] = int(forced[-1]) if forced.startswith("seat-") else cut
        side = np.where(own["starter"] == 0, 0.5, -0.5) * advantages[arm // 3]
        own["winner"] = np.where(rng.random(DEALS) < 0.5 + side + lucky, 0, 1)
        own["turns"] = np.broadcast_to(turns, len(advantages))[arm // 3]
        own["moves"] = 150
    made = kind.result(study, study.tally(rows), 0.95)
    assert isinstance(made, Fair)
    return made


def test_each_handicap_is_an_advantage_on_the_same_deals() -> None:
    result = rbsim.fair("crossley", handicaps="first-moves=3,second-reserve=4", games=150, seed=4)
    assert result.handicaps == ["none", "first-moves=3", "second-reserve=4"]
    for name in result.handicaps:
        variant = "crossley" if name == "none" else f"crossley,{name}"
        alone = rbsim.advantage(variant, games=150, seed=4)
        for start in ("causal", "as played"):
            own = result.figure("advantage", handicap=name, start=start)
            other = alone.figure("advantage", start=start)
            assert (own.estimate, own.interval, own.n) == (other.estimate, other.interval, other.n)
        together = result.figure("advantage_together", handicap=name)
        low, high = result.figure("advantage", handicap=name, start="causal").interval
        assert together.interval.low < low < high < together.interval.high


@pytest.mark.full
def test_the_intervals_hold_together_and_so_does_the_draw() -> None:
    truth = [0.3, 0.2, -0.25]
    seeds, wrong, missed = 200, 0, 0
    rng = np.random.default_rng(5)
    for _ in range(seeds):
        result = drawn("first-moves=2,3", truth, rng)
        ends = (one.interval for one in result.together)
        held = all(low <= one <= high for (low, high), one in zip(ends, truth, strict=True))
        wrong += not held
        if result.mixture is not None and "first-moves=2 or" in str(result.mixture.labels):
            low, high = result.mixture.interval
            missed += not low <= 0.25 / 0.45 <= high
    assert max(wrong, missed) <= stats.binom.ppf(0.9999, seeds, 0.05)


def test_of_those_that_may_be_fair_the_game_that_changes_least_is_named() -> None:
    rng = np.random.default_rng(1)
    result = drawn("first-moves=2..4", [0.4, 0.0, 0.0, -0.5], rng, [40, 50, 42, 40])
    assert result.fair == ["first-moves=3", "first-moves=2"]
    assert result.headline.startswith("With at most 3 moves in the first turn the starter's adv")
    assert "of first-moves=2 these games leave it open" in result.headline
    assert result.answer == result.together[2]


def test_a_draw_between_two_handicaps_is_fair() -> None:
    rng = np.random.default_rng(1)
    result = drawn("second-reserve=5,6", [0.6, 0.4, -0.4], rng)
    assert result.fair == []
    assert result.mixture is not None
    assert result.mixture.labels["handicap"] == "second-reserve=5 or second-reserve=6"
    more, less = (one.estimate for one in result.together[1:])
    share = result.mixture.estimate
    assert share * more + (1 - share) * less == pytest.approx(0)
    assert 0 < result.mixture.interval.low < share < result.mixture.interval.high < 1
    assert "No handicap tried is fair: second-reserve=5" in result.headline
    beside = drawn("first-moves=3,second-reserve=5", [0.6, -0.4, 0.5], rng)
    assert beside.mixture is not None  # without a handicap is a point on the axis
    assert beside.mixture.labels["handicap"] == "none or first-moves=3"
    worse = drawn("second-reserve=5,6", [0.4, 0.6, 0.7], rng)
    assert worse.headline.startswith("No handicap tried is fair, nor nearer to it than none, with")
    far = drawn("second-reserve=5,6", [0.6, 0.4, 0.3], rng)
    assert far.mixture is None
    assert "nearest is second-reserve=6" in far.headline


def test_a_handicap_that_is_not_fair_rests(tmp_path: Path) -> None:
    result = rbsim.fair(handicaps="first-moves=1,4", games=6_000, seed=2, until=0.03)
    ends = dict(zip(result.handicaps, result.tally.stopped, strict=True))
    assert ends["first-moves=1"].reached
    assert ends["first-moves=1"].games < ends["first-moves=4"].games
    sums = [result.tally.arms[arm].games for arm in range(9)]
    assert sums[::3] == sums[1::3] == sums[2::3] == [one.games for one in ends.values()]
    alone = rbsim.advantage("standard,first-moves=1", games=sums[3], seed=2)
    own = result.figure("advantage", handicap="first-moves=1", start="causal")
    assert own.estimate == alone.advantage.estimate
    result.save(tmp_path / "fair.json")
    read = rbsim.load(tmp_path / "fair.json")
    assert read.study.goal == result.study.goal
    assert read.headline == result.headline


@pytest.mark.parametrize(
    ("variant", "handicaps", "words"),
    [
        ("standard", "first-moves", "names no values"),
        ("standard", "last-moves=3", "not an axis"),
        ("standard", "first-moves=3,3", "twice"),
        ("standard", "first-moves=0..2", "a handicap that the variant has already"),
        ("standard", "", "not an axis"),
        ("three-player", "second-reserve=1", "cannot go with seats=3"),
        ("wrangle", "starter-reserve=1", "late-layout=yes"),
    ],
)
def test_bad_handicaps_are_refused(variant: str, handicaps: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rbsim.fair(variant, handicaps=handicaps, games=10)
