from rbcore.patience.engine.board cimport board_t, move_t, moves_t
from rbcore.patience.engine.game cimport game_t

cdef void open_row(board_t* b, const game_t* g) noexcept nogil
cdef void list_row(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil
cdef void move_row(board_t* b, const game_t* g, move_t move) noexcept nogil
cdef int row_worth(const board_t* b, const game_t* g, move_t move) noexcept nogil
