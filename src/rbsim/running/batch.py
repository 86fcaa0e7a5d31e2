"""As `rbsim.arms.arm` has it; goes when nothing imports it any more."""

from rbsim.arms.arm import MOST as MOST
from rbsim.arms.arm import NUMBERS as NUMBERS
from rbsim.arms.arm import ANEW as ANEW
from rbsim.arms.arm import SEED as SEED
from rbsim.arms.arm import PLAYERS as PLAYERS
from rbsim.arms.arm import Options as Options
from rbsim.arms.arm import make_arm as make_batch
from rbsim.arms.arm import run_arms as run_batches
from rbsim.arms.arm import make_patience_arm as make_patience_batch
from rbsim.arms.arm import Arm as Batch
from rbsim.arms.arm import seat_players as seat_players
from rbsim.arms.arm import one_run as one_run
from rbsim.arms.arm import split_runs as split_runs
from rbsim.arms.arm import versions as versions
from rbsim.arms.arm import thread_count as thread_count
from rbsim.arms.arm import all_cores as all_cores
from rbsim.arms.arm import read_rules as read_rules
