"""Studies: several arms on common deals, their differences pair by pair, kept and resumed."""

from rbsim.studies.advantage import Advantage, advantage
from rbsim.studies.compare import Comparison, compare
from rbsim.studies.engine import Tally, run
from rbsim.studies.ladder import Ladder, ladder
from rbsim.studies.study import Study
from rbsim.studies.sweep import Sweep, sweep

__all__ = [
    "Advantage",
    "Comparison",
    "Ladder",
    "Study",
    "Sweep",
    "Tally",
    "advantage",
    "compare",
    "ladder",
    "run",
    "sweep",
]
