"""Sympathy, for two players (docs/rules.md)."""

from __future__ import annotations

from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import Sympathy

SYMPATHY = Game(
    "63",
    "sympathy",
    "two packs in heaps of three, paired; both players win or neither",
    Sympathy(),
    Pack(shuffles=2),
    readings={"heaps": {"17": Sympathy(17)}},
)

TWO_PLAYERS = (SYMPATHY,)
