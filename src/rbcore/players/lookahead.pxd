# The players that evaluate the ends of their turn by playouts: `search`, with many playouts of each
# end in determinizations, and `lookahead`, `nested`, `thorough` and `frugal`, with the known cards
# only.

from libc.stdint cimport int64_t, uint32_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.cards.rng cimport stream_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.observation.view cimport view_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.rules.compiled cimport rules_t

cdef enum:
    WIN_VALUE = 1_000_000

ctypedef move_t (*decide_t)(const view_t* view, const moves_t* m, const playout_t* how,
                            turn_plan_t* plan) noexcept nogil

# The parameters of playouts.
cdef struct playout_t:
    const rules_t* r
    const int* w          # the weights of `weighted`
    uint64_t salt         # a hash of everything their values depend on but the position
    decide_t decide       # chooses for all seats, except for cards to foundations
    const void* context   # further argument of `decide`

# How far a player looks ahead.
cdef struct outlook_t:
    int nodes             # positions examined to find the ends of the turn
    int candidates        # ends played on with all seats choosing as `weighted`
    int kept              # ends played on again with all seats choosing by `replies`
    int within            # unless 0: one end of each value is kept, at most this below the best
    int reply_horizon
    int worlds            # determinizations in which these ends are also played on
    const outlook_t* replies   # NULL: `weighted` decides

# `lookahead`, `nested`, `thorough`, the replies of `thorough`, and `frugal`. The number of each is
# that of the player's kind from `lookahead` on; `steady` leaves one free for the replies.
cdef outlook_t OUTLOOKS[5]

# The budget of a decision: playouts or microseconds.
cdef struct budget_t:
    int64_t amount
    bint timed

cdef move_t lookahead_move(view_t* view, const rules_t* r, const moves_t* m,
                           const outlook_t* outlook, turn_plan_t* plan) noexcept nogil
cdef move_t search_move(const view_t* view, const rules_t* r, const moves_t* m, budget_t budget,
                        stream_t* stream, turn_plan_t* plan) noexcept nogil
cdef int leaf_value(const position_t* p, const rules_t* r, int seat, const int* w,
                    int houses_before) noexcept nogil
cdef uint64_t choice_key(const position_t* p, int horizon, uint64_t salt) noexcept nogil
cdef uint64_t value_key(const position_t* p, int seat, uint32_t until, uint64_t salt) noexcept nogil
