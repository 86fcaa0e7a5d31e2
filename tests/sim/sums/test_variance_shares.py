"""Shares of the variance: as counted by hand, of known answers, and as often as they say."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest
from scipy import stats

from rbsim.sums.deal_moments import DealMoments
from rbsim.sums.joint_outcomes import CODES, UNFINISHED
from rbsim.sums.share_sources import CAUSAL, ShareSources
from rbsim.sums.variance_shares import Cards, VarianceShares
from support.lucky_deals import ThreeSeats, TwoSeats
from support.quick import fewer

BOTH, HALF = (0.5, 0.5), (0.5, -0.5)
VALUE = {"win": 1, "loss": -1}
NEARLY = 0.93  # the delta method, of a few hundred deals


def drawn(
    cells: int, shuffles: int, replicates: int, deals: int, seed: int
) -> dict[int, np.ndarray]:
    arms = cells * shuffles * replicates
    codes = np.random.default_rng(seed).integers(0, len(CODES), (arms, deals))
    return dict(enumerate(codes))


@pytest.mark.parametrize(("shuffles", "replicates"), [(2, 1), (3, 1), (2, 2), (3, 3)])
def test_moments_are_those_counted_by_hand(shuffles: int, replicates: int) -> None:
    codes = drawn(2, shuffles, replicates, 40, 1)
    found = DealMoments.from_outcomes(codes, shuffles, replicates)
    own = list(product(range(shuffles), range(replicates)))

    def value(cell: int, game: int, deal: int) -> int:
        return VALUE.get(CODES[codes[cell * len(own) + game][deal]], 0)

    def unfinished(cell: int, game: int, deal: int) -> bool:
        return bool(codes[cell * len(own) + game][deal] == UNFINISHED)

    for cell, other in ((0, 0), (0, 1), (1, 1)):
        for same in (False, True):
            total, left, count = 0, 0, 0
            for (i, one), (k, two) in product(enumerate(own), repeat=2):
                if same and replicates > 1:
                    counts = one[0] == two[0] and one != two
                else:
                    counts = one == two if same else one[0] != two[0]
                if not counts:
                    continue
                count += 1
                for deal in range(40):
                    total += value(cell, i, deal) * value(other, k, deal)
                    left += unfinished(cell, i, deal) or unfinished(other, k, deal)
            at = found.place(cell, other, same)
            assert found.pairs(same) == count
            assert found.sums[at] == total
            assert found.unfinished[at - found.cells] == left
    assert found.sums[1] == sum(value(1, i, deal) for i in range(len(own)) for deal in range(40))


def test_moments_add_up_in_any_order_and_come_back() -> None:
    codes = drawn(3, 2, 2, 90, 2)
    whole = DealMoments.from_outcomes(codes, 2, 2)
    pieces = [
        DealMoments.from_outcomes({arm: own[a:b] for arm, own in codes.items()}, 2, 2)
        for a, b in ((50, 90), (0, 7), (7, 50))
    ]
    joined, *others = pieces
    for one in others:
        joined.merge(one)
    assert joined.record == whole.record
    record = json.loads(json.dumps(whole.record))
    assert DealMoments.from_record(record, 3, 2, 2).record == whole.record
    for name, wrong in {
        "deals": 0, "sums": record["sums"][1:], "unfinished": [-1] * len(record["unfinished"]),
        "products": [[0.5] * len(row) for row in record["products"]],
    }.items():  # fmt: skip
        with pytest.raises(ValueError, match="moments of deals"):
            DealMoments.from_record({**record, name: wrong}, 3, 2, 2)


def test_means_are_exact_far_beyond_64_bits() -> None:
    few = DealMoments.from_outcomes(drawn(2, 2, 1, 50, 3), 2, 1)
    many = DealMoments.from_outcomes(drawn(2, 2, 1, 50, 3), 2, 1)
    times = 10**10
    many.deals *= times
    many.sums, many.products = many.sums * times, many.products * times
    (mean, covariance), (same, smaller) = few.means(), many.means()
    assert same == pytest.approx(mean)
    assert smaller * times * 50 / 49 == pytest.approx(covariance)


def test_shares_add_up_to_the_whole() -> None:
    """Of estimates that none is cut off of: the identity holds before the cut."""
    moments = HIDDEN_TOO.moments(np.random.default_rng(4), 4_000, 3, 2)
    found = VarianceShares(moments, [0, 1])
    parts = [found.of_mean(HALF), found.of_play()]
    parts += [found.of_cards(Cards.ALL, BOTH, HALF)]
    seat = found.of_mean(BOTH)
    assert sum(one.value for one in parts) == pytest.approx(1, abs=seat.interval[1])
    split = [found.of_cards(cards, BOTH, HALF) for cards in (Cards.OPEN, Cards.HIDDEN)]
    assert sum(one.value for one in split) == pytest.approx(parts[2].value)


# ---- known answers -----------------------------------------------------------------------------

HIDDEN_TOO = TwoSeats(0.5, 0.15, 0.12, 0.2, 0.1)
NEXT_TO_NOTHING = TwoSeats(0.1, 0.05, 0.02)
NOTHING = TwoSeats()


@pytest.mark.sample(2)
@pytest.mark.parametrize("spread", [HIDDEN_TOO, NEXT_TO_NOTHING, NOTHING])
@pytest.mark.parametrize(
    ("deals", "shuffles", "replicates"), [(200, 4, 2), (400, 4, 1), (60, 8, 2)]
)
def test_intervals_hold_as_often_as_they_say(
    deals: int, shuffles: int, replicates: int, spread: TwoSeats
) -> None:
    rng, truth = np.random.default_rng(5), spread.truths(replicates)
    in_common = truth["open"] - truth["open start"]
    runs = fewer(600)
    held = dict.fromkeys((*truth, "common"), 0)
    low_misses = dict.fromkeys(truth, 0)
    for _ in range(runs):
        found = VarianceShares(spread.moments(rng, deals, shuffles, replicates), [0, 1])
        shares = {
            "open": found.of_cards(Cards.OPEN, BOTH),
            "open start": found.of_cards(Cards.OPEN, HALF),
            "hidden": found.of_cards(Cards.HIDDEN, BOTH),
            "hidden start": found.of_cards(Cards.HIDDEN, HALF),
            "start": found.of_mean(HALF),
            "seat": found.of_mean(BOTH),
            "play": found.of_play(),
        }
        common = found.in_common(Cards.OPEN, BOTH, HALF)
        held["common"] += common.interval[0] <= in_common <= common.interval[1]
        for name, share in truth.items():
            low, high = shares[name].interval
            assert 0 <= low <= shares[name].value <= high <= 1
            held[name] += low <= share <= high
            low_misses[name] += share < low
    least = stats.binom.ppf(1e-4, runs, NEARLY)
    assert min(held.values()) >= least, held
    assert max(low_misses.values()) <= stats.binom.ppf(1 - 1e-4, runs, 0.06), low_misses


def test_a_share_of_next_to_nothing_is_not_said_to_be_nothing() -> None:
    """Where the estimate falls below 0 the interval still reaches as far as its error does."""
    rng = np.random.default_rng(6)
    cut = 0
    for _ in range(60):
        found = VarianceShares(NOTHING.moments(rng, 300, 4, 1), [0, 1])
        share = found.of_cards(Cards.OPEN, BOTH)
        if share.value == 0:
            cut += 1
            assert share.interval[1] == pytest.approx(1.96 * share.error, rel=1e-3)
    assert cut > 10


@pytest.mark.parametrize("fate", ["win", "loss"])
def test_unfinished_games_may_have_ended_in_any_way(fate: str) -> None:
    """The interval covers what comes out once those games are given to one seat."""
    rng = np.random.default_rng(7)
    codes = drawn(2, 3, 2, 3_000, 8)
    for own in codes.values():
        own[rng.random(3_000) < 0.97] = CODES.index("win" if rng.random() < 0.5 else "loss")
    found = VarianceShares(DealMoments.from_outcomes(codes, 3, 2), [0, 1])
    ended = {arm: np.where(own == UNFINISHED, CODES.index(fate), own) for arm, own in codes.items()}
    finished = VarianceShares(DealMoments.from_outcomes(ended, 3, 2), [0, 1])
    for name in ("of_mean", "of_cards", "of_play"):
        weights = {"of_mean": (HALF,), "of_cards": (Cards.OPEN, BOTH), "of_play": ()}[name]
        one, other = (getattr(which, name)(*weights) for which in (found, finished))
        low, high = one.extremes
        assert low <= other.value <= high
        assert one.interval[0] <= low <= one.value <= high <= one.interval[1]


def test_without_a_winner_there_is_nothing_to_share() -> None:
    codes = {arm: np.full(5, CODES.index("standoff")) for arm in range(4)}
    found = VarianceShares(DealMoments.from_outcomes(codes, 2, 1), [0, 1])
    for share in (found.of_mean(HALF), found.of_cards(Cards.HIDDEN, BOTH), found.of_play()):
        assert np.isnan([share.value, *share.interval]).all()


# ---- three seats -------------------------------------------------------------------------------

GIVEN = ThreeSeats((0.1, -0.02, -0.08), 0.08, 0.03, 0.06)
LITTLE = ThreeSeats((0.01, 0.0, -0.01), 0.02)
EVEN = ThreeSeats()


def test_three_seats_are_counted_by_hand() -> None:
    """Of all pairs of games the products of what every seat has of them: 1, or -1/2."""
    deals, shuffles, replicates = 30, 2, 2
    codes = drawn(4, shuffles, replicates, deals, 9)
    found = DealMoments.from_outcomes(codes, shuffles, replicates, 3)
    has = {"win": (1, -0.5, -0.5), "loss": (-0.5, 1, -0.5), "third": (-0.5, -0.5, 1)}

    def seen(arm: int, deal: int) -> np.ndarray:
        return np.array(has.get(CODES[codes[arm][deal]], (0, 0, 0)))

    games = [[[seen(4 * cell + i, deal) for deal in range(deals)] for i in range(4)]
             for cell in range(4)]  # fmt: skip
    x = np.array(games)  # by cell, game of a deal, deal and seat
    square = float((x[1:] ** 2).mean()) * 3
    shuffle = np.array([0, 0, 1, 1])
    apart = shuffle[:, None] != shuffle[None]
    alike = ~apart & ~np.eye(4, dtype=bool)

    def products(cell: int, other: int, which: np.ndarray) -> float:
        every = np.einsum("idv,kdv->ik", x[cell], x[other]) / deals
        return float(every[which].mean())

    of_cards = np.array([[products(i, k, alike) for k in (1, 2, 3)] for i in (1, 2, 3)])
    of_open = np.array([[products(i, k, apart) for k in (1, 2, 3)] for i in (1, 2, 3)])
    sources = ShareSources(found, CAUSAL)
    hidden = float(np.trace(of_cards - of_open)) / 3 / square
    raw = sources.variance
    assert raw.variance == pytest.approx(square / 1.5)
    patterns = [np.eye(4)[cell] / 3**0.5 for cell in (1, 2, 3)]
    assert raw.of_cards(Cards.HIDDEN, *patterns).value == pytest.approx(max(0, hidden))
    whole = sources.share("hidden cards")
    assert whole.value == pytest.approx(max(0, hidden))
    play = 1 - float(np.trace(of_cards)) / 3 / square
    assert sources.share("play").value == pytest.approx(min(1, play))
    apart_starts = ~np.eye(3, dtype=bool)
    common = float((of_cards - of_open)[apart_starts].mean()) / square
    assert sources.common("hidden cards").value == pytest.approx(common)
    means = x.mean(axis=(1, 2))[1:]  # by start and seat
    place = [np.mean([means[start, (start + at) % 3] for start in range(3)]) for at in range(3)]
    start = sources.share("start")
    assert start.value <= np.sum(np.square(place)) / square <= start.interval[1]
    lead = sources.variance.mean_outcome(2).mean.mean
    won = [np.mean([CODES[c] == "win" for c in codes[8 + i]]) for i in range(4)]
    lost = [np.mean([CODES[c] in ("loss", "third") for c in codes[8 + i]]) for i in range(4)]
    assert lead == pytest.approx(np.mean(won) - np.mean(lost))
    record = json.loads(json.dumps(found.record))
    assert DealMoments.from_record(record, 4, 2, 2, 3).record == found.record
    with pytest.raises(ValueError, match="moments of deals"):
        DealMoments.from_record(record, 4, 2, 2, 2)


def test_sources_of_two_seats_are_halves_of_the_cells() -> None:
    codes = drawn(3, 3, 2, 500, 10)
    two = ShareSources(DealMoments.from_outcomes(codes, 3, 2), CAUSAL)
    assert two.share("start").value == two.variance.of_mean((0, *HALF)).value
    assert two.share("seat").value == two.variance.of_mean((0, *BOTH)).value
    assert two.share("open cards") == two.variance.of_cards(Cards.OPEN, (0, *BOTH), (0, *HALF))


def test_shares_of_three_seats_add_up_to_the_whole() -> None:
    found = ShareSources(GIVEN.moments(np.random.default_rng(11), 4_000, 3, 2), CAUSAL)
    shares = {name: found.share(name) for name in found.names}
    assert list(shares) == ["start", "open cards", "hidden cards", "seat", "play"]
    assert sum(one.value for one in shares.values()) == pytest.approx(
        1, abs=shares["seat"].interval[1]
    )
    played = ShareSources(GIVEN.moments(np.random.default_rng(11), 4_000, 3, 2), "as played")
    assert played.names == ["open cards", "hidden cards", "seat", "play"]
    assert sum(played.share(name).value for name in played.names) == pytest.approx(1, abs=0.02)


@pytest.mark.sample(2)
@pytest.mark.parametrize("spread", [GIVEN, LITTLE, EVEN])
@pytest.mark.parametrize(("deals", "shuffles"), [(200, 4), (60, 8)])
def test_intervals_of_three_seats_hold_too(deals: int, shuffles: int, spread: ThreeSeats) -> None:
    rng, truth, runs = np.random.default_rng(12), spread.truths(), fewer(600)
    held = dict.fromkeys(truth, 0)
    for _ in range(runs):
        found = ShareSources(spread.moments(rng, deals, shuffles, 2), CAUSAL)
        for name, share in truth.items():
            one = found.share(name)
            assert 0 <= one.interval[0] <= one.value <= one.interval[1] <= 1
            held[name] += one.interval[0] <= share <= one.interval[1]
    assert min(held.values()) >= stats.binom.ppf(1e-4, runs, NEARLY), held
