"""Checking a store: every shard read and compared, damaged ones set aside, old ones converted."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rbsim.files import sync_folder
from rbsim.pipeline import manifest as manifests
from rbsim.pipeline import store
from rbsim.pipeline.study import Study

ASIDE = ".damaged"  # what names of files end with that were set aside, behind a dot


@dataclass
class StoreCheck:
    """What a check of a store found."""

    shards: int = 0  # that are whole and hold what the study asks for
    games: int = 0  # in them
    most: int | None = None  # games of all arms; None with a goal, which may stop an arm before
    missing: int = 0  # games that resuming plays; with a goal, those before the next look
    old: int = 0  # shards without a digest, or without the columns of a third seat
    problems: list[str] = field(default_factory=list)  # a sentence for any other shard
    aside: list[Path] = field(default_factory=list)  # where damaged shards are now
    converted: int = 0  # old shards that were written anew


def check_store(
    folder: Path, repair: bool = False, progress: Callable[[int, int], None] | None = None
) -> StoreCheck:
    """Read every shard of a store, and say what is wrong.

    With `repair` damaged shards are set aside, to be played again, and old ones converted.
    `progress` is called with (shards done, shards in all). Raises ValueError, in one sentence, if
    the folder is no store, is in use, or its manifest is damaged.
    """
    manifest = manifests.read(folder)
    study = manifests.study_of(folder, manifest)
    with store.locked(folder):
        result = StoreCheck()
        every = [(arm, *one) for arm in range(len(study.arms)) for one in store.shards(folder, arm)]
        for i, (arm, start, path) in enumerate(every, 1):
            _check_shard(result, study, manifest, arm, start, path, repair)
            if progress is not None:
                progress(i, len(every))
        result.most = None if study.goal else study.count * len(study.arms)
        result.missing = sum(_missing(folder, study, arm) for arm in range(len(study.arms)))
        if repair and not result.problems and manifest["format"] < manifests.FORMAT:
            manifests.write(folder, {**manifest, "format": manifests.FORMAT}, keep=False)
            (folder / manifests.OLD_NAME).unlink(missing_ok=True)
            sync_folder(folder)
    return result


def _missing(folder: Path, study: Study, arm: int) -> int:
    """Return how many games of an arm are in no shard, up to the look after its last shard."""
    starts = {start for start, _ in store.shards(folder, arm) if start < study.count}
    end = min((max(starts, default=0) // study.block + 1) * study.block, study.count)
    return end - sum(min(study.shard, end - start) for start in starts)


def _check_shard(
    result: StoreCheck,
    study: Study,
    manifest: dict[str, Any],
    arm: int,
    start: int,
    path: Path,
    repair: bool,
) -> None:
    batch = study.arms[arm]
    piece = range(start, min(start + study.shard, study.count))
    try:
        rows = store.read_file(path, batch, piece)
    except OSError as error:
        result.problems.append(f"{path}: {error.strerror}" if error.strerror else str(error))
        return
    except ValueError as error:
        result.problems.append(str(error))
        if repair and isinstance(error, store.DamagedShardError):
            result.aside.append(path.rename(path.with_name(f".{path.name}{ASIDE}")))
        return
    result.shards += 1
    result.games += len(rows)
    if store.is_old(path, manifest):
        result.old += 1
        if repair:
            store.write_shard(path.parent.parent, batch, arm, start, rows)
            path.unlink()
            result.converted += 1
