"""Intervals, tests and figures: against SciPy, by their own definition, and how often they hold.

The least coverage that passes is binomial: what intervals of the nominal coverage fall short of
once in 10,000 times. Methods that are exact or bounds are held to their 95%; approximations to 94%.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

import rbsim
from rbsim.estimates import intervals
from rbsim.estimates.figures import Figure, contrast, mean, p_text, quantiles, rate, ratio, weigh
from rbsim.estimates.intervals import (
    BOUNDED,
    LEAST_PART,
    QUANTILES,
    UNBOUNDED,
    holm,
    mcnemar,
    quantile,
    tango,
    wilson,
)
from rbsim.estimates.tally import (
    CODES,
    UNFINISHED,
    Histogram,
    K,
    Tally,
    tally_differences,
    tally_games,
)
from rbsim.kinds.runs import slope
from support.drawn import holds, tally_of

EXACT, NEARLY, Z95 = 0.95, 0.94, stats.norm.ppf(0.975)
WIN, LOSS, STANDOFF = map(CODES.index, ("win", "loss", "standoff"))
LEAD = {"win": 1, "loss": -1}


def counted(**values: int) -> Histogram:
    """How often values were seen, as ``v20=60``."""
    return Histogram.of(np.repeat([int(v[1:]) for v in values], list(values.values())))


# ---- rates and differences of rates --------------------------------------------------------------


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("count", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (37, 100_000)])
def test_wilson_is_scipys(count: int, n: int, level: float) -> None:
    theirs = stats.binomtest(count, n).proportion_ci(level, method="wilson")
    assert wilson(count, n, level) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    assert wilson(0, 0, level) == (0, 1)


def test_open_games_may_have_gone_either_way() -> None:
    one = rate("stalemate", 40, 100, 7)
    assert one.undecided == (0.4, 0.47)
    assert one.interval == (wilson(40, 100)[0], wilson(47, 100)[1])
    assert one.moved == pytest.approx(0.07)
    assert math.isnan(rate("stalemate", 0, 0).estimate)


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


@pytest.mark.parametrize("level", [0.9, 0.95])
@pytest.mark.parametrize(("up", "down", "n"), [(8, 1, 100), (20, 12, 40), (3, 2, 100),
                                               (31, 60, 10_000)])  # fmt: skip
def test_tangos_ends_are_where_the_score_says(up: int, down: int, n: int, level: float) -> None:
    for end in tango(up, down, n, level):
        z = stats.norm.ppf((1 + level) / 2)
        assert score(up, down, n, end) == pytest.approx(z, abs=1e-4)


def test_pairs_swapped_and_pairs_that_say_little() -> None:
    low, high = tango(7, 2, 100)
    assert tango(2, 7, 100) == pytest.approx((-high, -low))
    assert tango(0, 0, 0) == (-1, 1)
    low, high = tango(0, 0, 100)
    assert -low == high == pytest.approx(Z95**2 / (100 + Z95**2))
    assert tango(10, 0, 10)[1] == 1


@pytest.mark.parametrize(
    ("one", "other", "n"), [(0, 0, 9), (3, 0, 20), (9, 9, 9), (480, 530, 1_000)]
)
def test_agresti_and_caffos_is_walds_of_two_games_more_each(one: int, other: int, n: int) -> None:
    shares = [(x + 1) / (n + 2) for x in (one, other)]
    half = Z95 * math.sqrt(sum(p * (1 - p) for p in shares) / (n + 2))
    wanted = (shares[0] - shares[1] - half, shares[0] - shares[1] + half)
    assert intervals.agresti_caffo(one, other, n) == pytest.approx(np.clip(wanted, -1, 1))
    low, high = intervals.agresti_caffo(other, one, n)
    assert intervals.agresti_caffo(one, other, n) == pytest.approx((-high, -low))


@pytest.mark.sample(1)
@pytest.mark.parametrize("shares", [(0.1, 0.1), (0.3, 0.05), (0.03, 0), (0.0005, 0.0005)])
def test_differences_of_rates_hold(shares: tuple[float, float]) -> None:
    truth, n = shares[0] - shares[1], 150 if shares[0] > 0.001 else 2_000
    rng = np.random.default_rng(5)
    tables = rng.multinomial(n, (*shares, 1 - sum(shares)), 1_500).tolist()
    every = [tango(up, down, n) for up, down, _ in tables]
    assert holds((low <= truth <= high for low, high in every), NEARLY)
    drawn = rng.binomial(n, shares, (1_500, 2)).tolist()
    every = [intervals.agresti_caffo(*two, n) for two in drawn]
    assert holds((low <= truth <= high for low, high in every), NEARLY)


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (1, 0), (7, 2), (40, 61), (5_000, 5_200)])
def test_mcnemar_is_the_binomial_test(gained: int, lost: int) -> None:
    least, n = min(gained, lost), gained + lost
    exact = min(1.0, 2 * stats.binom.cdf(least, n, 0.5)) if n else 1.0
    assert mcnemar(gained, lost) == pytest.approx(exact, rel=1e-6)
    assert mcnemar(lost, gained) == mcnemar(gained, lost)


@pytest.mark.parametrize(
    ("one", "other", "n"), [(0, 0, 9), (3, 0, 20), (9, 9, 9), (19, 15, 20), (480, 530, 1_000)]
)
def test_fisher_counts_the_tables_as_unlikely(one: int, other: int, n: int) -> None:
    both = one + other
    tables = [math.comb(n, k) * math.comb(n, both - k) for k in range(both + 1)]
    as_unlikely = sum(table for table in tables if table <= tables[one])
    assert intervals.fisher(one, other, n) == pytest.approx(as_unlikely / math.comb(2 * n, both))


def test_holm_steps_down() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.01, math.nan, 0.04, 0.03])[::2] == pytest.approx([0.03, 0.06])
    assert math.isnan(holm([0.5, math.nan])[1])
    assert holm([0.5, 0.9]) == [1, 1]
    assert holm([]) == []


def test_an_interval_that_touches_the_margin_leaves_it_open() -> None:
    for ends in ((1, 3), (2, 3), (-3, -2), (-2, 1), (-1, 2), (math.nan, 3)):
        assert intervals.verdict(*ends, 2) == "open"
    words = [intervals.verdict(*ends, 2) for ends in ((2.1, 3), (-3, -2.1), (-1, 1))]
    assert words == ["unfair", "unfair", "fair"]


def test_joint_levels_share_out_the_error() -> None:
    assert intervals.joint_level(0.95, 1) == pytest.approx(0.95)
    for several in (2, 9):
        each = intervals.joint_level(0.95, several)
        assert several * (1 - each) == pytest.approx(0.05)


# ---- quantiles -----------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.05, 0.25, 0.5, 0.95])
@pytest.mark.parametrize("n", [1, 2, 40, 1_000, 10**6, 10**9])
def test_ranks_of_quantiles_are_binomial(n: int, share: float) -> None:
    low, high = intervals._ranks(n, share, 0.05)
    ranks = stats.binom(n, share)
    # A tail that touches 2.5% may fall on either side in floating point.
    assert ranks.cdf(low - 1) <= 0.025 + 1e-12
    assert ranks.cdf(low) > 0.025 - 1e-12
    assert ranks.sf(high - 1) <= 0.025 + 1e-12
    assert ranks.sf(high - 2) > 0.025 - 1e-12


def test_quantiles_are_the_smallest_value_that_will_do() -> None:
    """Scores may be below zero."""
    values = np.random.default_rng(5).integers(-40, 90, 777)
    found = {one.quantity: one for one in quantiles("turns", Histogram.of(values))}
    assert list(found) == [f"turns_q{100 * share:02.0f}" for share in QUANTILES]
    for share, one in zip(QUANTILES, found.values(), strict=True):
        assert one.estimate == np.quantile(values, share, method="inverted_cdf")
        ranked = np.sort(values)
        low, high = intervals._ranks(777, share, 0.05)
        assert one.interval == (ranked[low - 1], ranked[high - 1])
        assert one.n == 777


def test_quantiles_of_little_are_open() -> None:
    assert np.isnan(quantile(np.zeros(3, np.int64), 0.5)).all()
    middle, *ends = quantile(np.array([0, 3]), 0.5)
    assert middle == 1
    assert np.isnan(ends).all()
    assert quantile(np.array([0, 0, 10]), 0.5) == (2, 2, 2)


# ---- how often they hold -------------------------------------------------------------------------


def rates(rng: np.random.Generator) -> Iterator[list[bool]]:
    """Whatever becomes of the games that are left open."""
    won, left = 0.4, 0.03
    drawn = rng.multinomial(2_000, [won, left, 1 - won - left], 2_000).tolist()
    every = [rate("stalemate", w, 2_000, u).interval for w, u, _ in drawn]
    for truth in (won, won + left / 2, won + left):
        yield [low <= truth <= high for low, high in every]
    for share in (0.01, 0.05, 0.5):
        ends = [wilson(count, 2_000) for count in rng.binomial(2_000, share, 2_000).tolist()]
        yield [low <= share <= high for low, high in ends]


def ties_and_tails(rng: np.random.Generator) -> Iterator[list[bool]]:
    lengths = stats.nbinom(2, 0.1)
    counted = [np.bincount(one) for one in lengths.rvs((2_000, 300), random_state=rng)]
    for share in (0.05, 0.5, 0.95):
        every = [quantile(one, share)[1:] for one in counted]
        yield [low <= lengths.ppf(share) <= high for low, high in every]


def ratios_of_pairs(rng: np.random.Generator) -> Iterator[list[bool]]:
    """The lead among decided games, of arms of which a share `alike` of pairs end alike."""
    lead, won = (weigh(2, {0: own, 1: own}) for own in (LEAD, {"win": 1, "loss": 1}))
    for decided, alike in ((0.99, 0.1), (0.05, 0.1), (0.6, 0.9)):
        alone = decided * np.array([0.57, 0.43, 0, 0, 0, 0])
        alone[3] = 1 - decided
        joint = (1 - alike) * np.outer(alone, alone) + alike * np.diag(alone)
        covered = []
        for counts in rng.multinomial(3_000, joint.ravel(), 300):
            codes = np.array(np.divmod(np.repeat(np.arange(36), counts), 6))
            one = ratio("decided_advantage", tally_of(codes), lead, won)
            covered.append(one.low <= 0.14 <= one.high)
        yield covered


def advantages(rng: np.random.Generator) -> Iterator[list[bool]]:
    """Of two starts together and of one less the other, whatever becomes of open games."""
    chances = np.outer([0.55, 0.42, 0, 0, 0, 0.03], [0.45, 0.52, 0, 0, 0, 0.03]).ravel()
    tallies = [tally_of(np.array(np.divmod(np.repeat(np.arange(36), counts), 6)))
               for counts in rng.multinomial(2_000, chances, 500)]  # fmt: skip
    for fate in (-1, 0, 1):  # of open games of the first, and the other way round of the second
        for arms, less, truth in (([0, 1], [], 0.03), ([0], [1], 0.2 + 0.06 * fate)):
            every = [contrast("advantage", one, arms, less) for one in tallies]
            yield [one.low <= truth <= one.high for one in every]
        yield [one.low <= 0.13 + 0.03 * fate <= one.high
               for one in (contrast("advantage", own, [0]) for own in tallies)]  # fmt: skip


def equals_told_apart(rng: np.random.Generator) -> Iterator[list[bool]]:
    """Of four comparisons with the same player three are of equals."""
    clean = []
    for _ in range(500):
        old = rng.random(200) < 0.5
        new = [rng.random(200) < share for share in (0.5, 0.5, 0.5, 0.7)]
        ps = [mcnemar(int((n & ~old).sum()), int((old & ~n).sum())) for n in new]
        clean.append(all(p > 0.05 for p in holm(ps)[:3]))
    yield clean


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "drawn", [rates, ties_and_tails, ratios_of_pairs, advantages, equals_told_apart]
)
def test_intervals_and_tests_hold(drawn: Any) -> None:
    assert all(holds(covered, NEARLY) for covered in drawn(np.random.default_rng(1)))


# ---- means of counted values ---------------------------------------------------------------------


def test_means_are_of_exact_sums() -> None:
    values = np.random.default_rng(2).integers(-50, 5_000, 12_999)
    one = mean("moves", Histogram.of(values))
    assert one.estimate == pytest.approx(values.mean())
    assert one.standard_error == pytest.approx(stats.sem(values))
    # Sums that floating point would round away.
    far = mean("moves", Histogram(3 * 10**15, np.array([10_000, 0, 10_000])))
    assert far.standard_error == pytest.approx(stats.sem(np.repeat([0, 2], 10_000)))


def test_means_of_too_few_games_say_how_many_it_takes() -> None:
    few = mean("turns", counted(v3=50, v4=BOUNDED - 51), (0, 9), tested=True)
    assert np.isnan([*few.interval, few.p]).all()
    assert few.text == "3.49 (needs 100)"
    assert math.isfinite(mean("turns", counted(v3=50, v4=BOUNDED - 50), (0, 9)).low)
    half = UNBOUNDED // 2
    assert mean("moves", counted(v3=half, v4=half - 1)).absent == "needs 10,000"
    assert math.isfinite(mean("moves", counted(v3=half, v4=half)).low)
    assert math.isfinite(mean("starter_score", counted(v3=50, v4=50), short_tailed=True).low)
    assert np.isnan([mean("moves", Histogram()).estimate, mean("moves", counted(v5=1)).low]).all()


def test_a_constant_says_nothing_against_another_mean() -> None:
    same = mean("turns", counted(v7=100), (0, 9), tested=True)
    assert (same.estimate, same.absent) == (7, "all alike")
    assert np.isnan([*same.interval, same.p]).all()
    none = mean("turns", Histogram.of(np.zeros(100)), (-9, 9), tested=True)
    assert none.p == 1


@pytest.mark.parametrize("part", [LEAST_PART, 1.0])
def test_counted_means_are_gaffkes_bounds(part: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn: the mean under Dirichlet weights, with a part of a value more at the bound."""
    monkeypatch.setattr(intervals, "LEAST_PART", part)
    seen = counted(v20=60, v40=138, v300=2)
    values, weights = np.array([20, 40, 300, 1_000]), np.array([60, 138, 2, part])
    drawn = np.random.default_rng(5).dirichlet(weights, 200_000) @ values
    one = mean("turns", seen, (0, 1_000))
    assert one.high == pytest.approx(np.quantile(drawn, 0.975), rel=0.01)
    values[3] = 0
    drawn = np.random.default_rng(6).dirichlet(weights, 200_000) @ values
    assert one.low == pytest.approx(np.quantile(drawn, 0.025), rel=0.005)


@pytest.mark.parametrize("times", [1 / 30, 1, 10**4, 10**8])
def test_counted_means_become_normal_and_p_agrees_with_the_interval(times: float) -> None:
    values, counts = np.array([20.0, 40, 300]), np.array([60, 138, 2]) * times

    def found(at: float = 0.0) -> Any:
        return intervals.empirical(values - at, counts.astype(float), (-at, 1_000 - at), 0.95)

    low, high = found()[0]
    assert (high > 200) == (times < 1)  # beyond nearly all that was seen, where there are few
    ps = [found(at)[1] for at in (low, high, -1, 1_001)]  # and where no mean can be
    assert ps == pytest.approx([0.05, 0.05, 0, 0], rel=1e-6)
    middle = float(values @ counts / counts.sum())
    error = math.sqrt(float(counts @ (values - middle) ** 2 / (counts.sum() - 1) / counts.sum()))
    assert found(low - 0.1 * error)[1] < 0.05 < found(low + 0.1 * error)[1]
    assert found(middle)[1] == pytest.approx(1)
    if times > 1:
        assert (middle - low, high - middle) == pytest.approx(
            [Z95 * error] * 2, rel=20 / times**0.5
        )


REAL = np.load(Path(__file__).parents[2] / "data" / "lengths.npz")  # see data/lengths.py
MAX = 1_000  # turns of a game


def held(name: str, games: int, samples: int) -> list[bool]:
    """Whether intervals from samples of real games have the mean of all of these.

    As the studies take them: turns have bounds, moves need many games, scores are tame.
    """
    values, counts = REAL[name]
    truth = float(values @ counts / counts.sum())
    bounds = (-MAX if "less" in name else 0, MAX) if "turns" in name else None
    covered = []
    for sample in np.random.default_rng(4).multinomial(games, counts / counts.sum(), samples):
        one = mean("turns", Histogram.of(np.repeat(values, sample)), bounds, "score" in name)
        covered.append(one.low <= truth <= one.high)
    return covered


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "games"),
    [
        *((f"{who} turns", games) for who in ("simplified greedy", "waste-available uniform")
          for games in (BOUNDED, 1_000, 10_000)),
        ("standard greedy moves", UNBOUNDED), ("simplified greedy moves", UNBOUNDED),
        ("simplified greedy moves", 100_000), ("waste-available uniform moves", UNBOUNDED),
        ("standard greedy score", BOUNDED), ("waste-available greedy score", BOUNDED),
        ("waste-available less standard turns", BOUNDED), ("simplified less standard turns", 1_000),
        ("waste-available less standard moves", UNBOUNDED),
        ("simplified less standard moves", UNBOUNDED),
        ("waste-available less standard score", BOUNDED),
    ],
)  # fmt: skip
def test_means_of_real_games_hold_from_the_fewest_that_are_shown_on(name: str, games: int) -> None:
    """Of the worst presets: a few games run twenty times as long as most."""
    assert holds(held(name, games, 300), NEARLY)


# ---- contrasts of arms, by brute force from outcomes of each deal --------------------------------


def lead_of(codes: np.ndarray, fate: float = 0.0) -> np.ndarray:
    values = np.zeros(K)
    values[WIN], values[LOSS], values[CODES.index("third")], values[UNFINISHED] = 1, -1, -1, fate
    return values[codes]


@pytest.mark.parametrize("level", [0.9, 0.95])
@pytest.mark.parametrize(("one", "less"), [([0], []), ([0, 1], []), ([1, 2], [0]), ([0], [1, 2])])
def test_contrasts_are_means_of_what_each_deal_has(one, less, level):
    codes = np.random.default_rng(1).integers(0, K, (3, 400))
    found = contrast("advantage", tally_of(codes), one, less, level=level, tested=True)

    def own(fate: float) -> np.ndarray:
        away = lead_of(codes[less], -fate).mean(axis=0) if less else 0.0
        return lead_of(codes[one], fate).mean(axis=0) - away

    middle, least, most = own(0), own(-1), own(1)
    z = stats.norm.ppf((1 + level) / 2)
    assert found.estimate == pytest.approx(middle.mean())
    assert found.standard_error == pytest.approx(stats.sem(middle))
    assert found.undecided == pytest.approx((least.mean(), most.mean()))
    assert found.interval == pytest.approx(
        (least.mean() - z * stats.sem(least), most.mean() + z * stats.sem(most))
    )
    if least.mean() < 0 < most.mean():
        assert found.p == 1
    assert (found.n, found.method, found.form) == (400, "normal", "difference")
    known = np.where(codes == UNFINISHED, WIN, codes)
    tested = contrast("advantage", tally_of(known), one, less, level=level, tested=True)
    values = lead_of(known[one]).mean(axis=0) - (lead_of(known[less]).mean(axis=0) if less else 0)
    assert tested.p == pytest.approx(2 * stats.norm.sf(abs(values.mean()) / stats.sem(values)))


def test_p_is_that_of_the_end_nearer_to_no_difference() -> None:
    codes = np.repeat([WIN, LOSS, UNFINISHED], [70, 20, 10])[np.newaxis]
    for own, sign in (
        (codes, 1),
        (np.where(codes == WIN, LOSS, np.where(codes == LOSS, WIN, codes)), -1),
    ):
        found = contrast("advantage", tally_of(own), [0], tested=True)
        nearest = lead_of(own[0], -sign)
        assert found.p == pytest.approx(2 * stats.norm.sf(abs(nearest.mean()) / stats.sem(nearest)))
    assert contrast("advantage", tally_of([[WIN], [UNFINISHED]]), [1], [0], tested=True).p == 1


def test_arms_of_other_deals_are_not_paired() -> None:
    codes = np.random.default_rng(2).integers(0, UNFINISHED, (2, 500))
    codes[1, :250] = codes[0, :250]
    paired, apart = (
        contrast("advantage", tally_of(codes), [1], [0], paired=p) for p in (True, False)
    )
    one, other = map(lead_of, codes)
    assert paired.standard_error == pytest.approx(stats.sem(other - one))
    assert apart.standard_error == pytest.approx(math.hypot(stats.sem(one), stats.sem(other)))


def test_an_interval_stays_where_its_mean_can_be_and_of_what_is_alike_there_is_none() -> None:
    near = contrast("advantage", tally_of([[WIN] * 58 + [LOSS]]), [0])
    assert near.estimate + Z95 * near.standard_error > 1 == near.high
    won = contrast("advantage", tally_of([[WIN] * 3]), [0], tested=True)
    assert won.interval == pytest.approx((2 * wilson(3, 3)[0] - 1, 1))  # as of a rate
    assert np.isnan(won.p)
    drawn = contrast("advantage", tally_of([[STANDOFF] * 50]), [0], tested=True)
    assert drawn.p == 1
    # Of what was cut off and never varied there is Wilson's bound on what else there may be.
    cut = contrast("advantage", tally_of([[UNFINISHED] * 50 + [WIN] * 950]), [0])
    assert cut.undecided == pytest.approx((0.9, 1.0))
    assert cut.high == 1
    lost = contrast("starter_wins", tally_of([[LOSS] * 990 + [UNFINISHED] * 10]), [0])
    others = wilson(0, 1_000)[1]
    assert lost.low == 0 < lost.high
    alike = contrast("starter_wins", tally_of([[UNFINISHED] * 1_000]), [0])
    assert (alike.low, alike.high) == (0, 1)
    assert others < lost.high


def test_ratios_of_two_means_are_by_the_delta_method() -> None:
    codes = np.random.default_rng(3).integers(0, K, (2, 600))
    lead, won = (weigh(2, {0: own, 1: own}) for own in (LEAD, {"win": 1, "loss": 1}))
    found = ratio("decided_advantage", tally_of(codes), lead, won)
    tops = (codes == WIN).sum(axis=0) - (codes == LOSS).sum(axis=0)
    bottoms = (codes == WIN).sum(axis=0) + (codes == LOSS).sum(axis=0)
    share = tops.sum() / bottoms.sum()
    linear = (tops - share * bottoms) / bottoms.mean()
    assert found.estimate == pytest.approx(share)
    assert found.standard_error == pytest.approx(stats.sem(linear))
    assert found.p == pytest.approx(2 * stats.norm.sf(abs(share) / stats.sem(linear)))
    none = ratio("decided_advantage", tally_of([[STANDOFF] * 9] * 2), lead, won)
    assert np.isnan([none.estimate, *none.interval]).all()
    whole = ratio("decided_advantage", tally_of([[WIN] * 58 + [LOSS], [WIN] * 59]), lead, won)
    assert whole.high == 1


def test_slopes_are_tested_from_100_games_in_half_of_the_blocks_on() -> None:
    def found(*arms: list[int], times: int = 1) -> Figure:
        return slope([sum([tally_of([own])] * times, Tally()) for own in arms], (5, 6))

    even = [WIN, LOSS] * 49 + [STANDOFF] * 2
    same, cut = found(even, even), found(even, [*even[:-2], WIN, UNFINISHED])
    assert (same.estimate, same.p, cut.undecided, cut.p) == (0, 1, (0, 0.02), 1)
    for few in (found(even[:99], even[:99]), found(even[:32], even[:32], times=4)):
        assert (math.isnan(few.low), math.isnan(few.p), few.absent) == (True, True, "needs 100")
    assert found(even[:33], even[:33], times=4).p == 1


# ---- tallies -------------------------------------------------------------------------------------


def test_tallies_are_the_same_in_any_order_and_come_back() -> None:
    rows = [rbsim.simulate("standard", games=300, players=p, seed=2, max_turns=60, rows=True).games
            for p in ("greedy", "uniform")]  # fmt: skip
    for sums in (tally_games, tally_differences):
        whole = sums(rows, (2, 2))
        cuts = [slice(200, 300), slice(0, 7), slice(7, 200)]
        parts = [sums([own[cut] for own in rows], (2, 2)) for cut in cuts]
        for some in (parts, parts[::-1]):
            found = sum(some, Tally())
            assert same(found, whole)
        assert same(whole - parts[0] + parts[0], whole)
        assert same(Tally.from_record(whole.record), whole)
        only = whole.only(1)
        assert only.arms == 1
        assert (only.counts() == whole.counts(1)).all()
        assert only.seen[0, "turns"].sum == rows[1]["turns"].sum()


def same(one: Tally, other: Tally) -> bool:
    """Whether two tallies have the same sums, however long their histograms are."""

    def plainly(tally: Tally) -> Any:
        seen = {key: {seen.start + i: int(n) for i, n in enumerate(seen.counts) if n}
                for key, seen in tally.seen.items()}  # fmt: skip
        return tally.n, seen, tally.products is not None and tally.products.tolist()

    return bool(plainly(one) == plainly(other))


def test_histograms_of_signed_numbers_add_up_in_any_order() -> None:
    parts = [np.array(part, np.int64) for part in ([3, -2, -2], [], [7], [-9, 3])]
    for order in (parts, parts[::-1]):
        found = sum(map(Histogram.of, order), Histogram())
        assert (found.total, found.sum) == (6, 0)
        assert {found.start + i: n for i, n in enumerate(found.counts.tolist()) if n} == {
            -9: 1, -2: 2, 3: 2, 7: 1}  # fmt: skip
        assert (-found).total == -6
    assert Histogram.of(np.array([1, 3, 3])).array(6) == [0, 1, 0, 2, 0, 0]


# ---- how figures are written ---------------------------------------------------------------------


def made(estimate: float, low: float, high: float, form: str = "number", **more: Any) -> Figure:
    return Figure("turns", estimate, low, high, 1_000, form=form, **more)


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (made(0.13, 0.09884, 0.16064, "difference"), "+13.0 points (9.9 to 16.1)"),
        (made(0.566, 0.54427, 0.58773, "share"), "56.6% (54.4 to 58.8)"),
        (made(0.1195, 0.1188, 0.1202, "difference"), "+11.950 points (11.880 to 12.020)"),
        (made(42.45, 41.59, 46.09), "42.5 (41.6 to 46.1)"),
        (made(29.9, 2.3, 57.7, "change"), "+30 (2 to 58)"),
        (made(0.004, 0.00156, 0.01024, "share"), "0.40% (0.16 to 1.02)"),
        (made(0.005, -0.02573, 0.03622, "difference"), "+0.5 points (-2.6 to 3.6)"),
        (made(31, 29, 33, "whole"), "31 (29 to 33)"),
        (made(31, math.nan, 33, "whole"), "31 (- to 33)"),
        (made(1234.5, 1100, 1400), "1,234 (1,100 to 1,400)"),
        (made(0.5, 0.00003, 1.2), "0.50000 (0.00003 to 1.20000)"),
        (made(0.5, 1e-12, 1.2), "0.50 (0.00 to 1.20)"),
        (made(0.0056, 0.00004, 0.0112, "difference"), "+0.560 points (0.004 to 1.120)"),
        (made(0.0056, 0.00004, 0.0112, "difference", p=0.04), "+0.56 points (0.00 to 1.12)"),
        (made(math.nan, math.nan, math.nan), "-"),
        (made(0.566, math.nan, math.nan, "share"), "56.60%"),
        (made(943, 823.5, math.inf, "change"), "+943 (over 824)"),
        (made(math.inf, 823.5, math.inf, "change"), "above all (over 824)"),
        (made(-math.inf, -math.inf, -823.5, "change"), "below all (under -824)"),
        (made(math.inf, -math.inf, math.inf, "change"), "above all (no bound)"),
        (rate("stalemate", 0, 1_000), "under 0.38%"),
        (rate("stalemate", 1_000, 1_000), "over 99.62%"),
        (rate("stalemate", 0, 1_000, left=5), "0.00% (0.00 to 1.17)"),
        (made(362.4, math.nan, math.nan, absent="needs 10,000"), "362 (needs 10,000)"),
        (Figure("variance", 0.98, n=100), "0.980"),
        (mean("turns", Histogram.of(np.array([1, 1, 1, 2, 2, 2, 2])), (0, 5)), "1.57 (needs 100)"),
    ],
)  # fmt: skip
def test_figures_are_written_by_one_rule(one: Figure, text: str) -> None:
    assert one.text == text
    assert repr(one).startswith(f"{text}, {one.n:,} ")


def test_figures_are_equal_if_every_field_is() -> None:
    one = made(1, math.nan, math.nan)
    assert one == made(1, math.nan, math.nan)
    assert one not in (made(2, math.nan, math.nan), one.of(variant="standard"), one.text)
    assert Figure("turns", 1).n == 0


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6),
       st.sampled_from(["number", "change", "share", "difference"]))  # fmt: skip
def test_half_the_interval_has_two_digits(middle: float, half: float, form: str) -> None:
    """Or more, where an end would be written as 0; and no digit is lost that the rule gives."""
    one = made(middle, middle - half, middle + half, form)
    scale = 100 if one.is_share else 1
    low, high = (float(end.replace(",", "")) for end in one.interval_text.split(" to "))
    error = 0.5 * 10 ** -max(0, 1 - math.floor(math.log10(scale * half)))
    slack = 1e-9 * scale * (abs(middle) + half)
    assert abs((high - low) / 2 - scale * half) <= 2 * error + slack
    places = {len(end.partition(".")[2]) for end in one.interval_text.split(" to ")}
    assert len(places) == 1
    assert len(one.text.split(" ")[0].rstrip("%").partition(".")[2]) in places


def test_extremes_are_noted_from_a_tenth_of_the_interval_on() -> None:
    assert not made(0.5, 0.4, 0.6, "share", undecided=(0.49, 0.505)).is_noted
    noted = made(0.5, 0.4, 0.6, "share", undecided=(0.48, 0.52))
    assert noted.is_noted
    assert noted.extremes_text == "48% to 52%, depending on how unfinished games would have ended"
    for left, words in {20: "all 20 unfinished games", 1: "the 1 unfinished game"}.items():
        one = rate("stalemate", 5, 10 * left, left)
        low, high = one.show(5 / one.n), one.show((5 + left) / one.n)
        fates = f"{high} if {words} had ended this way, {low} if none had"
        assert repr(one).endswith(f" games; {fates}")
    assert not made(0.5, math.nan, math.nan, undecided=(0.4, 0.6)).is_noted


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.5, "0.50"), (0.0123, "0.012"), (0.00012, "0.00012"), (1e-9, "< 0.0001"), (1.0, "1"),
     (0.9949, "0.99"), (math.nan, "-")],
)  # fmt: skip
def test_p_has_two_digits(p: float, text: str) -> None:
    assert p_text(p) == text
