# The positions that moves lead to from a first one, and which leads to which: a graph.

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport realloc

from rbcore.board.position cimport position_t
from rbcore.cards.interrupts cimport interrupted
from rbcore.players.registry cimport player_t
from rbcore.rules.compiled cimport rules_t

# A packed position: what its future depends on in a few bytes, the same for positions that differ
# in what lies face up or down, and unless told otherwise in the order of their houses alone. If
# cards are hidden, positions are the same that differ in the order of unseen cards.

cdef enum:
    MOST_PACKED = 128
    SEAT = 1              # bit of a packed position's first byte: the seat to move
    WON = 2               # and whether it has won
    UNSEEN_BYTES = 4      # at the end, if cards are hidden: of reserves and hands, cards not seen

cdef struct packing_t:
    const rules_t* rules
    bint in_place         # houses are kept in their places
    bint hidden           # what nobody has seen is not known
    int size              # bytes of a packed position

cdef void set_packing(
    packing_t* packing, const rules_t* r, bint in_place, bint hidden
) noexcept nogil

# The positions that moves lead to from a first one, and which leads to which: a graph.

cdef enum:
    UNTIL_ASKED = 1 << 16  # positions, of which little is asked, between two times that Ctrl-C is

cdef struct graph_t:
    packing_t packing     # in which positions are kept
    player_t players[2]   # of seats that play as somebody does
    bint is_named[2]      # which seats do; the others play their best
    uint8_t* packed       # the positions, in the order in which they were found
    uint32_t count
    uint32_t room
    uint32_t explored     # of them, those whose moves have been followed
    uint32_t* slots       # a hash table: the numbers of positions, plus 1; or 0
    uint32_t mask
    uint64_t* first_edge  # of each position; UINT64_MAX where no moves have been followed
    uint16_t* n_edges     # of each position, edges from there on
    uint16_t* n_sure      # of these, the first ones: of moves that turn up nothing unseen
    uint32_t* edges       # the numbers of the positions that moves lead to
    uint64_t all_edges
    uint64_t edge_room
    uint32_t* queue       # positions to be explored
    uint32_t n_queue
    uint32_t n_taken      # of the queue

# From the first position along edges that matter, to find which positions to explore next.
cdef struct walk_t:
    uint32_t* numbers     # of the positions met, in order
    uint8_t* met          # of each position, whether it is among them
    uint32_t n
    uint32_t done

cdef inline bint grow(void** at, uint64_t size) noexcept nogil:
    """Make an array larger, of so many bytes; False if there is no memory, and it is as it was."""
    cdef void* wider = realloc(at[0], size)
    if wider == NULL:
        return False
    at[0] = wider
    return True

cdef inline bint should_end(uint64_t done) noexcept nogil:
    """Whether work on all positions, one after another, should end after so many, for Ctrl-C."""
    return done % UNTIL_ASKED == 0 and interrupted()

cdef inline const uint8_t* packed_at(const graph_t* g, uint32_t number) noexcept nogil:
    return g.packed + <uint64_t>number * g.packing.size

cdef inline bint is_won_at(const graph_t* g, uint32_t number) noexcept nogil:
    return packed_at(g, number)[0] & WON != 0

cdef inline int seat_at(const graph_t* g, uint32_t number) noexcept nogil:
    return packed_at(g, number)[0] & SEAT

cdef inline int unseen_at(const graph_t* g, uint32_t number, int seat) noexcept nogil:
    """Cards of a seat that nobody has seen. For each of those of the seat to move, a move that
    turns one up has an edge."""
    cdef const uint8_t* unseen = packed_at(g, number) + g.packing.size - UNSEEN_BYTES
    return unseen[seat] + unseen[2 + seat] if g.packing.hidden else 0

cdef bint begin(graph_t* g, const position_t* start) noexcept nogil
cdef bint explore(graph_t* g, uint32_t until) noexcept nogil
cdef bint set_out(graph_t* g, walk_t* walk) noexcept nogil
cdef bint walk_on(graph_t* g, walk_t* walk, uint32_t* here) noexcept nogil
cdef void end(walk_t* walk) noexcept nogil
cdef void dispose(graph_t* g) noexcept nogil

cdef inline void meet(walk_t* walk, uint32_t number) noexcept nogil:
    if not walk.met[number]:
        walk.met[number] = 1
        walk.numbers[walk.n] = number
        walk.n += 1
