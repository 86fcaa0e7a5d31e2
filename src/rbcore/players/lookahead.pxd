# The players that play the ends of their turn on: `search`, by many playouts of each, and
# `lookahead`, `nested` and `thorough`, as far as is known.

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

# How playouts go.
cdef struct playout_t:
    const rules_t* r
    const int* w          # the weights of `weighted`
    uint64_t salt         # a hash of all but the position on which their values depend
    decide_t decide       # what all seats do where there is a choice, but for cards to foundations
    const void* context   # what `decide` takes besides

# How far a player looks ahead.
cdef struct outlook_t:
    int nodes             # positions looked at for the ends of the turn
    int candidates        # ends that are played on, all seats choosing as `weighted` does
    int horizon           # turns until their value is taken, the present one among them
    int kept              # of these, ends that are played on again, all seats choosing by `replies`
    int reply_horizon
    int worlds            # determinizations in which these ends are played on, too
    const outlook_t* replies   # NULL: `weighted` decides

cdef outlook_t OUTLOOKS[4]    # of `lookahead`, `nested`, `thorough`, and the replies of the last

# What a decision may take: playouts, or microseconds.
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
