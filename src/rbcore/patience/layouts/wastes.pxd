from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport move_t, moves_t, position_t

cdef void open_reserves(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_reserves(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_reserves(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_spark(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_spark(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_spark(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void list_rounds(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_rounds(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_fly(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_fly(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_fly(position_t* p, const layout_t* rules, move_t move) noexcept nogil
