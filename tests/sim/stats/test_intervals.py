"""Intervals and quantiles, against SciPy and by their own definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from rbsim.stats.empirical import Z95
from rbsim.stats.intervals import Mean, Rate, Span, quantile, quantile_interval, wilson
from rbsim.stats.quantiles import _ranks
from rbsim.sums.histograms import SignedHistogram
from rbsim.sums.joint_outcomes import Pairs, weigh


@pytest.mark.parametrize(("count", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (37, 100_000)])
def test_wilson_is_scipys(count: int, n: int) -> None:
    theirs = stats.binomtest(count, n).proportion_ci(0.95, method="wilson")
    assert wilson(count, n) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_nothing_seen_is_bounded_and_nothing_tried_is_open() -> None:
    low, high = Rate(0, 100_000).interval
    assert low == 0
    assert 3e-5 < high < 4.5e-5
    assert wilson(0, 0) == (0, 1)
    assert math.isnan(Rate(0, 0).rate)


def test_means_are_of_exact_sums() -> None:
    values = np.random.default_rng(2).integers(0, 5_000, 999)
    mean = Mean.from_sums(int(values.sum()), int((values * values).sum()), len(values))
    assert mean.mean == pytest.approx(values.mean())
    assert mean.deviation == pytest.approx(values.std(ddof=1))
    low, high = mean.interval
    assert high - low == pytest.approx(2 * 1.959964 * stats.sem(values), rel=1e-6)
    # Sums that floating point would round away.
    assert Mean.from_sums(
        3 * 10**18 + 3, 3 * 10**36 + 6 * 10**18 + 5, 3
    ).deviation == pytest.approx(1.0)


def test_a_constant_has_a_bound_on_what_else_there_is_and_no_interval() -> None:
    same = Mean.from_sums(700, 4_900, 100)
    assert all(map(math.isnan, same.interval))
    assert same.others == wilson(0, 100)[1]
    assert same.absent == "all alike"
    assert Mean.from_sums(1, 1, 100).others is None


def counted(**values: int) -> np.ndarray:
    histogram = np.zeros(1 + max(int(v[1:]) for v in values), np.int64)
    for value, count in values.items():
        histogram[int(value[1:])] = count
    return histogram


def test_a_constant_says_nothing_against_another_mean() -> None:
    """Three wins of three are no proof beyond doubt; nor is the mean of none but draws a doubt."""
    won = Mean.from_sums(total=3, squares=3, games=3)
    assert math.isnan(won.p(0))
    assert won.p(1) == 1
    assert math.isnan(Span(won, won, (-1, 1)).p(0))


def test_an_interval_stays_where_its_mean_can_be() -> None:
    pairs = Pairs.from_codes(np.array([[0, 1]] * 58 + [[1, 0], [0, 0]]).T)
    lead = weigh(2, {0: {"win": 1, "loss": -1}, 1: {"win": -1, "loss": 1}})
    mean = pairs.contrast(lead)
    assert mean.mean + Z95 * mean.standard_error > 2 - 0.05
    assert mean.interval[1] <= 2
    near = weigh(2, {0: {"win": 1, "loss": -1}})
    high = pairs.contrast(near)
    assert high.mean + Z95 * high.standard_error > 1
    assert high.interval[1] == 1
    assert pairs.span(near, near).interval[1] == 1
    decided = weigh(2, {0: {"win": 1, "loss": 1}})
    assert pairs.ratio(near, decided).interval[1] == 1


def test_means_of_too_few_games_say_how_many_it_takes() -> None:
    few = Mean.from_histogram(counted(v3=50, v4=49), bounds=(0, 9))
    assert all(map(math.isnan, few.interval))
    assert math.isnan(few.p(0))
    assert few.absent == "needs 100"
    assert Mean.from_histogram(counted(v3=5_000, v4=4_999)).absent == "needs 10,000"
    assert math.isfinite(Mean.from_histogram(counted(v3=5_000, v4=5_000)).interval[0])
    assert math.isfinite(Mean.from_histogram(counted(v3=50, v4=50), tame=True).interval[0])


def test_counted_means_are_gaffkes_bounds() -> None:
    """Drawn: the mean under Dirichlet weights, with one value more at the bound."""
    histogram = counted(v20=60, v40=138, v300=2)
    values, weights = np.array([20, 40, 300, 1_000]), np.array([60, 138, 2, 1])
    drawn = np.random.default_rng(5).dirichlet(weights, 200_000) @ values
    mean = Mean.from_histogram(histogram, bounds=(0, 1_000))
    assert mean.interval[1] == pytest.approx(np.quantile(drawn, 0.975), rel=0.01)
    values[3] = 0
    drawn = np.random.default_rng(6).dirichlet(weights, 200_000) @ values
    assert mean.interval[0] == pytest.approx(np.quantile(drawn, 0.025), rel=0.005)


@pytest.mark.parametrize("times", [1, 10**4, 10**8])
def test_counted_means_become_normal_and_p_agrees_with_the_interval(times: int) -> None:
    histogram = counted(v20=60, v40=138, v300=2) * times
    mean = Mean.from_histogram(histogram, bounds=(0, 1_000))
    for end in mean.interval:
        assert mean.p(end) == pytest.approx(0.05, rel=1e-6)
    low, high = mean.interval
    assert mean.p(low - 0.1 * mean.standard_error) < 0.05 < mean.p(low + 0.1 * mean.standard_error)
    if times > 1:
        sides = (mean.mean - low, high - mean.mean)
        assert sides == pytest.approx([Z95 * mean.standard_error] * 2, rel=20 / times**0.5)


def test_a_signed_histogram_is_the_same_in_any_order() -> None:
    parts = [np.array(part, np.int64) for part in ([3, -2, -2], [], [7], [-9, 3])]
    for order in (parts, parts[::-1]):
        found = SignedHistogram()
        for part in order:
            found.merge(SignedHistogram.of(part))
        assert found.total == 6
        seen = {found.start + i: int(n) for i, n in enumerate(found.counts) if n}
        assert seen == {-9: 1, -2: 2, 3: 2, 7: 1}
    mirrored = Mean.from_histogram(found.counts[::-1], -found.start - len(found.counts) + 1)
    assert mirrored.mean == -Mean.from_histogram(found.counts, found.start).mean


def test_open_games_may_have_gone_either_way() -> None:
    rate = Rate(40, 100, 7)
    assert rate.extremes == (0.4, 0.47)
    assert rate.interval == (wilson(40, 100)[0], wilson(47, 100)[1])


@pytest.mark.parametrize("share", [0.05, 0.25, 0.5, 0.95])
@pytest.mark.parametrize("n", [1, 2, 40, 1_000, 10**6, 10**9])
def test_ranks_of_quantiles_are_binomial(n: int, share: float) -> None:
    low, high = _ranks(n, share, 0.05)
    ranks = stats.binom(n, share)
    # A tail that touches 2.5% may fall on either side in floating point.
    assert ranks.cdf(low - 1) <= 0.025 + 1e-12
    assert ranks.cdf(low) > 0.025 - 1e-12
    assert ranks.sf(high - 1) <= 0.025 + 1e-12
    assert ranks.sf(high - 2) > 0.025 - 1e-12


def test_quantiles_of_little_are_open() -> None:
    assert quantile_interval(np.zeros(3, np.int64), 0.5) == (None, None)
    assert quantile_interval(np.array([0, 3]), 0.5) == (None, None)
    assert quantile_interval(np.array([0, 0, 10]), 0.5) == (2, 2)


def test_means_of_too_little_have_no_interval() -> None:
    assert math.isnan(Mean.from_sums(5, 25, 1).interval[0])
    assert math.isnan(Mean.from_sums(0, 0, 0).mean)


@pytest.mark.parametrize("share", [0.0, 0.05, 0.25, 0.5, 0.95, 1.0])
def test_quantiles_are_the_smallest_value_that_will_do(share: float) -> None:
    values = np.random.default_rng(3).integers(3, 40, 777)
    expected = np.quantile(values, share, method="inverted_cdf")
    histogram = np.bincount(values)
    if share:
        assert quantile(histogram, share) == expected
    assert quantile(np.zeros(4, np.int64), share) is None


def test_a_span_is_the_union_of_both_ends() -> None:
    least, most = (Mean.from_sums(total, 500, 1_000) for total in (-300, 200))
    assert Span(least, most, (-1, 1)).interval == (least.interval[0], most.interval[1])
    assert Span(least, least).interval == least.interval
    alike = Mean.from_sums(0, 0, 1_000)
    assert np.isnan(Span(alike, alike, (-1, 1)).interval).all()
    # What never varied has a bound, and nothing lies beyond the bounds of a game.
    assert Span(alike, most, (-1, 1)).interval[0] == -wilson(0, 1_000)[1]
    assert Span(Mean.from_sums(-1_000, 1_000, 1_000), most, (-1, 1)).interval[0] == -1
    nearly = Mean.from_sums(-9, 9, 10)
    assert nearly.interval[0] < -1 == Span(nearly, most, (-1, 1)).interval[0]
