"""Progress: how complete stores and result files are, without reading rows."""

import os
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rbsim.files import user_path
from rbsim.keeping.loading import load, study_from_record
from rbsim.packages import need
from rbsim.show.tables import Table
from rbsim.study.run import Study
from rbsim.study.spans import joined_shards

COLUMNS = ("source", "study", "shard", "games", "there", "missing", "files", "idle")


def progress_of(*sources: str | Path) -> list[dict[str, Any]]:
    """Return how complete stores and result files are.

    Parameters
    ----------
    *sources : path
        Folders of stores, and ``.json`` files.

    Returns
    -------
    list of dict
        For each source its `kind`, `source` and `study`; the `shard` (``3/8``, or None); the
        planned number of `games` of each arm, how many are `there` and how many are `missing`
        (None if it plays until a target is met); its `files`; when the last one was `written` (ISO
        8601); and for how many seconds it has been `idle`. Then, for each incomplete set of shards,
        an entry with `study`, `missing_shards` and `text`, which names them.

    Raises
    ------
    ValueError
        In one sentence, if a source is neither a store nor a result file.
    """
    entries, studies = [], []
    for source in map(user_path, sources):
        is_file = source.suffix == ".json" and not source.is_dir()
        entry, study = _of_file(source) if is_file else _of_store(source)
        kind = "file" if is_file else "store"
        entries.append({"kind": kind, "source": str(source), "study": study.kind, **entry})
        studies.append(study)
    return [*entries, *_missing_shards(studies)]


def _of_file(path: Path) -> tuple[dict[str, Any], Study]:
    """Return the entry of a result file, which is always complete, and its study."""
    result = load(path, partial=True)
    games = sum(span.games for span in result.spans)
    entry = {"shard": _shard_text(result.study), "games": games, "there": games, "missing": 0}
    return {**entry, "files": 1, **_written(path.stat().st_mtime)}, result.study


def _of_store(folder: Path) -> tuple[dict[str, Any], Study]:
    """Return the entry of a store, from the names of its files, and its study."""
    need("pyarrow", "parquet")
    from rbsim.study.store import NAME, Store, read_manifest

    study = study_from_record(read_manifest(folder), folder)[1]
    store = Store(folder.absolute(), study.arms, reads=True)
    there = min(store.covered(arm) for arm in range(len(study.arms)))
    files, last = 0, (folder / NAME).stat().st_mtime
    for arm in range(len(study.arms)):
        for file in _files(folder / f"arm-{arm}"):
            files += not file.name.startswith(".")
            last = max(last, file.stat().st_mtime)
    # A run with a target may need fewer.
    missing = None if study.until is not None and there < study.count else study.count - there
    entry = {"shard": _shard_text(study), "games": study.count, "there": there, "missing": missing}
    return {**entry, "files": files, **_written(last)}, study


def _files(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield the files of a folder, including those being written; none without a folder."""
    if folder.is_dir():
        with os.scandir(folder) as files:
            yield from files


def _written(last: float) -> dict[str, Any]:
    at = datetime.fromtimestamp(last, UTC).isoformat(timespec="seconds")
    return {"written": at, "idle": max(0, round(time.time() - last))}


def _shard_text(study: Study) -> str | None:
    texts = [f"{number}/{part.of}" for part in study.shards for number in part.there]
    return ", ".join(texts) or None


def _missing_shards(studies: Sequence[Study]) -> Iterator[dict[str, Any]]:
    """Yield an entry for each set of shards that the sources do not complete."""
    for kind in dict.fromkeys(study.kind for study in studies):
        every = [shards for study in studies if study.kind == kind for shards in study.shards]
        for shards in joined_shards(every):
            missing = [k for k in range(1, shards.of + 1) if k not in shards.there]
            text = shards.missing_text
            yield {"kind": "shards", "study": kind, "missing_shards": missing, "text": text}


def progress_table(entries: Sequence[dict[str, Any]]) -> Table:
    """Return the sources as a table for people."""
    rows = [
        tuple(_cell(name, entry[name]) for name in COLUMNS)
        for entry in entries
        if "source" in entry
    ]
    return Table("", COLUMNS, tuple(rows))


def _cell(name: str, value: Any) -> str:
    if name == "idle":
        return f"{value:,} s"
    if value is None:
        return "" if name == "shard" else "unknown"
    return f"{value:,}" if isinstance(value, int) else str(value)
