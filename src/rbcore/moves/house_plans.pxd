# House plans: sequences of house-card moves that reach a goal (V4, V5, V7, V9).

from libc.stdint cimport uint16_t, uint64_t

from rbcore.board.position cimport HOUSE_ROOM, position_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport MAX_HOUSES, QUADS, rules_t

cdef enum goal_t:
    GOAL_RELEASE = 0      # a house's outermost card fits a foundation (V4, V5)
    GOAL_SPACE = 1        # a house is empty (V7)
    GOAL_UNCOVER = 2      # a face-down card is uncovered (V9)

# Moves of house cards, laid out as in moves_t.
cdef struct plan_moves_t:
    uint64_t places[QUADS]
    uint16_t groups[MAX_HOUSES][HOUSE_ROOM]

cdef uint16_t plan_places(const position_t* p, const rules_t* r, int house,
                          int extra_cards) noexcept nogil
cdef bint find_plan_moves(const position_t* p, const rules_t* r, goal_t goal,
                          plan_moves_t* plan_moves) noexcept nogil
cdef bint find_first_moves(const position_t* p, const rules_t* r, goal_t goal,
                           plan_moves_t* plan_moves) noexcept nogil
cdef bint find_shortest(const position_t* p, const rules_t* r, goal_t goal,
                        move_t* move) noexcept nogil
cdef bint can_make_space(const position_t* p, const rules_t* r) noexcept nogil
