# The positions at the ends of turns that 7.4 (b) compares; nothing is written beyond the room made.
#
# A move is taken back word by word (engine.stepper), so `length`, which is, shares no word with
# what describes memory, which is not: room is made before a move's record begins.

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport realloc
from libc.string cimport memset

cdef struct history_t:
    uint64_t* visits      # fingerprints since the last foundation move; who owns them frees them
    uint64_t room
    uint64_t length

cdef inline bint make_room(history_t* history, uint32_t n) noexcept nogil:
    """Make room for n visits in all; whether there was memory."""
    cdef uint64_t* visits
    if n <= history.room:
        return True
    visits = <uint64_t*>realloc(history.visits, n * sizeof(uint64_t))
    if visits == NULL:
        return False
    memset(visits + history.room, 0, (n - history.room) * sizeof(uint64_t))
    history.visits = visits
    history.room = n
    return True

cdef inline bint add_visit(history_t* history, uint64_t key) noexcept nogil:
    """Add a position; whether there was room."""
    if history.length == history.room:
        return False
    history.visits[history.length] = key
    history.length += 1
    return True

cdef inline int visits_to(const history_t* history, uint64_t key) noexcept nogil:
    """How often a position stands there."""
    cdef uint64_t i
    cdef int visits = 0
    for i in range(history.length):
        visits += history.visits[i] == key
    return visits
