from libc.stdint cimport uint64_t

from rbcore.patience.engine.board cimport board_t, move_t
from rbcore.patience.engine.game cimport game_t

cdef void fill_spaces(board_t* b, const game_t* g) noexcept nogil
cdef void settle(board_t* b, const game_t* g) noexcept nogil
cdef void play(board_t* b, const game_t* g, move_t move) noexcept nogil
cdef void put(board_t* b, const game_t* g, int f, int slot) noexcept nogil
cdef uint64_t base_cards(const board_t* b) noexcept nogil
cdef void take_back(board_t* b, const game_t* g, int f) noexcept nogil
cdef void renew(board_t* b, const game_t* g) noexcept nogil
