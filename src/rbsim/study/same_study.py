"""Same study: whether a store keeps the study that is to be played, by the records of both."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rbsim.arms.arm import Arm
from rbsim.arms.players import changed_text
from rbsim.arms.records import arm_identity, difference
from rbsim.arms.source import PREFIX

Record = Mapping[str, Any]  # of a study


def check_same_study(
    folder: Path, kept: Record, asked: Record, arms: Sequence[Arm], grows: bool = False
) -> None:
    """Raise ValueError, in a sentence, if a store keeps another study than is asked for.

    The store of a study that `grows`, a ladder, may have its first players only.
    """
    _check_ends(folder, kept, asked)
    if grows and kept.get("study") == asked["study"]:
        _check_first_players(folder, kept, asked)
        arms = arms[: len(kept["arms"])]
        asked = {
            **asked,
            "parts": asked["parts"][: len(kept["parts"])],
            "arms": asked["arms"][: len(arms)],
        }
    _check_versions(folder, kept, asked)
    _check_identities(folder, _identity(kept, arms), _identity(_as_read(asked), arms))


def _check_ends(folder: Path, kept: Record, asked: Record) -> None:
    """Raise ValueError if one study has a target and the other has not, or has another one.

    The end of a study with a target depends on its results. Without a target, the quantity asked
    for makes no difference.
    """
    kept_end, asked_end = _end_text(kept), _end_text(asked)
    if kept_end != asked_end:
        raise ValueError(
            f"{folder} keeps another study: it was started {kept_end}, not {asked_end}; name "
            "another folder"
        )


def _end_text(study: Record) -> str:
    """Return in words when a study ends."""
    if "until" not in study:
        return "with a number of games"
    return f"with --until {study['until'].replace(' ', '-')} --of {study['of']}"


def _check_first_players(folder: Path, kept: Record, asked: Record) -> None:
    """Raise ValueError if the players of a ladder do not begin with those that were kept."""
    players = kept["settings"]["players"]
    if players != list(asked["settings"]["players"])[: len(players)]:
        raise ValueError(
            f"{folder} keeps the games of {', '.join(players)}; name these players first, in "
            "this order, and then others, or name another folder"
        )


def _check_versions(folder: Path, kept: Record, asked: Record) -> None:
    """Raise ValueError if a player of the same name has other code than when it played."""
    for kept_arm, arm in zip(kept["arms"], asked["arms"], strict=False):
        for before, now in zip(kept_arm["players"], arm["players"], strict=False):
            is_same_name = _name_of(now) == _name_of(before)
            if now != before and is_same_name:
                raise ValueError(changed_text(folder, before, now, "name another folder"))


def _name_of(versioned_player: str) -> str:
    """Return the name of a player, without the version that its code gives it."""
    return versioned_player.partition(f"/{PREFIX}")[0]


def _identity(study: Record, arms: Sequence[Arm]) -> dict[str, Any]:
    """Return what decides the games of a study, by the words with which messages name it."""
    of_arms = {
        f"arm {i} has": arm_identity(arm, record)
        for i, (arm, record) in enumerate(zip(arms, study["arms"], strict=False))
    }
    of_study = {
        "study": study.get("study"),
        "parts": study.get("parts"),
        "arms": len(study["arms"]),
        "settings": study["settings"] if "until" in study else None,
    }
    return {"its": of_study, **of_arms}


def _as_read(record: Record) -> Any:
    """Return a record as it would be read from a store."""
    return json.loads(json.dumps(record))


def _check_identities(folder: Path, kept: Any, asked: Any) -> None:
    """Raise ValueError if two identities differ, naming the first value that does."""
    if kept == asked:
        return
    words, kept, asked = difference(f"{folder} keeps another study:", kept, asked)
    these, those = (
        value if isinstance(value, str) else json.dumps(value) for value in (kept, asked)
    )
    raise ValueError(f"{words} {these:.100}, not {those:.100}; name another folder")
