"""Picking: games found by their rows, of stores, files and studies that play, and played again."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rbcore.board.notation import OUTCOMES
from rbcore.cards.ranges import check_range, known_names, printable, shown
from rbsim.arms.arm import MOST, Arm, arms_from_record
from rbsim.arms.pools import interrupts_held
from rbsim.arms.rows import GAMES
from rbsim.games.transcript import Transcript, check_repeatable, transcripts
from rbsim.optional import need
from rbsim.tally import Rows

Pieces = Iterator[tuple[Arm, Rows]]
TABLE = '"rows that are looked at"'  # a piece of all, which no condition may name


def pick(
    source: str | Path, where: str | None = None, limit: int | None = None, most: str | None = None
) -> Iterator[Transcript]:
    """Find games by their rows, and play them again.

    A game follows from its number, seed, rules, players, limits and attention, so rows are all that
    is needed. Rows are read piece by piece, arms and runs in turn.

    Parameters
    ----------
    source : path
        A store, whole or not; or a ``.parquet`` file of ``--rows``.
    where : str, optional
        A condition of SQL on the columns of rows, as ``outcome = 'stalemate' and turns < 40``,
        which DuckDB reads.
    limit : int, optional
        Rows to pick at most; of matches all games are given.
    most : str, optional
        A column of numbers, as ``turns``: those with most of it come first, so that with a limit of
        1 it is the longest game.

    Yields
    ------
    Transcript
        A game that meets the condition.

    Raises
    ------
    ValueError
        In one sentence, for a source without rows, or of games that cannot be played again here,
        and for a condition that is none.

    Examples
    --------
    >>> import os, tempfile, rbsim.games
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = os.path.join(folder, "store")
    ...     played = rbsim.simulate("standard", games=50, store=store)
    ...     [found] = rbsim.games.pick(store, "winner != starter", limit=1)
    >>> found.outcome, found.starter == found.finished().winner
    ('win', False)
    """
    wanted = Wanted(where, limit)
    need("pyarrow", "parquet")
    if not isinstance(source, str | Path):
        raise ValueError(f"{shown(source)} is not the name of a store or of a file of rows")
    path = Path(source)
    if path.exists() and not path.is_dir() and path.suffix != ".parquet":
        raise ValueError(
            f"{path} has no rows of games; name a store, or a .parquet file that --rows wrote"
        )
    pieces = _checked(_pieces(path), wanted)
    if most is not None:
        pieces = _with_most(pieces, wanted, most)
    for arm, rows in pieces:
        yield from games_of(arm, rows, wanted)
        if not wanted.left:
            return


def _pieces(path: Path) -> Pieces:
    """Yield the arms of a store or of a file of rows, with rows of theirs piece by piece."""
    from rbsim.store import Store, read_manifest, read_rows_file

    if not path.is_dir():
        yield from read_rows_file(path)
        return
    arms = arms_from_record(read_manifest(path)["arms"], path)
    store = Store(path, arms, reads=True)
    for number, arm in enumerate(arms):
        for games in store.stretches(number):
            yield arm, store.read_file(number, games.start, len(games))


def _checked(pieces: Pieces, wanted: Wanted) -> Pieces:
    """Yield pieces of rows; ValueError if the games of one cannot be had."""
    checked: list[Arm] = []
    for arm, rows in pieces:
        if arm not in checked:
            wanted.check(arm)
            checked.append(arm)
        yield arm, rows


def _with_most(pieces: Pieces, wanted: Wanted, most: str) -> Pieces:
    """Yield those rows alone of which a column is largest, row by row, the largest first."""
    found: list[tuple[Arm, Rows]] = []
    for arm, rows in pieces:
        if most not in arm.row_kind.numbers:
            known = known_names(most, arm.row_kind.numbers)
            raise ValueError(f"most={shown(most)} is no number of a row; {known}")
        own = rows[wanted.mask(arm, rows)]
        own = own[np.argsort(-own[most].astype(np.int64), kind="stable")[: wanted.left]]
        found += [(arm, own[i : i + 1]) for i in range(len(own))]
        found.sort(key=lambda one: -int(one[1][0][most]))  # equal ones stay in their order
        del found[wanted.left :]
    yield from found


# ---- rows that are wanted ----


class Wanted:
    """Which rows are wanted: so many at most, and those alone that meet a condition."""

    def __init__(self, where: str | None = None, limit: int | None = None) -> None:
        self.left = MOST if limit is None else check_range("limit", limit, 1, MOST)
        if not (where is None or isinstance(where, str)):
            raise ValueError(f"where={shown(where)} is no text, as turns < 40")
        self._where = where
        if where is not None:
            database = need("duckdb", "parquet")
            self._error = database.Error
            self._database = database.connect(config={"enable_external_access": "false"})

    def check(self, arm: Arm) -> None:
        """Raise ValueError if games of the arm cannot be made, or for a wrong condition."""
        check_repeatable(arm)
        one = np.zeros(1, arm.row_kind.row)
        self.mask(arm, one)
        if self._where is not None:  # what is of many rows, as max(turns), is no condition on one
            self._ask(arm, one, f"select 1 from {TABLE} where ({self._where}\n)")

    def mask(self, arm: Arm, rows: Rows) -> slice | npt.NDArray[np.bool_]:
        """Return what picks those of some rows that meet the condition."""
        if self._where is None:
            return slice(None)
        columns = self._ask(arm, rows, f"select ({self._where}\n) from {TABLE}")
        (found,) = columns if len(columns) == 1 else (np.zeros(0),)
        if found.dtype != np.bool_:
            raise ValueError(
                f"where={shown(self._where)} is no condition on rows: it is neither true nor false"
            )
        if len(found) != len(rows):
            raise ValueError(f"where={shown(self._where)} is no condition on rows one by one")
        mask: npt.NDArray[np.bool_] = np.ma.filled(found, False)  # SQL's null is not true
        return mask

    def _ask(self, arm: Arm, rows: Rows, query: str) -> list[Any]:
        """Return the columns that a query of some rows gives; ValueError for a wrong one."""
        from rbsim.store import rows_table

        self._database.register(TABLE.strip('"'), rows_table(arm, rows))
        with ThreadPoolExecutor(1) as pool:  # by itself DuckDB hears Ctrl-C now and then
            with interrupts_held():
                asked = pool.submit(lambda: self._database.execute(query).fetchnumpy())
            try:
                return list(asked.result().values())
            except KeyboardInterrupt:
                self._database.interrupt()
                raise
            except self._error as error:
                said = printable(" ".join(str(error).partition("\nLINE")[0].split()))[:300]
                text = f"where={shown(self._where)} is no condition on rows: {said}"
                raise ValueError(text) from None


def games_of(arm: Arm, rows: Rows, wanted: Wanted) -> Iterator[Transcript]:
    """Yield those games of some rows that are wanted; ValueError if they are not as rows say."""
    found = rows[wanted.mask(arm, rows)][: wanted.left]
    wanted.left -= len(found)
    for row in found:
        for one in transcripts(arm, int(row["index"])):
            if arm.row_kind is GAMES and one.outcome != OUTCOMES[row["outcome"]]:
                raise ValueError(
                    f"game {row['index']} of seed {arm.seed} ends in {one.outcome}, and its row "
                    f"says {OUTCOMES[row['outcome']]}; the rows are damaged, or of another rbsim"
                )
            yield one


# ---- extremes ----


@dataclass(frozen=True)
class Extreme:
    """A game at one end of all that an arm of a study played.

    Attributes
    ----------
    what : str
        Of what it is the extreme, as `shortest win`.
    arm : Arm
        What was played there.
    number : int
        The game in its seed.
    turns, moves : int
        How long it was.
    """

    what: str
    arm: Arm
    number: int
    turns: int
    moves: int

    def transcript(self) -> Transcript:
        """Return the game, played again."""
        return next(transcripts(self.arm, self.number))


def extremes(source: str | Path) -> list[Extreme]:
    """Find the extreme games of each arm of a store or of a file of rows, in the order of its arms.

    They are the shortest game of each outcome, the longest that was finished, and the win by most
    points; one game may be several of these, and of equals it is the first. Shards that are not
    there are left out, and so are games of patience and of players in Python.

    Parameters
    ----------
    source : path
        As of `pick`.

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
    need("pyarrow", "parquet")
    found: dict[Arm, dict[str, tuple[int, np.void]]] = {}
    for arm, rows in _pieces(Path(source)):
        if arm.row_kind is not GAMES or arm.python_players:
            continue
        if arm not in found:
            check_repeatable(arm)
            found[arm] = {}
        for what, among, measure in _ends(rows):
            if among.any():
                own = rows[among][place := int(measure[among].argmin())]
                least = int(measure[among][place])
                if what not in found[arm] or least < found[arm][what][0]:
                    found[arm][what] = least, own.copy()
    order = [what for what, _, _ in _ends(np.zeros(0, GAMES.row))]
    return [Extreme(what, arm, *(int(best[what][1][name]) for name in ("index", "turns", "moves")))
            for arm, best in found.items() for what in order if what in best]  # fmt: skip


def _ends(rows: Rows) -> Iterator[tuple[str, npt.NDArray[np.bool_], npt.NDArray[np.int64]]]:
    """Yield what is looked for in rows: among which of them, and what is least there."""
    turns = rows["turns"].astype(np.int64)
    outcomes = {name: rows["outcome"] == number for number, name in enumerate(OUTCOMES)}
    for name in ("win", "stalemate", "standoff"):
        yield f"shortest {name}", outcomes[name], turns
    yield "longest game", ~outcomes["unfinished"], -turns
    yield "win by most points", outcomes["win"], -np.ptp(rows["scores"].astype(np.int64), axis=1)
