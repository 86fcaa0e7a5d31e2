"""Document: the figures of a result as a table, and what `--json` prints and files keep of it."""

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rbsim.files import check_target, write_whole
from rbsim.optional import need
from rbsim.rendering.section import csv_text
from rbsim.seal import BLANK, KEY, sealed
from rbsim.stats.figure import Figure, Label

SCHEMA = 1  # results/schema.json describes it
SUFFIXES = (".parquet", ".csv", ".json")

Document = dict[str, Any]
Columns = dict[str, list[Label]]

FIRST = ("variant", "players")  # then the axes
LAST = (
    "quantity", "estimate", "low", "high", "level", "standard_error", "method", "p", "p_adjusted",
    "n", "undecided_low", "undecided_high",
)  # fmt: skip
TEXTS = ("variant", "players", "quantity", "method")


def columns_of(figures: Iterable[Figure]) -> Columns:
    """Return the table of figures: `variant`, `players`, the axes, then LAST; None is missing."""
    every = [figure.row for figure in figures]
    axes = dict.fromkeys(name for row in every for name in row if name not in (*FIRST, *LAST))
    return {name: [row.get(name) for row in every] for name in (*FIRST, *axes, *LAST)}


def rows_of(table: Columns) -> list[dict[str, Label]]:
    """Return the table row by row."""
    return [dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)]


def arrow_table(table: Columns, kept: Document) -> Any:
    """Return the table as a pyarrow.Table, with the rest of the document in its metadata."""
    pa = need("pyarrow", "parquet")
    types = dict.fromkeys(LAST, pa.float64()) | dict.fromkeys(TEXTS, pa.string())
    types["n"] = pa.int64()
    arrays = {name: pa.array(values, types.get(name)) for name, values in table.items()}
    described = {key: value for key, value in kept.items() if key != "results"}
    return pa.table(arrays).replace_schema_metadata({b"rbsim": json.dumps(described).encode()})


def document(
    results: Sequence[Mapping[str, Any]],
    provenance: Mapping[str, Any],
    command: Sequence[str] | None = None,
) -> Document:
    """Return the object that `--json` prints."""
    return {
        "schema": SCHEMA,
        "command": None if command is None else list(command),
        "provenance": dict(provenance),
        "results": list(results),
    }


def text(made: Document) -> str:
    """Return a document as JSON."""
    return json.dumps(made, indent=2, ensure_ascii=False, allow_nan=False)


def check_file(path: Path, force: bool) -> None:
    """Raise ValueError unless a table can be kept in a file of this name."""
    check_target(path, force, *SUFFIXES)
    if path.suffix == ".parquet":
        need("pyarrow", "parquet")


def write(path: Path, table: Columns, kept: Document, force: bool = False) -> None:
    """Write a table to a file of the kind that its name says, whole or not at all.

    `.json` and `.parquet` keep the rest of the document with it and a digest of all their bytes,
    `.csv` the table alone.
    """
    check_file(path, force)
    if path.suffix == ".parquet":
        content = _parquet(table, kept)
    elif path.suffix == ".csv":
        content = csv_text([table, *zip(*table.values(), strict=True)]).encode()
    else:
        content = sealed(f"{text({**kept, KEY: BLANK})}\n".encode())
    write_whole(path, content)


def _parquet(table: Columns, kept: Document) -> bytes:
    from rbsim.pipeline.parquet import SealedWriter

    made = arrow_table(table, kept)
    buffer = io.BytesIO()
    writer = SealedWriter(buffer, made.schema)
    writer.write(made)
    writer.close()
    return buffer.getvalue()
