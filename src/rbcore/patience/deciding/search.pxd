# A depth-first search for a way to win.

from libc.stdint cimport uint8_t, uint64_t

from rbcore.patience.deciding.keys cimport sameness_t
from rbcore.patience.deciding.returning cimport returning_t
from rbcore.patience.deciding.safety cimport safety_t
from rbcore.patience.deciding.table cimport table_t
from rbcore.patience.engine.board cimport board_t, move_t, moves_t
from rbcore.patience.engine.game cimport game_t

cdef enum:
    MOST_DEPTH = 4000
    MOST_WAITING = 64 * MOST_DEPTH  # moves not tried yet

# What came of a search.
cdef enum outcome_t:
    STOPPED    # for the time being
    WON
    EXHAUSTED  # there is no more to look at
    FULL       # nothing more can be noted

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
    table_t met
    step_t* steps
    way_t* waiting
    moves_t moves
    board_t position
    int depth         # moves of the way
    int end           # of the moves not tried yet
    sameness_t same
    safety_t safety
    returning_t returning
    uint64_t work     # positions looked at
    bint cut          # whether some are left out for good
    int width         # so many moves of a position are tried, the best ones; 0: all
    uint64_t chance   # by which the order of moves is shaken, or 0

cdef void turn_round(board_t* b, const game_t* g) noexcept nogil
cdef bint begin_search(search_t* s, const game_t* g, const board_t* position) noexcept nogil
cdef outcome_t go_on(search_t* s, const game_t* g, uint64_t work) noexcept nogil
