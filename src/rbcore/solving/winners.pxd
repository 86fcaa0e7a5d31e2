# Who wins each position of a graph under best play.

from libc.stdint cimport uint8_t

from rbcore.solving.reachable cimport graph_t

cdef enum:
    NOBODY = 2            # no seat can force a win, as far as is known; else the seat that can

cdef bint find_winners(const graph_t* g, uint8_t* winners) noexcept nogil
cdef bint look_where_open(graph_t* g, const uint8_t* winners) noexcept nogil
