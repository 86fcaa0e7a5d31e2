from rbcore.patience.engine.board cimport board_t, move_t, moves_t
from rbcore.patience.engine.game cimport game_t

cdef enum:
    NO_MOVE = -1
    UNWANTED = -1  # what a move is worth that the adviser does not make

cdef int advise(const board_t* b, const game_t* g, const moves_t* moves) noexcept nogil
cdef bint costs_nothing(const board_t* b, const game_t* g, move_t move) noexcept nogil
cdef int worth(const board_t* b, const game_t* g, move_t move) noexcept nogil
