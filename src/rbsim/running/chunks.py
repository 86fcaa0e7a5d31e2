"""As `rbsim.arms.pools` has it; goes when nothing imports it any more."""

from rbsim.arms.pools import ENDING as ENDING
from rbsim.arms.pools import split as split
from rbsim.arms.pools import in_order as in_order
from rbsim.arms.pools import interrupts_held as interrupts_held
from rbsim.arms.players import asked as asked
from rbsim.arms.rows import Stop as Stop
