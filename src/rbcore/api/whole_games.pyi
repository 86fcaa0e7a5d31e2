"""Many games at once, and one game traced."""

from collections.abc import Sequence
from typing import Any, Final, Unpack

import numpy as np
import numpy.typing as npt

from rbcore.api.position import Position
from rbcore.players.outside import CompiledPlayer
from rbcore.rules.attention import Attention
from rbcore.rules.definition import Rules
from rbcore.rules.limits import LimitOptions

GAME: Final[np.dtype[Any]]
MATCH: Final[np.dtype[Any]]
MATCH_GAMES: Final[int]
MATCH_OUTCOMES: Final[tuple[str, ...]]

def game_dtype(seats: int) -> np.dtype[Any]: ...

match_dtype = game_dtype

def play(
    rules: Rules | str,
    players: Sequence[str | CompiledPlayer],
    seed: int,
    first: int,
    rows: npt.NDArray[np.void],
    *,
    attention: Sequence[Attention] | None = None,
    stop: npt.NDArray[np.uint8] | None = None,
    shuffle: int = 0,
    replicate: int = 0,
    max_turn_moves: int | None = None,
    **limits: Unpack[LimitOptions],
) -> int: ...
def trace(
    rules: Rules | str,
    players: Sequence[str | CompiledPlayer],
    seed: int,
    game: int,
    *,
    attention: Sequence[Attention] | None = None,
    shuffle: int = 0,
    replicate: int = 0,
    max_turn_moves: int | None = None,
    **limits: Unpack[LimitOptions],
) -> tuple[Position, list[str], np.void]: ...

play_matches = play
