"""The random streams of rng.pxd from Python."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

def stream_words(seed: int, game: int, purpose: int, n: int) -> npt.NDArray[np.uint64]:
    """The first n words of a game's stream: purpose 0 the deal, 1 the starter, 2 the play."""

def stream_below(
    seed: int, game: int, purpose: int, bounds: Sequence[int]
) -> npt.NDArray[np.uint32]:
    """Draws from 0 to bound-1, one for each bound, from a game's stream."""
