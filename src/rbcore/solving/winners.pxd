# Who wins each position of a graph under best play.

from libc.stdint cimport uint8_t

from rbcore.solving.reachable cimport graph_t

cdef bint find_winners(const graph_t* g, uint8_t* winners) noexcept nogil
