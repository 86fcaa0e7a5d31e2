# A depth-first search for a way to win, and short ones beside it.

from libc.stdint cimport int64_t, int8_t, uint16_t, uint64_t, uint8_t

from rbpatience.engine.board cimport board_t, move_t, moves_t
from rbpatience.engine.game cimport spec_t
from rbpatience.solving.pruning cimport dominance_t, symmetry_t, worrying_t

# The positions that a search has met, as keys; 0 is none.
cdef struct key_set_t:
    uint64_t* keys
    uint16_t* costs  # at which each was met last, the lowest; NULL if that does not matter
    uint64_t size    # a power of two
    uint64_t most    # to which it may grow
    uint64_t noted

cdef enum:
    MAX_DEPTH = 4000
    MAX_WAITING = 64 * MAX_DEPTH  # moves not tried yet

# A move, after some turns of a stock that goes round, and before the play of what it uncovers.
cdef struct macro_t:
    move_t move
    move_t play
    uint8_t turns
    bint plays

# A move on the way, the position before it, and where the moves not tried there begin.
cdef struct frame_t:
    board_t before
    macro_t macro
    int first

cdef struct search_t:
    key_set_t met
    frame_t* frames
    macro_t* waiting
    moves_t moves
    board_t position
    int depth         # moves of the way
    int end           # of the moves not tried yet
    symmetry_t same
    dominance_t dominance
    worrying_t worrying
    uint64_t work     # positions looked at
    bint cut          # whether some are left out for good
    int width         # so many moves of a position are tried, the best ones; 0: all
    uint64_t chance   # by which the order of moves is shaken, or 0
    int shaken        # and how much

cdef packed struct solution_t:
    int64_t index
    int8_t status    # of status_t
    int64_t work     # positions looked at
    int64_t moves    # of the way found

cdef struct searches_t:
    search_t main
    search_t restart
    board_t start
    search_t* turn       # which of them goes on
    uint64_t left        # positions that it still looks at
    int round
    bint full            # whether the main one had to stop

cdef void turn_round(board_t* b, const spec_t* g) noexcept nogil
cdef bint clear_keys(key_set_t* met, bint counted) noexcept nogil
cdef bint begin_searches(searches_t* h, const spec_t* g, solution_t* row) noexcept nogil
cdef void search_on(searches_t* h, const spec_t* g, uint64_t work, solution_t* row) noexcept nogil
