from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport move_t, moves_t, position_t

cdef enum:
    MANOR_PACKETS = 4   # of no. 43; its heaps by rank follow

cdef void open_manor(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_manor(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_play(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_fourteens(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_fourteens(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_fourteens(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_capricieuse(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_capricieuse(
    const position_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil
cdef void move_capricieuse(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint next_capricieuse(position_t* p, const layout_t* rules) noexcept nogil
cdef void open_nationale(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_nationale(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_nationale(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_lines(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_lines(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_lines(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef void open_louis(position_t* p, const layout_t* rules) noexcept nogil
cdef void list_louis(const position_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void move_louis(position_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint next_louis(position_t* p, const layout_t* rules) noexcept nogil
