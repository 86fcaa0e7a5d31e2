from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport move_t, position_t

cdef void open_table(position_t* p, const layout_t* rules) noexcept nogil
cdef void move_table(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint next_table(position_t* p, const layout_t* rules) noexcept nogil
