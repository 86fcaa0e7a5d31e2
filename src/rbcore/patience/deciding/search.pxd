# A depth-first search for a way to win.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from rbcore.patience.deciding.keys cimport sameness_t
from rbcore.patience.deciding.safety cimport safety_t
from rbcore.patience.engine.board cimport board_t, move_t, moves_t
from rbcore.patience.engine.game cimport game_t

cdef enum:
    MOST_DEPTH = 1000
    MOST_WAITING = 64 * MOST_DEPTH  # moves not tried yet

cdef enum status_t:
    UNDECIDED
    SOLVABLE
    UNSOLVABLE

cdef packed struct solution_t:
    uint64_t index
    uint8_t status   # of status_t
    uint32_t work    # positions looked at
    uint16_t moves   # of the way found

# A move, after some turns of a stock that goes round, and before the play of what it uncovers.
cdef struct way_t:
    move_t move
    move_t play
    uint8_t turns
    bint plays

# A move on the way, the position before it, and where the moves not tried there begin.
cdef struct step_t:
    board_t before
    way_t way
    int first

cdef struct search_t:
    uint64_t* seen    # the positions looked at, as keys; 0 is no position
    uint64_t mask
    step_t* steps
    way_t* waiting
    moves_t moves
    board_t position
    int depth         # moves of the way
    int end           # of the moves not tried yet
    sameness_t same
    safety_t safety
    bint cut          # whether some are left out for good

cdef void turn_round(board_t* b, const game_t* g) noexcept nogil
cdef void begin_search(search_t* s, const game_t* g, solution_t* row) noexcept nogil
cdef bint go_on(
    search_t* s, const game_t* g, uint64_t work, solution_t* row
) noexcept nogil
