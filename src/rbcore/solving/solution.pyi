"""Solution: who wins a small game under best play, for Python."""

from rbcore.api.playable import Playable
from rbcore.rules.definition import Rules

POSITIONS: int
MOST_POSITIONS: int

class Solution:
    rules: Rules
    @property
    def winner(self) -> int | None: ...
    @property
    def positions(self) -> int: ...
    def winner_of(self, position: Playable) -> int | None: ...

def solve(position: Playable, most: int = ...) -> Solution: ...
