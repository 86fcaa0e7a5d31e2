"""Store: a study on disk, shard by shard, that can be resumed wherever it was killed.

    DIR/_study.json                                the manifest: study, arms, versions, shard size
    DIR/arm-A/games-NNNNNNNNNNNN-DIGEST.parquet    rows of arm A, from the Nth game on
    DIR/.lock                                      held by the run that plays

A digest is of all bytes of the shard, and is checked before anything parses them. Every file is
written under another name, brought to the disk, and renamed; so what has its own name is complete.
"""

import io
import json
import os
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import filelock
import numpy as np
import pyarrow.parquet as pq

from rbsim.files import UNFINISHED, read_plain, remove_unfinished, sync_folder, write_whole
from rbsim.pipeline import manifest as manifests
from rbsim.pipeline import parquet
from rbsim.pipeline.stopping import AnyGoal
from rbsim.pipeline.study import Study
from rbsim.running.batch import Batch
from rbsim.running.chunks import split
from rbsim.seal import digest_of
from rbsim.sums.contrast_goals import ContrastGoal
from rbsim.sums.histograms import Rows

LOCK = ".lock"
SHARD = re.compile(r"games-(\d{12,})(?:-([0-9a-f]{32}))?\.parquet")
OLD = "{folder} is of an older format, {what}; rbsim check {folder} --repair converts it"


class DamagedShardError(ValueError):
    """A shard that does not hold what its study asks for."""


def _damaged(path: Path, reason: str) -> DamagedShardError:
    return DamagedShardError(
        f"{path} is damaged ({reason}); "
        f"rbsim check {path.parent.parent} --repair sets it aside, to be played again"
    )


@contextmanager
def open_store(folder: Path, study: Study, command: list[str] | None = None) -> Iterator[Study]:
    """Open the store of a study, new or to be resumed; ValueError if it is another's or in use.

    Yields the study with shards and looks as the store has them. One of fewer games grows to as
    many.
    """
    fresh = not manifests.exists(folder) and _make(folder)
    if not fresh and manifests.exists(folder):
        manifests.read(folder)  # before the lock leaves a file in what is no store
    with locked(folder):
        if not manifests.exists(folder):  # or another run has begun it meanwhile
            _begin(folder, manifests.describe(study) | {"command": command}, fresh)
        manifest = manifests.check(folder, study)
        warn_of_old_format(folder, manifest)
        study = replace(study, stored_shard=manifest["shard"], goal=_as_begun(study.goal, manifest))
        if manifests.kept_count(manifest, study) < study.count:
            _grow(folder, manifest, study)
        if manifest["format"] == manifests.FORMAT:
            manifests.keep_last(folder, study)
        remove_unfinished(folder)
        for arm in range(len(study.arms)):
            arm_folder(folder, arm).mkdir(exist_ok=True)
        sync_folder(folder)
        yield study
        remove_unfinished(folder)


def _as_begun(goal: AnyGoal | None, manifest: dict[str, Any]) -> AnyGoal | None:
    """Return a goal with a planned look if its store began with one; 0.1.0 planned none."""
    if not isinstance(goal, ContrastGoal):
        return goal
    return replace(goal, planned=manifest.get("planned", False))


def _grow(folder: Path, manifest: dict[str, Any], study: Study) -> None:
    """Make a store that of more games: its last shard, unless it is full, is played again."""
    count = manifests.kept_count(manifest, study)
    block = study.block if study.goal is not None else count
    last = list(split(range(count), study.shard, block))[-1]
    if len(last) < study.shard:
        for arm in range(len(study.arms)):
            remove_shards(folder, arm, last.start)
    manifests.write(folder, manifests.grown(manifest, study), keep=False)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a store. Raises ValueError if another run does."""
    lock = filelock.FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise ValueError(f"{folder} is in use by another run; wait for it to end") from None
    except NotImplementedError as error:
        raise ValueError(f"{folder} is on a disk without locks ({error}); use another") from None
    try:
        yield
    finally:
        lock.release()


def warn_of_old_format(folder: Path, manifest: dict[str, Any]) -> None:
    """Warn that a store has shards without digests, or whose columns differ between arms."""
    if manifest["format"] == 1:
        warnings.warn(OLD.format(folder=folder, what="without digests"), stacklevel=2)
    elif manifest["format"] == 2 and len({arm["rules"]["seats"] for arm in manifest["arms"]}) > 1:
        what = "whose arms differ in their columns"
        warnings.warn(OLD.format(folder=folder, what=what), stacklevel=2)


def _make(folder: Path) -> bool:
    """Make the folder of a store, or take one that is empty; return whether it is a new one."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; name another one")
    try:
        folder.mkdir(parents=True)
        return True
    except FileExistsError:
        own = (UNFINISHED, LOCK)  # of a run that was killed, or begins just now
        strange = any(not path.name.startswith(own) for path in folder.iterdir())
    if strange and not manifests.exists(folder):
        raise ValueError(f"{folder} is not the store of a study and not empty; name another folder")
    return False


def _begin(folder: Path, manifest: dict[str, Any], fresh: bool) -> None:
    """Write the manifest, under the lock, as others clear away what they find unfinished."""
    try:
        manifests.write(folder, manifest)
    except OSError:
        if fresh:
            with suppress(OSError):
                (folder / LOCK).unlink()
                folder.rmdir()
        raise


def read_shard(folder: Path, batch: Batch, arm: int, piece: range) -> Rows | None:
    """Return the rows of a shard; None if there is none.

    Raises DamagedShardError if it holds anything but these games, and OSError if it cannot be read,
    which says nothing of what is in it.
    """
    path = find_shard(folder, arm, piece.start)
    return None if path is None else read_file(path, batch, piece)


def read_file(path: Path, batch: Batch, piece: range) -> Rows:
    """Return the rows of a shard's file; errors as read_shard."""
    content = read_plain(path)
    match = SHARD.fullmatch(path.name)
    wanted = match[2] if match else None
    if wanted is not None and digest_of(content) != wanted:
        raise _damaged(path, "its digest is not that of its name")
    try:
        table = parquet.read_table(content, len(piece))
        provenance = json.loads(table.schema.metadata[b"rbsim"])[0]
        rows = parquet.read_rows(batch, table)
    except Exception as error:  # of many kinds: Arrow's own, KeyError, UnicodeDecodeError, ...
        raise _damaged(path, f"{type(error).__name__} on reading") from None
    if not _is_same_arm(provenance, batch):
        raise _damaged(path, "it is of another study")
    numbers = batch.first + np.arange(piece.start, piece.stop, dtype=np.uint64)
    if len(rows) != len(piece) or (rows["index"] != numbers).any():
        raise _damaged(path, "it has other games than its name says")
    return rows


def is_old(path: Path, manifest: dict[str, Any]) -> bool:
    """Return whether a whole shard is of an older format."""
    match = SHARD.fullmatch(path.name)
    if match is None or match[2] is None:
        return True
    return manifest["format"] < manifests.FORMAT and not parquet.has_all_columns(path)


def _is_same_arm(provenance: object, batch: Batch) -> bool:
    """Whether a shard is of these games; the study may have grown since."""
    if not isinstance(provenance, dict):
        return False
    own, noun = json.loads(json.dumps(batch.provenance)), batch.row_kind.noun
    found, wanted = map(manifests.arm_identity, (provenance, own))
    return found | {noun: None} == wanted | {noun: None}


def write_shard(folder: Path, batch: Batch, arm: int, start: int, rows: Rows) -> Path:
    """Keep the rows of a shard; return its file."""
    table = parquet.rows_table(batch, rows)
    table = table.replace_schema_metadata(parquet.metadata([batch.provenance]))
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    content = buffer.getvalue()
    path = arm_folder(folder, arm) / f"games-{start:012}-{digest_of(content)}.parquet"
    write_whole(path, content)
    return path


def remove_shards(folder: Path, arm: int, games: int) -> None:
    """Remove what was played ahead: shards from the numbered game on."""
    for start, path in shards(folder, arm):
        if start >= games:
            path.unlink(missing_ok=True)


def shards(folder: Path, arm: int) -> list[tuple[int, Path]]:
    """Return the shards of an arm, by the game they begin with."""
    matches = (
        (SHARD.fullmatch(path.name), path) for path in arm_folder(folder, arm).glob("games-*")
    )
    return sorted((int(match[1]), path) for match, path in matches if match)


def find_shard(folder: Path, arm: int, start: int) -> Path | None:
    """Return the file of an arm's rows from `start` on; None if there is none."""
    own = arm_folder(folder, arm)
    for pattern in (f"games-{start:012}-*.parquet", f"games-{start:012}.parquet"):
        for path in sorted(own.glob(pattern)):
            if SHARD.fullmatch(path.name):
                return path
    return None


def missing_sentence(folder: Path, study: Study, arms: Sequence[int], piece: range) -> str:
    """Return a sentence on the games missing up to the next look; a piece lacks the first."""
    start = piece.start // study.block * study.block
    block = range(start, min(start + study.block, study.count))
    pieces = list(split(block, study.shard, study.block))
    lacking = [one for one in pieces for arm in arms if not find_shard(folder, arm, one.start)]
    missing = sum(map(len, lacking))
    whose = f" of arm {arms[0]}" if len(arms) == 1 < len(study.arms) else ""
    which = "its" if study.goal is None else "the next"
    return (
        f"{folder} still lacks {missing:,} of {which} {len(block) * len(arms):,} games{whose}; "
        "give the command that began it again, and it plays them"
    )


def arm_folder(folder: Path, arm: int) -> Path:
    """Return the folder of an arm."""
    return folder / f"arm-{arm}"
