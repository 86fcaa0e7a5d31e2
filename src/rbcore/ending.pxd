# How games end: stalemate, standoff, scores. A win is position.is_won.

from libc.stdint cimport int16_t, uint32_t, uint64_t

from rbcore.position cimport move_t, position_t
from rbcore.table cimport rules_t

cdef enum outcome_t:
    WIN = 0
    STALEMATE = 1
    STANDOFF = 2
    UNFINISHED = 3
    PLAYING = 4

cdef enum blocked_t:
    NOT_BLOCKED = 0
    BLOCKED = 1
    GAVE_UP = 2

# What the search for a stalemate works in; made by holders, since nothing below it allocates.
cdef struct search_t:
    uint32_t limit        # arrangements of the houses it may look at
    uint32_t mask         # size of the table less 1; the size is a power of 2, at least 2*limit
    uint64_t* table       # fingerprints of the arrangements seen; 0 is a free slot
    uint32_t* used        # slots in use, to be cleared afterwards
    uint32_t* steps       # the moves that led to the present arrangement

cdef bint is_quiet_long_enough(const position_t* p, const rules_t* r, int times) noexcept nogil
cdef blocked_t blocked(const position_t* start, const rules_t* r, search_t* s) noexcept nogil
cdef void score(
    const position_t* p, const rules_t* r, int outcome, int winner, int16_t* scores
) noexcept nogil
