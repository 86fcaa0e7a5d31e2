"""The random streams: NumPy's Philox, unbiased draws, games that share nothing."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

import rbcore
from rbcore.api.streams import stream_below, stream_words
from support.positions import texts

ENOUGH = 1e-4  # smallest p-value let pass; the seeds are fixed, so a pass stays one
DEAL, PLAY = 0, 2


def numpy_words(seed: int, game: int, purpose: int, n: int, replicate: int = 0) -> np.ndarray:
    key = np.array([seed, 0], np.uint64)
    counter = np.array([0, replicate, game, purpose], np.uint64)
    return np.random.Philox(key=key, counter=counter).random_raw(n)


@pytest.mark.parametrize("seed", [0, 1, 2**40 + 7, 2**64 - 1])
@pytest.mark.parametrize("game", [0, 1, 2**33, 2**64 - 1])
def test_stream_is_numpys(seed: int, game: int) -> None:
    for purpose in (DEAL, 1, PLAY):
        ours = stream_words(seed, game, purpose, 10)
        assert (ours == numpy_words(seed, game, purpose, 10)).all()
        for replicate in (1, 2**64 - 1):
            ours = stream_words(seed, game, purpose, 10, replicate)
            assert (ours == numpy_words(seed, game, purpose, 10, replicate)).all()


def test_bounded_draws_are_lemires() -> None:
    """Each draw multiplies the next 32 bits, low half first, and throws back the uneven rest."""
    bounds = [2, 3, 52, 104, 1000, 2**31 + 1, 2**32 - 5] * 50
    halves = iter(numpy_words(5, 6, PLAY, 1000).astype("<u8").view("<u4").tolist())
    expected = []
    for bound in bounds:
        product = next(halves) * bound
        while product % 2**32 < 2**32 % bound:
            product = next(halves) * bound
        expected.append(product >> 32)
    assert stream_below(5, 6, PLAY, bounds).tolist() == expected


@pytest.mark.parametrize("bound", [2, 3, 5, 7, 13, 26, 52, 90])
def test_bounded_draws_are_even(bound: int) -> None:
    drawn = stream_below(11, bound, PLAY, [bound] * 200_000)
    assert drawn.max() == bound - 1
    assert stats.chisquare(np.bincount(drawn, minlength=bound)).pvalue > ENOUGH


def packs(games: int) -> np.ndarray:
    """The packs as shuffled, card numbers 0 to 51: [game and seat, place in the pack]."""
    rules = rbcore.variant("standard,reserve-size=0,houses-each=0,starter=cut")
    order = {r + s: i for i, (r, s) in enumerate((r, s) for r in "A23456789TJQK" for s in "cdhs")}
    found = []
    for game in range(games):
        position = rbcore.Position.deal(rules, 3, game)
        for seat in (0, 1):
            hand = texts(position).hand(seat)
            found.append([order[hand[i : i + 2]] for i in range(0, len(hand), 2)])
    return np.array(found)


@pytest.mark.full
def test_shuffles_are_even() -> None:
    """Every card in every place as often, and every two neighbours in either order."""
    shuffled = packs(8_000)
    assert (np.sort(shuffled, axis=1) == np.arange(52)).all()
    counts = np.array([np.bincount(shuffled[:, place], minlength=52) for place in range(52)])
    # Row and column sums are fixed, which takes 103 of the 52*52 degrees of freedom.
    assert stats.chisquare(counts.ravel(), ddof=102).pvalue > ENOUGH
    place_of = np.argsort(shuffled, axis=1)
    earlier = [(place_of[:, a] < place_of[:, b]).sum() for a, b in combinations(range(13), 2)]
    smallest = min(stats.binomtest(int(k), len(shuffled)).pvalue for k in earlier)
    assert smallest > ENOUGH / len(earlier)


def test_neighbouring_games_share_nothing() -> None:
    """No word of one game's streams stands in another's, and first words do not correlate."""
    words = np.array([stream_words(1, game, p, 8) for game in range(5_000) for p in (DEAL, PLAY)])
    assert len(np.unique(words)) == words.size
    first = words[::2, 0].astype(float)
    for lag in (1, 2, 3, 64):
        r = np.corrcoef(first[:-lag], first[lag:])[0, 1]
        assert abs(r) * np.sqrt(len(first)) < 4
    seeds = np.array([stream_words(seed, 0, DEAL, 4) for seed in range(5_000)])
    assert len(np.unique(np.concatenate([words.ravel(), seeds.ravel()]))) >= (
        words.size + seeds.size - 4  # seed 1, game 0 is in both
    )
