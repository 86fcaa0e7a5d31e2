"""Matches: games one after another, until a seat reaches the target (8.3)."""

from collections.abc import Sequence
from typing import Any, Final, Unpack

import numpy as np
import numpy.typing as npt

from rbcore.rules.attention import Attention
from rbcore.rules.definition import Rules
from rbcore.rules.limits import LimitOptions

MATCH_GAMES: Final[int]
"""Games after which a match is unfinished; match m of a seed is its games m*MATCH_GAMES and on."""

MATCH_OUTCOMES: Final[tuple[str, ...]]
"""How a match can end; a row's `outcome` is an index into this."""

MATCH: Final[np.dtype[Any]]
"""One row a match, 35 bytes:

index u8             number of the match in its seed
games u4             games played
unfinished_games u4  those of them without a result (7.5); they score nothing
give_ups u4          stalemate searches that reached their limit (7.6)
scores i4[3]         points of all games, by seat; 0 for seats that are not there
starter i1           the seat that started the first game
winner i1            the seat that won, or -1
outcome u1           index into MATCH_OUTCOMES
"""

def play_matches(
    rules: Rules,
    players: Sequence[str],
    seed: int,
    first: int,
    rows: npt.NDArray[np.void],
    *,
    attention: Sequence[Attention] | None = None,
    stop: npt.NDArray[np.uint8] | None = None,
    **limits: Unpack[LimitOptions],
) -> int:
    """Play matches first, first+1, ... of a seed into `rows`, a contiguous array of MATCH.

    With `alternate` the first game of each starts as by `low-reserve`, then the seats take turns
    (3.5). Otherwise every game is the one that bulk.play plays under that number. Returns how many
    rows it filled. Releases the GIL, takes `stop` and raises ValueError as bulk.play does.
    """
