"""The rules a second time: slowly, in plain Python, from the rules pages, not from the core."""

from .deal import deal, starter
from .judge import amends, end_by_stop, judge, stands, wrong_stop
from .moves import (
    apply,
    arrangement,
    blocked,
    compelled_moves,
    end_of_turn,
    idle_for,
    is_progress,
    legal_moves,
    perft,
    places,
    scores,
    sources,
)
from .position import House, Player, State, read, write
from .rules import JOKER, PRESETS, RANKS, SUITS, Rules, rank, red, variant
from .settle import begin_turn, end_turn, winner

__all__ = [
    "JOKER", "PRESETS", "RANKS", "SUITS", "House", "Player", "Rules", "State", "amends", "apply",
    "arrangement", "begin_turn", "blocked", "compelled_moves", "deal", "end_by_stop", "end_of_turn",
    "end_turn", "idle_for", "is_progress", "judge", "legal_moves", "perft", "places", "rank",
    "read", "red", "scores", "sources", "stands", "starter", "variant", "winner", "write",
    "wrong_stop",
]  # fmt: skip
