"""Rows: the kinds of rows, which are games, matches and patience games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from rbcore.cards.ranges import MAX_GAME, MAX_WORD
from rbcore.rules.attention import Attention
from rbcore.rules.limits import LimitOptions

Rows = npt.NDArray[np.void]
Stop = npt.NDArray[np.uint8]  # its single entry becomes 1 when work should stop


class RowOptions(LimitOptions, total=False):
    """The options with which rows are played; rbcore.play says what they mean."""

    attention: Sequence[Attention] | None
    stop: Stop | None
    shuffle: int
    replicate: int
    max_turn_moves: int


class GameRules(Protocol):
    """The part that rules of Russian Bank and patience forms have in common."""

    @property
    def seats(self) -> int:
        """How many seats a game has."""
        ...


@dataclass(frozen=True, eq=False, kw_only=True)
class RowKind:
    """A kind of row: a game, a match or a patience game.

    It holds everything in which these differ: the fields of rows, how the core plays them, and what
    is recorded. Arms and studies therefore need not know which kind they have.
    """

    place: str  # its import path, `rbsim.arms.bank:GAMES`
    noun: str  # plural name of a row, in options and provenance
    row: np.dtype[Any]  # with room for the most seats that rules allow
    core: Callable[..., int]  # plays rows, with the parameters of rbcore.play
    outcomes: tuple[str, ...]  # names by number
    columns: tuple[str, ...]  # fields with one number, in the order of tables
    by_seat: Mapping[str, str] = field(default_factory=dict)  # fields, by names of columns
    # Boolean columns that follow from fields, since `winner` is null if nobody has won.
    derived: Mapping[str, Callable[[Rows], npt.NDArray[np.bool_]]] = field(default_factory=dict)
    max_rows: int = MAX_GAME + 1  # rows that a seed can number
    max_anew: int = MAX_WORD  # the greatest shuffle and replicate

    # The version of rules, and a player's name with its version under those rules.
    version: Callable[[Any], int]
    versioned: Callable[[Any, Any], str]
    is_fast: Callable[[Any], bool]  # whether a player plays many games in a second

    # The rules in provenance, and the key for them.
    rules_key: str
    rules_record: Callable[[Any], dict[str, Any]]
    # Everything else in provenance that decides the rows of an arm; and the fields of an arm,
    # except count, seed and first, read from provenance.
    conditions: Callable[[Any], dict[str, Any]]
    read: Callable[[Mapping[str, Any]], dict[str, Any]]

    def __reduce__(self) -> tuple[Any, ...]:
        return resolve_name, (self.place,)  # a worker's own object, for `is`
