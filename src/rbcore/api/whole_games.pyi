"""Games in bulk, and one game traced."""

from collections.abc import Sequence
from typing import Any, Final, Unpack

import numpy as np
import numpy.typing as npt

from rbcore.api.position import Position
from rbcore.rules.attention import Attention
from rbcore.rules.definition import Rules
from rbcore.rules.limits import LimitOptions

GAME: Final[np.dtype[Any]]
MATCH: Final[np.dtype[Any]]
MATCH_GAMES: Final[int]
MATCH_OUTCOMES: Final[tuple[str, ...]]

_Rows = npt.NDArray[np.void]

class _Played(LimitOptions, total=False):
    attention: Sequence[Attention] | None
    shuffle: int
    replicate: int

class _Stopped(_Played, total=False):
    stop: npt.NDArray[np.uint8] | None

def play(
    rules: Rules | str,
    players: Sequence[str],
    seed: int,
    first: int,
    rows: _Rows,
    **how: Unpack[_Stopped],
) -> int: ...
def trace(
    rules: Rules | str, players: Sequence[str], seed: int, game: int, **how: Unpack[_Played]
) -> tuple[Position, list[str], np.void]: ...
def play_matches(
    rules: Rules | str,
    players: Sequence[str],
    seed: int,
    first: int,
    rows: _Rows,
    **how: Unpack[_Stopped],
) -> int: ...
