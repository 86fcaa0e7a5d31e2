"""Extremes: the games of a store that one looks at first, found by their rows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

import rbcore
from rbsim.arms.arm import Arm
from rbsim.arms.rows import GAMES
from rbsim.games.by_number import check_repeatable, transcripts
from rbsim.games.picking import rows_of_store
from rbsim.games.transcript import Transcript
from rbsim.tally import Rows

Values = npt.NDArray[np.int64]
Measure = Callable[[Rows], Values]
UNFINISHED: Final = rbcore.OUTCOMES.index("unfinished")


@dataclass(frozen=True)
class Extreme:
    """A game at one end of all that an arm of a study played.

    Attributes
    ----------
    what : str
        Of what it is the extreme, as `shortest win`.
    arm : int
        The number of the arm in its study.
    batch : Arm
        What was played there.
    number : int
        The game in its seed.
    turns, moves : int
        How long it was.
    """

    what: str
    arm: int
    batch: Arm
    number: int
    turns: int
    moves: int

    def transcript(self) -> Transcript:
        """Return the game, played again."""
        return next(transcripts(self.batch, self.number))


@dataclass
class _Search:
    """The game of an arm, among those of some outcomes, of which a measure is least."""

    what: str
    outcomes: frozenset[int]
    measure: Measure
    found: np.void | None = None
    least: int = field(default=0)

    def look(self, rows: Rows) -> None:
        """Look through the next rows; of equals the first game stays."""
        among = rows[np.isin(rows["outcome"], list(self.outcomes))]
        if not len(among):
            return
        values = self.measure(among)
        place = int(values.argmin())
        if self.found is None or values[place] < self.least:
            self.found, self.least = among[place].copy(), int(values[place])


def extremes(store: str | Path) -> list[Extreme]:
    """Find the extreme games of each arm of a store, in the order of its arms.

    They are the shortest game of each outcome, the longest that was finished, and the win by most
    points; one game may be several of these. Shards that are not there are left out.

    Parameters
    ----------
    store : path
        A folder that ``--store`` made; of games of patience there are none.

    Returns
    -------
    list of Extreme
        With the number of each game, by which it is played again.

    Raises
    ------
    ValueError
        In one sentence, for what is no store, and for games that this version plays otherwise.

    Examples
    --------
    >>> import os, tempfile, rbsim.games
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = os.path.join(folder, "store")
    ...     played = rbsim.simulate("standard", games=50, store=store)
    ...     found = rbsim.games.extremes(store)
    >>> [one.what for one in found]
    ['shortest win', 'longest game', 'win by most points']
    >>> found[0].turns == found[0].transcript().finished().turn
    True
    """
    searches: dict[int, tuple[Arm, list[_Search]]] = {}
    for arm, batch, rows in rows_of_store(Path(store)):
        if batch.row_kind is not GAMES or batch.python_players:
            continue
        if arm not in searches:
            check_repeatable(batch)
            searches[arm] = batch, list(_searches())
        for search in searches[arm][1]:
            search.look(rows)
    return [
        Extreme(
            one.what, arm, batch, *(int(one.found[name]) for name in ("index", "turns", "moves"))
        )
        for arm, (batch, every) in searches.items()
        for one in every
        if one.found is not None
    ]


def _searches() -> Iterator[_Search]:
    """Yield what is looked for in an arm."""
    ends = {name: number for number, name in enumerate(rbcore.OUTCOMES) if number != UNFINISHED}
    for name, number in ends.items():
        yield _Search(f"shortest {name}", frozenset([number]), lambda rows: rows["turns"])
    yield _Search(
        "longest game", frozenset(ends.values()), lambda rows: -rows["turns"].astype(np.int64)
    )
    yield _Search(
        "win by most points", frozenset([ends["win"]]), lambda rows: -np.ptp(rows["scores"], axis=1)
    )
