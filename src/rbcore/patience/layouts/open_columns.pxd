from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t

cdef enum:
    MANOR_PACKETS = 4   # of no. 43; its heaps by rank follow

cdef void open_manor(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_manor(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_play(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_fourteens(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_fourteens(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_fourteens(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void deal_capricieuse(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_capricieuse(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil
cdef void move_capricieuse(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint next_capricieuse(board_t* p, const layout_t* rules) noexcept nogil
cdef void deal_nationale(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_nationale(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_nationale(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_lines(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_lines(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_lines(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_louis(board_t* p, const layout_t* rules) noexcept nogil
cdef void list_louis(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_louis(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint next_louis(board_t* p, const layout_t* rules) noexcept nogil
