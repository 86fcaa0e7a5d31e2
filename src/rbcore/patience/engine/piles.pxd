from libc.stdint cimport uint64_t

from rbcore.cards.card cimport card_t
from rbcore.patience.engine.board cimport board_t, moves_t
from rbcore.patience.engine.game cimport game_t, pattern_t

cdef uint64_t packable(const board_t* b, const game_t* g, const pattern_t* pattern) noexcept nogil
cdef void scan_packs(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil
cdef bint takes(const board_t* b, const game_t* g, int target, card_t c) noexcept nogil
cdef void scan_fills(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil
cdef void scan_refills(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil
