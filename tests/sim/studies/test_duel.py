"""A duel: rates and tests of two players on the same deals, against known answers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from rbsim.studies.duel import Duel
from rbsim.studies.round_robin import KIND
from rbsim.sums.contrast_goals import ContrastGoal
from rbsim.sums.joint_outcomes import K
from support.drawn_duels import LOSS, UNFINISHED, WIN, drawn, holds, joint_of

PLAYERS = ("uniform", "greedy", "weighted")


def test_rates_of_deals_hold() -> None:
    rng = np.random.default_rng(5)
    covered = []
    for _ in range(600):
        arms = drawn(rng, [2.5, 0.0], [150])
        low, high = Duel("a", "b", joint_of(arms)[0, :, 1, :]).rates["won"].interval
        covered.append(low <= 1 / (1 + math.exp(-2.5)) <= high)
    assert holds(covered, 0.94)


def test_the_exact_test_of_equals_errs_once_in_twenty_at_most() -> None:
    rng = np.random.default_rng(6)
    ps = [Duel("a", "b", joint_of(drawn(rng, [0, 0], [80]))[0, :, 1, :]).p for _ in range(500)]
    assert holds([p > 0.05 for p in ps], 0.95)
    stronger = Duel("a", "b", joint_of(drawn(rng, [0.6, 0], [300]))[0, :, 1, :])
    assert stronger.p < 0.001


def test_the_test_counts_unfinished_games_against_who_leads() -> None:
    table = np.zeros((K, K), np.int64)
    table[WIN, LOSS], table[LOSS, WIN], table[UNFINISHED, UNFINISHED] = 30, 10, 5
    p = Duel("a", "b", table).p
    assert p == Duel("b", "a", table.T).p == pytest.approx(stats.binomtest(30, 45).pvalue)
    table[UNFINISHED, UNFINISHED] = 25
    assert Duel("a", "b", table).p == 1


@pytest.mark.full
def test_equals_are_seldom_decided() -> None:
    """Three duels of equals, 12 looks at each: a wrong verdict anywhere once in twenty at most."""
    study = KIND.study({"players": PLAYERS, "games": 12_000, "until": "decided"})
    goal = study.goal
    assert isinstance(goal, ContrastGoal)
    shares = np.zeros((K, K))
    shares[WIN, WIN] = shares[LOSS, LOSS] = 0.27
    shares[WIN, LOSS] = shares[LOSS, WIN] = 0.23
    tables = np.random.default_rng(7).multinomial(1_000, shares.ravel(), (300, 3, 12)).cumsum(2)

    def decided(table: np.ndarray) -> bool:
        duel = Duel("a", "b", table.reshape(K, K))
        low, high = duel.lead.interval  # is narrower, and quicker to find
        return (low > 0 or high < 0) and goal.is_reached(duel.anytime(goal, study.count))

    clean = [not any(decided(t) for duel in run for t in duel) for run in tables]
    assert holds(clean, 0.95)
    better = np.random.default_rng(8).multinomial(12_000, shares.ravel())
    better = better.reshape(K, K)
    better[WIN, LOSS] += 600  # a lead of 5%
    assert decided(better)
