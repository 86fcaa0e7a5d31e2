"""Picking: games found by their rows, of stores, files and studies that play, and played again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rbcore.board.game_line import OUTCOMES
from rbcore.cards.ranges import check_range, known_names, printable, shown
from rbsim.arms.arm import MOST, Arm, arms_from_record
from rbsim.arms.rows import GAMES
from rbsim.games.by_number import check_repeatable, transcripts
from rbsim.games.transcript import Transcript
from rbsim.optional import need
from rbsim.tally import Rows

Pieces = Iterator[tuple[Arm, Rows]]


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
    of_store = ((batch, rows) for _, batch, rows in rows_of_store(path))
    pieces = _checked(of_store if path.is_dir() else _of_file(path), wanted)
    if most is not None:
        pieces = _with_most(pieces, wanted, most)
    for batch, rows in pieces:
        yield from games_of(batch, rows, wanted)
        if not wanted.left:
            return


def _checked(pieces: Pieces, wanted: Wanted) -> Pieces:
    """Yield pieces of rows; ValueError if the games of one cannot be had."""
    checked: list[Arm] = []
    for batch, rows in pieces:
        if batch not in checked:
            wanted.check(batch)
            checked.append(batch)
        yield batch, rows


def _with_most(pieces: Pieces, wanted: Wanted, most: str) -> Pieces:
    """Yield those rows alone of which a column is largest, row by row, the largest first."""
    found: list[tuple[Arm, Rows]] = []
    for batch, rows in pieces:
        if most not in batch.row_kind.numbers:
            raise ValueError(
                f"most={shown(most)} is no number of a row; "
                f"{known_names(most, batch.row_kind.numbers)}"
            )
        own = rows[wanted.mask(batch, rows)]
        own = own[np.argsort(-own[most].astype(np.int64), kind="stable")[: wanted.left]]
        found += [(batch, own[i : i + 1]) for i in range(len(own))]
        found.sort(key=lambda one: -int(one[1][0][most]))  # equal ones stay in their order
        del found[wanted.left :]
    yield from found


def rows_of_store(folder: Path) -> Iterator[tuple[int, Arm, Rows]]:
    """Yield the number of each arm of a store, and the arm, with the rows of a file at a time."""
    from rbsim.store import Store, read_manifest

    arms = arms_from_record(read_manifest(folder)["arms"], folder)
    store = Store(folder, arms, reads=True)
    for number, arm in enumerate(arms):
        for games in store.stretches(number):
            yield number, arm, store.read_file(number, games.start, len(games))


def _of_file(path: Path) -> Iterator[tuple[Arm, Rows]]:
    """Yield the arms of a file of rows with their rows."""
    from rbsim.store import read_rows_file

    if path.exists() and path.suffix != ".parquet":
        raise ValueError(
            f"{path} has no rows of games; name a store, or a .parquet file that --rows wrote"
        )
    yield from read_rows_file(path)


# ---- rows that are wanted ----------------------------------------------------------------------


class Wanted:
    """Which rows are wanted: so many at most, and those alone that meet a condition."""

    def __init__(self, where: str | None = None, limit: int | None = None) -> None:
        self.left = MOST if limit is None else check_range("limit", limit, 1, MOST)
        if not (where is None or isinstance(where, str)):
            raise ValueError(f"where={shown(where)} is no text, as turns < 40")
        self._where = where
        if where is not None:
            duckdb = need("duckdb", "parquet")
            self._error = duckdb.Error
            self._database = duckdb.connect(config={"enable_external_access": "false"})

    def check(self, batch: Arm) -> None:
        """Raise ValueError if games of the batch cannot be made, or for a wrong condition."""
        check_repeatable(batch)
        self.mask(batch, np.zeros(0, batch.row_kind.row))

    def among(self, batch: Arm, rows: Rows) -> Rows:
        """Return those of some rows that are wanted, and no more than are left."""
        found: Rows = rows[self.mask(batch, rows)][: self.left]
        self.left -= len(found)
        return found

    def mask(self, arm: Arm, rows: Rows) -> slice | npt.NDArray[np.int64]:
        """Return what picks those of some rows that meet the condition."""
        if self._where is None:
            return slice(None)
        from rbsim.store import rows_table

        pa = need("pyarrow", "parquet")
        numbers = pa.array(np.arange(len(rows)))
        self._database.register("rows", rows_table(arm, rows).append_column("number", numbers))
        try:
            found = self._database.execute(
                f"select number from rows where ({self._where}\n) order by number"
            )
            mask: npt.NDArray[np.int64] = found.fetchnumpy()["number"]
        except self._error as error:
            said = printable(str(error).splitlines()[0][:200])
            raise ValueError(
                f"where={shown(self._where)} is no condition on rows: {said}"
            ) from None
        return mask


def games_of(batch: Arm, rows: Rows, wanted: Wanted) -> Iterator[Transcript]:
    """Yield those games of some rows that are wanted; ValueError if they are not as rows say."""
    for row in wanted.among(batch, rows):
        for one in transcripts(batch, int(row["index"])):
            if batch.row_kind is GAMES and one.outcome != OUTCOMES[row["outcome"]]:
                raise ValueError(
                    f"game {row['index']} of seed {batch.seed} ends in {one.outcome}, and its row "
                    f"says {OUTCOMES[row['outcome']]}; the rows are damaged, or of another rbsim"
                )
            yield one
