from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t

cdef void open_parallels(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_parallels(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_parallels(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void deal_row(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_blockade(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_blockade(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void list_shah(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_shah(board_t* p, const layout_t* rules, move_t move) noexcept nogil
