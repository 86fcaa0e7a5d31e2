from rbcore.patience.engine.board cimport board_t, moves_t
from rbcore.patience.engine.game cimport game_t, pattern_t

cdef void list_moves(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil
cdef void list_from_waste(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil
cdef void scan_pattern(
    const board_t* b, const game_t* g, const pattern_t* pattern, moves_t* moves
) noexcept nogil
cdef void scan_hand(
    const board_t* b, const game_t* g, const pattern_t* pattern, moves_t* moves
) noexcept nogil
cdef bint has_any_move(const board_t* b, const game_t* g) noexcept nogil
