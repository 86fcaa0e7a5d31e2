# Whether a position is blocked (7.3, V17).

from rbcore.board.position cimport position_t
from rbcore.endings.stalemate_search cimport blocked_t, stalemate_search_t
from rbcore.rules.compiled cimport rules_t

cdef blocked_t blocked(
    const position_t* start, const rules_t* r, stalemate_search_t* s
) noexcept nogil
