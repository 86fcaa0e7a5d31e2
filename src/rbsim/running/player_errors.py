"""As `rbsim.arms.players` has it; goes when nothing imports it any more."""

from rbsim.arms.players import raise_noted as raise_noted
from rbsim.arms.players import is_from_player as is_from_player
from rbsim.arms.players import error_text as error_text
from rbsim.arms.players import frame_lines as frame_lines
