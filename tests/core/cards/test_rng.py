"""The random streams: NumPy's Philox, unbiased draws, games that share nothing."""

from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import rbcore
from rbcore.cards.processor import has_v3_instructions
from support.outside import build, needs_compiler, printed
from support.positions import texts
from support.streams import DEAL, PLAY, STARTER, below, halves, stream_below, stream_words

ENOUGH = 1e-4  # smallest p-value let pass; the seeds are fixed, so a pass stays one


OUTSIDE = """
from libc.stdint cimport uint32_t

from rbcore.cards.rng cimport below, next32, open_stream, stream_t

def drawn(seed, game, purpose, replicate, bounds):
    "Two draws of 32 bits, then one below each of some bounds."
    cdef stream_t stream
    open_stream(&stream, seed, game, purpose, replicate)
    return [next32(&stream), next32(&stream), *(below(&stream, bound) for bound in bounds)]
"""

SEEDS, GAMES = (0, 1, 2**40 + 7, 2**64 - 1), (0, 1, 2**33, 2**64 - 1)
BOUNDS = [2, 3, 52, 104, 1000, 2**31 + 1, 2**32 - 5] * 20


@pytest.mark.full
@needs_compiler
@pytest.mark.parametrize("flags", ["", "-mavx2"][: 1 + has_v3_instructions()])
def test_streams_are_numpys(tmp_path: Path, flags: str) -> None:
    build(OUTSIDE, tmp_path, flags)
    every = [*product(SEEDS, GAMES, (DEAL, STARTER, PLAY), (0, 1, 2**64 - 1))]
    script = f"from outside import drawn\nfor one in {every}: print(drawn(*one, {BOUNDS}))"
    for (seed, game, purpose, replicate), line in zip(
        every, printed(script, tmp_path).splitlines(), strict=True
    ):
        draws = halves(seed, game, purpose, replicate)
        expected = [next(draws), next(draws), *(below(draws, bound) for bound in BOUNDS)]
        assert line == str(expected)


@pytest.mark.parametrize("bound", [2, 3, 5, 7, 13, 26, 52, 90])
def test_bounded_draws_are_even(bound: int) -> None:
    drawn = np.array(stream_below(11, bound, PLAY, [bound] * 200_000))
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
