"""Limits: when a game is left unfinished, and when a stalemate search gives up."""

from dataclasses import dataclass, fields
from typing import TypedDict

from rbcore.cards.ranges import check_range

MAX_LIMITS = {"max_turns": 100_000, "max_moves": 10_000_000, "search_limit": 1 << 24}


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits at which a game is left unfinished (7.5) or a stalemate search gives up (7.6).

    Frozen and hashable. Each runs from 1 to its entry in MAX_LIMITS.

    Attributes
    ----------
    max_turns : int
        The number of turns after which a game is unfinished.
    max_moves : int
        The number of moves after which a game is unfinished.
    search_limit : int
        The number of house arrangements, or positions, that a stalemate search examines.

    Raises
    ------
    ValueError
        If a limit is not a whole number or is out of range.

    Examples
    --------
    >>> Limits(max_turns=50).max_moves
    100000
    """

    max_turns: int = 1_000
    max_moves: int = 100_000
    search_limit: int = 100_000

    def __post_init__(self) -> None:
        for field in fields(self):
            number = check_range(field.name, getattr(self, field.name), 1, MAX_LIMITS[field.name])
            object.__setattr__(self, field.name, number)


class LimitOptions(TypedDict, total=False):
    """The fields of Limits, for functions that pass them on as keyword arguments."""

    max_turns: int
    max_moves: int
    search_limit: int
