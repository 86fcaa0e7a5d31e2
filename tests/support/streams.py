"""The random streams of cards/rng.pxd by NumPy: words of Philox, and Lemire's bounded draws."""

from collections.abc import Iterable, Iterator

import numpy as np

DEAL, STARTER, PLAY = 0, 1, 2  # purposes


def stream_words(seed: int, game: int, purpose: int, n: int, replicate: int = 0) -> np.ndarray:
    key = np.array([seed, 0], np.uint64)
    counter = np.array([0, replicate, game, purpose], np.uint64)
    # Little-endian, so that the low half of a word stands first on every machine.
    return np.random.Philox(key=key, counter=counter).random_raw(n).astype("<u8")


def halves(seed: int, game: int, purpose: int, replicate: int = 0) -> Iterator[int]:
    """The 32-bit draws of a stream: of each word the low half first."""
    n = 256
    yield from stream_words(seed, game, purpose, n, replicate).view("<u4").tolist()
    while True:
        n *= 2
        words = stream_words(seed, game, purpose, n, replicate)
        yield from words[n // 2 :].view("<u4").tolist()


def below(draws: Iterator[int], bound: int) -> int:
    """Multiply the next 32 bits, and throw back the uneven rest (Lemire, ACM TOMACS 29, 2019)."""
    product = next(draws) * bound
    while product % 2**32 < 2**32 % bound:
        product = next(draws) * bound
    return product >> 32


def stream_below(seed: int, game: int, purpose: int, bounds: Iterable[int]) -> list[int]:
    draws = halves(seed, game, purpose)
    return [below(draws, bound) for bound in bounds]
