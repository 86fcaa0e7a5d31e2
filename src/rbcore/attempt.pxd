# The moves of seats that may slip.

from rbcore.game cimport table_t
from rbcore.table cimport rules_t
from rbcore.turns cimport move_t

cdef move_t attempt(
    table_t* t, const rules_t* r, int player, move_t* trace
) noexcept nogil
