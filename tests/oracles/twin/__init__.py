"""The rules a second time: slowly, in plain Python, from the rules pages, not from the core."""

from .cards import JOKER, RANKS, SUITS, rank, red
from .deal import deal, starter
from .ending import arrangement, blocked, end_of_turn, idle_for, scores
from .judge import amends, judge
from .moves import apply, compelled_moves, is_progress, legal_moves
from .perft import perft
from .position import House, Player, State
from .rules import PRESETS, Rules, variant
from .settle import begin_turn, end_turn, winner
from .text import read, write

__all__ = [
    "JOKER",
    "PRESETS",
    "RANKS",
    "SUITS",
    "House",
    "Player",
    "Rules",
    "State",
    "amends",
    "apply",
    "arrangement",
    "begin_turn",
    "blocked",
    "compelled_moves",
    "deal",
    "end_of_turn",
    "end_turn",
    "idle_for",
    "is_progress",
    "judge",
    "legal_moves",
    "perft",
    "rank",
    "read",
    "red",
    "scores",
    "starter",
    "variant",
    "winner",
    "write",
]
