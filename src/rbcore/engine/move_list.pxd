# The moves of a game in order, in memory that grows as they come.

from libc.stdlib cimport realloc

from rbcore.moves.transition cimport move_t

cdef enum:
    FIRST_ROOM = 1024

cdef struct move_list_t:
    move_t* entries       # moves made, and of called Stops the attempts and the signs of the calls
    size_t length
    size_t room
    bint out_of_memory    # then nothing more is added

cdef inline void add_move(move_list_t* trace, move_t entry) noexcept nogil:
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
