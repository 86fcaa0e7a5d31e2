"""Rows: what is played, and by what games, matches and games of patience differ."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from rbcore.cards.ranges import MAX_GAME, MAX_WORD

Rows = npt.NDArray[np.void]
Stop = npt.NDArray[np.uint8]  # whose one entry becomes 1 when work should stop


class GameRules(Protocol):
    """Rules of Russian Bank or of a form, as far as both have the same."""

    @property
    def seats(self) -> int:
        """How many seats a game has."""
        ...


@dataclass(frozen=True, eq=False, kw_only=True)
class RowKind:
    """A kind of row: a game, a match or a game of patience.

    It holds everything in which these differ: the fields of rows, how the core plays them, and what
    is recorded. So neither an arm nor a study asks which of them it has.
    """

    place: str  # where it stands, `rbsim.arms.bank:GAMES`
    noun: str  # the plural of a row, in options and provenance
    row: np.dtype[Any]  # with room for all seats that any rules have
    core: Callable[..., int]  # plays rows, with the parameters of rbcore.play
    outcomes: tuple[str, ...]  # names by number
    columns: tuple[str, ...]  # fields of one number, in the order of tables
    by_seat: Mapping[str, str] = field(default_factory=dict)  # fields, by names of columns
    # Columns that follow from fields, true or false, as `winner` is null where nobody has won.
    derived: Mapping[str, Callable[[Rows], npt.NDArray[np.bool_]]] = field(default_factory=dict)
    max_rows: int = MAX_GAME + 1  # that have a number in a seed
    max_anew: int = MAX_WORD  # the greatest shuffle and replicate

    # The version of some rules, and a player's name under some rules, with its version.
    version: Callable[[Any], int]
    versioned: Callable[[Any, Any], str]
    is_fast: Callable[[Any], bool]  # whether a player plays many games in a second

    # The rules as provenance has them, by its key for them.
    rules_key: str
    rules_record: Callable[[Any], dict[str, Any]]
    # Whatever else decides the rows of an arm, as provenance has it; and the fields of an arm, but
    # count, seed and first, as they are read from provenance.
    conditions: Callable[[Any], dict[str, Any]]
    read: Callable[[Mapping[str, Any]], dict[str, Any]]

    def __reduce__(self) -> tuple[Any, ...]:
        return resolve_name, (self.place,)  # so that a worker has its own, which `is` tells apart
