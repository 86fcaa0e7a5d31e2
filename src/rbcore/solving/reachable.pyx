"""The graph of positions, found breadth first.

A position in which the seat to move has a single move is no node of it: that move is made at once,
as long as the turn goes on. Moves from house to house, which alone can come back within a turn, are
not made so; every other takes a card of the seat's away, turns one up or thins the houses.
"""

from libc.stdint cimport UINT32_MAX
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset

from rbcore.board.position cimport is_won
from rbcore.cards.hashing cimport fold, mix_bytes
from rbcore.moves.legal_moves cimport find_moves, moves_t, nth_move
from rbcore.moves.transition cimport apply, move_t
from rbcore.rules.compiled cimport RESERVE
from rbcore.solving.packing cimport MOST_PACKED, WON, pack, packed_size, unpack

cdef enum:
    FIRST_ROOM = 1 << 10


cdef void _settle(position_t* p, const rules_t* r) noexcept nogil:
    """Make the moves of a turn that are the only ones."""
    cdef moves_t moves
    cdef move_t move
    cdef int seat = p.seat
    while p.seat == seat and not is_won(p):
        find_moves(p, r, &moves)
        if moves.count != 1:
            return
        move = nth_move(p, r, &moves, 0)
        if move.source < RESERVE and move.place < RESERVE:
            return
        apply(p, r, move)


cdef uint32_t _slot_of(const graph_t* g, const uint8_t* packed) noexcept nogil:
    """Where in the table a position stands, or would stand."""
    cdef uint32_t slot = <uint32_t>fold(mix_bytes(0, packed, g.size)) & g.mask
    while g.slots[slot] and memcmp(packed_at(g, g.slots[slot] - 1), packed, g.size):
        slot = (slot + 1) & g.mask
    return slot


cdef bint _make_room(graph_t* g) noexcept nogil:
    """Make room for twice as many positions; False if there is no memory."""
    cdef uint32_t room = 2 * g.room if g.room else FIRST_ROOM, number
    cdef void* wider = realloc(g.packed, <uint64_t>room * g.size)
    if wider == NULL:
        return False
    g.packed = <uint8_t*>wider
    wider = realloc(g.first_edge, (<uint64_t>room + 1) * sizeof(uint64_t))
    if wider == NULL:
        return False
    g.first_edge = <uint64_t*>wider
    wider = calloc(2 * <uint64_t>room, sizeof(uint32_t))
    if wider == NULL:
        return False
    free(g.slots)
    g.slots = <uint32_t*>wider
    g.mask = 2 * room - 1
    g.room = room
    for number in range(g.count):
        g.slots[_slot_of(g, packed_at(g, number))] = number + 1
    return True


cdef uint32_t _add(graph_t* g, const position_t* p) noexcept nogil:
    """The number of a position, which is added if it is new; UINT32_MAX if there is no memory."""
    cdef uint8_t packed[MOST_PACKED]
    cdef uint32_t slot
    pack(p, g.rules, packed)
    slot = _slot_of(g, packed)
    if g.slots[slot] == 0:
        if g.count == g.room:
            if not _make_room(g):
                return UINT32_MAX
            slot = _slot_of(g, packed)
        memcpy(g.packed + <uint64_t>g.count * g.size, packed, g.size)
        g.count += 1
        g.slots[slot] = g.count
    return g.slots[slot] - 1


cdef bint _add_edge(graph_t* g, uint32_t target) noexcept nogil:
    """Add an edge of the position that is being explored; False if there is no memory."""
    cdef uint64_t room
    cdef void* wider
    if g.n_edges == g.edge_room:
        room = 2 * g.edge_room if g.edge_room else FIRST_ROOM
        wider = realloc(g.edges, room * sizeof(uint32_t))
        if wider == NULL:
            return False
        g.edges = <uint32_t*>wider
        g.edge_room = room
    g.edges[g.n_edges] = target
    g.n_edges += 1
    return True


cdef bint begin(graph_t* g, const position_t* start, const rules_t* r) noexcept nogil:
    """Make a graph of one position, number 0; False if there is no memory."""
    cdef position_t p = start[0]
    memset(g, 0, sizeof(graph_t))
    g.rules = r
    g.size = packed_size(r)
    if not _make_room(g):
        return False
    g.first_edge[0] = 0
    _settle(&p, r)
    return _add(g, &p) != UINT32_MAX


cdef bint explore(graph_t* g, uint32_t until) noexcept nogil:
    """Follow the moves of positions, of `until` in all at most; False if there is no memory."""
    cdef position_t here, after
    cdef moves_t moves
    cdef uint32_t target
    cdef int n
    while g.explored < g.count and g.explored < until:
        if packed_at(g, g.explored)[0] & WON == 0:
            unpack(packed_at(g, g.explored), g.rules, &here)
            find_moves(&here, g.rules, &moves)
            for n in range(moves.count):
                after = here
                apply(&after, g.rules, nth_move(&here, g.rules, &moves, n))
                _settle(&after, g.rules)
                target = _add(g, &after)
                if target == UINT32_MAX:
                    return False
                # A card that goes from one space to another changes nothing.
                if target != g.explored and not _add_edge(g, target):
                    return False
        g.explored += 1
        g.first_edge[g.explored] = g.n_edges
    return True


cdef uint32_t number_of(const graph_t* g, const position_t* p) noexcept nogil:
    """The number of a position, which may be one within forced moves; or UINT32_MAX."""
    cdef uint8_t packed[MOST_PACKED]
    cdef position_t settled = p[0]
    _settle(&settled, g.rules)
    pack(&settled, g.rules, packed)
    return g.slots[_slot_of(g, packed)] - 1           # of an empty slot: UINT32_MAX


cdef void dispose(graph_t* g) noexcept nogil:
    """Free the memory of a graph."""
    free(g.packed)
    free(g.slots)
    free(g.first_edge)
    free(g.edges)
