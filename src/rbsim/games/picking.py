"""Picking: games found by their rows, of stores, files and studies that play, and played again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rbcore.board.game_line import OUTCOMES
from rbcore.cards.ranges import check_range, known_names, shown
from rbcore.rules.attention import SLIPS_VERSION
from rbsim.arms.arm import arm_from_record
from rbsim.files import read_plain, refusing
from rbsim.games.by_number import check_repeatable, transcripts
from rbsim.games.conditions import condition
from rbsim.games.transcript import Transcript
from rbsim.optional import need
from rbsim.running.batch import MOST, Batch
from rbsim.running.chunks import split
from rbsim.running.row_kinds import GAMES
from rbsim.seal import is_sealed
from rbsim.tally import Rows

Pieces = Iterator[tuple[Batch, Rows]]


def pick(
    source: str | Path, where: Any = None, limit: int | None = None, most: str | None = None
) -> Iterator[Transcript]:
    """Find games by their rows, and play them again.

    A game follows from its number, seed, rules, players, limits and attention, so rows are all that
    is needed. Rows are read piece by piece, arms and runs in turn.

    Parameters
    ----------
    source : path
        A store, whole or not; or a ``.parquet`` file of ``--rows``.
    where : str or pyarrow.compute.Expression, optional
        A condition on the columns of rows, as ``outcome = 'stalemate' and turns < 40``: comparisons
        joined by ``and``, ``or`` and ``not``, ``in (...)``, ``is null``, sums and products.
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
    checked: list[Batch] = []
    for batch, rows in pieces:
        if batch not in checked:
            wanted.check(batch)
            checked.append(batch)
        yield batch, rows


def _with_most(pieces: Pieces, wanted: Wanted, most: str) -> Pieces:
    """Yield those rows alone of which a column is largest, row by row, the largest first."""
    found: list[tuple[Batch, Rows]] = []
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


def rows_of_store(folder: Path) -> Iterator[tuple[int, Batch, Rows]]:
    """Yield the number of each arm of a store, and the arm, with the rows of a shard at a time."""
    from rbsim.pipeline import manifest as manifests
    from rbsim.pipeline import store

    manifest = manifests.read(folder)
    study = manifests.study_of(folder, manifest)
    store.warn_of_old_format(folder, manifest)
    for arm, batch in enumerate(study.arms):
        _check_same(folder, manifest["arms"][arm], batch)
        for piece in split(range(study.count), study.shard, study.block):
            rows = store.read_shard(folder, batch, arm, piece)
            if rows is not None:
                yield arm, batch, rows


def _of_file(path: Path) -> Iterator[tuple[Batch, Rows]]:
    """Yield the runs of a file of rows with their rows."""
    from rbsim.pipeline import parquet

    if path.exists() and path.suffix != ".parquet":
        raise ValueError(
            f"{path} has no rows of games; name a store, or a .parquet file that --rows wrote"
        )
    content = read_plain(path)
    is_sealed(path, content)  # which refuses what has changed
    with refusing(path):
        kept = parquet.read_metadata(content)
    if not isinstance(kept, list):
        raise ValueError(
            f"{path} keeps sums and no rows of games; play the study with --store or --rows"
        )
    with refusing(path):
        runs = [(record, arm_from_record(record)) for record in kept]
        table = parquet.read_table(content, sum(batch.count for _, batch in runs))
    for record, batch in runs:
        _check_same(path, record, batch)
        with refusing(path):
            rows = parquet.read_rows(batch, table.filter(_is_of(batch)))
        yield batch, rows


def _is_of(batch: Batch) -> Any:
    """Return the expression of Arrow that is true of the rows of a batch."""
    field = need("pyarrow.compute", "parquet").field
    index = field("index")
    last = np.uint64(batch.first + batch.count - 1)
    return (
        (field("variant") == batch.variant)
        & (field("players") == batch.player_text)
        & (index >= np.uint64(batch.first))
        & (index <= last)
    )


def _check_same(source: Path, record: Mapping[str, Any], batch: Batch) -> None:
    """Raise ValueError if this rbsim plays the games of a record otherwise."""
    check_versions(source, record, batch)
    if list(record["players"]) != batch.versioned_players:
        raise ValueError(
            f"{source} has games of {', '.join(map(str, record['players']))}; this rbsim plays "
            f"{', '.join(batch.versioned_players)}"
        )
    if record.get("slips") is not None and record.get("slips_version", 1) != SLIPS_VERSION:
        raise ValueError(f"{source} has games with slips of another version than {SLIPS_VERSION}")


# ---- rows that are wanted ----------------------------------------------------------------------


class Wanted:
    """Which rows are wanted: so many at most, and those alone that meet a condition."""

    def __init__(self, where: Any = None, limit: int | None = None) -> None:
        self.left = MOST if limit is None else check_range("limit", limit, 1, MOST)
        self._where = where
        self._condition: Any = None

    def check(self, batch: Batch) -> None:
        """Raise ValueError if games of the batch cannot be made, or for a wrong condition."""
        check_repeatable(batch)
        self.mask(batch, np.zeros(0, batch.row_kind.row))

    def among(self, batch: Batch, rows: Rows) -> Rows:
        """Return those of some rows that are wanted, and no more than are left."""
        found: Rows = rows[self.mask(batch, rows)][: self.left]
        self.left -= len(found)
        return found

    def mask(self, batch: Batch, rows: Rows) -> slice | npt.NDArray[np.int64]:
        """Return what picks those of some rows that meet the condition."""
        if self._where is None:
            return slice(None)
        pa = need("pyarrow", "parquet")
        from rbsim.pipeline import parquet

        table = parquet.rows_table(batch, rows)
        if self._condition is None:
            self._condition = condition(self._where, table.schema)
        numbers = table.append_column("number", pa.array(np.arange(len(rows))))
        found: npt.NDArray[np.int64] = numbers.filter(self._condition)["number"].to_numpy()
        return found


def games_of(batch: Batch, rows: Rows, wanted: Wanted) -> Iterator[Transcript]:
    """Yield those games of some rows that are wanted; ValueError if they are not as rows say."""
    for row in wanted.among(batch, rows):
        for one in transcripts(batch, int(row["index"])):
            if batch.row_kind is GAMES and one.outcome != OUTCOMES[row["outcome"]]:
                raise ValueError(
                    f"game {row['index']} of seed {batch.seed} ends in {one.outcome}, and its row "
                    f"says {OUTCOMES[row['outcome']]}; the rows are damaged, or of another rbsim"
                )
            yield one
