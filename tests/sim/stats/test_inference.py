"""Comparisons and confidence sequences against SciPy and by their own definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import optimize, stats

from rbsim.stats.inference import (
    CAPITAL,
    _log_capital,
    clopper_pearson,
    confidence_sequence,
    holm,
    mcnemar,
    paired_difference,
)


def score(first: int, second: int, n: int, difference: float) -> float:
    """Tango's statistic, the nuisance parameter found by maximising the likelihood."""

    def loss(share: float) -> float:
        rest = 1 - 2 * share - difference
        if min(share, share + difference, rest) <= 0:
            return math.inf
        return -(
            first * math.log(share + difference)
            + second * math.log(share)
            + (n - first - second) * math.log(rest)
        )

    low, high = max(0.0, -difference), (1 - difference) / 2
    share = optimize.minimize_scalar(
        loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12}
    ).x
    variance = n * (2 * share + difference - difference**2)
    return abs(first - second - n * difference) / math.sqrt(variance)


@pytest.mark.parametrize(
    "table", [(43, 8, 1, 48), (5, 20, 12, 3), (0, 3, 2, 95), (900, 31, 60, 9_009)]
)
def test_tangos_ends_are_where_the_score_says(table: tuple[int, int, int, int]) -> None:
    _, first, second, _ = table
    for end in paired_difference(*table):
        assert score(first, second, sum(table), end) == pytest.approx(1.959964, abs=1e-4)


def test_pairs_swapped_and_pairs_that_say_little() -> None:
    low, high = paired_difference(10, 7, 2, 81)
    assert paired_difference(10, 2, 7, 81) == pytest.approx((-high, -low))
    assert paired_difference(0, 0, 0, 0) == (-1, 1)
    low, high = paired_difference(50, 0, 0, 50)
    assert -low == high == pytest.approx(stats.norm.ppf(0.975) ** 2 / (100 + 1.959964**2))
    assert paired_difference(0, 10, 0, 0)[1] == 1


def test_mcnemar_is_the_binomial_test() -> None:
    assert mcnemar(8, 1) == pytest.approx(2 * stats.binom.cdf(1, 9, 0.5))
    assert mcnemar(1, 8) == mcnemar(8, 1)
    assert mcnemar(0, 0) == mcnemar(5, 5) == 1


def test_holm_steps_down() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1, 1]
    assert holm([]) == []


def test_clopper_pearson_is_scipys() -> None:
    for count, n in ((0, 10), (3, 10), (10, 10), (500, 10_000)):
        theirs = stats.binomtest(count, n).proportion_ci(0.96, method="exact")
        assert clopper_pearson(count, n, 0.04) == pytest.approx((theirs.low, theirs.high))
    assert clopper_pearson(0, 0) == (0, 1)


def test_the_capital_is_shared_out_once() -> None:
    assert (CAPITAL > 0).all()
    assert 0.98 < CAPITAL.sum() <= 1


@pytest.mark.parametrize("mean", [0.02, 0.5, 0.9])
@pytest.mark.parametrize("variance", [None, 0.05])
def test_the_game_is_fair(mean: float, variance: float | None) -> None:
    """Over all that 40 observations may be, the capital is worth what it began with."""
    counts = np.arange(41)
    capital = []
    for k in counts:
        times = np.array([40.0 - k, k])
        seen = times > 0
        values = np.array([0.0, 1.0])[seen]
        capital.append(math.exp(_log_capital(values, times[seen], mean, 0.05, variance)))
    shares = stats.binom.pmf(counts, 40, mean)
    assert shares @ capital == pytest.approx(CAPITAL.sum())


@pytest.mark.parametrize("variance", [None, 0.05])
def test_the_higher_a_mean_the_less_betting_above_it_brings(variance: float | None) -> None:
    values, times = np.array([0.0, 0.3, 1.0]), np.array([20.0, 5.0, 30.0])
    capital = [_log_capital(values, times, m, 0.05, variance) for m in np.linspace(0.01, 0.9, 90)]
    assert (np.diff(capital) <= 0).all()


def test_sequences_of_little_are_wide_and_of_nothing_seen_are_bounds() -> None:
    assert confidence_sequence((0, 1), (0, 0)) == (0, 1)
    assert confidence_sequence((-1, 0, 1), (0, 0, 0), bounds=(-1, 1)) == (-1, 1)
    low, high = confidence_sequence((0, 1), (100_000, 0), half=1e-3)
    assert low == 0
    assert math.log(2 / 0.05) / 1e5 < high < 1e-4
    assert confidence_sequence((0, 1), (0, 100_000), half=1e-3) == pytest.approx((1 - high, 1))


def test_sequences_turn_and_stretch_with_their_values() -> None:
    low, high = confidence_sequence((0, 1, 2), (40, 50, 70), bounds=(0, 2), half=0.1)
    assert confidence_sequence((2, 1, 0), (40, 50, 70), bounds=(0, 2), half=0.1) == pytest.approx(
        (2 - high, 2 - low)
    )
    assert confidence_sequence((-1, 0, 1), (40, 50, 70), bounds=(-1, 1), half=0.1) == pytest.approx(
        (low - 1, high - 1)
    )
    with pytest.raises(ValueError, match="outside of their bounds"):
        confidence_sequence((0, 3), (1, 1), bounds=(0, 2))


@pytest.mark.parametrize("rate", [0.5, 0.1, 0.001])
def test_a_sequence_needs_twice_the_games_of_a_fixed_number(rate: float) -> None:
    """At the half-width that it is made for, at any rate."""
    half = 0.05 * math.sqrt(rate * (1 - rate)) * min(1, math.sqrt(rate * 10))
    n = round(2.25 * 1.959964**2 * rate * (1 - rate) / half**2)
    count = round(n * rate)
    low, high = confidence_sequence((0, 1), (n - count, count), half=half)
    assert high - low < 2 * half


def test_a_guess_of_the_variance_helps_where_little_differs() -> None:
    def half_width(variance: float | None) -> float:
        low, high = confidence_sequence(
            (-1, 0, 1), (500, 99_000, 500), bounds=(-1, 1), half=0.0009, variance=variance
        )
        return (high - low) / 2

    assert half_width(0.01) < 1.02 * 0.0009 < half_width(None)
