"""What starting is worth, and fair handicaps: by brute force from rows of games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbcore
import rbsim
from rbsim.kinds.starting import mixture
from rbsim.result import KINDS, Result
from rbsim.study import Played
from rbsim.until import Watch

Z95 = stats.norm.ppf(0.975)
LEFT = rbcore.OUTCOMES.index("unfinished")
STARTS = ("as played", "causal", "difference")
DEALS, LUCK = 400, 0.15  # of games that are drawn, and by how much a deal favours one seat


def rows_of(variant: str, games: int, **more: Any) -> list[np.ndarray]:
    """Rows of a variant as it is, and with each seat forced to start."""
    rules = rbcore.variant(variant)
    every = [rules, *(replace(rules, starter=f"seat-{seat}") for seat in range(rules.seats))]
    return [rbsim.simulate(one, games=games, seed=3, rows=True, **more).games for one in every]


def leads(rows: np.ndarray, fate: float = 0) -> np.ndarray:
    """1 where the starter won, -1 where another did; what an unfinished game is counted as."""
    won = np.where(rows["winner"] == rows["starter"], 1.0, -1.0)
    return np.where(rows["outcome"] == LEFT, fate, (rows["outcome"] == 0) * won)


@pytest.mark.parametrize("max_turns", [1_000, 40])
def test_effects_are_those_of_the_rows(max_turns: int) -> None:
    """Intervals are the union of both ends: unfinished games for the starter, and against it."""
    found = rbsim.advantage("standard", games=800, seed=3, max_turns=max_turns)
    played, one, other = rows_of("standard", 800, max_turns=max_turns)
    share = np.mean([rows["outcome"] == LEFT for rows in (played, one, other)])
    assert (share > 0.2) == (max_turns == 40)

    def effect(start: str, fate: float, away: float) -> np.ndarray:
        causal = (leads(one, fate) + leads(other, fate)) / 2
        less = (leads(one, away) + leads(other, away)) / 2
        return {"as played": leads(played, fate), "causal": causal,
                "difference": leads(played, fate) - less}[start]  # fmt: skip

    for start in STARTS:
        shown = found.figure("advantage", start=start)
        middle, least, most = effect(start, 0, 0), effect(start, -1, 1), effect(start, 1, -1)
        assert shown.estimate == pytest.approx(middle.mean())
        assert shown.standard_error == pytest.approx(stats.sem(middle))
        assert shown.undecided == pytest.approx((least.mean(), most.mean()))
        assert shown.interval == pytest.approx(
            (least.mean() - Z95 * stats.sem(least), most.mean() + Z95 * stats.sem(most))
        )
        assert shown.n == 800
    assert found.advantage == found.answer == found.figure("advantage", start="causal")
    assert found.advantage.p < 0.01 or max_turns == 40
    wins = np.mean([(leads(rows) == 1).mean() for rows in (one, other)])
    assert found.figure("starter_wins", start="causal").estimate == pytest.approx(wins)
    cells = [found.figure("unfinished", start=f"seat {seat}", seating="greedy") for seat in (0, 1)]
    counts = [int(np.sum(rows["outcome"] == LEFT)) for rows in (one, other)]
    assert [cell.count for cell in cells] == counts
    nobody = [np.isin(rows["outcome"], (1, 2)).mean() for rows in (one, other)]
    assert found.figure("nobody_wins", start="causal").estimate == pytest.approx(np.mean(nobody))


def test_players_that_differ_sit_both_ways() -> None:
    found = rbsim.advantage("standard", games=300, players="greedy:uniform", seed=3)
    for start in STARTS:
        each = [found.figure("advantage", start=start, seating=seating)
                for seating in ("greedy:uniform", "uniform:greedy")]  # fmt: skip
        both = found.figure("advantage", start=start, seating="all")
        assert both.estimate == pytest.approx(np.mean([one.estimate for one in each]))
    # greedy wins nearly always, so where it sits is all that counts: seatings cancel it.
    assert found.advantage.half < 0.05


def test_slips_sit_with_their_player() -> None:
    study = rbsim.advantage(games=10, slip="0.5:0").study
    assert len(study.arms) == 6
    attention = study.arms[3].attention
    assert attention is not None
    assert [one.by_priority[0] for one in attention] == [0.0, 0.5]
    three = "greedy:uniform:uniform"
    assert len(rbsim.advantage("three-player", players=three, games=2).study.arms) == 12


# ---- handicaps -----------------------------------------------------------------------------------


def test_each_handicap_is_an_advantage_on_the_same_deals() -> None:
    how: dict[str, Any] = {"games": 150, "seed": 4}
    found = rbsim.fair("crossley", handicaps="first-moves=3,second-reserve=4", **how)
    names = [name for name, _ in together(found)]
    assert names == ["none", "first-moves=3", "second-reserve=4"]
    for name in names:
        alone = rbsim.advantage("crossley" if name == "none" else f"crossley,{name}", **how)
        for start in ("causal", "as played"):
            own = found.figure("advantage", handicap=name, start=start)
            other = alone.figure("advantage", start=start)
            assert (own.estimate, own.interval, own.n) == (other.estimate, other.interval, other.n)
        own = found.figure("advantage", handicap=name, start="causal")
        joined = found.figure("advantage_together", handicap=name)
        assert joined.low < own.low < own.high < joined.high
        joint = alone.at(1 - 0.05 / 3).advantage
        assert joined.interval == pytest.approx(joint.interval)


def drawn(handicaps: str, advantages: list[float], rng: np.random.Generator) -> Result:
    """The result of games that are drawn, by the true advantages, that of none first."""
    study = rbsim.fair("cut-start", handicaps=handicaps, games=2, max_moves=1).study
    lucky = np.where(rng.integers(0, 2, DEALS) == 0, LUCK, -LUCK)
    cut, tallies = rng.integers(0, 2, DEALS), []
    for part, arms in enumerate(study.parts):
        rows = []
        for arm in arms:
            own = np.zeros(DEALS, rbcore.GAME)
            forced = arm.rules.starter
            own["starter"] = int(forced[-1]) if forced.startswith("seat-") else cut
            side = np.where(own["starter"] == 0, 0.5, -0.5) * advantages[part]
            own["winner"] = np.where(rng.random(DEALS) < 0.5 + side + lucky, 0, 1)
            own["turns"], own["moves"] = 40, 150
            rows.append(own)
        tallies.append(study.sums(rows, [2] * len(rows)))
    watches = [Watch(None, DEALS) for _ in tallies]
    return Result(KINDS["fair"], study, Played(tallies, watches))


def together(found: Result) -> list[tuple[str, Any]]:
    return [(str(one.labels["handicap"]), one) for one in found.figures
            if one.quantity == "advantage_together"]  # fmt: skip


@pytest.mark.full
def test_the_intervals_hold_together_and_so_does_the_mixture() -> None:
    truth, seeds, wrong, missed = [0.3, 0.2, -0.25], 200, 0, 0
    rng = np.random.default_rng(5)
    for _ in range(seeds):
        every = together(drawn("first-moves=2,3", truth, rng))
        wrong += not all(one.low <= t <= one.high for (_, one), t in zip(every, truth, strict=True))
        found = mixture(every)
        if found is not None and found[0].startswith("first-moves=2 or"):
            missed += not found[1].low <= 0.25 / 0.45 <= found[1].high
    assert max(wrong, missed) <= stats.binom.ppf(0.9999, seeds, 0.05)


def test_those_that_may_be_fair_are_named() -> None:
    found = drawn("first-moves=2..4", [0.4, 0.0, 0.0, -0.5], np.random.default_rng(1))
    assert found.headline.startswith("These may be fair: first-moves=2, first-moves=3.")
    assert mixture(together(found)) is None
    none = drawn("second-reserve=5,6", [0.6, 0.4, 0.3], np.random.default_rng(1))
    assert none.headline.startswith("No handicap tried is fair. Under second-reserve=6 the starter")
    assert mixture(together(none)) is None


def test_a_draw_between_two_handicaps_is_fair() -> None:
    study = drawn("second-reserve=5,6", [0.6, 0.4, -0.4], np.random.default_rng(1))
    every = together(study)
    found = mixture(every)
    assert found is not None
    name, share = found
    assert name == "second-reserve=5 or second-reserve=6"
    assert study.figure("first_of_two").estimate == share.estimate
    assert study.headline.startswith(
        f"No handicap tried is fair. A draw would be that takes, of {name}, the first in "
    )
    more, less = (one.estimate for _, one in every[1:])
    assert share.estimate * more + (1 - share.estimate) * less == pytest.approx(0)
    assert 0 < share.low < share.estimate < share.high < 1
    handicaps = "first-moves=3,second-reserve=5"
    beside = mixture(together(drawn(handicaps, [0.6, -0.4, 0.5], np.random.default_rng(1))))
    assert beside is not None  # without a handicap is a point on the axis
    assert beside[0] == "none or first-moves=3"


def test_a_handicap_that_is_known_rests() -> None:
    found = rbsim.fair(handicaps="first-moves=1,4", games=8_000, seed=2, until="decided")
    played = {label["handicap"]: tally.n for label, tally in
              zip(found.study.settings["labels"], found.tallies, strict=True)}  # fmt: skip
    assert played["first-moves=1"] < 8_000
    assert len(set(played.values())) > 1
    alone = rbsim.advantage("standard,first-moves=1", games=played["first-moves=1"], seed=2)
    own = found.figure("advantage_together", handicap="first-moves=1")
    assert own.estimate == alone.advantage.estimate
