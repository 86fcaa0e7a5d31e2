"""Arms from the records of stores and files, for games of this version only."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

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
        arms = [arm_from_record(record) for record in records]
    for arm, record in zip(arms, records, strict=True):
        provenance = json.loads(json.dumps(arm.provenance))
        for name in provenance.keys() - {*versions()} | {"games_version"}:
            if provenance[name] != record.get(name):
                raise ValueError(
                    f"{source} has games of {arm.variant} whose {name} is "
                    f"{shown(record.get(name))}; this rbsim has {shown(provenance[name])}"
                )
    return arms


def arm_identity(arm: Arm, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides the games of an arm, except their number, from its provenance."""
    identity = {k: value for k, value in record.items() if k not in (arm.row_kind.noun, "version")}
    for name in ("python", "numpy"):  # their random streams can change with minor versions
        minor = ".".join(str(identity.pop(name, "")).split(".")[:2])
        if arm.python_players:
            identity[name] = minor
    return identity
