"""Studies and their estimates: advantage, comparison, sweep, round robin; knows no page."""

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
