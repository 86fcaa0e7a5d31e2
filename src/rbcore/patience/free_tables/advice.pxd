from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport board_t, move_t

cdef int table_worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil
