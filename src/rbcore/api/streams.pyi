"""The random streams of rng.pxd from Python."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

def stream_words(
    seed: int, game: int, purpose: int, n: int, replicate: int = 0
) -> npt.NDArray[np.uint64]: ...
def stream_below(
    seed: int, game: int, purpose: int, bounds: Sequence[int]
) -> npt.NDArray[np.uint32]: ...
