"""GamePool: many games at once, each advanced to the next choice of an external player."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self, Unpack

import numpy as np
import numpy.typing as npt

from rbcore.api.position import View
from rbcore.observation.arrays import Vectors
from rbcore.observation.views import Views
from rbcore.players.outside import CompiledPlayer
from rbcore.rules.definition import Rules
from rbcore.rules.limits import LimitOptions

MAX_SLOTS: Final[int]
ACT: Final[int]
LEAVE: Final[int]
GIVE_UP: Final[int]

@dataclass(frozen=True)
class Steps:
    ended: npt.NDArray[np.bool_]
    outcome: npt.NDArray[np.uint8]
    returns: npt.NDArray[np.float32]
    scores: npt.NDArray[np.int16]
    final: Views

class GamePool:
    def __new__(
        cls,
        rules: Rules | str,
        players: Sequence[str | CompiledPlayer | int],
        seed: int,
        first: int = 0,
        *,
        rows: npt.NDArray[np.void] | None = None,
        width: int = 1,
        max_turn_moves: int | None = None,
        shuffle: int = 0,
        replicate: int = 0,
        **limits: Unpack[LimitOptions],
    ) -> Self: ...
    rules: Final[Rules]
    seed: Final[int]
    replicate: Final[int]
    done: Final[int]
    longest_turn: Final[int]
    longest_turn_at: Final[tuple[int, int, int]]
    def reset(self, first: int | None = None) -> None: ...
    def deal(
        self, which: npt.NDArray[np.bool_], seeds: npt.NDArray[np.uint64] | None = None
    ) -> None: ...
    def gather(self, player: int | None = None) -> int: ...
    def observe(self) -> Views: ...
    def show(self, vectors: Vectors) -> tuple[npt.NDArray[Any], ...]: ...
    def find_illegal(
        self, actions: npt.NDArray[np.int64], instead: npt.NDArray[np.uint8] | None = None
    ) -> int: ...
    def step(
        self, actions: npt.NDArray[np.int64], instead: npt.NDArray[np.uint8] | None = None
    ) -> Steps: ...
    def slot(self, i: int) -> int: ...
    def game(self, i: int) -> int: ...
    def seat(self, i: int) -> int: ...
    def view(self, i: int) -> View: ...
    def moves(self, i: int) -> tuple[str, ...]: ...
    def make(self, i: int, n: int) -> None: ...
