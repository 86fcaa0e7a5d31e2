# Circles: the positions of one turn that lead to each other, by house moves. A seat has to end its
# turn, so it may leave a circle by any way out of it, and cannot stay. They are the strongly
# connected components of the moves that do not end a turn. A way out is a move; one that turns up a
# card that nobody has seen leads to one of several positions, and never to its circle. All others
# are *sure*.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from rbcore.solving.reachable cimport graph_t

cdef struct circles_t:
    uint32_t count
    uint32_t* circle        # of each position
    uint8_t* seat           # of each circle
    uint32_t* ways_out      # of each circle
    uint64_t* first_entry   # of each circle: where its entries begin, and behind the last one's
    uint32_t* entries       # circles from which a sure way leads to it

cdef bint find_circles(const graph_t* g, circles_t* c) noexcept nogil
cdef void dissolve(circles_t* c) noexcept nogil
