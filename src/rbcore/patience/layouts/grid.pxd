from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport move_t, moves_t, position_t

cdef void open_parallels(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_parallels(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_parallels(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_blockade(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_blockade(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_blockade(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_star(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_star(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_star(position_t* p, const layout_t* rules, move_t move) noexcept nogil
