"""Rows of games as Arrow tables and Parquet files."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

import rbcore

if TYPE_CHECKING:
    from rbsim.running.batch import Batch

GROUP = 1 << 16  # rows of a Parquet row group


# The numbers of a row that are its own, and those it has of every seat, by the name of a column.
NUMBERS = {
    rbcore.GAME: ("turns", "moves", "give_ups"),
    rbcore.MATCH: ("games", "unfinished_games", "give_ups"),
}
BY_SEAT = {
    rbcore.GAME: {
        "score": "scores",
        "reserve": "reserve",
        "hand": "hand",
        "waste": "waste",
        "offences": "offences",
        "calls": "calls",
    },
    rbcore.MATCH: {"score": "scores"},
}
OUTCOMES = {rbcore.GAME: rbcore.OUTCOMES, rbcore.MATCH: rbcore.MATCH_OUTCOMES}


def table(batch: Batch, players: str, rows: npt.NDArray[np.void]) -> pa.Table:
    """Columns of plain types, a line for each row; columns by seat end in the seat's number."""
    n = len(rows)
    columns: dict[str, Any] = {
        "players": _named(np.zeros(n, np.int8), [players]),
        "seed": pa.array(np.full(n, batch.seed, np.uint64)),
        "index": pa.array(rows["index"]),
        "starter": pa.array(rows["starter"]),
        "outcome": _named(rows["outcome"].astype(np.int8), list(OUTCOMES[batch.ROW])),
        "winner": pa.array(rows["winner"], mask=rows["winner"] < 0),
    }
    for name in NUMBERS[batch.ROW]:
        columns[name] = pa.array(rows[name])
    for name, field in BY_SEAT[batch.ROW].items():
        for seat in range(batch.rules.seats):
            columns[f"{name}_{seat}"] = pa.array(np.ascontiguousarray(rows[field][:, seat]))
    return pa.table(columns)


def rows(batch: Batch, table: pa.Table) -> npt.NDArray[np.void]:
    """The rows that `table` made columns of."""
    found = np.zeros(table.num_rows, batch.ROW)
    for name in ("index", "starter", *NUMBERS[batch.ROW]):
        found[name] = table[name].to_numpy()
    found["winner"] = table["winner"].fill_null(-1).to_numpy()
    outcomes = table["outcome"].unify_dictionaries().combine_chunks()
    numbers = [OUTCOMES[batch.ROW].index(name) for name in outcomes.dictionary.to_pylist()]
    found["outcome"] = np.array(numbers, np.uint8)[outcomes.indices.to_numpy()]
    for name, field in BY_SEAT[batch.ROW].items():
        for seat in range(batch.rules.seats):
            found[field][:, seat] = table[f"{name}_{seat}"].to_numpy()
    return found


def _named(numbers: npt.NDArray[np.int8], names: list[str]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(numbers), names)


def metadata(provenance: list[dict[str, Any]]) -> dict[bytes, bytes]:
    """Provenance of each run, as JSON, the way it stands in tables and files."""
    return {b"rbsim": json.dumps(provenance).encode()}


def check_target(path: Path, force: bool, suffix: str) -> None:
    """Raise ValueError unless a file of the kind that the suffix says can be made there.

    An old one gives way only to force.
    """
    if path.is_dir():
        raise ValueError(f"{path} is a folder; name a file")
    if path.exists() and not path.is_file():  # a device would be replaced by a file
        raise ValueError(f"{path} is not a plain file; choose another name")
    if path.suffix != suffix:
        raise ValueError(f"{path} would be of another kind than it says; end its name in {suffix}")
    if path.exists() and not force:
        raise ValueError(f"{path} exists; choose another name, or add --force to replace it")
    folder = path.parent
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; make it first")
    if not os.access(folder, os.W_OK):
        raise ValueError(f"{folder} cannot be written to; choose another folder")


class RowsFile:
    """A Parquet file of games or matches that appears under its name only when it is complete."""

    def __init__(self, path: Path, provenance: list[dict[str, Any]]) -> None:
        self.path = path
        self.metadata = metadata(provenance)
        try:
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=".rbsim-")
        except OSError as error:
            raise ValueError(
                f"{path} cannot be written ({error.strerror}); choose another folder"
            ) from None
        os.close(handle)
        self.unfinished = Path(name)
        self.writer: pq.ParquetWriter | None = None
        self._run: tuple[Batch, str] | None = None
        self._waiting: list[npt.NDArray[np.void]] = []

    def start(self, batch: Batch, players: str) -> None:
        """Begin with the rows of another run."""
        self._flush()
        self._run = (batch, players)

    def write(self, rows: npt.NDArray[np.void]) -> None:
        self._waiting.append(rows)
        if sum(map(len, self._waiting)) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        if not self._waiting or self._run is None:
            return
        batch, players = self._run
        rows = table(batch, players, np.concatenate(self._waiting))
        self._waiting = []
        if self.writer is None:
            schema = rows.schema.with_metadata(self.metadata)
            self.writer = pq.ParquetWriter(self.unfinished, schema)
        self.writer.write_table(rows)

    def __enter__(self) -> RowsFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self._flush()
            if self.writer is not None:
                self.writer.close()
            if kind is None:
                self.unfinished.chmod(0o666 & ~_umask())
                self.unfinished.replace(self.path)
        finally:
            self.unfinished.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
