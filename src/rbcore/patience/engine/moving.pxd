from rbcore.patience.engine.board cimport board_t, move_t
from rbcore.patience.engine.game cimport game_t

cdef void shift_cards(board_t* b, const game_t* g, move_t move) noexcept nogil
cdef void follow(board_t* b, const game_t* g) noexcept nogil
cdef void make_move(board_t* b, const game_t* g, move_t move) noexcept nogil
