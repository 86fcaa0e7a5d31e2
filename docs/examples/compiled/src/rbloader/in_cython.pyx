"""The player in Cython."""

from libc.stdint cimport int32_t

from rbcore.players cimport (
    RB_LOAD, RB_RESERVE, RB_TO_FOUNDATION, RB_TO_HOUSE, RB_TO_WASTE, RB_TURNED, RB_WASTE,
    rb_kind_of, rb_move, rb_move_count, rb_nth_move, rb_source, rb_turn,
)


cdef int32_t order(rb_move move) noexcept nogil:
    """The place of a move in the order: the least is made."""
    cdef int32_t kind = rb_kind_of(move), source = rb_source(move)
    if kind == RB_TO_FOUNDATION:
        return 0
    if kind == RB_LOAD:
        return 1
    if kind != RB_TO_HOUSE:
        return 4 if kind == RB_TO_WASTE else 5    # or `turn` and `pass`
    if source < RB_RESERVE:
        return 6
    return 2 if source < RB_WASTE else 3 if source >= RB_TURNED else 4


cdef api int32_t choose(const rb_turn* turn, void* state) noexcept nogil:
    """The first of the moves that come first in the order."""
    cdef int32_t n, place, best = 0, first = 7
    for n in range(rb_move_count(turn)):
        place = order(rb_nth_move(turn, n))
        if place < first:
            best, first = n, place
    return best
