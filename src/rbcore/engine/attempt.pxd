# Moves of inattentive seats.

from libc.stdint cimport int64_t

from rbcore.engine.game cimport game_state_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport rules_t

cdef move_t attempt(
    game_state_t* state, const rules_t* r, int64_t player, move_t* trace
) noexcept nogil
