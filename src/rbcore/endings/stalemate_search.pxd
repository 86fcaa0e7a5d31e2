# Whether a position is blocked (7.3), by searching whole positions.

from libc.stdint cimport uint32_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.rules.compiled cimport rules_t

cdef enum blocked_t:
    NOT_BLOCKED = 0
    BLOCKED = 1
    GAVE_UP = 2

# What the search for a stalemate works in; made by holders, since nothing below it allocates.
cdef struct search_t:
    uint32_t limit        # arrangements of the houses, or positions, it may look at
    uint32_t mask         # size of the table less 1; the size is a power of 2, at least 2*limit
    uint64_t* table       # fingerprints of the arrangements seen; 0 is a free slot
    uint32_t* used        # slots in use, to be cleared afterwards
    uint32_t* steps       # the moves that led to the present one

cdef uint32_t slot_of(const search_t* s, uint64_t key) noexcept nogil
cdef blocked_t search_positions(
    const position_t* start, const rules_t* r, search_t* s
) noexcept nogil
