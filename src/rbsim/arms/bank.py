"""Russian Bank as arms play it: games and matches."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

import rbcore
from rbcore.cards.ranges import MAX_GAME
from rbcore.players.names import parse_player
from rbcore.rules.attention import SLIPS_VERSION, Attention
from rbcore.rules.limits import Limits
from rbsim.arms import players
from rbsim.arms.players import SeatedPlayer
from rbsim.arms.rows import RowKind, Rows
from rbsim.options import TURN_MOVES

NOBODY_WINS = [rbcore.OUTCOMES.index(name) for name in ("stalemate", "standoff")]
ANEW = ("shuffle", "replicate")  # 0 for games dealt and played without redraws


def _is_fast(player: SeatedPlayer) -> bool:
    if isinstance(player, str):
        return not parse_player(player).plays_out
    return player.is_compiled


def _conditions(arm: Any) -> dict[str, Any]:
    """Return limits, redraws and attention."""
    record = {**vars(arm.limits), **arm.anew}
    if arm.own_players:
        record["max_turn_moves"] = arm.max_turn_moves
    each = arm.attention
    record["slips"] = each and [dict(seat.slips) for seat in each]
    record["watch"] = each and [seat.watch for seat in each]
    if each is not None:
        record |= {"call": [seat.call for seat in each], "slips_version": SLIPS_VERSION}
    return record


def _read(record: Mapping[str, Any]) -> dict[str, Any]:
    attention = None
    if record["slips"] is not None:
        attention = tuple(map(Attention, record["slips"], record["watch"], record["call"]))
    return {
        "rules": rbcore.Rules(**record["rules"]),
        "players": tuple(map(players.player_from_record, record["players"])),
        "limits": Limits(**{limit.name: record[limit.name] for limit in fields(Limits)}),
        "attention": attention,
        "max_turn_moves": record.get("max_turn_moves", TURN_MOVES),
        **{name: record.get(name, 0) for name in ANEW},
    }


def _starter_wins(rows: Rows) -> npt.NDArray[np.bool_]:
    return np.asarray(rows["winner"] == rows["starter"])


def _nobody_wins(rows: Rows) -> npt.NDArray[np.bool_]:
    return np.isin(rows["outcome"], NOBODY_WINS)


GAMES = RowKind(
    place=f"{__name__}:GAMES",
    noun="games",
    row=rbcore.GAME,
    core=rbcore.play,
    outcomes=rbcore.OUTCOMES,
    columns=("starter", "outcome", "winner", "turns", "moves", "give_ups"),
    derived={"starter_wins": _starter_wins, "nobody_wins": _nobody_wins},
    by_seat={"score": "scores"} | {n: n for n in ("reserve", "hand", "waste", "offences", "calls")},
    version=lambda rules: rbcore.GAMES_VERSION,
    versioned=lambda rules, player: players.versioned(player),
    is_fast=_is_fast,
    rules_key="rules",
    rules_record=lambda rules: dict(vars(rules)),
    conditions=_conditions,
    read=_read,
)
MATCHES = replace(
    GAMES,
    place=f"{__name__}:MATCHES",
    noun="matches",
    row=rbcore.MATCH,
    core=rbcore.play_matches,
    outcomes=rbcore.MATCH_OUTCOMES,
    columns=(
        "starter",
        "outcome",
        "winner",
        "games",
        "unfinished_games",
        "nobody_wins",
        "give_ups",
    ),
    derived={"first_starter_wins": _starter_wins},
    by_seat={"score": "scores"},
    max_rows=(MAX_GAME + 1) // rbcore.MATCH_GAMES,
)
