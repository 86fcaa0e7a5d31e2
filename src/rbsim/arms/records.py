"""Arms from the records of stores and files, for games of this version only."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import rbcore
from rbcore.cards.ranges import shown
from rbsim.arms.arm import Arm, versions
from rbsim.arms.bank import GAMES, MATCHES
from rbsim.arms.forms import FORMS
from rbsim.files import refusing

ROW_KINDS = (GAMES, MATCHES, FORMS)


def arm_from_record(record: Mapping[str, Any]) -> Arm:
    """Return the arm whose provenance this is; errors of many kinds for anything else."""
    kinds = (kind for kind in ROW_KINDS if {kind.rules_key, kind.noun} <= record.keys())
    kind = next(kinds, GAMES)
    return Arm(
        variant=record["variant"],
        count=record[kind.noun],
        seed=record["seed"],
        first=record["first"],
        row_kind=kind,
        **kind.read(record),
    )


def arms_from_record(records: Sequence[Mapping[str, Any]], source: Path) -> list[Arm]:
    """Return the arms of a store or file; ValueError for games of another version."""
    with refusing(source):
        records = [with_all_rules(record) for record in records]
        arms = [arm_from_record(record) for record in records]
    for arm, record in zip(arms, records, strict=True):
        provenance = json.loads(json.dumps(arm.provenance))
        for name in provenance.keys() - {*versions()} | {"games_version"}:
            if provenance[name] != record.get(name):
                words, kept, now = difference(name, record.get(name), provenance[name])
                raise ValueError(
                    f"{source} has games of {arm.variant} whose {words} is {shown(kept)}; "
                    f"this rbsim has {shown(now)}"
                )
    return arms


def with_all_rules(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the record of an arm with the axes that came after it was written.

    They are standard, since a new axis leaves the games of all earlier rules as they are.

    Raises
    ------
    ValueError
        If it has an axis that only later versions know.
    """
    rules = record.get(GAMES.rules_key)
    if rules is None:
        return record
    standard = vars(rbcore.Rules())
    if unknown := ", ".join(map(str, rules.keys() - standard.keys())):
        raise ValueError(f"it has rules of a newer rbsim ({unknown}); install that version")
    return {**record, GAMES.rules_key: standard | rules}


def difference(words: str, kept: Any, asked: Any) -> tuple[str, Any, Any]:
    """Return the first values in which two records differ, with the names that lead to them."""
    while isinstance(kept, dict) and isinstance(asked, dict):
        key = next(key for key in kept | asked if kept.get(key) != asked.get(key))
        words, kept, asked = f"{words} {key}", kept.get(key), asked.get(key)
    return words, kept, asked


def arm_identity(arm: Arm, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides the games of an arm, except their number, from its provenance."""
    record = with_all_rules(record)
    identity = {k: value for k, value in record.items() if k not in (arm.row_kind.noun, "version")}
    for name in ("python", "numpy"):  # their random streams can change with minor versions
        minor = ".".join(str(identity.pop(name, "")).split(".")[:2])
        if arm.python_players:
            identity[name] = minor
    return identity
