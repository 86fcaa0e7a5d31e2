from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t

cdef void open_packets(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_packets(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_packets(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void list_gallery(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_gallery(board_t* p, const layout_t* rules, move_t move) noexcept nogil
