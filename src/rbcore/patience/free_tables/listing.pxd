from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport moves_t, board_t

cdef void list_table(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
