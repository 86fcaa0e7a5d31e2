"""Sympathy: a patience for two with a pack each, in which both win or neither (docs/rules.md).

A deal decides its game: docs/rules.md, S.5. Packs are written as cards in the order in which they
are dealt, as in `AcKd7h...`.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

HEAPS: Final[tuple[int, int]]
"""The two forms: 16 heaps and 4 grace cards a side, 17 heaps and 1."""

GAME: Final[np.dtype[Any]]
"""One row a game, 3 bytes:

won u1     1 if both won, 0 if neither did
left u1    pairs never thrown aside; 0 in a game won
stuck u1   pairs left when the heaps alone were stuck and the first grace card was turned up
"""

def play(heaps: int, seed: int, first: int, rows: npt.NDArray[np.void]) -> None:
    """Play games first, first+1, ... of a seed into `rows`, a contiguous array of GAME.

    Releases the GIL. Raises ValueError for other heaps than 16 or 17 and for numbers out of range.
    """

def deal(seed: int, game: int) -> tuple[str, str]:
    """The two packs of a game. They are those of Russian Bank's standard game of that number."""

def pair(heaps: int, pack: str, other_pack: str) -> np.void:
    """Play a given deal; its row. Raises ValueError unless both are full packs."""
