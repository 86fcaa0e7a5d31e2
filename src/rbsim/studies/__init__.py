"""Studies: several arms on common deals, their differences pair by pair, kept and resumed."""

from rbsim.pipeline.engine import run
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.studies.axis_sweep import Sweep, sweep
from rbsim.studies.comparison import Comparison, compare
from rbsim.studies.round_robin import Ladder, ladder
from rbsim.studies.starter_advantage import Advantage, advantage

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
