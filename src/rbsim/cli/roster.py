"""The compiled players in words, with the strength and the speed that were measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

LEGAL = "the legal moves"
SEEN = "face-up cards"
REMEMBERED = "face-up cards, and hands that were wastes"


@dataclass(frozen=True)
class Entry:
    """What is to be said of a player.

    Attributes
    ----------
    name : str
        The player.
    version : int
        The version that was measured; a test asks for new figures with a new one.
    plays, knows : str
        How it chooses, and what it knows of the cards.
    elo : tuple of int
        Elo above `search` in the standard game, each deal from both seats: the estimate and the
        ends of its 95% interval; all 0 for `search` itself.
    games_per_second : int
        Standard games between two of this player on one core.
    """

    name: str
    version: int
    plays: str
    knows: str
    elo: tuple[int, int, int]
    games_per_second: int


# In the order of rbcore.PLAYERS; docs/players.md says how the figures were found.
ENTRIES = (
    Entry("uniform", 1, "a legal move at random", LEGAL, (-1239, -1355, -1120), 22_800),
    Entry("greedy", 2, "the first legal move in a fixed order", SEEN, (-215, -223, -207), 67_900),
    Entry("weighted", 3, "the move of the greatest evaluation", SEEN, (-176, -183, -168), 22_800),
    Entry("planner", 4, "the best end of its turn", SEEN, (-72, -82, -61), 1_506),
    Entry("search", 4, "the end with the best playouts, hidden cards dealt at random", SEEN,
          (0, 0, 0), 24),
    Entry("lookahead", 1, "the end that is best after the opponent's reply", SEEN,
          (-17, -27, -8), 1_085),
    Entry("lookahead+memory", 1, "the same", REMEMBERED, (28, 18, 38), 840),
    Entry("nested", 1, "the end that is best after six turns of `lookahead`", SEEN,
          (10, 0, 21), 64),
    Entry("nested+memory", 1, "the same", REMEMBERED, (114, 103, 125), 26),
)  # fmt: skip


def entries() -> list[dict[str, Any]]:
    """Return all entries, as JSON has them."""
    return [asdict(entry) for entry in ENTRIES]


def lines() -> Iterator[str]:
    """Yield two lines for each player."""
    yield "Players, with their Elo above search in the standard game and their speed:"
    for entry in ENTRIES:
        estimate, low, high = entry.elo
        strength = f"Elo {estimate:+d} ({low:+d} to {high:+d})" if any(entry.elo) else "Elo 0"
        speed = f"{entry.games_per_second:,} games a second"
        yield f"  {entry.name:17} {entry.plays}"
        yield f"  {'':17} version {entry.version}; {strength}; {speed}"
        yield f"  {'':17} knows {entry.knows}"
    yield ""
    yield "name+memory remembers, name+sight sees all cards, name~0.1 errs 1 time in 10;"
    yield "search-500 has 500 playouts."
