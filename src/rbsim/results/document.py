"""Document: what `--json` prints and files keep: command, provenance and the table of a result."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rbsim.optional import need
from rbsim.pipeline.files import check_target, write_whole
from rbsim.results.columns import Columns, arrow, rows
from rbsim.seal import BLANK, KEY, sealed

SCHEMA = 1  # results/schema.json describes it
SUFFIXES = (".parquet", ".csv", ".json")

Document = dict[str, Any]


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
        content = _csv(table).encode()
    else:
        content = sealed(f"{text({**kept, KEY: BLANK})}\n".encode())
    write_whole(path, content)


def _parquet(table: Columns, kept: Document) -> bytes:
    from rbsim.pipeline.parquet import SealedWriter

    described = {key: value for key, value in kept.items() if key != "results"}
    made = arrow(table, {b"rbsim": json.dumps(described).encode()})
    buffer = io.BytesIO()
    writer = SealedWriter(buffer, made.schema)
    writer.write(made)
    writer.close()
    return buffer.getvalue()


def _csv(table: Columns) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(table)
    writer.writerows(row.values() for row in rows(table))  # None is an empty cell
    return buffer.getvalue()
