# Playouts of a few turns: what a position is worth by one.

from libc.stdint cimport uint32_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.observation.view cimport view_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.rules.compiled cimport rules_t

cdef enum:
    WIN_VALUE = 1_000_000

ctypedef move_t (*decide_t)(
    const view_t* view, const moves_t* m, const playout_t* how, turn_plan_t* plan
) noexcept nogil

# How playouts go.
cdef struct playout_t:
    const rules_t* r
    const int* w          # the weights of `weighted`
    uint64_t salt         # a hash of all but the position on which their values depend
    decide_t decide       # what all seats do where there is a choice, but for cards to foundations
    const void* context   # what `decide` takes besides

cdef void begin_playouts(playout_t* how, const rules_t* r, const int* w) noexcept nogil
cdef int playout_value(position_t* p, int seat, uint32_t until, const playout_t* how) noexcept nogil
cdef int leaf_value(
    const position_t* p, const rules_t* r, int seat, const int* w, int houses_before
) noexcept nogil
cdef void follow(position_t* p, const rules_t* r, const move_t* moves, int n) noexcept nogil
cdef uint64_t choice_key(const position_t* p, int horizon, uint64_t salt) noexcept nogil
cdef bint recall_choice(uint64_t key, turn_plan_t* plan) noexcept nogil
cdef void note_choice(uint64_t key, const turn_plan_t* plan) noexcept nogil
cdef uint64_t value_key(const position_t* p, int seat, uint32_t until, uint64_t salt) noexcept nogil
