"""Store: a study on disk, shard by shard, that can be taken up again wherever it was killed.

    DIR/study.json                      the manifest: study, arms, versions, shard size; first
    DIR/arm-A/games-NNNNNNNNNNNN.parquet   rows of arm A, from the Nth game on

Every file is written under another name, brought to the disk, and renamed; so what has its own name
is complete. Who does the playing holds a lock on the manifest.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from rbsim.pipeline import parquet
from rbsim.pipeline.study import Study
from rbsim.running.batch import Batch
from rbsim.running.provenance import batch_provenance
from rbsim.sums.histograms import Rows

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

MANIFEST = "study.json"
FORMAT = 1
UNFINISHED = ".rbsim-"  # what names of files begin with that are being written


@contextmanager
def open_store(folder: Path, study: Study, command: list[str] | None = None) -> Iterator[Path]:
    """The store of a study in a folder, begun or taken up again, for this process alone.

    Raises ValueError, in one sentence, if the folder is something else, keeps another study, or is
    in use.
    """
    manifest = describe(study)
    if not (folder / MANIFEST).exists():
        _begin(folder, manifest | {"command": command})
    with (folder / MANIFEST).open("r+") as file:
        _lock(folder, file)
        _check(folder, file, manifest)
        _sweep(folder)
        for arm in range(len(study.arms)):
            _arm(folder, arm).mkdir(exist_ok=True)
        _sync(folder)
        yield folder
        _sweep(folder)


def describe(study: Study) -> dict[str, Any]:
    """What makes a study this one; a store of anything else is refused."""
    found = {
        "rbsim": "study",
        "format": FORMAT,
        "until": None,
        "of": None,
        **study.provenance,
        "shard": study.shard,
        "pyarrow": pa.__version__,
    }
    return dict(json.loads(json.dumps(found)))


def read_shard(folder: Path, batch: Batch, arm: int, piece: range) -> Rows | None:
    """The rows of a shard; None if it is not there. Raises ValueError if it is damaged."""
    path = shard_path(folder, arm, piece.start)
    if not path.exists():
        return None
    try:
        rows = parquet.read_rows(batch, pq.ParquetFile(path).read())
    except (OSError, KeyError, pa.ArrowException):
        rows = None
    if rows is None or len(rows) != len(piece) or rows["index"][0] != batch.first + piece.start:
        raise ValueError(f"{path} is damaged; remove it, and it is played again")
    return rows


def write_shard(folder: Path, batch: Batch, arm: int, start: int, rows: Rows) -> None:
    """Keep the rows of a shard."""
    table = parquet.rows_table(batch, rows)
    table = table.replace_schema_metadata(parquet.metadata([batch_provenance(batch)]))
    _write(shard_path(folder, arm, start), lambda file: pq.write_table(table, file))


def cut(folder: Path, arm: int, games: int) -> None:
    """Remove what was played ahead: shards from the numbered game on."""
    first = shard_path(folder, arm, games).name
    for path in _arm(folder, arm).glob("games-*.parquet"):
        if path.name >= first:
            path.unlink(missing_ok=True)


def _begin(folder: Path, manifest: dict[str, Any]) -> None:
    """Make a store of a folder that is empty or not there."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; name another one")
    if folder.exists() and any(not p.name.startswith(UNFINISHED) for p in folder.iterdir()):
        raise ValueError(f"{folder} is not the store of a study and not empty; name another folder")
    if not folder.parent.is_dir():
        raise ValueError(f"{folder.parent} is not a folder; make it first")
    fresh = not folder.exists()
    folder.mkdir(exist_ok=True)
    text = json.dumps(manifest, indent=2) + "\n"
    try:
        _write(folder / MANIFEST, lambda file: file.write(text.encode()), keep=True)
    except OSError:
        if fresh:
            with suppress(OSError):
                folder.rmdir()
        raise


def _lock(folder: Path, file: IO[str]) -> None:
    if fcntl is None:
        return
    try:
        # Not inherited by worker processes, and gone with this one however it ends.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ValueError(f"{folder} is in use by another run; wait for it to end") from None


def _check(folder: Path, file: IO[str], wanted: dict[str, Any]) -> None:
    try:
        found = json.load(file)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("rbsim") != "study":
        raise ValueError(f"{folder} is not the store of a study; name another folder")
    found.pop("command", None)
    for difference in _differences("", found, wanted):
        raise ValueError(f"{folder} keeps another study: {difference}; name another folder")


def _differences(name: str, found: Any, wanted: Any) -> Iterator[str]:
    """What differs between two manifests, in words."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in wanted | found:
            path = f"{name} {key.replace('_', '-')}".strip()
            yield from _differences(path, found.get(key), wanted.get(key))
    elif isinstance(found, list) and isinstance(wanted, list) and name == "arms":
        for i, (one, other) in enumerate(zip(found, wanted, strict=False)):
            yield from _differences(f"arm {i}'s", one, other)
        if len(found) != len(wanted):
            yield f"it has {len(found)} arms, not {len(wanted)}"
    elif found != wanted:
        yield f"{name} is {_said(found)}, not {_said(wanted)}"


def _said(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _sweep(folder: Path) -> None:
    """Remove what was being written when a run was killed."""
    for path in [*folder.glob(f"{UNFINISHED}*"), *folder.glob(f"arm-*/{UNFINISHED}*")]:
        path.unlink(missing_ok=True)


def _arm(folder: Path, arm: int) -> Path:
    return folder / f"arm-{arm}"


def shard_path(folder: Path, arm: int, start: int) -> Path:
    """Return the file of an arm's rows from `start` on."""
    return _arm(folder, arm) / f"games-{start:012}.parquet"


def _write(path: Path, fill: Callable[[IO[bytes]], object], keep: bool = False) -> None:
    """Make a file that is there whole or not at all; one already there stays if `keep`."""
    unfinished = path.with_name(f"{UNFINISHED}{uuid.uuid4().hex}")
    try:
        with unfinished.open("xb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        if keep:
            _name_first(unfinished, path)
        else:
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    _sync(path.parent)


def _name_first(unfinished: Path, path: Path) -> None:
    """Give a file its name unless another has it; where there are no links, nearly so."""
    try:
        os.link(unfinished, path)
    except FileExistsError:
        pass
    except OSError:
        unfinished.replace(path)


def _sync(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
