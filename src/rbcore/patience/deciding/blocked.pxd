from rbcore.patience.engine.board cimport board_t
from rbcore.patience.engine.game cimport game_t

cdef bint is_blocked(const board_t* b, const game_t* g) noexcept nogil
