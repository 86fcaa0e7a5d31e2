"""Parquet: rows as Arrow tables and as Parquet files."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Self, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

import rbcore
from rbsim.files import WholeFile
from rbsim.running.batch import Batch
from rbsim.running.row_kinds import MATCHES
from rbsim.seal import BLANK, KEY, Sealing
from rbsim.sums.histograms import Rows
from rbsim.sums.totals import WIN

ROW_GROUP = 1 << 16  # rows of a Parquet row group
MOST_SEATS = 3  # that a variant has
MOST_SCORE = 1 << 15  # of a game, by the width of its column


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


def read_metadata(content: bytes) -> Any:
    """Return what the metadata of a Parquet file say of its runs, before any row is read."""
    return json.loads((pq.read_schema(pa.BufferReader(content)).metadata or {})[b"rbsim"])


def read_table(content: bytes, most: int | None = None) -> pa.Table:
    """Return the table of a Parquet file; ValueError if it says it has more rows than `most`."""
    file = pq.ParquetFile(pa.BufferReader(content))
    said = file.metadata.num_rows
    if most is not None and said > most:
        raise ValueError(f"it says it has {said:,} rows, and there can be {most:,} at most")
    # By no thread of Arrow's: a command that ends while these begin ends in an abort.
    table = file.read(use_threads=False)
    table.validate(full=True)
    return table


def read_rows(batch: Batch, table: pa.Table) -> Rows:
    """Return the rows that `rows_table` made a table of; ValueError for what no game has."""
    kind = batch.row_kind
    _check_columns(batch, table)
    rows = np.zeros(table.num_rows, kind.row)
    for name, numbers in _numbers(batch, rows).items():
        numbers[:] = table[name].to_numpy()
    if kind.seated:
        rows["winner"] = table["winner"].fill_null(-1).to_numpy()
    outcomes = table["outcome"].unify_dictionaries().combine_chunks()
    codes = [kind.outcomes.index(name) for name in outcomes.dictionary.to_pylist()]
    rows["outcome"] = np.array(codes, np.uint8)[outcomes.indices.to_numpy()]
    _check_limits(batch, rows)
    return rows


def _numbers(batch: Batch, rows: Rows) -> dict[str, npt.NDArray[Any]]:
    """Return views of the numbers that rows always have, by their columns."""
    kind = batch.row_kind
    plain = ("index", *(("starter",) if kind.seated else ()), *kind.numbers)
    by_seat = {
        f"{name}_{seat}": rows[field][:, seat]
        for name, field in kind.by_seat.items()
        for seat in range(batch.rules.seats)
    }
    return {name: rows[name] for name in plain} | by_seat


def _check_columns(batch: Batch, table: pa.Table) -> None:
    """Raise ValueError for columns that make rows and are of other types or have gaps."""
    none = np.zeros(0, batch.row_kind.row)
    read = {"outcome", "winner", *_numbers(batch, none)}
    for column in rows_table(batch, none).schema:
        if column.name in read:
            found = table[column.name]
            plain = getattr(found.type, "value_type", found.type)
            if plain != getattr(column.type, "value_type", column.type):
                raise ValueError(f"its column {column.name} is of {found.type}, not {column.type}")
            if found.null_count and column.name != "winner":
                raise ValueError(f"its column {column.name} has gaps")


def _check_limits(batch: Batch, rows: Rows) -> None:
    """Raise ValueError for rows that no game of the batch has, before sums are sized by them."""
    most = {"turns": batch.limits.max_turns, "moves": batch.limits.max_moves}
    if batch.row_kind is MATCHES:
        most = {
            "games": rbcore.MATCH_GAMES,
            "scores": cast(rbcore.Rules, batch.rules).target + MOST_SCORE,
        }
    if batch.row_kind.seated:
        most |= {"starter": batch.rules.seats - 1, "winner": batch.rules.seats - 1}
        if len(rows) and min(int(rows["starter"].min()), int(rows["winner"].min()) + 1) < 0:
            raise ValueError("its seats begin at 0")
        if ((rows["winner"] >= 0) != (rows["outcome"] == WIN)).any():
            raise ValueError("its winners are not those of games that were won")
    for name in most.keys() & set(rows.dtype.names or ()):
        if len(rows) and int(rows[name].max()) > most[name]:
            raise ValueError(f"{name} of {rows[name].max():,} is more than {most[name]:,}")


def _dictionary(numbers: npt.NDArray[np.int8], names: list[str]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(numbers), names)


def metadata(provenance: list[dict[str, Any]]) -> dict[bytes, bytes]:
    """Return the metadata of tables and files: the provenance of each run, as JSON."""
    return {b"rbsim": json.dumps(provenance).encode()}


class SealedWriter:
    """A writer of a Parquet file that keeps a digest of its bytes in its metadata."""

    def __init__(self, file: IO[bytes], schema: pa.Schema) -> None:
        self._sealing = Sealing(file)
        self._writer = pq.ParquetWriter(self._sealing, schema)

    def write(self, table: pa.Table) -> None:
        """Write another table."""
        self._writer.write_table(table)

    def close(self) -> None:
        """Write the metadata, and the digest of all that was written."""
        self._writer.add_key_value_metadata({KEY: BLANK})
        self._writer.close()
        self._sealing.seal()


class RowsFile:
    """A Parquet file of the rows and provenance of batches, named when it is complete."""

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
        self.writer: SealedWriter | None = None
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
        with self.whole.named_by_errors():
            if self.writer is None:
                schema = table.schema.with_metadata(self.metadata)
                self.writer = SealedWriter(self.whole.file, schema)
            self.writer.write(table)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *raised: Any) -> None:
        with ExitStack() as stack:
            stack.push(self.whole)
            if kind is None:
                self._flush()
            if self.writer is not None:
                with self.whole.named_by_errors():
                    self.writer.close()
            stack.pop_all().__exit__(kind, *raised)
