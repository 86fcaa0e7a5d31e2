"""The solver, for Python."""

from collections.abc import Sequence

from rbcore.api.playable import Playable
from rbcore.solving.solution import Gain, Solution

POSITIONS: int
MOST_POSITIONS: int

def solve(
    position: Playable, most: int = ..., *, players: Sequence[str | None] = ...
) -> Solution: ...
def solve_hidden(
    position: Playable, most: int = ..., *, players: Sequence[str | None] = ...
) -> Gain: ...
