# Whether a position is blocked (7.3), by searching whole positions.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.cards.interrupts cimport interrupted
from rbcore.rules.compiled cimport rules_t

cdef enum blocked_t:
    NOT_BLOCKED = 0
    BLOCKED = 1
    GAVE_UP = 2

# The memory of a stalemate search; engine.workspace allocates it, since nothing below does.
cdef struct stalemate_search_t:
    uint32_t limit        # arrangements of the houses, or positions, it may look at
    uint32_t mask         # size of the memo less 1; the size is a power of 2, at least 2*limit
    uint64_t* memo        # fingerprints of the arrangements seen; 0 is a free slot
    uint32_t* used        # slots in use, to be cleared afterwards
    uint32_t* steps       # the moves that led to the present one
    uint8_t* ran_out      # set where it gave up for want of memory, whatever the limit
    bint hears            # whether it gives up on Ctrl-C, too: not within games

cdef enum:
    UNTIL_HEARD = 1 << 14 # arrangements or positions between two times that Ctrl-C is heard

cdef inline bint gives_up(const stalemate_search_t* s, uint32_t seen) noexcept nogil:
    return seen == s.limit or (s.hears and seen % UNTIL_HEARD == 0 and interrupted())

cdef uint32_t slot_of(const stalemate_search_t* s, uint64_t key) noexcept nogil
cdef blocked_t search_positions(
    const position_t* start, const rules_t* r, stalemate_search_t* s
) noexcept nogil
