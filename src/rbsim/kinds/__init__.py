"""The kinds of studies, a function each."""

from rbsim.kinds.comparing import compare
from rbsim.kinds.ladders import ladder
from rbsim.kinds.lucks import luck
from rbsim.kinds.runs import match, patience, simulate, sweep
from rbsim.kinds.starting import advantage, fair

__all__ = [
    "advantage",
    "compare",
    "fair",
    "ladder",
    "luck",
    "match",
    "patience",
    "simulate",
    "sweep",
]
