from rbcore.patience.engine.board cimport board_t, moves_t
from rbcore.patience.engine.game cimport game_t, pattern_t

cdef void add_plays(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, int depth, moves_t* moves
) noexcept nogil
cdef void list_plays(
    const board_t* b, const game_t* g, int pile, int depth, moves_t* moves
) noexcept nogil
