"""Games of heaps that are gathered and dealt again (docs/patience)."""

from __future__ import annotations

from dataclasses import replace

from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import Heaps

_AMAZONS = Heaps("amazons", standing=2)
_COURT = Heaps("court cards")
_VALENTINE = Heaps("valentine")

HEAPS = (
    Game(
        "4", "amazons", "four packets, a family above each", _AMAZONS,
        Pack(ranks="A789TJQ"),
        readings={
            "gathering": {"from-the-end": replace(_AMAZONS, gathering=1)},
            "tops": {"go-up": replace(_AMAZONS, tops_go_up=True)},
        },
        version=2,
    ),
    Game(
        "10", "hidden-cards", "twelve heaps; each card names the next heap", Heaps("walk"),
        readings={"win": {"all-moved": Heaps("walk", all_moved=True)}},
    ),
    Game("10b", "all-fours", "thirteen heaps, and one fresh start", Heaps("walk", standing=1)),
    Game(
        "17", "five-court-cards", "heaps lose what lies above the first royal", _COURT,
        readings={"gathering": {
            "last-uppermost": replace(_COURT, gathering=1),
            "face-up": replace(_COURT, gathering=2),
            "face-up-last-first": replace(_COURT, gathering=3),
        }},
    ),
    Game(
        "26", "valentine", "four heaps grow at both ends and join", _VALENTINE,
        readings={"gathering": {
            "last-lowest": replace(_VALENTINE, gathering=1),
            "first-highest": replace(_VALENTINE, gathering=2),
            "first-lowest": replace(_VALENTINE, gathering=3),
        }},
    ),
)  # fmt: skip
