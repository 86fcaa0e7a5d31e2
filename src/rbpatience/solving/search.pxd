# A depth-first search for a way to win, and short restarts beside it.

from libc.stdint cimport int64_t, int8_t, uint16_t, uint64_t, uint8_t

from rbpatience.engine.board cimport board_t, move_t, moves_t
from rbpatience.engine.game cimport spec_t
from rbpatience.solving.pruning cimport dominance_t, symmetry_t, worrying_t

# The keys of the positions that a search has met; 0 is empty.
cdef struct key_set_t:
    uint64_t* keys
    uint16_t* costs  # lowest cost at which each was met; NULL if costs do not matter
    uint64_t size    # a power of two
    uint64_t most    # maximum size
    uint64_t noted

cdef enum:
    MAX_DEPTH = 4000
    MAX_WAITING = 64 * MAX_DEPTH  # untried moves

# A move, preceded by turns of a cyclic stock, and the play of the card that it uncovers.
cdef struct macro_t:
    move_t move
    move_t play
    uint8_t turns
    bint plays

# A move on the way, the position before it, and the start of its untried moves.
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
    int depth         # moves on the way
    int end           # end of the untried moves
    symmetry_t same
    dominance_t dominance
    worrying_t worrying
    uint64_t work     # positions examined
    bint cut          # whether moves were dropped for good
    int width         # number of best moves tried in a position; 0 means all
    uint64_t chance   # randomizes the order of moves unless 0
    int shaken        # maximum random increase of a move's priority

cdef packed struct solution_t:
    int64_t index
    int8_t status    # of status_t
    int64_t work     # positions examined
    int64_t moves    # moves of the way found

cdef struct searches_t:
    search_t main
    search_t restart
    board_t start
    search_t* turn       # the one to continue
    uint64_t left        # positions left to it
    int round
    bint full            # whether the main search had to stop

cdef void turn_round(board_t* b, const spec_t* g) noexcept nogil
cdef bint clear_keys(key_set_t* met, bint counted) noexcept nogil
cdef bint begin_searches(searches_t* h, const spec_t* g, solution_t* row) noexcept nogil
cdef void search_on(searches_t* h, const spec_t* g, uint64_t work, solution_t* row) noexcept nogil
