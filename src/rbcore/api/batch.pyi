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
"""One row a game, 50 bytes:

index u8             number of the game in its seed
turns u4, moves u4   turns ended, moves made
give_ups u4          stalemate searches that reached their limit (7.6)
scores i2[3]         section 8, by seat; 0 for seats that are not there
reserve, hand, waste u1[3]   cards left, by seat; a turned-up card counts with the hand
starter i1           the seat that started
winner i1            the seat that won, or -1
outcome u1           index into OUTCOMES
offences, calls u2[3]   offences by the offender's seat, and those that were called (section 6)
"""

BUILD: Final[str]
"""The build of the playout loop in use: "playout" or "playout_v3"."""

def play(
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
    """Play games first, first+1, ... of a seed into `rows`, a contiguous array of GAME.

    One player for each seat; `attention`, one for each too, lets seats slip (section 6).
    Releases the GIL. Returns how many rows it filled: all, or fewer if
    `stop[0]` became nonzero, which is looked at after every move. Raises ValueError for unknown
    players and for numbers out of range: max_turns 1 to 100,000, max_moves 1 to 10**7.
    """

def trace(
    rules: Rules,
    players: Sequence[str],
    seed: int,
    game: int,
    *,
    attention: Sequence[Attention] | None = None,
    **limits: Unpack[LimitOptions],
) -> tuple[Position, list[str], np.void]:
    """Play one game; the position as dealt, its moves in notation, and its row.

    Of games with slips the moves are those that were made, offences that stood included. An offence
    that was called is a move with `!`, undone at once; the omitted move follows if one was carried
    out, then `stop`, where the turn passes (section 6).
    """
