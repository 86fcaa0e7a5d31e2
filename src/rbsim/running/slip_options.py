"""As `rbsim.arms.arm` has it; goes when nothing imports it any more."""

from rbsim.arms.arm import Slips as Slips
from rbsim.arms.arm import Slip as Slip
from rbsim.arms.arm import Watch as Watch
from rbsim.arms.arm import Calls as Calls
from rbsim.arms.arm import seat_attention as seat_attention
from rbsim.arms.arm import attention_of as attention_of
from rbsim.arms.arm import attention_text as attention_text
from rbsim.arms.arm import join_seats as join_seats
