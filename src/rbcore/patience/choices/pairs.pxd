# Pairs thrown out or covered: nos. 1, 9 and 14b.

from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t

cdef void open_tableau(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_tableau(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_tableau(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef int tableau_worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint is_settled(const board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_sets(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_sets(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_sets(board_t* p, const layout_t* rules, move_t move) noexcept nogil
