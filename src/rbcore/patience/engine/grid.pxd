from rbcore.patience.engine.board cimport board_t
from rbcore.patience.engine.game cimport game_t

cdef void deal_row(board_t* b, const game_t* g) noexcept nogil
cdef void fill_row(board_t* b, const game_t* g) noexcept nogil
cdef void refresh(board_t* b, const game_t* g) noexcept nogil
