"""Rows of the table of a result: from `--json`, or from a result."""

from __future__ import annotations

import json
from typing import Any

from rbsim.result import Result

Row = dict[str, Any]


def table(found: str | Result) -> list[Row]:
    """The rows of what `--json` printed, or of a result."""
    if isinstance(found, str):
        shown: list[Row] = json.loads(found)["results"]
        return shown
    columns = found.to_dict()
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def row(found: str | Result | list[Row], quantity: str, **labels: Any) -> Row:
    """The first row of a quantity with these labels."""
    every = found if isinstance(found, list) else table(found)
    return next(
        one
        for one in every
        if one["quantity"] == quantity and all(one[k] == v for k, v in labels.items())
    )


def count(found: Row) -> int:
    """How many games a rate counts."""
    return round(found["estimate"] * found["n"])
