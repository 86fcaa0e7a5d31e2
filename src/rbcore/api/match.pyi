"""Matches: games one after another, until a seat reaches the target (8.3)."""

from collections.abc import Sequence
from typing import Any, Final, Unpack

import numpy as np
import numpy.typing as npt

from rbcore.rules.attention import Attention
from rbcore.rules.definition import Rules
from rbcore.rules.limits import LimitOptions

MATCH_GAMES: Final[int]

MATCH_OUTCOMES: Final[tuple[str, ...]]

MATCH: Final[np.dtype[Any]]

def play_matches(
    rules: Rules,
    players: Sequence[str],
    seed: int,
    first: int,
    rows: npt.NDArray[np.void],
    *,
    attention: Sequence[Attention] | None = None,
    stop: npt.NDArray[np.uint8] | None = None,
    shuffle: int = 0,
    replicate: int = 0,
    **limits: Unpack[LimitOptions],
) -> int: ...
