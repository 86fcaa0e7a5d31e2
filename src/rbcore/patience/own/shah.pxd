from rbcore.patience.engine.board cimport board_t, move_t, moves_t
from rbcore.patience.engine.game cimport game_t

cdef void list_shah(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil
cdef void move_shah(board_t* b, const game_t* g, move_t move) noexcept nogil
