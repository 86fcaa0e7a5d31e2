"""Game: one game under all rules, move by move."""

from collections.abc import Sequence
from typing import Any, Final, Self, Unpack

import numpy as np
import numpy.typing as npt

from rbcore.api.position import Playable, Position, View
from rbcore.moves.verdict import Verdict
from rbcore.observation.arrays import Vectors
from rbcore.observation.views import Views
from rbcore.players.outside import CompiledPlayer
from rbcore.rules.attention import Attention
from rbcore.rules.definition import Rules
from rbcore.rules.limits import LimitOptions, Limits

class Game(Playable):
    @classmethod
    def deal(
        cls,
        rules: Rules | str,
        seed: int,
        game: int,
        *,
        attention: Sequence[Attention] | None = None,
        shuffle: int = 0,
        replicate: int = 0,
        **limits: Unpack[LimitOptions],
    ) -> Self: ...
    @classmethod
    def start(
        cls,
        position: Position,
        *,
        seed: int = 0,
        game: int = 0,
        starter: int | None = None,
        attention: Sequence[Attention] | None = None,
        **limits: Unpack[LimitOptions],
    ) -> Self: ...
    @classmethod
    def parse(
        cls,
        text: str,
        rules: Rules | str,
        *,
        partial: bool = False,
        attention: Sequence[Attention] | None = None,
        **limits: Unpack[LimitOptions],
    ) -> Self: ...
    def clone(self, *, seed: int | None = None) -> Self: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object) -> Self: ...
    __hash__: None  # type: ignore[assignment]
    seed: Final[int]
    index: Final[int]
    starter: Final[int]
    ply: Final[int]
    limits: Final[Limits]
    attention: Final[tuple[Attention, ...] | None]
    is_over: Final[bool]
    outcome: Final[str | None]
    stopped: Final[Verdict | None]
    offences: Final[tuple[int, ...]]
    calls: Final[tuple[int, ...]]
    wrong_stops: Final[tuple[int, ...]]
    def position(self) -> Position: ...
    def view(self) -> View: ...
    def observation(self, *, seat: int | None = None) -> Views: ...
    def vector(
        self, vectors: Vectors, *, seat: int | None = None, out: npt.NDArray[Any] | None = None
    ) -> tuple[npt.NDArray[Any], npt.NDArray[np.int8]]: ...
    def scores(self) -> tuple[int, ...]: ...
    def returns(self) -> tuple[float, ...]: ...
    def row(self) -> np.void: ...
    def apply(self, move: str | int) -> None: ...
    def attempt(self, move: str | int, *, called: bool | None = None) -> Verdict: ...
    def undo(self) -> None: ...
    def choose(self, player: str | CompiledPlayer) -> str: ...
    def play_out(
        self,
        players: str | CompiledPlayer | Sequence[str | CompiledPlayer],
        *,
        seed: int | None = None,
        stop: npt.NDArray[np.uint8] | None = None,
    ) -> str | None: ...
    def determinize(self, seed: int = 0, game: int = 0, *, memory: bool = False) -> Self: ...
