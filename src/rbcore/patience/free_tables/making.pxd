from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport move_t, board_t

cdef void open_table(board_t* p, const layout_t* rules) noexcept nogil
cdef void move_table(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint next_table(board_t* p, const layout_t* rules) noexcept nogil
