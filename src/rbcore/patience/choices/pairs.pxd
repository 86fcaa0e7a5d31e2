# Pairs thrown out or covered: nos. 1, 9 and 14b.

from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport move_t, moves_t, position_t

cdef void open_tableau(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_tableau(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_tableau(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef int tableau_worth(const position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint is_settled(const position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_sets(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_sets(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_sets(position_t* p, const layout_t* rules, move_t move) noexcept nogil
