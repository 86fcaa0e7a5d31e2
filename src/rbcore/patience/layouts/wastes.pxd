from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t

cdef void open_reserves(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_reserves(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_reserves(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void list_spark(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_spark(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void list_rounds(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_rounds(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_fly(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_fly(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_fly(board_t* p, const layout_t* rules, move_t move) noexcept nogil
