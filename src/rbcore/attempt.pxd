# The moves of seats that may slip.

from libc.stdint cimport int64_t

from rbcore.game cimport table_t
from rbcore.table cimport rules_t
from rbcore.turns cimport move_t

cdef move_t attempt(
    table_t* t, const rules_t* r, int64_t player, move_t* trace
) noexcept nogil
