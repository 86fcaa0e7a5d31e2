"""The moves of a game in order, in memory that grows as they come."""

from libc.stdlib cimport realloc

cdef enum:
    FIRST_ROOM = 1024


cdef void add_move(move_list_t* trace, move_t entry) noexcept nogil:
    """Add a move; the caller frees the entries."""
    cdef size_t room
    cdef move_t* entries
    if trace.out_of_memory:
        return
    if trace.length == trace.room:
        room = 2 * trace.room if trace.room else FIRST_ROOM
        entries = <move_t*>realloc(trace.entries, room * sizeof(move_t))
        if entries == NULL:
            trace.out_of_memory = True
            return
        trace.entries = entries
        trace.room = room
    trace.entries[trace.length] = entry
    trace.length += 1
