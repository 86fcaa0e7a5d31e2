# A search to the end, and short ones beside it that look for a way where it is not yet.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from rbcore.patience.deciding.search cimport search_t
from rbcore.patience.engine.board cimport board_t
from rbcore.patience.engine.game cimport game_t

cdef enum status_t:
    UNDECIDED
    SOLVABLE
    UNSOLVABLE
    OUT_OF_MEMORY

cdef packed struct solution_t:
    uint64_t index
    uint8_t status   # of status_t
    uint32_t work    # positions looked at
    uint16_t moves   # of the way found

cdef struct hunt_t:
    search_t main
    search_t scout
    board_t start
    search_t* turn       # which of them goes on
    uint64_t left        # positions that it still looks at
    int round
    bint full            # whether the main one had to stop

cdef bint begin_hunt(hunt_t* h, const game_t* g, solution_t* row) noexcept nogil
cdef void hunt(hunt_t* h, const game_t* g, uint64_t work, solution_t* row) noexcept nogil
