"""What many seats see, in arrays."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

@dataclass(frozen=True)
class Views:
    """What the seats to move see, a row each; n rows, S seats, H houses.

    Where an array has a row by seat, the first is the seat that is to move, then the next one.
    Cards are suit * 16 + rank, suits c d h s = 0 to 3, ranks ace = 1 to king = 13; 0 is no card, 14
    one that lies face down. Piles are bottom to top.

    A slice of Views is Views. The arrays are filled anew for the next decision: copy what is kept.
    """

    game: npt.NDArray[np.uint64]
    """(n,) numbers of the games in their seed."""
    move: npt.NDArray[np.uint32]
    """(n,) moves made in the game so far, forced ones included."""
    seat: npt.NDArray[np.uint8]
    """(n,) the seat to move."""
    turn: npt.NDArray[np.uint32]
    """(n,) turns ended so far."""
    houses: npt.NDArray[np.uint8]
    """(n, H, 15) the houses."""
    in_use: npt.NDArray[np.bool_]
    """(n, H) whether the house is laid (V14) and not closed (V1)."""
    reserves: npt.NDArray[np.uint8]
    """(n, S, 111) the reserves."""
    wastes: npt.NDArray[np.uint8]
    """(n, S, 111) the wastes."""
    hands: npt.NDArray[np.uint8]
    """(n, S) cards in the hands."""
    turned: npt.NDArray[np.uint8]
    """(n,) the turned-up hand card."""
    coming: npt.NDArray[np.uint8]
    """(n,) the next card of the own hand: 14, its card under V11, 0 if the hand is empty."""
    heights: npt.NDArray[np.uint8]
    """(n, 4, packs) cards on the foundations of each suit, the taller first."""
    base: npt.NDArray[np.uint8]
    """(n,) the rank foundations begin with; 0 as long as there is none (V15)."""
    idle: npt.NDArray[np.uint16]
    """(n, S) turns ended since the last progress move (7.3)."""
    fresh: npt.NDArray[np.bool_]
    """(n,) no move has been made in this turn (kept under V10)."""
    first: npt.NDArray[np.bool_]
    """(n, S) the first turn is not over (kept under V12 and V14)."""
    legal: npt.NDArray[np.bool_]
    """(n, A) the legal actions; rbcore.api.actions says what each number means."""

    def __len__(self) -> int: ...
    def __getitem__(self, rows: slice) -> Views: ...

class Arrays:
    """Views with room for n seats, filled in the core."""

    arrays: Views
    def __init__(self, rules: Any, n: int) -> None: ...
