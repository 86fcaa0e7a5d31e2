"""Luck: shares of the variance, as counted by hand, of known answers, and as often as they say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbsim
from rbsim.estimates.tally import CODES, UNFINISHED, Tally
from rbsim.kinds.lucks import CAUSAL, PLAYED, Shares
from support.drawn import ThreeSeats, TwoSeats, deals_of
from support.quick import fewer

NEARLY = 0.93  # the delta method, of a few hundred deals
N, SHUFFLES, REPLICATES = 120, 3, 2


def random_codes(cells: int, games: int, deals: int, seed: int, seats: int = 2) -> np.ndarray:
    """Outcomes at random; no third seat where there are two."""
    codes = np.random.default_rng(seed).integers(0, len(CODES), (cells * games, deals))
    return np.where(codes == 2, 0, codes) if seats == 2 else codes


def by_hand(x: np.ndarray, shuffles: int, replicates: int) -> dict[str, float]:
    """The shares with each seat starting, of what seats have: by start, game of a deal, seat, deal.

    What chance adds to the squares of means is left in.
    """
    seats, deals = x.shape[2], x.shape[3]
    square = float((x**2).sum(axis=2).mean())
    shuffle = np.repeat(np.arange(shuffles), replicates)
    apart = shuffle[:, None] != shuffle[None]
    alike = ~apart & ~np.eye(len(shuffle), dtype=bool) if replicates > 1 else ~apart
    products = np.einsum("skvd,tlvd->stkl", x, x) / deals
    opened, carded = (products[..., which].mean(axis=-1) for which in (apart, alike))
    means = x.mean(axis=(1, 3))  # by start and seat
    place = [np.mean([means[s, (s + at) % seats] for s in range(seats)]) for at in range(seats)]
    hidden = carded - opened
    others = ~np.eye(seats, dtype=bool)
    return {
        "hidden cards": float(np.trace(hidden)) / seats / square,
        "play": 1 - float(np.trace(carded)) / seats / square,
        "open cards": float(np.trace(opened) - (means**2).sum()) / seats / square,
        "start": float(np.sum(np.square(place))) / square,
        "in common": float(hidden[others].mean()) / square,
        "variance": square / (seats if seats == 2 else seats / 2),
    }


@pytest.mark.parametrize(("shuffles", "replicates"), [(2, 1), (3, 1), (2, 2), (3, 3)])
@pytest.mark.parametrize("seats", [2, 3])
def test_shares_are_those_counted_by_hand(seats: int, shuffles: int, replicates: int) -> None:
    own, deals = shuffles * replicates, 3_000
    codes = random_codes(1 + seats, own, deals, 9, seats)
    codes[:, : deals // 3] = codes[own : own + 1, : deals // 3]  # so that no share is cut off at 0
    tally = deals_of(codes, shuffles, replicates, seats)
    loss = -1 if seats == 2 else -0.5
    has = np.full((seats, len(CODES)), loss)
    has[:, 3:] = 0
    has[range(seats), range(seats)] = 1
    x = has[:, codes[own:]].reshape(seats, seats, own, deals).transpose(1, 2, 0, 3)
    wanted = by_hand(x, shuffles, replicates)
    found = Shares(tally, seats, shuffles, replicates, CAUSAL)
    for name in ("hidden cards", "play") if replicates > 1 else ("hidden cards",):
        assert found.sources[name]().estimate == pytest.approx(max(0, wanted[name]))
    assert found.in_common("hidden cards").estimate == pytest.approx(wanted["in common"])
    assert found.total(found.moments) == pytest.approx(wanted["variance"])
    assert found.sources["start"]().estimate == pytest.approx(wanted["start"], abs=3 / deals)
    assert found.sources["open cards"]().estimate == pytest.approx(
        wanted["open cards"], abs=9 / deals
    )
    assert 0 < wanted["open cards"] > 0.1


def test_shares_are_exact_far_beyond_64_bits() -> None:
    few = deals_of(random_codes(3, 2, 50, 3), 2, 1)
    times = 10**10
    many = Tally(few.n * times, {}, few.products.astype(object) * times)
    one, other = (Shares(t, 2, 2, 1, CAUSAL) for t in (few, many))
    assert other.means == pytest.approx(one.means)
    assert other.covariance * times * 50 / 49 == pytest.approx(one.covariance)


HIDDEN_TOO = TwoSeats(0.5, 0.15, 0.12, 0.2, 0.1)
NEXT_TO_NOTHING = TwoSeats(0.1, 0.05, 0.02)
NOTHING = TwoSeats()
GIVEN = ThreeSeats((0.1, -0.02, -0.08), 0.08, 0.03, 0.06)
LITTLE = ThreeSeats((0.01, 0.0, -0.01), 0.02)


def shares_of(
    spread: Any, rng: Any, deals: int, shuffles: int, replicates: int, start: str = CAUSAL
) -> Shares:
    seats = 2 if isinstance(spread, TwoSeats) else 3
    tally = deals_of(spread.draw(rng, deals, shuffles, replicates), shuffles, replicates, seats)
    return Shares(tally, seats, shuffles, replicates, start)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("spread", "deals", "shuffles", "replicates"),
    [(HIDDEN_TOO, 200, 4, 2), (HIDDEN_TOO, 400, 4, 1), (NEXT_TO_NOTHING, 60, 8, 2),
     (NEXT_TO_NOTHING, 400, 4, 1), (NOTHING, 200, 4, 2), (NOTHING, 60, 8, 2), (GIVEN, 200, 4, 2),
     (LITTLE, 60, 8, 2), (ThreeSeats(), 200, 4, 2)],
)  # fmt: skip
def test_intervals_hold_as_often_as_they_say(spread, deals, shuffles, replicates):
    rng, truth = np.random.default_rng(5), spread.truths(replicates)
    runs = fewer(120 if isinstance(spread, TwoSeats) else 40)
    held = dict.fromkeys((*truth, "in common"), 0)
    too_high = dict.fromkeys(truth, 0)
    for _ in range(runs):
        found = shares_of(spread, rng, deals, shuffles, replicates)
        for name, share in truth.items():
            one = found.sources[name]()
            assert 0 <= one.low <= one.estimate <= one.high <= 1
            held[name] += one.low <= share <= one.high
            too_high[name] += share < one.low
        if isinstance(spread, TwoSeats):
            common = found.in_common("open cards")
            held["in common"] += common.low <= spread.in_common <= common.high
        else:
            held["in common"] += 1
    assert min(held.values()) >= stats.binom.ppf(1e-4, runs, NEARLY), held
    assert max(too_high.values()) <= stats.binom.ppf(1 - 1e-4, runs, 0.06), too_high


def test_a_share_of_next_to_nothing_is_not_said_to_be_nothing() -> None:
    """Where the estimate falls below 0 the interval still reaches as far as its error does."""
    rng, cut = np.random.default_rng(6), 0
    for _ in range(60):
        share = shares_of(NOTHING, rng, 300, 4, 1).sources["open cards"]()
        if share.estimate == 0:
            cut += 1
            assert share.high == pytest.approx(1.96 * share.standard_error, rel=1e-3)
    assert cut > 10


@pytest.mark.parametrize("fate", ["win", "loss"])
def test_unfinished_games_may_have_ended_in_any_way(fate: str) -> None:
    """The interval covers what comes out once those games are given to one seat."""
    rng = np.random.default_rng(7)
    codes = random_codes(3, 6, 3_000, 8)
    decided = rng.random(codes.shape) < 0.97
    codes = np.where(decided, rng.integers(0, 2, codes.shape), codes)
    given = np.where(codes == UNFINISHED, CODES.index(fate), codes)
    found, ended = (Shares(deals_of(own, 3, 2), 2, 3, 2, CAUSAL) for own in (codes, given))
    for name, of in found.sources.items():
        one, other = of(), ended.sources[name]()
        assert one.undecided is not None
        low, high = one.undecided
        assert low <= other.estimate <= high
        assert one.low <= low <= one.estimate <= high <= one.high


@pytest.mark.filterwarnings("error")
def test_without_a_winner_there_is_nothing_to_share() -> None:
    found = rbsim.luck(games=5, shuffles=2, max_turns=1)
    shares = [one for one in found.figures if one.quantity == "variance_share"]
    assert len(shares) >= 5
    assert np.isnan([[one.estimate, *one.interval] for one in shares]).all()
    assert "nan" not in str(found)


def test_who_starts_is_the_same_by_every_shuffle_and_replicate() -> None:
    anew: list[Any] = [{}, {"shuffle": 1}, {"replicate": 2}, {"shuffle": 7, "replicate": 7}]
    starters = [rbsim.simulate("cut-start", games=50, players="uniform", seed=3, rows=True,
                               **more).games["starter"] for more in anew]  # fmt: skip
    assert all((one == starters[0]).all() for one in starters)


def test_how_often_nobody_wins_is_counted_in_each_cell() -> None:
    found = rbsim.luck("standard", games=400, shuffles=2, seed=1, rows=True)
    for cell, start in enumerate(("as played", "seat 0 starts", "seat 1 starts")):
        rows = [found.arm_rows(arm=2 * cell + game)["outcome"] for game in range(2)]
        one = found.figure("nobody_wins", start=start, seating="greedy")
        assert one.estimate == pytest.approx(np.isin(rows, (1, 2)).mean())
        assert one.low <= one.estimate < one.high < 0.02


def test_stronger_players_are_told_from_their_luck() -> None:
    found = rbsim.luck(games=60, players="greedy:uniform", shuffles=2, seed=1)
    for start in (CAUSAL, PLAYED):
        assert found.figure("variance_share", source="players", start=start).low > 0.8
    assert "players" in found.headline


def test_who_draws_nothing_plays_each_shuffle_once() -> None:
    found = rbsim.luck(games=30, shuffles=2, seed=1)
    assert found.study.settings.replicates == 1
    assert "play" not in {one.labels.get("source") for one in found.figures}
    for more in ({"slip": 0.1}, {"players": lambda view, moves: max(moves)}):
        again = rbsim.luck(games=5, shuffles=2, **more)
        assert again.study.settings.replicates == 2
