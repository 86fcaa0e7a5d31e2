# The player `search`: playouts of the ends that its turn can come to.

from libc.stdint cimport int64_t

from rbcore.cards.rng cimport stream_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.observation.view cimport view_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.rules.compiled cimport rules_t

# What a decision may take: playouts, or microseconds.
cdef struct budget_t:
    int64_t amount
    bint timed

cdef move_t search_move(
    const view_t* view, const rules_t* r, const moves_t* m, budget_t budget,
    stream_t* stream, turn_plan_t* plan
) noexcept nogil
