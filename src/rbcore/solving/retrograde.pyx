"""Retrograde analysis with chance: the gain of seat 0, with a win worth 1 and a loss -1.

A move that turns up an unseen card reduces their number, so positions form layers by the number of
unseen cards. Within a layer nothing is left to chance. An exit from a layer is worth the mean of
the positions that it may lead to, all in lower layers. Exits are processed from the largest
absolute value down to zero, and each is followed backwards, as a won position is when all cards are
seen: the seat that wants it takes it, and the other seat takes it once all its alternatives are
worse. In the positions that remain, neither seat needs to leave for less than nothing: play goes on
forever, and nobody gains (Andersson and others, Deterministic graphical games revisited, J. Log.
Comput. 22, 2012).
"""

from libc.math cimport fabs
from libc.stdint cimport UINT32_MAX, UINT64_MAX, uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memset

from rbcore.api.position cimport Playable
from rbcore.board.memory cimport note_all_seen, note_seen, seen_from
from rbcore.board.position cimport (
    base_of, clear, face_down_count, is_won, length, position_t, recompute,
)
from rbcore.cards.card cimport card_t
from rbcore.cards.hash_table cimport fold, mix_bytes
from rbcore.cards.interrupts cimport answer, interrupted, listen
from rbcore.cards.rng cimport FOR_PLAY, open_stream, stream_t
from rbcore.engine.workspace cimport named_player
from rbcore.moves.legal_moves cimport find_moves, moves_t, nth_move
from rbcore.moves.transition cimport apply, move_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.players.registry cimport choose, player_t
from rbcore.rules.compiled cimport (
    HAND, HOUSE, MAX_HOUSES, RESERVE, TURNED, WASTE, CompiledRules, rules_t,
)

# ---- unseen cards: the cards of reserves and hands that nobody has seen, each seat's own ---------
#
# Both seats have seen the same cards and remember them (board/memory). What has been seen says
# nothing about the order of a seat's other cards, because packs are shuffled and no move depends on
# face-down cards. So a position stands for all that differ in that order, each equally likely; it
# is stored with these cards *in order*. A seat's last unseen card is known.

cdef inline int unseen_in(const position_t* p, int pile) noexcept nogil:
    """Return the number of unseen cards in a reserve or hand: its lowest cards."""
    cdef int seen = min(seen_from(p, pile), p.top[pile] + 1)
    if pile < HAND:
        seen = min(seen, <int>p.first_face_up[pile])
    return max(0, seen - base_of(pile) - 1)

cdef inline int unseen_of(const position_t* p, int seat) noexcept nogil:
    """Return the number of a seat's unseen cards."""
    return unseen_in(p, RESERVE + seat) + unseen_in(p, HAND + seat)

cdef inline void set_unseen(position_t* p, int pile, int unseen) noexcept nogil:
    """Set the number of unseen cards in a reserve or hand, which was not set before."""
    note_seen(p, pile, base_of(pile) + 1 + unseen)
    if pile < HAND and length(p, pile):
        p.first_face_up[pile] = <uint16_t>(base_of(pile) + 1 + unseen)

cdef inline bint reveals(const position_t* p, move_t move) noexcept nogil:
    """Return whether a move of the seat to move turns up an unseen card."""
    cdef int pile = move.source, left = length(p, pile)
    if pile == RESERVE + p.seat:
        left -= 1
    elif pile != HAND + p.seat:
        return False
    return left > 0 and unseen_in(p, pile) == left

cdef inline uint16_t _place(const position_t* p, int seat, int n) noexcept nogil:
    """Return the index in `cards` of a seat's unseen card n; the reserve's come first."""
    cdef int in_reserve = unseen_in(p, RESERVE + seat)
    if n < in_reserve:
        return <uint16_t>(base_of(RESERVE + seat) + 1 + n)
    return <uint16_t>(base_of(HAND + seat) + 1 + n - in_reserve)

cdef inline void _exchange(position_t* p, int seat, uint16_t first, uint16_t second) noexcept nogil:
    cdef card_t c = p.cards[first]
    p.cards[first] = p.cards[second]
    p.cards[second] = c
    p.top_card[HAND + seat] = p.cards[p.top[HAND + seat]]

cdef inline void put_in_order(position_t* p) noexcept nogil:
    """Sort each seat's unseen cards; a single one is known."""
    cdef int seat, n, i, k
    for seat in range(2):
        n = unseen_of(p, seat)
        if n == 1:
            note_all_seen(p, RESERVE + seat)
            note_all_seen(p, HAND + seat)
            continue
        for i in range(1, n):
            k = i
            while k and p.cards[_place(p, seat, k - 1)] > p.cards[_place(p, seat, k)]:
                _exchange(p, seat, _place(p, seat, k - 1), _place(p, seat, k))
                k -= 1

cdef inline void put_next(position_t* p, move_t move, int n) noexcept nogil:
    """Make the seat's unseen card number n the one that the move turns up."""
    cdef int next_one = p.top[move.source] - (move.source < HAND)
    _exchange(p, p.seat, _place(p, p.seat, n), <uint16_t>next_one)

# ---- packed positions, of which millions are stored and compared exactly -------------------------
#
# The bytes: seat and winner, turned-up card, foundations, the lengths of all piles, the cards of
# these piles, and zeros up to the size common to all positions of the rules. Houses are
# interchangeable (4.2), so they are sorted, unless a named player is seated: it may prefer one of
# two equal houses. Idle turns are left out. Face-down cards are not marked, except in houses (V8)
# and for unseen cards if cards are hidden: these are sorted, and their numbers follow.

cdef enum:
    MAX_PACKED = 128
    SEAT = 1              # bit of a packed position's first byte: the seat to move
    WON = 2               # bit: it has won
    UNSEEN_BYTES = 4      # at the end, if cards are hidden: unseen cards of reserves and hands
    SUITS = 4
    PILES_OF_SEATS = 6    # reserves, hands and wastes of two seats
    HEAD = 2 + SUITS
    COVERED = 16          # flag in a house's length: its lowest card is face down

cdef struct graph_t:
    const rules_t* rules
    bint in_place         # houses keep their places
    bint hidden           # unseen cards are unknown
    int size              # bytes of a packed position
    player_t players[2]   # the named players
    bint is_named[2]      # which seats have one; the others play best
    uint8_t* packed       # the positions, in the order in which they were found
    uint32_t count
    uint32_t room
    uint32_t explored     # number of positions whose moves have been followed
    uint32_t* slots       # a hash table: the numbers of positions plus 1, or 0
    uint32_t mask
    uint64_t* first_edge  # of each position; UINT64_MAX if its moves have not been followed
    uint16_t* n_edges     # number of edges of each position
    uint16_t* n_sure      # its first edges, of moves that turn up no unseen card
    uint32_t* edges       # the numbers of the positions after the moves
    uint64_t all_edges
    uint64_t edge_room
    uint32_t* queue       # positions to explore
    uint32_t n_queue
    uint32_t n_taken      # positions taken from the queue

cdef int[PILES_OF_SEATS] OF_SEATS = [RESERVE, RESERVE + 1, HAND, HAND + 1, WASTE, WASTE + 1]

cdef inline uint8_t _house_byte(const position_t* p, int house) noexcept nogil:
    return <uint8_t>(length(p, house) | (COVERED if face_down_count(p, house) else 0))

cdef int _compare(const position_t* p, int house, int other) noexcept nogil:
    """Compare two houses: negative, 0 if they are equal, or positive."""
    cdef int difference = _house_byte(p, house) - _house_byte(p, other)
    if difference:
        return difference
    return memcmp(p.cards + base_of(house) + 1, p.cards + base_of(other) + 1, length(p, house))

cdef void pack(const graph_t* g, const position_t* p, uint8_t* packed) noexcept nogil:
    """Write a position of two seats as g.size bytes."""
    cdef const rules_t* r = g.rules
    cdef int order[MAX_HOUSES]
    cdef int i, k, n
    cdef int lengths = HEAD, at = HEAD + r.houses + PILES_OF_SEATS
    memset(packed, 0, g.size)
    packed[0] = <uint8_t>(p.seat | (WON if is_won(p) else 0))
    packed[1] = p.top_card[TURNED + p.seat]
    for i in range(SUITS):
        packed[2 + i] = <uint8_t>(p.heights[i][0] | (p.heights[i][1] & 15) << 4)
    for i in range(r.houses):
        k = i
        while k and not g.in_place and _compare(p, HOUSE + i, order[k - 1]) < 0:
            order[k] = order[k - 1]
            k -= 1
        order[k] = HOUSE + i
    for i in range(r.houses + PILES_OF_SEATS):
        k = order[i] if i < r.houses else OF_SEATS[i - r.houses]
        n = length(p, k)
        packed[lengths] = _house_byte(p, k) if i < r.houses else <uint8_t>n
        memcpy(packed + at, p.cards + base_of(k) + 1, n)
        lengths += 1
        at += n
    if g.hidden:
        for i in range(UNSEEN_BYTES):
            packed[g.size - UNSEEN_BYTES + i] = <uint8_t>unseen_in(p, OF_SEATS[i])

cdef void unpack(const graph_t* g, const uint8_t* packed, position_t* p) noexcept nogil:
    """Read a packed position. Seen cards of a reserve become face up, which changes no move."""
    cdef const rules_t* r = g.rules
    cdef int i, pile, n, seat = packed[0] & SEAT
    cdef int at = HEAD + r.houses + PILES_OF_SEATS
    clear(p, r)
    p.seat = <uint8_t>seat
    p.houses = r.house_set
    for i in range(SUITS):
        p.heights[i][0] = packed[2 + i] & 15
        if r.packs == 2:
            p.heights[i][1] = packed[2 + i] >> 4
    for i in range(r.houses + PILES_OF_SEATS):
        pile = HOUSE + i if i < r.houses else OF_SEATS[i - r.houses]
        n = packed[HEAD + i]
        if i < r.houses:
            n &= COVERED - 1
        memcpy(p.cards + base_of(pile) + 1, packed + at, n)
        p.top[pile] = <uint16_t>(base_of(pile) + n)
        at += n
        if i < r.houses and packed[HEAD + i] & COVERED:
            p.first_face_up[pile] = <uint16_t>(base_of(pile) + 2)
        elif n:
            p.first_face_up[pile] = <uint16_t>(base_of(pile) + 1)
    if packed[1]:
        p.top[TURNED + seat] += 1
        p.cards[p.top[TURNED + seat]] = packed[1]
    if g.hidden:
        for i in range(UNSEEN_BYTES):
            set_unseen(p, OF_SEATS[i], packed[g.size - UNSEEN_BYTES + i])
    recompute(p, r)

# ---- the graph, explored breadth first; its gains are computed at intervals ------------------
#
# Within a turn, a forced move is made at once, up to the next seat's turn, and the positions in
# between are left out. The first move of a turn is never made so, so that a move leads to the other
# seat or stays in the turn. Nor are moves from house to house, the only ones that can cycle within
# a turn; every other move removes one of the seat's cards, turns one up or thins the houses.
#
# A seat with a named player has a single edge from the start of its turn: the player's turn.
#
# If cards are hidden, a position stands for all orders of the unseen ones. A move that turns one up
# is never made at once. It has an edge for each card that it may turn up.

cdef enum:
    UNTIL_ASKED = 1 << 16   # positions, each cheap, between two checks for Ctrl-C
    FIRST_ROOM = 1 << 10
    LONGEST_TURN = 10_000   # moves; a player whose turn does not end wins nothing

cdef inline bint grow(void** at, uint64_t size) noexcept nogil:
    """Enlarge an array to `size` bytes; return False, with it unchanged, without memory."""
    cdef void* wider = realloc(at[0], size)
    if wider == NULL:
        return False
    at[0] = wider
    return True

cdef inline bint should_end(uint64_t done) noexcept nogil:
    """Return whether a loop over all positions should stop after `done` of them for Ctrl-C."""
    return done % UNTIL_ASKED == 0 and interrupted()

cdef inline const uint8_t* packed_at(const graph_t* g, uint32_t number) noexcept nogil:
    return g.packed + <uint64_t>number * g.size

cdef inline bint is_won_at(const graph_t* g, uint32_t number) noexcept nogil:
    return packed_at(g, number)[0] & WON != 0

cdef inline int seat_at(const graph_t* g, uint32_t number) noexcept nogil:
    return packed_at(g, number)[0] & SEAT

cdef inline int unseen_at(const graph_t* g, uint32_t number, int seat) noexcept nogil:
    """Return the number of a seat's unseen cards. For each of the mover's, a move that
    turns one up has an edge."""
    cdef const uint8_t* unseen = packed_at(g, number) + g.size - UNSEEN_BYTES
    return unseen[seat] + unseen[2 + seat] if g.hidden else 0

cdef bint _next_move(const position_t* p, const graph_t* g, turn_plan_t* plan,
                     move_t* move) noexcept nogil:
    """Find the next move of a seat without a choice: its player's move or the only one."""
    cdef moves_t moves
    cdef stream_t unused   # no seated player draws
    find_moves(p, g.rules, &moves)
    if g.is_named[p.seat]:
        open_stream(&unused, 0, 0, FOR_PLAY)
        move[0] = choose(&g.players[p.seat], p, g.rules, &moves, &unused, plan)
        return True
    if moves.count != 1:
        return False
    move[0] = nth_move(p, g.rules, &moves, 0)
    return move.source >= RESERVE or move.place >= RESERVE

cdef void _go_on(position_t* p, const graph_t* g, turn_plan_t* plan) noexcept nogil:
    """Make a seat's moves without a choice, until its turn ends or turns up an unseen card."""
    cdef int seat = p.seat, _move
    cdef move_t move
    for _move in range(LONGEST_TURN):
        if p.seat != seat or is_won(p) or not _next_move(p, g, plan, &move):
            return
        if g.hidden and reveals(p, move):
            return
        apply(p, g.rules, move)

cdef uint32_t _slot_of(const graph_t* g, const uint8_t* packed) noexcept nogil:
    """Return a position's slot, or a free one. 64-bit slots as in `slot_of` took 9% more memory."""
    cdef uint32_t slot = <uint32_t>fold(mix_bytes(0, packed, g.size)) & g.mask
    while g.slots[slot] and memcmp(packed_at(g, g.slots[slot] - 1), packed, g.size):
        slot = (slot + 1) & g.mask
    return slot

cdef bint _make_room(graph_t* g) noexcept nogil:
    """Double the room for positions; return False without memory."""
    cdef uint32_t number
    cdef uint64_t room = 2 * g.room if g.room else FIRST_ROOM
    if not (
        grow(<void**>&g.packed, room * g.size)
        and grow(<void**>&g.first_edge, room * sizeof(uint64_t))
        and grow(<void**>&g.n_edges, room * sizeof(uint16_t))
        and grow(<void**>&g.n_sure, room * sizeof(uint16_t))
        and grow(<void**>&g.queue, room * sizeof(uint32_t))
        and grow(<void**>&g.slots, 2 * room * sizeof(uint32_t))
    ):
        return False
    memset(g.slots, 0, 2 * room * sizeof(uint32_t))
    g.mask = <uint32_t>(2 * room - 1)
    g.room = <uint32_t>room
    for number in range(g.count):
        g.slots[_slot_of(g, packed_at(g, number))] = number + 1
    return True

cdef uint32_t _add(graph_t* g, const position_t* p) noexcept nogil:
    """Return a position's number, adding it if it is new; UINT32_MAX without memory."""
    cdef uint8_t packed[MAX_PACKED]
    cdef uint32_t slot
    pack(g, p, packed)
    slot = _slot_of(g, packed)
    if g.slots[slot] == 0:
        if g.count == g.room:
            if not _make_room(g):
                return UINT32_MAX
            slot = _slot_of(g, packed)
        memcpy(g.packed + <uint64_t>g.count * g.size, packed, g.size)
        g.first_edge[g.count] = UINT64_MAX
        g.n_edges[g.count] = g.n_sure[g.count] = 0
        g.queue[g.n_queue] = g.count
        g.n_queue += 1
        g.count += 1
        g.slots[slot] = g.count
    return g.slots[slot] - 1

cdef bint _add_edge(graph_t* g, uint32_t target) noexcept nogil:
    """Add an edge to the position being explored; return False without memory."""
    cdef uint64_t room
    if g.all_edges == g.edge_room:
        room = 2 * g.edge_room if g.edge_room else FIRST_ROOM
        if not grow(<void**>&g.edges, room * sizeof(uint32_t)):
            return False
        g.edge_room = room
    g.edges[g.all_edges] = target
    g.all_edges += 1
    return True

cdef bint begin(graph_t* g, const position_t* start) noexcept nogil:
    """Start a graph, with packing and players set, at position 0; return False without memory."""
    cdef position_t p = start[0]
    cdef turn_plan_t plan
    plan.n = plan.at = 0
    if not _make_room(g):
        return False
    if g.hidden:
        put_in_order(&p)
    if not g.is_named[p.seat]:
        _go_on(&p, g, &plan)
    return _add(g, &p) != UINT32_MAX

cdef bint _follow_move(graph_t* g, uint32_t number, position_t* after, move_t move,
                       turn_plan_t* plan) noexcept nogil:
    """Follow a move of a position; return False without memory."""
    cdef uint32_t target
    cdef int seat = after.seat
    apply(after, g.rules, move)
    if after.seat == seat and not is_won(after):
        _go_on(after, g, plan)
    if g.hidden:
        put_in_order(after)
    target = _add(g, after)
    if target == UINT32_MAX:
        return False
    if target == number:                  # a move from space to space changes nothing
        return True
    g.n_edges[number] += 1
    return _add_edge(g, target)

cdef bint _follow_moves(graph_t* g, uint32_t number) noexcept nogil:
    """Follow the moves of a position; return False without memory."""
    cdef position_t here, after
    cdef moves_t moves
    cdef turn_plan_t plan
    cdef move_t named, move
    cdef bint turns_up, is_named
    cdef int n, k
    g.first_edge[number] = g.all_edges
    if is_won_at(g, number):
        return True
    unpack(g, packed_at(g, number), &here)
    find_moves(&here, g.rules, &moves)
    is_named = g.is_named[here.seat]
    plan.n = plan.at = 0
    if is_named:
        _next_move(&here, g, &plan, &named)
    for turns_up in range(2 if g.hidden else 1):   # sure moves first
        for n in range(1 if is_named else moves.count):
            move = named if is_named else nth_move(&here, g.rules, &moves, n)
            if g.hidden and reveals(&here, move) != turns_up:
                continue
            for k in range(unseen_of(&here, here.seat) if turns_up else 1):
                after = here
                if turns_up:
                    put_next(&after, move, k)
                if not _follow_move(g, number, &after, move, &plan):
                    return False
        if not turns_up:
            g.n_sure[number] = g.n_edges[number]
    return True

cdef bint explore(graph_t* g, uint32_t until) noexcept nogil:
    """Explore queued positions until `until` are done; return False without memory or on Ctrl-C."""
    while g.n_taken < g.n_queue and g.explored < until:
        if interrupted() or not _follow_moves(g, g.queue[g.n_taken]):
            return False
        g.n_taken += 1
        g.explored += 1
    return True

cdef void dispose(graph_t* g) noexcept nogil:
    """Free the memory of a graph."""
    free(g.packed)
    free(g.slots)
    free(g.first_edge)
    free(g.n_edges)
    free(g.n_sure)
    free(g.edges)
    free(g.queue)

# ---- circles: positions of one turn that lead to each other, by house moves --------------------
#
# A seat has to end its turn, so it can leave a circle by any exit but cannot stay. Circles are the
# strongly connected components of the moves that do not end a turn, found by Tarjan's algorithm
# (SIAM J. Comput. 1, 1972). An exit is a move. One that turns up an unseen card leads to one of
# several positions, never back to its circle. All others are *sure*.

cdef struct circles_t:
    uint32_t count
    uint32_t* circle        # of each position
    uint8_t* seat           # of each circle
    uint32_t* exits         # of each circle
    uint64_t* first_entry   # start of each circle's entries; after the last circle, their end
    uint32_t* entries       # circles with a sure exit to this one

cdef struct tarjan_t:
    uint32_t* low           # the first position on the path reachable from each
    uint32_t* path          # positions on the path from the search's start
    uint32_t* open          # positions whose circle is unknown, in the order of discovery
    uint16_t* tried         # edges followed, for each position

cdef enum:
    MAX_BLOCKS = 16

# Memory that is freed together.
cdef struct blocks_t:
    void* all[MAX_BLOCKS]
    int n
    bint failed             # memory ran out

cdef void* _take(blocks_t* blocks, uint64_t size) noexcept nogil:
    """Allocate `size` zeroed bytes."""
    cdef void* block = calloc(size, 1)
    blocks.all[blocks.n] = block
    blocks.n += 1
    blocks.failed = blocks.failed or block == NULL
    return block

cdef uint32_t _number(const graph_t* g, circles_t* c, tarjan_t* w) noexcept nogil:
    """Number the circles; return their number. After Ctrl-C some are left unnumbered."""
    cdef uint32_t circles = 0, met = 0, root, here, there, n_path, n_open = 0
    cdef uint32_t* order = c.exits                    # discovery time of a position, plus 1
    for root in range(g.count):
        if order[root]:
            continue
        n_path = 1
        w.path[0] = root
        while n_path:
            here = w.path[n_path - 1]
            if order[here] == 0:
                if should_end(met):
                    return circles
                met += 1
                order[here] = w.low[here] = met
                w.open[n_open] = here
                n_open += 1
                w.tried[here] = 0
            there = UINT32_MAX
            while w.tried[here] < g.n_sure[here]:
                there = g.edges[g.first_edge[here] + w.tried[here]]
                w.tried[here] += 1
                if seat_at(g, there) == seat_at(g, here):
                    if order[there] == 0:
                        break
                    if c.circle[there] == UINT32_MAX:
                        w.low[here] = min(w.low[here], order[there])
                there = UINT32_MAX
            if there != UINT32_MAX:
                w.path[n_path] = there
                n_path += 1
                continue
            n_path -= 1
            if n_path:
                w.low[w.path[n_path - 1]] = min(w.low[w.path[n_path - 1]], w.low[here])
            if w.low[here] == order[here]:
                while True:
                    n_open -= 1
                    c.circle[w.open[n_open]] = circles
                    if w.open[n_open] == here:
                        break
                circles += 1
    return circles

cdef void _find_entries(const graph_t* g, circles_t* c) noexcept nogil:
    """Count the exits of circles, and sort the sure ones by their targets.

    After Ctrl-C the result is unusable.
    """
    cdef uint32_t here, number
    cdef uint64_t edge, first
    for here in range(g.count):
        if should_end(here):
            return
        c.seat[c.circle[here]] = <uint8_t>seat_at(g, here)
        first = g.first_edge[here]
        for edge in range(first, first + g.n_sure[here]):
            if c.circle[g.edges[edge]] != c.circle[here]:
                c.exits[c.circle[here]] += 1
                c.first_entry[c.circle[g.edges[edge]] + 2] += 1
        if g.n_edges[here] > g.n_sure[here]:
            c.exits[c.circle[here]] += (
                (g.n_edges[here] - g.n_sure[here]) // unseen_at(g, here, seat_at(g, here))
            )
    for number in range(c.count):
        c.first_entry[number + 2] += c.first_entry[number + 1]
    for here in range(g.count):
        if should_end(here):
            return
        first = g.first_edge[here]
        for edge in range(first, first + g.n_sure[here]):
            number = c.circle[g.edges[edge]]
            if number != c.circle[here]:
                c.entries[c.first_entry[number + 1]] = c.circle[here]
                c.first_entry[number + 1] += 1

cdef bint _find_circles(const graph_t* g, circles_t* c, blocks_t* blocks) noexcept nogil:
    """Find the circles of a graph; return False without memory or on Ctrl-C."""
    cdef tarjan_t work
    cdef uint64_t n = g.count
    c.circle = <uint32_t*>_take(blocks, n * sizeof(uint32_t))
    c.seat = <uint8_t*>_take(blocks, n)
    c.exits = <uint32_t*>_take(blocks, n * sizeof(uint32_t))
    c.first_entry = <uint64_t*>_take(blocks, (n + 2) * sizeof(uint64_t))
    c.entries = <uint32_t*>_take(blocks, (g.all_edges + 1) * sizeof(uint32_t))
    work.low = <uint32_t*>_take(blocks, n * sizeof(uint32_t))
    work.path = <uint32_t*>_take(blocks, n * sizeof(uint32_t))
    work.open = <uint32_t*>_take(blocks, n * sizeof(uint32_t))
    work.tried = <uint16_t*>_take(blocks, n * sizeof(uint16_t))
    if blocks.failed:
        return False
    memset(c.circle, 0xFF, n * sizeof(uint32_t))                    # UINT32_MAX: unknown
    c.count = _number(g, c, &work)
    if not interrupted():
        memset(c.exits, 0, n * sizeof(uint32_t))
        _find_entries(g, c)
    return not interrupted()

# ---- gains -------------------------------------------------------------------------------------

cdef enum:
    LAYERS = 128

cdef struct exit_t:
    double gain
    uint32_t circle         # the circle that it leaves

cdef struct work_t:
    circles_t circles
    uint32_t* in_layers     # all positions, layer by layer
    uint64_t layers[LAYERS + 1]  # the start of each layer
    exit_t* exits           # exits from the layer
    uint32_t* left          # for each circle, exits not yet followed
    uint32_t* decided       # circles with known gains, in the order found
    uint8_t* is_decided
    double* gain            # of each circle

cdef int _by_worth(const void* first, const void* second) noexcept nogil:
    """Order exits by absolute value, largest first."""
    cdef double difference = fabs((<exit_t*>second).gain) - fabs((<exit_t*>first).gain)
    return (difference > 0) - (difference < 0)

cdef inline double _mean(const graph_t* g, const double* gains, uint64_t edge,
                         int unseen) noexcept nogil:
    """Return the value of a move that turns up an unseen card, given its first edge."""
    cdef double total = 0
    cdef int k
    for k in range(unseen):
        total += gains[g.edges[edge + k]]
    return total / unseen

cdef inline int _layer(const graph_t* g, uint32_t here) noexcept nogil:
    return unseen_at(g, here, 0) + unseen_at(g, here, 1)

cdef void _sort_by_layer(const graph_t* g, work_t* w) noexcept nogil:
    """Sort the positions by their number of unseen cards."""
    cdef uint32_t here
    cdef int layer
    for layer in range(LAYERS + 1):
        w.layers[layer] = 0
    for here in range(g.count):
        w.layers[_layer(g, here) + 1] += 1
    for layer in range(LAYERS):
        w.layers[layer + 1] += w.layers[layer]
    for here in range(g.count):
        layer = _layer(g, here)
        w.in_layers[w.layers[layer]] = here
        w.layers[layer] += 1
    for layer in range(LAYERS, 0, -1):
        w.layers[layer] = w.layers[layer - 1]
    w.layers[0] = 0

cdef uint64_t _find_exits(const graph_t* g, work_t* w, const double* gains, uint64_t first,
                          uint64_t behind) noexcept nogil:
    """Evaluate the exits of a layer; return their number, unless Ctrl-C arrived."""
    cdef uint64_t n = 0, i, edge
    cdef uint32_t here
    cdef int unseen
    for i in range(first, behind):
        if should_end(i):
            break
        here = w.in_layers[i]
        unseen = unseen_at(g, here, seat_at(g, here))
        edge = g.first_edge[here] + g.n_sure[here]
        while edge < g.first_edge[here] + g.n_edges[here]:
            w.exits[n].circle = w.circles.circle[here]
            w.exits[n].gain = _mean(g, gains, edge, unseen)
            edge += unseen
            n += 1
    qsort(w.exits, n, sizeof(exit_t), _by_worth)
    return n

cdef inline void _decide(work_t* w, uint32_t circle, double gain, uint64_t* n) noexcept nogil:
    w.is_decided[circle] = 1
    w.gain[circle] = gain
    w.decided[n[0]] = circle
    n[0] += 1

cdef inline void _offer(work_t* w, uint32_t circle, double gain, uint64_t* n) noexcept nogil:
    """Let a seat take an exit from a circle if it wants to or has no other left."""
    if not w.is_decided[circle]:
        w.left[circle] -= 1
        if w.left[circle] == 0 or (gain > 0) == (w.circles.seat[circle] == 0):
            _decide(w, circle, gain, n)

cdef void _follow_back(work_t* w, uint64_t done, uint64_t* n) noexcept nogil:
    """Propagate backwards within the layer from newly decided circles, unless Ctrl-C arrived."""
    cdef uint32_t here
    cdef uint64_t entry
    while done < n[0] and not should_end(done):
        here = w.decided[done]
        done += 1
        for entry in range(w.circles.first_entry[here], w.circles.first_entry[here + 1]):
            _offer(w, w.circles.entries[entry], w.gain[here], n)

cdef void _value_layer(const graph_t* g, work_t* w, double unknown, double* gains, uint64_t first,
                       uint64_t behind) noexcept nogil:
    """Evaluate the positions of a layer, given all lower layers."""
    cdef uint64_t n = 0, done, i, n_exits
    cdef uint32_t here
    for i in range(first, behind):
        here = w.in_layers[i]
        if is_won_at(g, here):
            _decide(w, w.circles.circle[here], 1 - 2 * seat_at(g, here), &n)
        elif g.first_edge[here] == UINT64_MAX:
            _decide(w, w.circles.circle[here], unknown, &n)
    _follow_back(w, 0, &n)
    n_exits = _find_exits(g, w, gains, first, behind)
    for i in range(n_exits):
        if w.exits[i].gain == 0:
            break
        done = n
        _offer(w, w.exits[i].circle, w.exits[i].gain, &n)
        _follow_back(w, done, &n)
    for i in range(first, behind):
        gains[w.in_layers[i]] = w.gain[w.circles.circle[w.in_layers[i]]]

cdef void _value(const graph_t* g, work_t* w, double unknown, double* gains) noexcept nogil:
    """Evaluate all positions, given a value for those whose moves are unknown."""
    cdef int layer
    memcpy(w.left, w.circles.exits, w.circles.count * sizeof(uint32_t))
    memset(w.is_decided, 0, w.circles.count)
    memset(w.gain, 0, w.circles.count * sizeof(double))
    for layer in range(LAYERS):
        _value_layer(g, w, unknown, gains, w.layers[layer], w.layers[layer + 1])

cdef bint find_gains(const graph_t* g, double* least, double* most) noexcept nogil:
    """Write bounds of seat 0's gain from each position; return False without memory.

    The bounds are equal except where they depend on positions whose moves are unknown.
    """
    cdef work_t w
    cdef blocks_t blocks
    cdef uint64_t n = g.count, exits = 0, here
    cdef bint has_circles
    cdef int i
    blocks.n = blocks.failed = 0
    for here in range(n):
        exits += g.n_edges[here] - g.n_sure[here]
    w.in_layers = <uint32_t*>_take(&blocks, n * sizeof(uint32_t))
    w.exits = <exit_t*>_take(&blocks, (exits // 2 + 1) * sizeof(exit_t))   # each has two or more
    w.left = <uint32_t*>_take(&blocks, n * sizeof(uint32_t))
    w.decided = <uint32_t*>_take(&blocks, n * sizeof(uint32_t))
    w.is_decided = <uint8_t*>_take(&blocks, n)
    w.gain = <double*>_take(&blocks, n * sizeof(double))
    has_circles = _find_circles(g, &w.circles, &blocks)
    if has_circles:
        _sort_by_layer(g, &w)
        _value(g, &w, -1, least)
        _value(g, &w, 1, most)
    for i in range(blocks.n):
        free(blocks.all[i])
    return has_circles

cdef bint look_where_hopeful(graph_t* g, const double* least, const double* most) noexcept nogil:
    """Queue the unexplored positions on which the first position's gain depends: those reached by
    the moves of both seats when each assumes the best of unknown positions. False without memory.
    """
    cdef uint32_t* met = <uint32_t*>malloc(g.count * sizeof(uint32_t))    # in order
    cdef uint8_t* is_met = <uint8_t*>calloc(g.count, 1)
    cdef bint has_room = met != NULL and is_met != NULL
    cdef const double* hoped
    cdef uint32_t here, there, n = 1, done = 0
    cdef uint64_t edge, last
    cdef int width, k
    g.n_queue = g.n_taken = 0
    if has_room:
        met[0] = 0
        is_met[0] = 1
    while has_room and done < n and not should_end(done):
        here = met[done]
        done += 1
        if g.first_edge[here] == UINT64_MAX:      # not explored yet
            g.queue[g.n_queue] = here
            g.n_queue += 1
            continue
        hoped = least if seat_at(g, here) else most
        edge = g.first_edge[here]
        last = edge + g.n_edges[here]
        while edge < last:
            width = 1
            if edge >= g.first_edge[here] + g.n_sure[here]:
                width = unseen_at(g, here, seat_at(g, here))
            if _mean(g, hoped, edge, width) == hoped[here]:
                for k in range(width):
                    there = g.edges[edge + k]
                    if least[there] < most[there] and not is_met[there]:
                        is_met[there] = 1
                        met[n] = there
                        n += 1
            edge += width
    free(met)
    free(is_met)
    return has_room

# ---- the search, for Python --------------------------------------------------------------------

cdef enum:
    FIRST_LOOK = 64


def best_play(Playable position not None, tuple names, uint32_t most, bint hidden):
    """Explore up to `most` positions; `names` has a player or None (best play) for each seat.

    Return whether the position is decided, the bounds of seat 0's gain, and the number of explored
    positions. Computing gains takes about as long as exploring, so it is done at intervals.
    """
    cdef graph_t g
    cdef CompiledRules compiled = position.compiled     # kept alive: the graph reads it
    cdef position_t start = position.still()
    cdef uint32_t next_look = FIRST_LOOK, part = 3 if hidden else 1
    cdef double* lower = NULL
    cdef double* upper = NULL
    cdef uint64_t size
    cdef bint goes_on, is_known = False
    memset(&g, 0, sizeof(graph_t))
    for seat, name in enumerate(names):
        if name is not None:
            g.players[<int>seat] = named_player(name).filled
            g.is_named[<int>seat] = True
    g.rules = &compiled.rules
    g.in_place = g.is_named[0] or g.is_named[1]
    g.hidden = hidden
    g.size = HEAD + g.rules.houses + PILES_OF_SEATS + 2 * g.rules.pack_size
    g.size += UNSEEN_BYTES if hidden else 0
    try:
        listen()
        with nogil:
            goes_on = begin(&g, &start)
            while goes_on and not is_known and g.explored < most:
                goes_on = explore(&g, min(next_look, most))
                next_look = g.explored + g.explored // part
                size = g.count * sizeof(double)
                goes_on = (
                    goes_on and grow(<void**>&lower, size) and grow(<void**>&upper, size)
                    and find_gains(&g, lower, upper) and look_where_hopeful(&g, lower, upper)
                )
                is_known = goes_on and (lower[0] == upper[0] or g.n_queue == 0)
        answer()
        if not goes_on:
            raise MemoryError
        return is_known, lower[0], upper[0], g.explored
    finally:
        dispose(&g)
        free(lower)
        free(upper)
