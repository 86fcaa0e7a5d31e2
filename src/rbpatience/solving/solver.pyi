"""Whether a game can be won, by a search with a work limit, without the GIL."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rbpatience.board import Board
from rbpatience.entry import AnyGame

__all__ = [
    "MAX_MEMORY",
    "MAX_WORK",
    "MEMORY",
    "MIN_MEMORY",
    "SOLUTION",
    "STATUSES",
    "WORK",
    "memory_of",
    "play",
    "shorten",
    "solve",
    "solve_board",
    "solve_pack",
    "work_of",
]  # fmt: skip

STATUSES: Final[tuple[str, ...]]
SOLUTION: Final[np.dtype[Any]]
WORK: Final[int]
MAX_WORK: Final[int]
MEMORY: Final[int]
MIN_MEMORY: Final[int]
MAX_MEMORY: Final[int]

def work_of(player: str) -> int: ...
def memory_of(player: str) -> int: ...
def play(
    game: AnyGame,
    player: str,
    seed: int,
    first: int,
    rows: npt.NDArray[np.void],
    *,
    stop: npt.NDArray[np.uint8] | None = ...,
) -> int: ...
def solve(
    game: AnyGame,
    seed: int,
    first: int,
    rows: npt.NDArray[np.void],
    work: int = ...,
    memory: int = ...,
    *,
    stop: npt.NDArray[np.uint8] | None = ...,
) -> int: ...
def solve_board(
    board: Board, work: int = ..., memory: int = ...
) -> tuple[str, int, list[tuple[str, int, int, int]]]: ...
def shorten(
    board: Board, way: Sequence[tuple[str, int, int, int]]
) -> list[tuple[str, int, int, int]]: ...
def solve_pack(
    game: AnyGame, pack: str, work: int = ..., memory: int = ...
) -> tuple[str, int, list[tuple[str, int, int, int]]]: ...
