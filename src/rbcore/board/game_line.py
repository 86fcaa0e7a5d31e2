"""Text <-> what a game in progress has beside its position, as docs/notation.md has it.

A game's line is that of its position, ` ; `, and keys. `read` checks the form of each; what only
the rules can tell is left to the caller. ValueError in one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rbcore.cards.ranges import MOST_WORD, shown

BETWEEN = " ; "
MOST_COUNT = 2**32 - 1  # as much as the core counts; beyond it, it begins anew
OUTCOMES = ("win", "stalemate", "standoff", "unfinished")


@dataclass
class GameFields:
    """The fields of a game in progress; named as the keys of its line.

    Attributes
    ----------
    seed, game, starter : int
        Which game it is, and who started.
    moves, give_ups : int
        Moves made, and stalemate searches that reached their limit.
    play, lapses : int
        Draws of 32 bits from the game's streams.
    offences, calls : list of int
        By the offender's seat.
    history : list of int
        The fingerprints that 7.4 (b) compares, the oldest first.
    plan : list of str
        The moves that a player still means to make in this turn, after its name.
    stopped : int
        The verdict of a called Stop whose omitted move is to be made, or 0.
    outcome : str
        How the game ended, or an empty text.
    """

    seed: int
    game: int
    starter: int
    offences: list[int]
    calls: list[int]
    moves: int = 0
    give_ups: int = 0
    play: int = 0
    lapses: int = 0
    history: list[int] = field(default_factory=list)
    plan: list[str] = field(default_factory=list)
    stopped: int = 0
    outcome: str = ""


def write(position: str, fields: GameFields) -> str:
    """The line of a game."""
    keys = [f"seed={fields.seed}", f"game={fields.game}", f"starter={fields.starter}"]
    for key in ("moves", "give_ups", "play", "lapses", "stopped"):
        number = getattr(fields, key)
        keys += [f"{key}={number}"] if number else []
    for key in ("offences", "calls"):
        counts = getattr(fields, key)
        keys += [f"{key}={','.join(map(str, counts))}"] if any(counts) else []
    if fields.history:
        keys.append("history=" + ",".join(f"{one:016x}" for one in fields.history))
    if fields.plan:
        keys.append("plan=" + ",".join(fields.plan))
    if fields.outcome:
        keys.append(f"outcome={fields.outcome}")
    return position + BETWEEN + " ".join(keys)


def read(text: str, seats: int) -> tuple[str, GameFields]:
    """Return the line of the position, which is not looked at, and the fields of the game."""
    position, between, keys = text.partition(BETWEEN)
    values: dict[str, str] = {}
    for part in keys.split(" ") if between else []:
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"game: {part[:40]!r} is not KEY=VALUE")
        if key not in GameFields.__dataclass_fields__:
            raise ValueError(
                f"game: {key[:40]!r} is not a key; "
                f"there are {', '.join(GameFields.__dataclass_fields__)}"
            )
        if key in values:
            raise ValueError(f"game: the key {key} stands twice")
        values[key] = value
    missing = [key for key in ("seed", "game", "starter") if key not in values]
    if missing:
        raise ValueError(
            f"game: {missing[0]}= is missing; a game is a position, ` ; ` and keys such as "
            "seed=1 game=0 starter=0"
        )
    return position, GameFields(**{key: _value(key, value, seats) for key, value in (
        {"offences": ",".join("0" * seats), "calls": ",".join("0" * seats)} | values
    ).items()})  # fmt: skip


def _value(key: str, text: str, seats: int) -> Any:
    if key in ("offences", "calls"):
        counts = [_number(key, part, MOST_COUNT) for part in text.split(",")]
        if len(counts) != seats:
            raise ValueError(f"game: {key} needs {seats} numbers, there are {len(counts)}")
        return counts
    if key == "history":
        return [_fingerprint(part) for part in text.split(",")]
    if key == "plan":
        return text.split(",")
    if key == "outcome":
        if text not in OUTCOMES:
            raise ValueError(f"game: outcome {text[:40]!r} is not one of {', '.join(OUTCOMES)}")
        return text
    most = dict.fromkeys(("seed", "game", "play", "lapses"), MOST_WORD)
    most |= {"starter": seats - 1, "stopped": 6}
    return _number(key, text, most.get(key, MOST_COUNT))


def _fingerprint(text: str) -> int:
    if len(text) != 16 or set(text) - set("0123456789abcdef"):
        raise ValueError(f"game: history {text[:40]!r} is not 16 hexadecimal digits")
    return int(text, 16)


def _number(key: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= most):
        raise ValueError(f"game: {key} {shown(text)} is not a whole number from 0 to {most}")
    return int(text)
