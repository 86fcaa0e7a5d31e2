from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t

cdef enum:
    NO_MOVE = -1

cdef int plain(const board_t* p, const layout_t* rules, const moves_t* moves) noexcept nogil
cdef int advised(const board_t* p, const layout_t* rules, const moves_t* moves) noexcept nogil
cdef int worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil
