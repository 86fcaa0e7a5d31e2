"""Signatures: digests of games, the same on every machine and in every build."""

import hashlib
from collections.abc import Mapping
from typing import Final

import numpy as np

import rbcore

SEED: Final = 1
# What is signed of a game, in a fixed order and byte order.
SIGNED: Final = np.dtype([
    ("index", "<u8"), ("turns", "<u4"), ("moves", "<u4"), ("give_ups", "<u4"), ("scores", "<i2", 3),
    ("reserve", "u1", 3), ("hand", "u1", 3), ("waste", "u1", 3), ("starter", "i1"),
    ("winner", "i1"), ("outcome", "u1"),
])  # fmt: skip
# Of each preset; the last two with memory, since they are the same players without.
GAMES: Final[Mapping[str, int]] = {
    "uniform": 200, "greedy": 200, "weighted": 200, "planner": 20, "search": 1,
    "lookahead+memory": 10, "nested+memory": 1,
}  # fmt: skip
EXPECTED: Final = "98dfa7fa5ffd19d2"  # of the games of this version


def signature(preset: str, player: str, games: int) -> str:
    """Return the digest of a preset's first games of seed 1, one player in all seats.

    Examples
    --------
    >>> signature("standard", "greedy", 2_000)
    '1f90f1b05b27ec6e'
    """
    rules = rbcore.variant(preset)
    rows = np.zeros(games, rbcore.GAME)
    rbcore.play(rules, (player,) * rules.seats, SEED, 0, rows)
    little = np.zeros(games, SIGNED)
    for name in SIGNED.names or ():
        little[name] = rows[name]
    return hashlib.sha256(little.tobytes()).hexdigest()[:16]


def overall_signature() -> str:
    """Return one digest of GAMES in all presets; EXPECTED, unless games are played otherwise."""
    parts = [
        signature(preset, player, games)
        for preset in rbcore.PRESETS
        for player, games in GAMES.items()
    ]
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:16]
