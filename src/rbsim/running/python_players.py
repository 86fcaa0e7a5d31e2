"""As `rbsim.arms.players` has it; goes when nothing imports it any more."""

from rbsim.arms.players import TURN_MOVES as TURN_MOVES
from rbsim.arms.players import stream as stream
from rbsim.arms.players import distinct as distinct
from rbsim.arms.players import play as play
