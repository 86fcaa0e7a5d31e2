"""Games of the book played in bulk or one at a time, without the GIL."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rbpatience.entry import AnyGame, Game

__all__ = ["EVENTS", "MAX_EVENTS", "OUTCOMES", "ROW", "deal", "play", "play_pack"]

OUTCOMES: Final[tuple[str, ...]]
EVENTS: Final[tuple[str, ...]]
MAX_EVENTS: Final[int]
ROW: Final[np.dtype[Any]]
_Rows = npt.NDArray[np.void]
_Flag = npt.NDArray[np.uint8] | None

def play(
    game: AnyGame, player: str, seed: int, first: int, rows: _Rows, *, stop: _Flag = None
) -> int: ...
def check_player(game: Game, player: str) -> Game: ...
def deal(game: AnyGame, seed: int, number: int) -> str: ...
def play_pack(
    game: AnyGame, pack: str, player: str | None = None, seed: int = 0, number: int = 0
) -> tuple[np.void, list[tuple[str, str, int, int]]]: ...
