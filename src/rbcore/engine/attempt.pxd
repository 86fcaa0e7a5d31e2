# The moves of seats that may slip.

from libc.stdint cimport int64_t

from rbcore.engine.game cimport table_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport rules_t

cdef move_t attempt(
    table_t* t, const rules_t* r, int64_t player, move_t* trace
) noexcept nogil
