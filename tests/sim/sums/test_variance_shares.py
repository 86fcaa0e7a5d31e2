"""Shares of the variance: as counted by hand, of known answers, and as often as they say."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest
from scipy import stats

from rbsim.sums.deal_moments import DealMoments
from rbsim.sums.joint_outcomes import CODES, UNFINISHED
from rbsim.sums.variance_shares import Cards, VarianceShares
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
    moments = games_of(np.random.default_rng(4), 4_000, 3, 2, HIDDEN_TOO)
    found = VarianceShares(moments, [0, 1])
    parts = [found.of_mean(HALF), found.of_play()]
    parts += [found.of_cards(Cards.ALL, BOTH, HALF)]
    seat = found.of_mean(BOTH)
    assert sum(one.value for one in parts) == pytest.approx(1, abs=seat.interval[1])
    split = [found.of_cards(cards, BOTH, HALF) for cards in (Cards.OPEN, Cards.HIDDEN)]
    assert sum(one.value for one in split) == pytest.approx(parts[2].value)


# ---- known answers -----------------------------------------------------------------------------

# Of each deal: what its open cards give the seat, by Beta's law of this spread, and the starter
# more; what starting is worth; what each shuffle of the hidden cards gives the seat, and the
# starter. All are of the mean outcome.
Deal = tuple[float, float, float, float, float]
HIDDEN_TOO: Deal = (0.5, 0.15, 0.12, 0.2, 0.1)
NEXT_TO_NOTHING: Deal = (0.1, 0.05, 0.02, 0.0, 0.0)
NOTHING: Deal = (0.0, 0.0, 0.0, 0.0, 0.0)
DRAWN = 0.1  # games that nobody wins


def games_of(
    rng: np.random.Generator, deals: int, shuffles: int, replicates: int, spread: Deal
) -> DealMoments:
    by_open, by_both, start, by_hidden, hidden_start = spread
    cards = by_open * (2 * rng.beta(2, 2, deals) - 1)
    both = by_both * rng.choice([-1, 1], deals)
    hidden = rng.choice([-1, 1], (2, shuffles, deals))
    codes = []
    for sign in (1, -1):
        for shuffle in range(shuffles):
            mean = cards + sign * (start + both)
            mean = mean + by_hidden * hidden[0, shuffle] + sign * hidden_start * hidden[1, shuffle]
            for _ in range(replicates):
                at = rng.random(deals)
                won = DRAWN + (1 - DRAWN) * (1 + mean) / 2
                names = [CODES.index(name) for name in ("stalemate", "win", "loss")]
                codes.append(np.select([at < DRAWN, at < won], names[:2], names[2]))
    return DealMoments.from_outcomes(dict(enumerate(codes)), shuffles, replicates)


def truth_of(spread: Deal, replicates: int) -> dict[str, float]:
    by_open, by_both, start, by_hidden, hidden_start = spread
    unit = 1 - DRAWN
    known = {"open": by_open**2 / 5, "open start": by_both**2, "start": start**2, "seat": 0.0}
    known |= {"hidden": by_hidden**2, "hidden start": hidden_start**2}
    truth = {name: unit * share for name, share in known.items()}
    rest = 1 - sum(truth.values())
    if replicates > 1:
        return {**truth, "play": rest}
    # What is drawn once a shuffle is of its cards, half of it in common to both starts.
    return {**truth, "hidden": truth["hidden"] + rest / 2,
            "hidden start": truth["hidden start"] + rest / 2}  # fmt: skip


@pytest.mark.sample(2)
@pytest.mark.parametrize("spread", [HIDDEN_TOO, NEXT_TO_NOTHING, NOTHING])
@pytest.mark.parametrize(
    ("deals", "shuffles", "replicates"), [(200, 4, 2), (400, 4, 1), (60, 8, 2)]
)
def test_intervals_hold_as_often_as_they_say(
    deals: int, shuffles: int, replicates: int, spread: Deal
) -> None:
    rng, truth = np.random.default_rng(5), truth_of(spread, replicates)
    in_common = truth["open"] - truth["open start"]
    runs = fewer(600)
    held = dict.fromkeys((*truth, "common"), 0)
    low_misses = dict.fromkeys(truth, 0)
    for _ in range(runs):
        found = VarianceShares(games_of(rng, deals, shuffles, replicates, spread), [0, 1])
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
        found = VarianceShares(games_of(rng, 300, 4, 1, NOTHING), [0, 1])
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
