"""The compiled players."""

from typing import Final

PLAYERS: Final[dict[str, int]]
"""Name -> version. A change of play is a new version; results name it.

Any of them may be made to err: `greedy~0.3` plays a legal move drawn at random with a probability
of 0.3 at each decision, and as `greedy` otherwise. `search-500` has 500 playouts a decision;
`search-5ms` has 5 milliseconds, and its games are not the same again.
"""

def player_number(name: str) -> int:
    """What the core knows a player by. Raises ValueError in a sentence for other names."""

def versioned(name: str) -> str:
    """A player's name with its version, as results have it: `greedy/1`, `greedy~0.3/1`."""
