# Foundations that differ in their steps or bases: nos. 22 and 32.

from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t

cdef void list_fairest(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_fairest(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef int fairest_worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_constitution(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_constitution(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil
cdef void move_constitution(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef int constitution_worth(const board_t* p, move_t move) noexcept nogil
