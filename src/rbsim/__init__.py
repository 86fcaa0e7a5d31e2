"""Simulation of Russian Bank: games and matches, statistics of outcomes, a command line."""

from rbcore import __version__
from rbsim.matches import MatchResult, MatchSummary, match
from rbsim.result import Result
from rbsim.simulation import simulate
from rbsim.summary import Summary

__all__ = [
    "MatchResult",
    "MatchSummary",
    "Result",
    "Summary",
    "__version__",
    "match",
    "simulate",
]
