"""What many seats see, in arrays."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

@dataclass(frozen=True)
class Views:
    game: npt.NDArray[np.uint64]
    move: npt.NDArray[np.uint32]
    seat: npt.NDArray[np.uint8]
    turn: npt.NDArray[np.uint32]
    houses: npt.NDArray[np.uint8]
    in_use: npt.NDArray[np.bool_]
    reserves: npt.NDArray[np.uint8]
    wastes: npt.NDArray[np.uint8]
    hands: npt.NDArray[np.uint8]
    turned: npt.NDArray[np.uint8]
    next_card: npt.NDArray[np.uint8]
    heights: npt.NDArray[np.uint8]
    base: npt.NDArray[np.uint8]
    idle: npt.NDArray[np.uint16]
    fresh: npt.NDArray[np.bool_]
    first: npt.NDArray[np.bool_]
    legal: npt.NDArray[np.bool_]
    remembered: npt.NDArray[np.uint8]
    unseen: npt.NDArray[np.uint8]

    def __len__(self) -> int: ...
    def __getitem__(self, rows: slice | npt.NDArray[np.intp]) -> Views: ...

class Arrays:
    arrays: Views
    def __init__(self, compiled: Any, n: int) -> None: ...
