from rbcore.patience.engine.board cimport board_t, moves_t
from rbcore.patience.engine.game cimport game_t, pattern_t

cdef void scan_fills(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil
cdef void scan_refills(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil
