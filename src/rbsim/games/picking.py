"""Picking: games found by their rows, of stores, files and studies that play, and played again."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rbcore.board.notation import OUTCOMES
from rbcore.cards.ranges import check_range, printable, shown
from rbsim.arms.arm import MOST, Arm, arms_from_record
from rbsim.arms.pools import interrupts_held
from rbsim.arms.rows import GAMES, Rows
from rbsim.games.transcript import Transcript, check_repeatable, transcripts
from rbsim.packages import need

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
        A number, in SQL, as ``turns`` or ``-turns``: games with most of it come first, so that with
        a limit of 1 it is the longest, or the shortest; finished ones, unless `where` is given.

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
    left = MOST if limit is None else check_range("limit", limit, 1, MOST)
    need("pyarrow", "parquet")
    if where is None and most is not None:
        where = "outcome <> 'unfinished'"
    condition = measure = None
    if where is not None:
        condition = Query(f"where={shown(where)} is no condition on rows", where, "b")
    if most is not None:
        measure = Query(f"most={shown(most)} is no number of a row", most, "iuf")
    if not isinstance(source, str | Path):
        raise ValueError(f"{shown(source)} is not the name of a store or of a file of rows")
    path = Path(source)
    if path.exists() and not path.is_dir() and path.suffix != ".parquet":
        raise ValueError(f"{path} has no rows of games; name a store, or a .parquet of --rows")
    checked: list[Arm] = []
    best: list[tuple[float, Arm, Rows]] = []
    for arm, rows in _pieces(path):
        if arm not in checked:
            checked.append(arm)
            check_repeatable(arm)
            for query in filter(None, (condition, measure)):
                query.check(arm)
        found = rows if condition is None else rows[condition(arm, rows)]
        if measure is None:
            yield from games_of(arm, found[:left])
            left -= len(found[:left])
            if not left:
                return
        else:
            numbers = measure(arm, found).astype(float)
            order = np.argsort(-numbers, kind="stable")[:left]
            best += [(-numbers[i], arm, found[i : i + 1]) for i in order]
            best.sort(key=lambda one: one[0])  # equal ones stay in their order
            del best[left:]
    for _, arm, row in best:
        yield from games_of(arm, row)


def _pieces(path: Path) -> Iterator[tuple[Arm, Rows]]:
    """Yield the arms of a store or of a file of rows, with rows of theirs piece by piece."""
    from rbsim.study.store import Store, read_manifest, read_rows_file

    if not path.is_dir():
        yield from read_rows_file(path)
        return
    arms = arms_from_record(read_manifest(path)["arms"], path)
    yield from Store(path, arms, reads=True).rows()


class Query:
    """A condition or a number of each row, in SQL, which DuckDB reads; else `wrong`, and why."""

    def __init__(self, wrong: str, text: object, kinds: str) -> None:
        if not isinstance(text, str):
            raise ValueError(f"{wrong}: it is no text, as turns < 40")
        self._wrong, self._text, self._kinds = wrong, text, kinds
        database = need("duckdb", "parquet")
        self._error = database.Error
        self._database = database.connect(config={"enable_external_access": "false"})

    def check(self, arm: Arm) -> None:
        """Raise ValueError, in a sentence, for what is wrong of the rows of an arm."""
        one = np.zeros(1, arm.row_kind.row)
        self(arm, one)  # what is of many rows, as max(turns), is no condition on one:
        self._ask(arm, one, f"select 1 from {TABLE} where ({self._text}\n) is not null")

    def __call__(self, arm: Arm, rows: Rows) -> npt.NDArray[Any]:
        """Return what it is of each of some rows."""
        columns = self._ask(arm, rows, f"select ({self._text}\n) from {TABLE}")
        (found,) = columns if len(columns) == 1 else (np.zeros(0, object),)
        if found.dtype.kind not in self._kinds:
            kind = "neither true nor false" if self._kinds == "b" else "not a number"
            raise ValueError(f"{self._wrong}: it is {kind}")
        if len(found) != len(rows):
            raise ValueError(f"{self._wrong} one by one")
        return np.ma.filled(found, 0)  # SQL's null is not true

    def _ask(self, arm: Arm, rows: Rows, query: str) -> list[Any]:
        """Return the columns that a query of some rows gives; ValueError for a wrong one."""
        import pyarrow as pa

        from rbsim.study.store import rows_table

        table = rows_table(arm, rows)
        own = {
            one.name: pa.int64() if one.type.bit_width < 64 else one.type  # signed, for -turns
            for one in table.schema
            if pa.types.is_integer(one.type)
        }
        signed = pa.schema([(one.name, own.get(one.name, one.type)) for one in table.schema])
        self._database.register(TABLE.strip('"'), table.cast(signed))
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
                raise ValueError(f"{self._wrong}: {said}") from None


def games_of(arm: Arm, rows: Rows) -> Iterator[Transcript]:
    """Yield the games of some rows; ValueError if they are not as rows say."""
    for row in rows:
        for one in transcripts(arm, int(row["index"])):
            if arm.row_kind is GAMES and one.outcome != OUTCOMES[row["outcome"]]:
                raise ValueError(
                    f"game {row['index']} of seed {arm.seed} ends in {one.outcome}, and its row "
                    f"says {OUTCOMES[row['outcome']]}; the rows are damaged, or of another rbsim"
                )
            yield one
