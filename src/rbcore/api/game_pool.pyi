"""Hall: many games at once, played on to where a guest has to choose."""

from collections.abc import Sequence
from typing import Final, Unpack

import numpy as np
import numpy.typing as npt

from rbcore.api.observations import Views
from rbcore.api.view import View
from rbcore.rules.definition import Rules
from rbcore.rules.limits import LimitOptions

MOST_TABLES: Final[int]

class Hall:
    """Games first, first+1, ... of a seed, at `width` tables, into `rows` (rbcore.GAME).

    players: one for each seat, a name or, for a guest, its number: 0, 1 or 2. A guest is asked only
    where it has two moves or more; forced moves are made for it. A table that is free takes the
    next game, and a game is the same whatever the width. Raises ValueError as rbcore.play does.

    One thread at a time. `gather` the games that wait for a guest; then either look at the `views`
    and `answer` them all, or take them one by one, each with `view`, `moves` and `make`, after
    which it is gathered no more. What takes an i raises IndexError for a game that is not gathered.
    """

    def __init__(
        self,
        rules: Rules,
        players: Sequence[str | int],
        seed: int,
        first: int,
        rows: npt.NDArray[np.void],
        width: int = 1,
        **limits: Unpack[LimitOptions],
    ) -> None: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def seed(self) -> int: ...
    @property
    def first(self) -> int: ...
    @property
    def done(self) -> int:
        """Games that have ended."""
    def gather(self, guest: int) -> int:
        """Find the games that wait for a guest, 0, 1 or 2; how many."""
    def views(self) -> Views:
        """What is seen in each of the gathered games. The next call fills the same arrays.

        Raises ValueError if `make` has made a move in one of them.
        """
    def answer(self, actions: npt.NDArray[np.int64]) -> int:
        """Make an action in each of the gathered games, and play on; -1.

        If one is not legal nothing is done, and its row is returned. Raises ValueError for another
        number of actions, and if `make` has made a move in one of the games.
        """
    def table(self, i: int) -> int:
        """The table, 0 to width-1, of gathered game i."""
    def game(self, i: int) -> int:
        """Its number in its seed."""
    def seat(self, i: int) -> int:
        """The seat to move."""
    def view(self, i: int) -> View:
        """What that seat sees."""
    def moves(self, i: int) -> tuple[str, ...]:
        """Its legal moves in the order of their actions (rbcore.api.actions)."""
    def make(self, i: int, n: int) -> None:
        """Make move number n of these, and play on. Raises IndexError for another number."""
