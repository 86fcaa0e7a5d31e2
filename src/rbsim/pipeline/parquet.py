"""Parquet: rows as Arrow tables and as Parquet files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from rbsim.pipeline.files import WholeFile
from rbsim.running.batch import Batch
from rbsim.sums.histograms import Rows

ROW_GROUP = 1 << 16  # rows of a Parquet row group
MOST_SEATS = 3  # that a variant has


def rows_table(batch: Batch, rows: Rows) -> pa.Table:
    """Return rows as an Arrow table of plain types; columns by seat end in the seat's number.

    All batches have the same columns, so that tables of two and of three seats can be joined: those
    of seats that the rules lack are null.
    """
    n = len(rows)
    kind = batch.row_kind
    columns: dict[str, Any] = {
        "variant": _dictionary(np.zeros(n, np.int8), [batch.variant]),
        "players": _dictionary(np.zeros(n, np.int8), [batch.player_text]),
        "seed": pa.array(np.full(n, batch.seed, np.uint64)),
        "index": pa.array(rows["index"]),
    }
    if kind.seated:
        columns["starter"] = pa.array(rows["starter"])
    columns["outcome"] = _dictionary(rows["outcome"].astype(np.int8), list(kind.outcomes))
    if kind.seated:
        columns["winner"] = pa.array(rows["winner"], mask=rows["winner"] < 0)
    for name in kind.numbers:
        columns[name] = pa.array(rows[name])
    for name, field in kind.by_seat.items():
        for seat in range(MOST_SEATS):
            values = np.ascontiguousarray(rows[field][:, seat])
            missing = None if seat < batch.rules.seats else np.ones(n, np.bool_)
            columns[f"{name}_{seat}"] = pa.array(values, mask=missing)
    return pa.table(columns)


def has_all_columns(path: Path) -> bool:
    """Return whether a file of rows has the columns of all seats that there can be."""
    return f"score_{MOST_SEATS - 1}" in pq.read_schema(path).names


def read_rows(batch: Batch, table: pa.Table) -> Rows:
    """Return the rows of a table that `rows_table` made."""
    kind = batch.row_kind
    rows = np.zeros(table.num_rows, kind.row)
    for name in ("index", *(("starter",) if kind.seated else ()), *kind.numbers):
        rows[name] = table[name].to_numpy()
    if kind.seated:
        rows["winner"] = table["winner"].fill_null(-1).to_numpy()
    outcomes = table["outcome"].unify_dictionaries().combine_chunks()
    numbers = [kind.outcomes.index(name) for name in outcomes.dictionary.to_pylist()]
    rows["outcome"] = np.array(numbers, np.uint8)[outcomes.indices.to_numpy()]
    for name, field in kind.by_seat.items():
        for seat in range(batch.rules.seats):
            rows[field][:, seat] = table[f"{name}_{seat}"].to_numpy()
    return rows


def _dictionary(numbers: npt.NDArray[np.int8], names: list[str]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(numbers), names)


def metadata(provenance: list[dict[str, Any]]) -> dict[bytes, bytes]:
    """Return the metadata of tables and files: the provenance of each run, as JSON."""
    return {b"rbsim": json.dumps(provenance).encode()}


class RowsFile:
    """A Parquet file of the rows of several batches, which gets its name when it is complete.

    Parameters
    ----------
    path : pathlib.Path
        The name of the complete file.
    batches : sequence of Batch
        The batches, in the order of their numbers.
    provenance : list of dict
        The provenance of each batch, for the file's metadata.
    """

    def __init__(
        self, path: Path, batches: Sequence[Batch], provenance: list[dict[str, Any]]
    ) -> None:
        self.path = path
        self.batches = batches
        self.metadata = metadata(provenance)
        try:
            self.whole = WholeFile(path)
        except OSError as error:
            raise ValueError(
                f"{path} cannot be written ({error.strerror}); choose another folder"
            ) from None
        self.writer: pq.ParquetWriter | None = None
        self._batch = 0
        self._waiting: list[Rows] = []

    def add(self, batch: int, rows: Rows) -> None:
        """Add rows of the batch with this number; batches follow one another."""
        if batch != self._batch:
            self._flush()
            self._batch = batch
        self._waiting.append(rows)
        if sum(map(len, self._waiting)) >= ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        table = rows_table(self.batches[self._batch], np.concatenate(self._waiting))
        self._waiting = []
        if self.writer is None:
            schema = table.schema.with_metadata(self.metadata)
            self.writer = pq.ParquetWriter(self.whole.file, schema)
        self.writer.write_table(table)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with ExitStack() as stack:
            stack.push(self.whole)
            if kind is None:
                self._flush()
            if self.writer is not None:
                self.writer.close()
            stack.pop_all().__exit__(kind, error, trace)
