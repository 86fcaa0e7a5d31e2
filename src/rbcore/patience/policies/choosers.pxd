from rbcore.patience.engine.board cimport board_t, move_t, moves_t
from rbcore.patience.engine.game cimport game_t

cdef int choose(
    const board_t* b, const game_t* g, int chooser, const moves_t* moves
) noexcept nogil
cdef int lay_cost(const board_t* b, const game_t* g, int chooser, move_t move) noexcept nogil
