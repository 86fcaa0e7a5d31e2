# No. 33: cards judged where they fall.

from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport move_t, moves_t, position_t

cdef void open_corners(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_corners(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_corners(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint next_corners(position_t* p, const layout_t* rules) noexcept nogil
