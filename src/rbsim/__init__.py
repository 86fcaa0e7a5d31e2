"""Simulation of Russian Bank: games and matches, statistics of outcomes, a command line."""

from typing import TYPE_CHECKING, Any

from rbcore import __version__
from rbsim.results.match_summary import MatchSummary
from rbsim.results.simulated import MatchResult, Result
from rbsim.results.summary import Summary
from rbsim.running.player import Player
from rbsim.simulation import match, simulate

if TYPE_CHECKING:
    from rbsim.studies.axis_sweep import Sweep, sweep
    from rbsim.studies.comparison import Comparison, compare
    from rbsim.studies.round_robin import Ladder, ladder
    from rbsim.studies.starter_advantage import Advantage, advantage

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
    """Return a name of rbsim.studies, which loads when it is first asked for one."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from rbsim import studies

    return getattr(studies, name)


def __dir__() -> list[str]:
    """Return all names, with those of the studies whether they are loaded or not."""
    return sorted({*globals(), *__all__})
