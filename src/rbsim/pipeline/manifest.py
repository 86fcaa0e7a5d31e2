"""Manifest: what a store says it is, and the study that follows from it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from rbcore.cards.ranges import count_text
from rbcore.rules.attention import SLIPS_VERSION
from rbsim.files import read_plain, write_whole
from rbsim.pipeline.study import MOST_ROWS, Study
from rbsim.pipeline.study_record import (
    as_now,
    check_versions,
    has_python_players,
    study_from_record,
)
from rbsim.seal import digest_of

NAME = "_study.json"  # tools that read folders of Parquet pass over names with _ or . in front
OLD_NAME = "study.json"  # of format 1, which had no digests
FORMAT = 3  # in 2, shards of two seats had no columns of a third
MOST_BYTES = 1 << 26
ANEW = "play the study into another folder"  # as nothing else says what a store is of

# What differs without making other games: the versions that began the study. Other games have
# another games version, or other versions of their players. Players in Python may draw by NumPy,
# whose streams can change with its minor versions, and they are compared as far as that.
VERSIONS = ("version", "python", "numpy")
LAST = ("plan", "settings")  # what decides no game
ASIDE = ("command", "digest", "format", "planned", "pyarrow", "shard", *LAST)


def describe(study: Study) -> dict[str, Any]:
    """Return what makes a study this one; a store of anything else is refused."""
    described = {
        "rbsim": "study",
        "format": FORMAT,
        "until": None,
        "of": None,
        **study.provenance,
        "shard": study.shard,
        "pyarrow": pa.__version__,
    }
    return dict(json.loads(json.dumps(described)))


def exists(folder: Path) -> bool:
    """Return whether a folder has a manifest."""
    return (folder / NAME).exists() or (folder / OLD_NAME).exists()


def write(folder: Path, manifest: dict[str, Any], keep: bool = True) -> None:
    """Write the manifest of a store; one that is there stays if `keep`."""
    write_whole(folder / NAME, _text({**manifest, "digest": _digest(manifest)}), keep)


def keep_last(folder: Path, study: Study) -> None:
    """Write into a store's manifest the plan and settings by which it was last played."""
    said = json.loads(read_plain(folder / NAME))
    last = said | {key: dict(own) for key in LAST if (own := getattr(study, key))}
    if last != said:
        write(folder, last, keep=False)


def read(folder: Path) -> dict[str, Any]:
    """Return the manifest of a store, its arms as written now; ValueError for none, or damage."""
    path = folder / (NAME if (folder / NAME).exists() else OLD_NAME)
    try:
        text = read_plain(path, MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise ValueError(
            f"{folder} is not the store of a study; name one that --store made"
        ) from None
    try:
        manifest = json.loads(text) if len(text) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        manifest = None
    if not isinstance(manifest, dict) or manifest.get("rbsim") != "study":
        raise ValueError(f"{folder} is not the store of a study, or {path.name} is damaged; {ANEW}")
    if manifest.get("format") not in (1, 2, FORMAT):
        raise ValueError(f"{folder} was made by a newer version of rbsim, which can read it")
    said = (text, _digest(manifest))
    if path.name == NAME and said != (_text(manifest), manifest.get("digest")):
        raise ValueError(
            f"{path} has been changed or is damaged, and is not what rbsim wrote; {ANEW}"
        )
    arms = manifest.get("arms")
    if isinstance(arms, list):
        manifest["arms"] = [as_now(arm) if isinstance(arm, dict) else arm for arm in arms]
    return manifest


def _text(manifest: dict[str, Any]) -> bytes:
    """Return the one way in which a manifest is written, so that its digest is of all bytes."""
    return (json.dumps(manifest, indent=2) + "\n").encode()


def _digest(manifest: dict[str, Any]) -> str:
    said = {key: value for key, value in manifest.items() if key != "digest"}
    return digest_of(json.dumps(said, sort_keys=True).encode())


def check(folder: Path, study: Study) -> dict[str, Any]:
    """Return the manifest of a store; ValueError, in a sentence, if it keeps another study.

    That of fewer games is not another one.
    """
    manifest = read(folder)
    found, wanted = identity(manifest), identity(describe(study))
    if kept_count(manifest, study) < study.count:
        for arm, batch in zip(found["arms"], study.arms, strict=False):
            arm[batch.row_kind.noun] = study.count
    for difference in _differences("", found, wanted):
        raise ValueError(f"{folder} keeps another study: {difference}; name another folder")
    return manifest


def kept_count(manifest: dict[str, Any], study: Study) -> int:
    """Return the games of each arm that a manifest is of; those of the study if it does not say."""
    try:
        found = {arm[study.arms[0].row_kind.noun] for arm in manifest["arms"]}
    except (KeyError, TypeError):
        return study.count
    count = found.pop() if len(found) == 1 else None
    return count if type(count) is int and count > 0 else study.count


def grown(manifest: dict[str, Any], study: Study) -> dict[str, Any]:
    """Return the manifest of the same study with more games, whose shards keep their size."""
    kept = {key: manifest.get(key) for key in ("command", "shard", "format")}
    return {**describe(study), **kept}


def identity(described: dict[str, Any]) -> dict[str, Any]:
    """Return what decides which games a manifest stands for."""
    same = {key: value for key, value in described.items() if key not in ASIDE}
    arms = same.get("arms")
    if isinstance(arms, list):
        same["arms"] = [arm_identity(arm) if isinstance(arm, dict) else arm for arm in arms]
    return same


def arm_identity(provenance: dict[str, Any]) -> dict[str, Any]:
    """Return what decides which games an arm plays."""
    now = as_now(provenance)
    same = {key: value for key, value in now.items() if key not in VERSIONS}
    if has_python_players(provenance):
        for key in ("python", "numpy"):
            same[key] = ".".join(str(provenance.get(key)).split(".")[:2])
    return same


def _differences(name: str, found: object, wanted: object) -> Iterator[str]:
    """Say what differs between two manifests."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in wanted | found:
            path = f"{name} {key.replace('_', '-')}".strip()
            yield from _differences(path, found.get(key), wanted.get(key))
    elif isinstance(found, list) and isinstance(wanted, list) and name == "arms":
        for i, (one, other) in enumerate(zip(found, wanted, strict=False)):
            yield from _differences(f"arm {i}'s", one, other)
        if len(found) != len(wanted):
            yield f"it has {count_text(len(found), 'arms')}, not {len(wanted)}"
    elif found != wanted:
        is_or_are = "are" if name.split(" ")[-1] in ("games", "matches", "players") else "is"
        yield f"{name} {is_or_are} {_value_text(found)}, not {_value_text(wanted)}"


def _value_text(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 100 else f"{text[:100]}..."


def study_of(folder: Path, manifest: dict[str, Any]) -> Study:
    """Return the study that a manifest stands for; ValueError, in a sentence, if for none."""
    try:
        study = study_from_record(manifest)
        size = manifest["shard"]
        same = isinstance(study.kind, str) and type(size) is int and 0 < size <= MOST_ROWS
        same = same and (study.goal is None or size == study.shard)
        study = replace(study, stored_shard=size)
    except Exception:  # of many kinds, as a record may say anything
        same = False
    if not same:
        raise ValueError(
            f"{folder} has a damaged manifest, or one of another version of rbsim; {ANEW}"
        )
    for arm, batch in zip(manifest["arms"], study.arms, strict=True):
        if "form" in arm:
            own = json.loads(json.dumps(batch.row_kind.record(batch.rules)))
            if arm["form"] != own["form"]:
                raise ValueError(
                    f"{folder} has games of {batch.variant} by other rules than this rbsim plays"
                )
            check_versions(folder, arm, batch)
            continue
        played = arm.get("slips_version", 1)  # 0.1.0 did not write it
        if arm["slips"] is not None and played != SLIPS_VERSION:
            raise ValueError(
                f"{folder} has games with slips of version {_value_text(played)}; "
                f"this rbsim plays and reads version {SLIPS_VERSION}"
            )
    return study
