"""Sympathy: a patience for two with a pack each, in which both win or neither (docs/rules.md)."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

__all__ = ["GAME", "HEAPS", "OUTCOMES", "deal", "pair", "play"]

HEAPS: Final[tuple[int, int]]
OUTCOMES: Final[tuple[str, ...]]

GAME: Final[np.dtype[Any]]

def check_heaps(heaps: int) -> int: ...
def play(heaps: int, seed: int, first: int, rows: npt.NDArray[np.void]) -> None: ...
def deal(seed: int, game: int) -> tuple[str, str]: ...
def pair(heaps: int, pack: str, other_pack: str) -> np.void: ...
