"""Games of dealing and counting (docs/patience)."""

from __future__ import annotations

from rbcore.patience.entries.builders import PIQUET
from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import Calls, Operations, Square

COUNTING = (
    Game("3", "hope", "three times fifteen cards turned, to meet eight clubs",
         Operations(), Pack(ranks=PIQUET, shuffles=3)),
    Game("5", "harvest", "seven to ace called, from seven again after a hit",
         Calls(7, 8, restarts=True), Pack(ranks=PIQUET)),
    Game("5b", "harvest-running", "seven to ace called, on and on",
         Calls(7, 8), Pack(ranks=PIQUET)),
    Game("8", "caesar", "nine cards in a square that makes 15 every way, as they fall",
         Square(), Pack(ranks="A23456789", suits="s")),
    Game("18", "talkative", "ace to king called, on and on", Calls(1, 13)),
    Game("18b", "roll-call", "ace to ten called, on and on",
         Calls(1, 10), Pack(ranks="A23456789T")),
)  # fmt: skip
