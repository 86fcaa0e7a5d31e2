# The positions that moves lead to from a first one, and which leads to which: a graph.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.rules.compiled cimport rules_t

cdef struct graph_t:
    const rules_t* rules
    int size              # bytes of a packed position
    uint8_t* packed       # the positions, in the order in which they were found
    uint32_t count
    uint32_t room
    uint32_t explored     # of them, those whose moves were followed
    uint32_t* slots       # a hash table: the numbers of positions, plus 1; or 0
    uint32_t mask
    uint64_t* first_edge  # of each position, and behind the last one's
    uint32_t* edges       # the numbers of the positions that moves lead to
    uint64_t n_edges
    uint64_t edge_room

cdef inline const uint8_t* packed_at(const graph_t* g, uint32_t number) noexcept nogil:
    return g.packed + <uint64_t>number * g.size

cdef bint begin(graph_t* g, const position_t* start, const rules_t* r) noexcept nogil
cdef bint explore(graph_t* g, uint32_t until) noexcept nogil
cdef uint32_t number_of(const graph_t* g, const position_t* p) noexcept nogil
cdef void dispose(graph_t* g) noexcept nogil
