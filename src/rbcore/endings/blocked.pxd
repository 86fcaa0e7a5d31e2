# Whether a position is blocked, by the definition that the rules choose (7.3, V17).

from rbcore.board.position cimport position_t
from rbcore.endings.play_stalemate cimport plays_blocked
from rbcore.endings.stalemate cimport progress_blocked
from rbcore.endings.stalemate_search cimport blocked_t, stalemate_search_t
from rbcore.rules.compiled cimport rules_t

cdef inline blocked_t blocked(
    const position_t* start, const rules_t* r, stalemate_search_t* s
) noexcept nogil:
    """Whether a position is blocked: no progress move, under V17 no play, can be reached."""
    if r.reserve_or_hand:
        return plays_blocked(start, r, s)
    return progress_blocked(start, r, s)
