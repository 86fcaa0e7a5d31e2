"""The random streams of rng.pxd in Python, to check them against NumPy's."""

from libc.stdint cimport uint32_t

from rbcore.cards.rng cimport below, next32, open_replicate, open_stream, stream_t

import numpy as np


def stream_words(seed, game, purpose, n, replicate=0):
    """Return the first n 64-bit words of a game's stream, as NumPy's Philox draws them.

    Purpose 0 is the deal, 1 the starter, 2 the play (cards/rng.pxd).
    """
    cdef stream_t stream
    cdef uint32_t[::1] halves
    cdef Py_ssize_t i
    drawn = np.empty(2 * n, dtype=np.uint32)
    halves = drawn
    open_replicate(&stream, seed, game, purpose, replicate)
    for i in range(halves.shape[0]):
        halves[i] = next32(&stream)
    return drawn[::2] | drawn[1::2].astype(np.uint64) << np.uint64(32)


def stream_below(seed, game, purpose, bounds):
    """Return draws from 0 to bound-1, one for each bound, from a game's stream."""
    cdef stream_t stream
    cdef uint32_t[::1] limits = np.ascontiguousarray(bounds, dtype=np.uint32)
    cdef uint32_t[::1] out
    cdef Py_ssize_t i
    if limits.shape[0] and min(bounds) < 1:
        raise ValueError("a bound is at least 1")
    drawn = np.empty(limits.shape[0], dtype=np.uint32)
    out = drawn
    open_stream(&stream, seed, game, purpose)
    for i in range(limits.shape[0]):
        out[i] = below(&stream, limits[i])
    return drawn
