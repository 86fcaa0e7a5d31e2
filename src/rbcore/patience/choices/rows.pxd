# Cards thrown out of a row: no. 6.

from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t

cdef void open_marriage(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_marriage(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_marriage(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef int marriage_worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil
