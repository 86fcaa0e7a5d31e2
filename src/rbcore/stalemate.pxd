# Whether a position is blocked (7.3).

from rbcore.exhaust cimport blocked_t, search_t
from rbcore.position cimport position_t
from rbcore.table cimport rules_t

cdef blocked_t blocked(const position_t* start, const rules_t* r, search_t* s) noexcept nogil
