# The player `planner`: the best end that its turn can reach.

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.observation.view cimport view_t
from rbcore.rules.compiled cimport rules_t

cdef enum:
    LONGEST_PLAN = 10     # moves in a plan
    MAX_NODES = 120      # positions examined for one plan
    MAX_ENDS = 800       # two for each position that any player examines

# What a seat has planned for its turn; initially n = 0.
cdef struct turn_plan_t:
    uint32_t turn
    int n                 # moves in the plan
    int at                # moves already made
    move_t moves[LONGEST_PLAN]

# A possible end of a turn, and the way there.
cdef struct end_t:
    uint64_t key          # of the position before its special move; equal keys mean the same end
    int length
    move_t moves[LONGEST_PLAN]

# The values form one array, because the best are picked by them.
cdef struct ends_t:
    int n
    int values[MAX_ENDS]
    end_t all[MAX_ENDS]

cdef inline move_t begin_plan(turn_plan_t* plan, uint32_t turn, const move_t* moves,
                              int n) noexcept nogil:
    """Store the n moves of a turn and return the first; `moves` beyond n are not read."""
    plan.turn = turn
    plan.n = n
    plan.at = 1
    memcpy(plan.moves, moves, n * sizeof(move_t))
    return moves[0]

cdef void find_ends(const view_t* view, const rules_t* r, const int* w, int most_nodes, int step,
                    bint repeats, ends_t* ends) noexcept nogil
cdef move_t planner_move(const view_t* view, const rules_t* r, const moves_t* m, const int* w,
                         turn_plan_t* plan) noexcept nogil
