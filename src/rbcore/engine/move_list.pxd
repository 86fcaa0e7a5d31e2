# The moves of a game in order, in memory that grows as they come.

from rbcore.moves.transition cimport move_t

cdef struct move_list_t:
    move_t* entries       # moves made, and of called Stops the attempts and the signs of the calls
    size_t length
    size_t room
    bint out_of_memory    # then nothing more is added

cdef void add_move(move_list_t* trace, move_t entry) noexcept nogil
