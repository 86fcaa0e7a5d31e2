# The player `planner`: the best end that its turn can come to.

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.observation.view cimport view_t
from rbcore.rules.compiled cimport rules_t

cdef enum:
    LONGEST_PLAN = 10     # moves of a plan
    MAX_NODES = 120      # positions looked at for one plan
    MAX_ENDS = 800       # two for each position that any player looks at

# What a seat has planned for its turn. n = 0 to begin with.
cdef struct turn_plan_t:
    uint32_t turn
    int n                 # moves of the plan
    int at                # of which so many are made
    move_t moves[LONGEST_PLAN]

# An end that a turn can come to, and the way there.
cdef struct end_t:
    uint64_t key          # of the position before its special move: of equal keys, the same end
    int length
    move_t moves[LONGEST_PLAN]

# Values lie side by side, as the best are picked by them.
cdef struct ends_t:
    int n
    int values[MAX_ENDS]
    end_t all[MAX_ENDS]

cdef inline move_t begin_plan(turn_plan_t* plan, uint32_t turn, const move_t* moves,
                              int n) noexcept nogil:
    """Keep the n moves of a turn, and make the first; what lies behind them is not read."""
    plan.turn = turn
    plan.n = n
    plan.at = 1
    memcpy(plan.moves, moves, n * sizeof(move_t))
    return moves[0]

cdef void find_ends(const view_t* view, const rules_t* r, const int* w, int most_nodes, int step,
                    bint repeats, ends_t* ends) noexcept nogil
cdef move_t planner_move(const view_t* view, const rules_t* r, const moves_t* m, const int* w,
                         turn_plan_t* plan) noexcept nogil
