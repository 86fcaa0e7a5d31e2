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


def check_same_study(folder: Path, kept: Record, asked: Record, arms: Sequence[Arm]) -> None:
    """Raise ValueError, in a sentence, if a store keeps another study than is asked for.

    It may keep the first variants of the study, or the first players of a ladder, only.
    """
    _check_ends(folder, kept, asked)
    if kept.get("study") == asked["study"]:
        _check_first(folder, kept, asked)
        first = arms[: len(kept["arms"])]
        if max(arm.rules.seats for arm in arms) > max(arm.rules.seats for arm in first):
            raise ValueError(
                f"{folder} has no columns for a third seat; name another folder for this study"
            )
        arms = first
        asked = {
            **asked,
            "parts": asked["parts"][: len(kept["parts"])],
            "arms": asked["arms"][: len(arms)],
        }
    _check_versions(folder, kept, asked)
    _check_other_deals(folder, kept, asked)
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


def _check_first(folder: Path, kept: Record, asked: Record) -> None:
    """Raise ValueError if a study does not begin with what a store keeps, or may not be extended.

    With a target it may not, since the number of its parts decides how exact each has to be.
    """
    word, names = _compared(kept)
    keeps = f"{folder} keeps the games of {', '.join(names)}"
    if names != _compared(asked)[1][: len(names)]:
        advice = f"to extend it, name these {word} first, in this order"
        raise ValueError(f"{keeps}; {advice}; or name another folder")
    before, now = len(kept["parts"]), len(asked["parts"])
    if now < before:  # of several players, or handicaps
        raise ValueError(
            f"{keeps} in {before} runs, not {now}; ask for these runs first, or name another folder"
        )
    if "until" in kept and now > before:
        raise ValueError(
            f"{keeps}, and a study with a target cannot be extended; name another folder"
        )


def _compared(study: Record) -> tuple[str, list[str]]:
    """Return the players of a ladder, or the variants of another study, and what they are."""
    if players := study["settings"].get("players"):
        return "players", list(players)
    labels = study["settings"].get("labels") or [{}] * len(study["parts"])
    variants = [arm["variant"] for arm in study["arms"]]
    names = (
        label.get("variant", variants[part[0]])
        for label, part in zip(labels, study["parts"], strict=True)
    )
    return "variants", list(dict.fromkeys([variants[0], *names]))


def _check_other_deals(folder: Path, kept: Record, asked: Record) -> None:
    """Raise ValueError if a variant that deals differently would play other games than it did."""
    before, now = kept["arms"], asked["arms"]
    for kept_arm, arm in zip(before, now, strict=False):
        if kept_arm["first"] - before[0]["first"] != arm["first"] - now[0]["first"]:
            raise ValueError(
                f"{folder} has games of {kept_arm['variant']} that follow those of "
                f"{before[0]['variant']}, as it deals differently, so their number cannot change; "
                "name another folder"
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
