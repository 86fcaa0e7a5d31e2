# How games end: outcomes and scores. A win is position.is_won, a stalemate stalemate.blocked.

from libc.stdint cimport int16_t

from rbcore.board.position cimport position_t
from rbcore.rules.compiled cimport rules_t

cdef enum outcome_t:
    WIN = 0
    STALEMATE = 1
    STANDOFF = 2
    UNFINISHED = 3
    PLAYING = 4

cdef inline double gain(int outcome, int winner, int seat, int seats) noexcept nogil:
    """What a seat gains: the winner 1, -1 shared by the others; without one, 0."""
    if outcome != WIN:
        return 0
    return 1 if seat == winner else -1.0 / (seats - 1)

cdef bint is_quiet_long_enough(const position_t* p, const rules_t* r, int times) noexcept nogil
cdef void score(
    const position_t* p, const rules_t* r, int outcome, int winner, int16_t* scores
) noexcept nogil
