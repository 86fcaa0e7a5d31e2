"""Contrasts: counted as by hand, in any order, and kept as plain values."""

from __future__ import annotations

import json
from statistics import fmean

import numpy as np
import pytest

from rbsim.pipeline.stopping import QUANTITIES
from rbsim.studies import Study, find_kind, run
from rbsim.sums.contrast_goals import (
    ContrastGoal,
    causal_goal,
    difference_goal,
    lead_contrasts,
    lead_goal,
)
from rbsim.sums.contrasts import Contrast, ContrastSums
from rbsim.sums.joint_outcomes import CODES, UNFINISHED, Pairs

VALUE = {"win": 1, "loss": -1, "third": -1}  # of an advantage


def drawn(arms: int, deals: int, seed: int) -> np.ndarray:
    """Outcomes by arm and deal, some of them unfinished."""
    return np.random.default_rng(seed).integers(0, len(CODES), (arms, deals))


def advantage_of(code: int, unfinished: int) -> int:
    return unfinished if code == UNFINISHED else VALUE.get(CODES[code], 0)


def test_counted_as_by_hand_and_in_any_order() -> None:
    codes = drawn(5, 300, 1)
    goal = causal_goal(0.1, None, seats=2, seatings=1)
    assert goal is not None
    (contrast,) = goal.contrasts
    assert contrast.arms == (1, 2)
    sums = ContrastSums.from_codes(contrast, dict(enumerate(codes)))
    by_hand = [
        [sum(advantage_of(code, left) for code in deal[[1, 2]]) / 2 for deal in codes.T]
        for left in (-1, 0, 1)
    ]
    assert sums.games == 300
    assert sums.mean == pytest.approx(fmean(by_hand[1]))
    assert sums.extremes == pytest.approx((fmean(by_hand[0]), fmean(by_hand[2])))
    parts = [ContrastSums.from_codes(contrast, dict(enumerate(codes[:, i::3]))) for i in range(3)]
    for order in ((0, 1, 2), (2, 0, 1)):
        joined = ContrastSums(contrast)
        for i in order:
            joined.merge(parts[i])
        assert (joined.games, joined.total) == (sums.games, sums.total)
        assert joined.extremes == sums.extremes
        assert joined.interval(0.1, 0.05) == sums.interval(0.1, 0.05)
    low, high = sums.interval(0.1, 0.05)
    assert low < sums.extremes[0] < sums.mean < sums.extremes[1] < high


def test_a_difference_counts_unfinished_games_of_either_arm_both_ways() -> None:
    codes = drawn(2, 200, 2)
    goal = difference_goal(0.1, "starter_wins", [2, 2])
    assert goal is not None
    (contrast,) = goal.contrasts
    found = ContrastSums.from_codes(contrast, dict(enumerate(codes)))
    won, left = ([int((own == code).sum()) for own in codes] for code in (0, UNFINISHED))
    assert found.mean == pytest.approx((won[1] - won[0]) / 200)
    ends = (won[1] - won[0] - left[0]) / 200, (won[1] + left[1] - won[0]) / 200
    assert found.extremes == pytest.approx(ends)
    assert contrast.bounds == (-1, 1)


def test_times_are_deals() -> None:
    codes = drawn(2, 50, 3)
    contrast = lead_contrasts(2)[0]
    twice = ContrastSums.from_codes(contrast, dict(enumerate(codes)), np.full(50, 2))
    once = ContrastSums.from_codes(contrast, dict(enumerate(np.tile(codes, 2))))
    assert (twice.games, twice.total, twice.extremes) == (once.games, once.total, once.extremes)


def test_two_arms_of_pairs_are_those_of_the_games_that_both_played() -> None:
    codes = drawn(3, 80, 4)
    every = Pairs.from_codes(codes)
    both = every.of_two(1, 2)
    alone = Pairs.from_codes(codes[1:])
    assert both.games == 80
    assert (both.joint == alone.joint).all()


@pytest.mark.parametrize("of", QUANTITIES)
@pytest.mark.parametrize("seats", [2, 3])
def test_goals_are_read_back_as_they_were(of: str, seats: int) -> None:
    for goal in (
        causal_goal(0.05, of, seats, seatings=2),
        difference_goal(0.05, of, [seats, 2, 3]),
        lead_goal("decided", 6),
    ):
        assert goal is not None
        kept = json.loads(json.dumps(goal.provenance))
        read = (
            ContrastGoal.from_record(kept) if "contrasts" in kept else lead_goal(kept["until"], 6)
        )
        assert read == goal


def test_the_sums_of_a_study_are_those_of_its_pairs() -> None:
    """Of real games: the contrast's mean and ends are those that Pairs.contrast works out."""
    given = {"games": 1_200, "seed": 3}
    players = {"players": "greedy:uniform", "max_turns": 60}
    causal = find_kind("advantage").study({**given, **players})
    three = ("standard", "strict", "reserve-11")
    variants = find_kind("compare").study({**given, "variants": three})
    for study, goal in (
        (causal, causal_goal(0.02, None, 2, 2)),
        (variants, difference_goal(0.05, None, [2, 2, 2])),
    ):
        tally = run(Study(study.kind, study.arms, True, goal=goal), threads=2)
        assert goal is not None
        for number, contrast in enumerate(goal.contrasts):
            weights = np.zeros((len(study.arms), len(CODES)), np.int64)
            weights[list(contrast.arms)] = contrast.weights
            low, high = weights.copy(), weights.copy()
            low[list(contrast.arms), UNFINISHED] = [end[0] for end in contrast.ends]
            high[list(contrast.arms), UNFINISHED] = [end[1] for end in contrast.ends]
            sums, pairs = tally.contrasts[number], tally.joined
            assert sums.games == pairs.games
            assert sums.mean == pytest.approx(pairs.contrast(weights, contrast.scale).mean)
            span = pairs.span(low, high, contrast.scale)
            assert sums.extremes == pytest.approx(span.extremes)
            assert tally.stopped[number].extremes == sums.extremes


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: causal_goal("soon", None, 2), "until='soon' is neither decided nor a half-width"),
        (lambda: causal_goal(0.1, "lead", 2), "of='lead' is not a quantity"),
        (lambda: causal_goal(None, "advantage", 2), "of='advantage' wants until"),
        (lambda: causal_goal("decided", "starter-wins", 2), "wants a quantity of either sign"),
        (lambda: causal_goal(0.5, "starter-wins", 2), "to below 0.5"),
        (lambda: causal_goal(1, None, 2), "to below 1"),
        (lambda: difference_goal(2, None, [2, 2]), "to below 2"),
        (lambda: difference_goal(float("nan"), None, [2, 2]), "out of range"),
        (lambda: difference_goal(0.1, None, [2]), "needs one at least"),
        (lambda: Contrast.of({0: {"draw": 1}}), "'draw' is not an outcome"),
        (lambda: Contrast((), (), ()), "one or more different arms"),
    ],
)
def test_what_is_no_goal_is_a_sentence(make: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make()  # type: ignore[operator]
