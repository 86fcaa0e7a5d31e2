"""Simulation of Russian Bank: games and matches, statistics of outcomes, a command line."""

from typing import TYPE_CHECKING, Any

from rbcore import __version__
from rbsim.matches import MatchResult, MatchSummary, match
from rbsim.player import Player
from rbsim.result import Result
from rbsim.simulation import simulate
from rbsim.summary import Summary

if TYPE_CHECKING:
    from rbsim.studies.advantage import Advantage, advantage
    from rbsim.studies.compare import Comparison, compare
    from rbsim.studies.ladder import Ladder, ladder
    from rbsim.studies.sweep import Sweep, sweep

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


def __getattr__(name: str) -> Any:
    """The studies, when they are asked for: whoever simulates need not wait for them to load."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from rbsim import studies

    return getattr(studies, name)
