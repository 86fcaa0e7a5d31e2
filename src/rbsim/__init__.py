"""Simulation of Russian Bank: games and matches, statistics of outcomes, a command line."""

from rbcore import __version__
from rbsim.matches import MatchResult, MatchSummary, match
from rbsim.player import Player
from rbsim.result import Result
from rbsim.simulation import simulate
from rbsim.studies import Advantage, Comparison, Ladder, Sweep, advantage, compare, ladder, sweep
from rbsim.summary import Summary

__all__ = [
    "Advantage",
    "Comparison",
    "Ladder",
    "MatchResult",
    "MatchSummary",
    "Player",
    "Result",
    "Summary",
    "Sweep",
    "__version__",
    "advantage",
    "compare",
    "ladder",
    "match",
    "simulate",
    "sweep",
]
