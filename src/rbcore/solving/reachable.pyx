"""The graph of positions, found breadth first; between whiles winners.pyx says who wins where.

Within a turn a move that is the only one is made at once, up to the next seat's turn: positions in
between are left out. Where a turn begins none is, so that a move leads to the other seat or stays
in the turn. Nor are moves from house to house made so, which alone can come back within a turn;
every other takes a card of the seat's away, turns one up or thins the houses.

A seat that plays as a named player does has one turn from where its turn begins: the player's.
"""

from libc.stdint cimport UINT32_MAX, UINT64_MAX
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

from rbcore.board.position cimport is_won
from rbcore.cards.hashing cimport fold, mix_bytes
from rbcore.cards.rng cimport FOR_PLAY, open_stream, stream_t
from rbcore.moves.legal_moves cimport find_moves, moves_t, nth_move
from rbcore.moves.transition cimport apply, move_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.players.registry cimport choose
from rbcore.rules.compiled cimport RESERVE
from rbcore.solving.packing cimport MOST_PACKED, pack, packed_size, unpack

cdef enum:
    FIRST_ROOM = 1 << 10
    LONGEST_TURN = 10_000   # moves; a player that does not end its turn wins nothing


cdef void _go_on(position_t* p, const rules_t* r, int seat) noexcept nogil:
    """Make the moves of a seat that are the only ones, as long as its turn lasts."""
    cdef moves_t moves
    cdef move_t move
    while p.seat == seat and not is_won(p):
        find_moves(p, r, &moves)
        if moves.count != 1:
            return
        move = nth_move(p, r, &moves, 0)
        if move.source < RESERVE and move.place < RESERVE:
            return
        apply(p, r, move)


cdef void _play_turn(position_t* p, const graph_t* g, int seat) noexcept nogil:
    """Make the moves of a seat's player, as long as its turn lasts; it draws nothing."""
    cdef moves_t moves
    cdef turn_plan_t plan
    cdef stream_t unused   # no player that draws is seated
    cdef int _move
    plan.n = plan.at = 0
    open_stream(&unused, 0, 0, FOR_PLAY)
    for _move in range(LONGEST_TURN):
        if p.seat != seat or is_won(p):
            return
        find_moves(p, g.rules, &moves)
        apply(p, g.rules, choose(&g.players[seat], p, g.rules, &moves, &unused, &plan))


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
    wider = realloc(g.first_edge, <uint64_t>room * sizeof(uint64_t))
    if wider == NULL:
        return False
    g.first_edge = <uint64_t*>wider
    wider = realloc(g.n_moves, <uint64_t>room * sizeof(uint16_t))
    if wider == NULL:
        return False
    g.n_moves = <uint16_t*>wider
    wider = realloc(g.queue, <uint64_t>room * sizeof(uint32_t))
    if wider == NULL:
        return False
    g.queue = <uint32_t*>wider
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
    pack(p, g.rules, g.is_named[0] or g.is_named[1], packed)
    slot = _slot_of(g, packed)
    if g.slots[slot] == 0:
        if g.count == g.room:
            if not _make_room(g):
                return UINT32_MAX
            slot = _slot_of(g, packed)
        memcpy(g.packed + <uint64_t>g.count * g.size, packed, g.size)
        g.first_edge[g.count] = UINT64_MAX
        g.n_moves[g.count] = 0
        g.queue[g.n_queue] = g.count
        g.n_queue += 1
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


cdef bint begin(graph_t* g, const position_t* start) noexcept nogil:
    """Make a graph, of which rules and players are given, of one position, number 0; False if
    there is no memory.
    """
    cdef position_t p = start[0]
    g.size = packed_size(g.rules)
    if not _make_room(g):
        return False
    if not g.is_named[p.seat]:
        _go_on(&p, g.rules, p.seat)
    return _add(g, &p) != UINT32_MAX


cdef bint _follow_moves(graph_t* g, uint32_t number) noexcept nogil:
    """Find what the moves of a position lead to; False if there is no memory."""
    cdef position_t here, after
    cdef moves_t moves
    cdef uint32_t target
    cdef int n
    g.first_edge[number] = g.n_edges
    if is_won_at(g, number):
        return True
    unpack(packed_at(g, number), g.rules, &here)
    find_moves(&here, g.rules, &moves)
    for n in range(1 if g.is_named[here.seat] else moves.count):
        after = here
        if g.is_named[here.seat]:
            _play_turn(&after, g, here.seat)
        else:
            apply(&after, g.rules, nth_move(&here, g.rules, &moves, n))
            _go_on(&after, g.rules, here.seat)
        target = _add(g, &after)
        if target == UINT32_MAX:
            return False
        if target != number:              # a card that goes from space to space changes nothing
            if not _add_edge(g, target):
                return False
            g.n_moves[number] += 1
    return True


cdef bint explore(graph_t* g, uint32_t until) noexcept nogil:
    """Explore positions of the queue, until so many are; False if there is no memory."""
    while g.n_taken < g.n_queue and g.explored < until:
        if not _follow_moves(g, g.queue[g.n_taken]):
            return False
        g.n_taken += 1
        g.explored += 1
    return True


cdef bint look_where_open(graph_t* g, const uint8_t* winners) noexcept nogil:
    """Queue anew what can still matter: what lies behind open positions; False without memory."""
    cdef uint32_t* walk = <uint32_t*>malloc(g.count * sizeof(uint32_t))
    cdef uint8_t* met = <uint8_t*>calloc(g.count, 1)
    cdef bint has_room = walk != NULL and met != NULL
    cdef uint32_t n = 0, done = 0, here, there
    cdef uint64_t edge
    if has_room:
        g.n_queue = g.n_taken = 0
        walk[0] = 0
        n = met[0] = 1
        while done < n:
            here = walk[done]
            done += 1
            if g.first_edge[here] == UINT64_MAX:
                g.queue[g.n_queue] = here
                g.n_queue += 1
                continue
            for edge in range(g.first_edge[here], g.first_edge[here] + g.n_moves[here]):
                there = g.edges[edge]
                if winners[there] == NOBODY and not met[there]:
                    met[there] = 1
                    walk[n] = there
                    n += 1
    free(walk)
    free(met)
    return has_room


cdef void dispose(graph_t* g) noexcept nogil:
    """Free the memory of a graph."""
    free(g.packed)
    free(g.slots)
    free(g.first_edge)
    free(g.n_moves)
    free(g.edges)
    free(g.queue)
