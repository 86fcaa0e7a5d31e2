# The player `search`.

from libc.stdint cimport int64_t

from rbcore.moves cimport moves_t
from rbcore.planner cimport mind_t
from rbcore.rng cimport stream_t
from rbcore.table cimport rules_t
from rbcore.turns cimport move_t
from rbcore.view cimport view_t

# What a decision may take: playouts, or microseconds.
cdef struct budget_t:
    int64_t amount
    bint timed

cdef move_t search_move(
    const view_t* view, const rules_t* r, const moves_t* m, budget_t budget,
    stream_t* stream, mind_t* mind
) noexcept nogil
