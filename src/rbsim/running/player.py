"""As `rbsim.arms.players` has it; goes when nothing imports it any more."""

from rbsim.arms.players import Choose as Choose
from rbsim.arms.players import Player as Player
from rbsim.arms.players import Players as Players
from rbsim.arms.players import SeatedPlayer as SeatedPlayer
from rbsim.arms.players import resolve_player as resolve_player
from rbsim.arms.players import is_compiled as is_compiled
from rbsim.arms.players import versioned as versioned
from rbsim.arms.players import player_from_record as player_from_record
from rbsim.arms.players import importing as importing
from rbsim.arms.players import check_sendable as check_sendable
