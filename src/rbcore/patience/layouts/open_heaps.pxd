from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport move_t, moves_t, position_t

cdef void open_packets(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_packets(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_packets(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_gallery(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_gallery(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_gallery(position_t* p, const layout_t* rules, move_t move) noexcept nogil
