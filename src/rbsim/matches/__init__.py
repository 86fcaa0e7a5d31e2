"""Matches to a target score (8.3): the modules of rbsim over again, where matches differ."""

from rbsim.matches.result import MatchResult
from rbsim.matches.simulation import match
from rbsim.matches.summary import MatchSummary

__all__ = ["MatchResult", "MatchSummary", "match"]
