# Moves of inattentive seats (section 6), apart from the loop that attentive games run in.

from rbcore.engine.game_state cimport conditions_t, game_state_t
from rbcore.engine.move_list cimport move_list_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.players.registry cimport player_t
from rbcore.rules.compiled cimport rules_t

cdef const rules_t* intend(
    game_state_t* state, const conditions_t* conditions, const player_t* player, moves_t* moves,
    move_t* move,
) noexcept nogil
cdef move_t attempt(
    game_state_t* state, const conditions_t* conditions, move_list_t* trace
) noexcept nogil
cdef void make_omitted(game_state_t* state, const rules_t* r, move_t move) noexcept nogil
