from rbcore.patience.engine.board cimport board_t, move_t
from rbcore.patience.engine.game cimport game_t

cdef int promise(const board_t* b, const game_t* g, move_t move) noexcept nogil
