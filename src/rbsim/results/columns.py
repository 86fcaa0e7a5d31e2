"""Columns: the figures of a result as columns, for Arrow, pandas and plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rbsim.optional import need
from rbsim.stats.figure import Figure

Columns = dict[str, list[Any]]

FIRST = ("variant", "players")  # then the axes
LAST = (
    "quantity", "estimate", "low", "high", "level", "standard_error", "method", "p", "p_adjusted",
    "n", "undecided_low", "undecided_high",
)  # fmt: skip
TEXTS = ("variant", "players", "quantity", "method")
COUNTS = ("n",)


def columns(figures: Iterable[Figure]) -> Columns:
    """Return the table of figures: `variant`, `players`, the axes, then LAST; None is missing."""
    rows = [figure.row for figure in figures]
    axes = dict.fromkeys(name for row in rows for name in row if name not in (*FIRST, *LAST))
    return {name: [row.get(name) for row in rows] for name in (*FIRST, *axes, *LAST)}


def rows(table: Columns) -> list[dict[str, Any]]:
    """Return the table row by row."""
    return [dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)]


def arrow(table: Columns, metadata: Mapping[bytes, bytes] | None = None) -> Any:
    """Return the table as a pyarrow.Table. Raises ValueError without pyarrow."""
    pa = need("pyarrow", "parquet")
    types = dict.fromkeys(LAST, pa.float64()) | dict.fromkeys(TEXTS, pa.string())
    types |= dict.fromkeys(COUNTS, pa.int64())
    arrays = {name: pa.array(values, types.get(name)) for name, values in table.items()}
    return pa.table(arrays).replace_schema_metadata(metadata)
