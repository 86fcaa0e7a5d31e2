"""Stores and files of rows as rbsim wrote them in format 4: unsigned, with three seats each.

Written from what it wrote then: the manifest as JSON beside the arms, digests of rows of 50, 39 and
14 bytes.
"""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from rbsim.arms.arm import Arm
from rbsim.files import digest, sealed
from rbsim.result import Result
from rbsim.study.store import _of_games

GAME = [
    ("index", "<u8"), ("turns", "<u4"), ("moves", "<u4"), ("give_ups", "<u4"), ("scores", "<i2", 3),
    ("reserve", "u1", 3), ("hand", "u1", 3), ("waste", "u1", 3), ("starter", "i1"),
    ("winner", "i1"), ("outcome", "u1"), ("offences", "<u2", 3), ("calls", "<u2", 3),
]  # fmt: skip
MATCH = [
    ("index", "<u8"), ("games", "<u4"), ("unfinished_games", "<u4"), ("nobody_wins", "<u4"),
    ("give_ups", "<u4"), ("scores", "<i4", 3), ("starter", "i1"), ("winner", "i1"),
    ("outcome", "u1"),
]  # fmt: skip
PATIENCE = [
    ("index", "<u8"), ("outcome", "u1"), ("left", "u1"), ("passes", "<u2"), ("first_pass", "<u2"),
]  # fmt: skip
OUTCOMES = {
    50: ["win", "stalemate", "standoff", "unfinished"],
    39: ["win", "unfinished"],
    14: ["lost", "won", "given up"],
}


def rows_before(rows: np.ndarray) -> np.ndarray:
    """Rows in the dtype of then."""
    names = rows.dtype.names or ()
    row = np.dtype(GAME if "turns" in names else MATCH if "games" in names else PATIENCE)
    before = np.zeros(len(rows), row)
    for name in row.names or ():
        if row[name].shape:
            before[name][:, : rows[name].shape[1]] = rows[name]
        else:
            before[name] = rows[name]
    return before


def table_before(arm: Arm, rows: np.ndarray) -> pa.Table:
    """The Arrow table of rows of then."""

    def named(numbers: np.ndarray, names: list[str]) -> pa.DictionaryArray:
        return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int8)), names)

    none = np.zeros(len(rows))
    columns: dict[str, Any] = {
        "variant": named(none, [arm.variant]), "players": named(none, [arm.player_text]),
        "seed": pa.array(np.full(len(rows), arm.seed, np.uint64)), "index": pa.array(rows["index"]),
    }  # fmt: skip
    for name in arm.row_kind.columns:
        values = rows[name]
        if name == "outcome":
            columns[name] = named(values, OUTCOMES[rows.dtype.itemsize])
        else:
            columns[name] = pa.array(values, mask=values < 0 if name == "winner" else None)
    for name, field in arm.row_kind.by_seat.items():
        for seat in range(3):
            values = np.ascontiguousarray(rows[field][:, seat])
            missing = np.full(len(rows), seat >= arm.rules.seats)
            columns[f"{name}_{seat}"] = pa.array(values, mask=missing)
    return pa.table(columns)


def digest_before(rows: np.ndarray, arm: int | str = "") -> str:
    return blake2b(str(arm).encode() + rows.tobytes(), digest_size=16).hexdigest()


def write_store(folder: Path, result: Result, sizes: list[int]) -> None:
    """Write the store of a result that kept its rows, in files of so many games."""
    manifest = {"rbsim": "study", "format": 4, **result.study.record}
    folder.mkdir()
    (folder / "_study.json").write_bytes(sealed(manifest, 2))
    for number, arm in enumerate(result.study.arms):
        (folder / f"arm-{number}").mkdir()
        rows, start = rows_before(result.arm_rows(arm=number)), 0
        for size in sizes:
            some = rows[start : start + size]
            origin = json.dumps(_of_games(arm, start) | {"digest": digest_before(some)})
            table = table_before(arm, some).replace_schema_metadata({b"rbsim": origin.encode()})
            name = f"games-{start:012}-{size:06}.parquet"
            pq.write_table(table, folder / f"arm-{number}" / name, write_page_checksum=True)
            start += size


def write_rows_file(path: Path, result: Result) -> None:
    """Write what --rows wrote of a result that kept its rows, a group for each arm."""
    arms = result.study.arms
    tables = [rows_before(result.arm_rows(arm=number)) for number in range(len(arms))]
    origin: dict[str, Any] = {"rbsim": "rows", "arms": [arm.provenance for arm in arms]}
    text = json.dumps({**origin, "digest": digest(origin)})
    schema = table_before(arms[0], tables[0]).schema.with_metadata({b"rbsim": text.encode()})
    with pq.ParquetWriter(path, schema, write_page_checksum=True) as writer:
        for arm, rows in zip(arms, tables, strict=True):
            writer.write_table(table_before(arm, rows), row_group_size=len(rows))
        groups = (f"{number}:{digest_before(rows, number)}" for number, rows in enumerate(tables))
        writer.add_key_value_metadata({"rbsim-rows": " ".join(groups)})
