"""Study record: a study from its provenance, as manifests and files of results keep it."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import rbcore
from rbcore.cards.ranges import shown
from rbcore.rules.attention import Attention
from rbcore.rules.definition import Rules, value_text
from rbcore.rules.limits import Limits
from rbsim.pipeline.stopping import goal_from_record
from rbsim.pipeline.study import Study
from rbsim.running.batch import ANEW, Batch, make_patience_batch
from rbsim.running.forms import Form
from rbsim.running.player import Player, player_from_record
from rbsim.running.python_players import TURN_MOVES
from rbsim.running.row_kinds import GAMES, MATCHES

OLD_SETTINGS = ("anchor", "axes")
PAIRED = ("advantage", "compare", "fair", "ladder", "luck")


def study_from_record(record: dict[str, Any]) -> Study:
    """Return the study whose provenance this is; errors of many kinds for anything else."""
    kind = record["study"]
    if not isinstance(kind, str):
        raise TypeError(f"study={shown(kind)} is no text")
    arms = tuple(batch_from_record(arm) for arm in record["arms"])
    plan = record.get("plan")
    if not (plan is None or isinstance(plan, dict)):
        raise TypeError("a plan is a table of texts")
    goal = goal_from_record(record, len(arms), arms[0].row_kind)
    return Study(
        kind,
        arms,
        kind in PAIRED,
        record["view"],
        goal,
        plan,
        _settings(record),
        None,
        *(record.get(name, 1) for name in ("shuffles", "replicates")),
    )


def _settings(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a study; 0.1.0 kept two of them among all else."""
    kept = record.get("settings", {name: record[name] for name in OLD_SETTINGS if name in record})
    if not isinstance(kept, dict):
        raise TypeError("settings are a table")
    return kept


def as_now(provenance: dict[str, Any]) -> dict[str, Any]:
    """Return the record of an arm with rules and variant as this version writes them.

    An axis that the record does not name came later, and is standard. The variant is named anew,
    for a preset may have changed since. A record without rules that can be read stays as it is.
    Players of patience are called as now, and without a version are of the first one.
    """
    players = provenance.get("players")
    if "form" in provenance and isinstance(players, list):
        return _form_as_now(provenance) | {"players": _patience_players(provenance, players)}
    try:
        axes = dict(provenance["rules"])
        if isinstance(axes.get("peek"), bool):  # which it was in 0.1.0
            axes["peek"] = value_text(axes["peek"])
        rules = Rules(**axes)
    except (KeyError, TypeError, ValueError):
        return provenance
    now = provenance | {"rules": dict(vars(rules)), "variant": rbcore.variant_text(rules)}
    if has_python_players(provenance):  # whose turns nothing but `max_moves` ended in 0.1.0
        now = {"max_turn_moves": provenance.get("max_moves")} | now
    return now


def _form_as_now(provenance: dict[str, Any]) -> dict[str, Any]:
    """Return the record of an arm of patience with its game as this version describes it.

    0.1.0 wrote the records of its kernels; games that have changed since have another version.
    """
    try:
        former = provenance["form"]["rules"]["kind"] != "description"
        return provenance | {"form": Form(provenance["variant"]).record} if former else provenance
    except (KeyError, TypeError, ValueError):
        return provenance


def has_python_players(provenance: Mapping[str, Any]) -> bool:
    """Return whether the record of an arm names players in Python; patience has none."""
    players = provenance.get("players")
    if "form" in provenance or not isinstance(players, list):
        return False
    names = (name for name in players if isinstance(name, str))
    return any(isinstance(player_from_record(name), Player) for name in names)


def check_versions(source: object, record: Mapping[str, Any], batch: Batch) -> None:
    """Raise ValueError if the games of a record are of other versions than this rbsim plays.

    Those of the players of Russian Bank are looked at where the players are read.
    """
    arm = as_now(dict(record))
    found, own = f"version {shown(arm.get('games_version'))}", f"version {batch.games_version}"
    if "form" in arm:
        found += f", {', '.join(map(str, arm['players']))}"
        own += f", {', '.join(batch.versioned_players)}"
    if found != own:
        raise ValueError(
            f"{source} has games of {batch.variant} of {found}; this rbsim plays {own}"
        )


def _patience_players(provenance: Mapping[str, Any], players: Sequence[Any]) -> list[Any]:
    """Return players of patience as they are called now, with a version."""
    try:
        game = Form(provenance["variant"], provenance["form"].get("source", "")).game
        named = [player.partition("/") for player in players]
    except (AttributeError, KeyError, TypeError, ValueError):
        return list(players)
    return [f"{game.player_as_now(name)}/{version or 1}" for name, _, version in named]


def batch_from_record(provenance: dict[str, Any]) -> Batch:
    """Return the batch whose provenance this is. Errors as of `study_from_record`."""
    record = as_now(provenance)
    if "form" in record:
        own = (record[name] for name in ("games", "seed", "first"))
        player = record["players"][0].partition("/")[0]
        form = Form(record["variant"], record["form"].get("source", ""))
        return make_patience_batch(form, player, *own)
    kind = MATCHES if MATCHES.noun in record else GAMES
    attention = None
    if record["slips"] is not None:
        calls = record.get("call", ["always"] * len(record["slips"]))
        attention = tuple(map(Attention, record["slips"], record["watch"], calls))
    return Batch(
        Rules(**record["rules"]),
        tuple(map(player_from_record, record["players"])),
        record[kind.noun],
        record["seed"],
        record["first"],
        Limits(**{field.name: record[field.name] for field in fields(Limits)}),
        attention,
        kind,
        record.get("max_turn_moves", TURN_MOVES),
        *(record.get(name, 0) for name in ANEW),
    )
