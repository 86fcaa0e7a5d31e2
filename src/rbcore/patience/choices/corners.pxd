# No. 33: cards judged where they fall.

from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t

cdef void deal_corners(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_corners(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_corners(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint next_corners(board_t* p, const layout_t* rules) noexcept nogil
