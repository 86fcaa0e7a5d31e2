# Moves of inattentive seats.

from rbcore.engine.game cimport conditions_t, game_state_t
from rbcore.engine.move_list cimport move_list_t
from rbcore.moves.transition cimport move_t

cdef move_t attempt(
    game_state_t* state, const conditions_t* conditions, move_list_t* trace
) noexcept nogil
