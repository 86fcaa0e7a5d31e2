from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport move_t, board_t

cdef enum:
    UNWANTED = -1       # a move that the adviser does not make

cdef int table_worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil
