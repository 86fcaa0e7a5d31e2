"""The player in Cython."""

from libc.stdint cimport int32_t, uint8_t

from rbcore.players cimport (
    RB_TO_HOUSE, rb_kind_of, rb_move, rb_move_count, rb_nth_move, rb_source, rb_turn,
)

# By tables, as a processor guesses branches wrong: of moves to a foundation, to a house, loads,
# `turn`, `waste` and `pass`; and of moves to a house from houses, reserves, wastes, turned-up cards.
cdef uint8_t[6] BY_KIND
BY_KIND[:] = [0, 0, 1, 5, 4, 5]
cdef uint8_t[22] BY_SOURCE
BY_SOURCE[:] = [6] * 9 + [2] * 3 + [4] * 3 + [0] * 4 + [3] * 3


cdef inline int32_t order(rb_move move) noexcept nogil:
    """The place of a move in the order: the least is made."""
    cdef int32_t kind = rb_kind_of(move)
    return BY_SOURCE[rb_source(move)] if kind == RB_TO_HOUSE else BY_KIND[kind]


cdef api int32_t choose(const rb_turn* turn, void* state) noexcept nogil:
    """The first of the moves that come first in the order."""
    cdef int32_t n, place, best = 0, first = 7
    for n in range(rb_move_count(turn)):
        place = order(rb_nth_move(turn, n))
        best = n if place < first else best
        first = place if place < first else first
    return best
