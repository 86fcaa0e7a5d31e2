"""The player in Cython."""

from libc.stdint cimport int32_t, uint8_t

from rbcore.players cimport (
    RB_TO_HOUSE, rb_kind_of, rb_move, rb_move_count, rb_nth_move, rb_source, rb_turn,
)

# The place of a move in the order, by its kind and source: of moves to a foundation, to a house,
# loads, `turn`, `waste` and `pass`. One table, as a processor would mispredict a branch.
cdef uint8_t[6][22] ORDER
for kind, place in enumerate([0, 0, 1, 5, 4, 5]):
    ORDER[kind][:] = [place] * 22
# To a house: from houses, reserves, wastes, turned-up cards.
ORDER[<int32_t>RB_TO_HOUSE][:] = [6] * 9 + [2] * 3 + [4] * 3 + [0] * 4 + [3] * 3


cdef api int32_t choose(const rb_turn* turn, void* state) noexcept nogil:
    """The first of the moves that come first in the order."""
    cdef int32_t n, kind, place, best = 0, first = 7
    cdef rb_move move
    for n in range(rb_move_count(turn)):
        move = rb_nth_move(turn, n)
        kind = rb_kind_of(move)
        place = ORDER[kind][rb_source(move)]
        best = n if place < first else best
        first = place if place < first else first
    return best
