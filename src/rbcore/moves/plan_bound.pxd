# A lower bound on the moves of a plan, and the goals of plans.

from libc.stdint cimport uint16_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.rules.compiled cimport rules_t

cdef enum goal_t:
    GOAL_RELEASE = 0      # a house's outermost card fits a foundation (V4, V5)
    GOAL_SPACE = 1        # a house is empty (V7)
    GOAL_UNCOVER = 2      # a face-down card lies without cover (V9)

# Where cards that are needed lie: of each house 16 bits, the first for what lies highest, so that
# those below a card are the bits above its own. Whether there are any.
cdef bint find_needed(
    const position_t* p, const rules_t* r, uint64_t needed, uint16_t* needed_at
) noexcept nogil
cdef int plan_lower_bound(
    const position_t* p, const rules_t* r, goal_t goal, const uint16_t* needed_at, int moves_left
) noexcept nogil
