"""Store: a study on disk, shard by shard, that can be resumed wherever it was killed.

    DIR/study.json                         the manifest: study, arms, versions, shard size
    DIR/arm-A/games-NNNNNNNNNNNN.parquet   rows of arm A, from the Nth game on

The manifest is written first. Every file is written under another name, synced to the disk, and
renamed, so a file under its own name is complete. The process that plays locks the manifest.
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
TEMPORARY = ".rbsim-"  # the names of files that are being written begin so


@contextmanager
def open_store(folder: Path, study: Study, command: list[str] | None = None) -> Iterator[Path]:
    """Open the store of a study in a folder, new or resumed, for this process alone.

    Raises ValueError, in one sentence, if the folder is something else, keeps another study, or is
    in use.
    """
    manifest = study_manifest(study)
    if not (folder / MANIFEST).exists():
        _make_store(folder, manifest | {"command": command})
    with (folder / MANIFEST).open("r+") as file:
        _lock(folder, file)
        _check_manifest(folder, file, manifest)
        _remove_temporary_files(folder)
        for arm in range(len(study.arms)):
            _arm_folder(folder, arm).mkdir(exist_ok=True)
        _sync(folder)
        yield folder
        _remove_temporary_files(folder)


def study_manifest(study: Study) -> dict[str, Any]:
    """Return the manifest of a study; a store with any other is refused."""
    manifest = {
        "rbsim": "study",
        "format": FORMAT,
        "until": None,
        "of": None,
        **study.provenance,
        "shard": study.shard,
        "pyarrow": pa.__version__,
    }
    return dict(json.loads(json.dumps(manifest)))  # as it is read back, with lists for tuples


def read_shard(folder: Path, batch: Batch, arm: int, piece: range) -> Rows | None:
    """Return the rows of a shard, None if there is none. Raises ValueError if it is damaged."""
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
    """Write the rows of a shard."""
    table = parquet.rows_table(batch, rows)
    table = table.replace_schema_metadata(parquet.metadata([batch_provenance(batch)]))
    _write(shard_path(folder, arm, start), lambda file: pq.write_table(table, file))


def remove_shards(folder: Path, arm: int, games: int) -> None:
    """Remove the shards of an arm that begin after so many games."""
    first = shard_path(folder, arm, games).name
    for path in _arm_folder(folder, arm).glob("games-*.parquet"):
        if path.name >= first:
            path.unlink(missing_ok=True)


def _make_store(folder: Path, manifest: dict[str, Any]) -> None:
    """Make a store in a folder that is empty or does not exist."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; name another one")
    if folder.exists() and any(not p.name.startswith(TEMPORARY) for p in folder.iterdir()):
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
        # Such a lock is not inherited by worker processes, and ends with this process in any case.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ValueError(f"{folder} is in use by another run; wait for it to end") from None


def _check_manifest(folder: Path, file: IO[str], wanted: dict[str, Any]) -> None:
    """Raise ValueError unless a file is the wanted manifest."""
    try:
        stored = json.load(file)
    except ValueError:
        stored = None
    if not isinstance(stored, dict) or stored.get("rbsim") != "study":
        raise ValueError(f"{folder} is not the store of a study; name another folder")
    stored.pop("command", None)
    for difference in _differences("", stored, wanted):
        raise ValueError(f"{folder} keeps another study: {difference}; name another folder")


def _differences(name: str, stored: Any, wanted: Any) -> Iterator[str]:
    """Yield the differences of two manifests, in words."""
    if isinstance(stored, dict) and isinstance(wanted, dict):
        for key in wanted | stored:
            path = f"{name} {key.replace('_', '-')}".strip()
            yield from _differences(path, stored.get(key), wanted.get(key))
    elif isinstance(stored, list) and isinstance(wanted, list) and name == "arms":
        for i, (one, other) in enumerate(zip(stored, wanted, strict=False)):
            yield from _differences(f"arm {i}'s", one, other)
        if len(stored) != len(wanted):
            yield f"it has {len(stored)} arms, not {len(wanted)}"
    elif stored != wanted:
        yield f"{name} is {_json_text(stored)}, not {_json_text(wanted)}"


def _json_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _remove_temporary_files(folder: Path) -> None:
    """Remove files that were being written when a run was killed."""
    for path in [*folder.glob(f"{TEMPORARY}*"), *folder.glob(f"arm-*/{TEMPORARY}*")]:
        path.unlink(missing_ok=True)


def _arm_folder(folder: Path, arm: int) -> Path:
    return folder / f"arm-{arm}"


def shard_path(folder: Path, arm: int, start: int) -> Path:
    """Return the path of an arm's rows from `start` on."""
    return _arm_folder(folder, arm) / f"games-{start:012}.parquet"


def _write(path: Path, fill: Callable[[IO[bytes]], object], keep: bool = False) -> None:
    """Write a file so that it is there whole or not at all; with `keep`, an old file stays."""
    unfinished = path.with_name(f"{TEMPORARY}{uuid.uuid4().hex}")
    try:
        with unfinished.open("xb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        if keep:
            _rename_unless_taken(unfinished, path)
        else:
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    _sync(path.parent)


def _rename_unless_taken(unfinished: Path, path: Path) -> None:
    """Give a file its name unless another has it; without hard links, replace the other."""
    try:
        os.link(unfinished, path)
    except FileExistsError:
        pass
    except OSError:
        unfinished.replace(path)


def _sync(folder: Path) -> None:
    """Sync the names in a folder to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
