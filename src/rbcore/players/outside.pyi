"""Outside players: players compiled outside rbcore."""

from typing import Final, Self, final

@final
class CompiledPlayer:
    name: Final[str]
    origin: Final[str]
    keeps_state: Final[bool]
    longest_turn: Final[int]
    longest_turn_at: Final[tuple[int, ...]]
    def __new__(
        cls,
        choose: object,
        new_state: object = None,
        free_state: object = None,
        *,
        abi: int | None = None,
        name: str = "outside",
    ) -> Self: ...
    def named(self, name: str, origin: str = "") -> CompiledPlayer: ...
    def __hash__(self) -> int: ...
