"""The graph of positions that a solver goes through: which there are, and which leads to which."""

from libc.stdint cimport UINT32_MAX, UINT64_MAX
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from rbcore.board.memory cimport note_all_seen, note_seen, seen_from
from rbcore.board.position cimport base_of, clear, face_down_count, is_won, length, recompute
from rbcore.cards.card cimport card_t
from rbcore.cards.hash_table cimport fold, mix_bytes
from rbcore.cards.rng cimport FOR_PLAY, open_stream, stream_t
from rbcore.moves.legal_moves cimport find_moves, moves_t, nth_move
from rbcore.moves.transition cimport apply, move_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.players.registry cimport choose
from rbcore.rules.compiled cimport HAND, HOUSE, MAX_HOUSES, RESERVE, TURNED, WASTE

# ---- cards that nobody has seen: some of those in reserves and hands, each a seat's own ---------
#
# Both seats have seen the same cards, and remember them (board/memory). What has been seen says
# nothing about the order of a seat's other cards, as packs are shuffled and no move hangs on what
# lies face down. So a position stands for all that differ in that order, each equally likely; it
# is kept with these cards *in order*. The last of them that a seat has is known.


cdef inline int unseen_in(const position_t* p, int pile) noexcept nogil:
    """Number of cards in a reserve or hand that nobody has seen: the lowest ones."""
    cdef int seen = min(seen_from(p, pile), p.top[pile] + 1)
    if pile < HAND:
        seen = min(seen, <int>p.first_face_up[pile])
    return max(0, seen - base_of(pile) - 1)

cdef inline int unseen_of(const position_t* p, int seat) noexcept nogil:
    """Number of cards of a seat that nobody has seen."""
    return unseen_in(p, RESERVE + seat) + unseen_in(p, HAND + seat)

cdef inline void set_unseen(position_t* p, int pile, int unseen) noexcept nogil:
    """Say how many cards of a reserve or hand nobody has seen, where nothing is said of it."""
    note_seen(p, pile, base_of(pile) + 1 + unseen)
    if pile < HAND and length(p, pile):
        p.first_face_up[pile] = <uint16_t>(base_of(pile) + 1 + unseen)

cdef inline bint reveals(const position_t* p, move_t move) noexcept nogil:
    """Whether a move of the seat to move turns up a card that nobody has seen."""
    cdef int pile = move.source, left = length(p, pile)
    if pile == RESERVE + p.seat:
        left -= 1
    elif pile != HAND + p.seat:
        return False
    return left > 0 and unseen_in(p, pile) == left

cdef inline uint16_t _place(const position_t* p, int seat, int n) noexcept nogil:
    """Where in `cards` unseen card number n of a seat lies: in the reserve, then in the hand."""
    cdef int in_reserve = unseen_in(p, RESERVE + seat)
    if n < in_reserve:
        return <uint16_t>(base_of(RESERVE + seat) + 1 + n)
    return <uint16_t>(base_of(HAND + seat) + 1 + n - in_reserve)

cdef inline void _exchange(position_t* p, int seat, uint16_t one, uint16_t other) noexcept nogil:
    cdef card_t c = p.cards[one]
    p.cards[one] = p.cards[other]
    p.cards[other] = c
    p.top_card[HAND + seat] = p.cards[p.top[HAND + seat]]

cdef inline void put_in_order(position_t* p) noexcept nogil:
    """Sort what nobody has seen of each seat; a single such card is known."""
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
    """Have the seat's unseen card number n be the one that the move turns up."""
    cdef int next_one = p.top[move.source] - (move.source < HAND)
    _exchange(p, p.seat, _place(p, p.seat, n), <uint16_t>next_one)


# ---- packed positions, to keep millions of them and to tell them apart without doubt ------------
#
# The bytes: seat and winner, turned-up card, foundations, the lengths of all piles, then the cards
# of these piles, and zeros up to the size that all positions of the rules have. Houses are equal
# places (4.2), so they are put in order, unless they are to be kept in place for a player that is
# not best: it may prefer one of two equal houses. Idle turns are left out, and which cards lie face
# down but for houses' (V8), and for those that nobody has seen, if they are hidden: these are put
# in order, and their numbers follow.

cdef enum:
    SUITS = 4
    PILES_OF_SEATS = 6    # reserves, hands and wastes of two seats
    HEAD = 2 + SUITS
    COVERED = 16          # flag in a house's length: its lowest card lies face down

cdef int[PILES_OF_SEATS] OF_SEATS = [RESERVE, RESERVE + 1, HAND, HAND + 1, WASTE, WASTE + 1]


cdef void set_packing(
    packing_t* packing, const rules_t* r, bint in_place, bint hidden
) noexcept nogil:
    """Say how positions of some rules are packed."""
    packing.rules = r
    packing.in_place = in_place
    packing.hidden = hidden
    packing.size = HEAD + r.houses + PILES_OF_SEATS + 2 * r.pack_size
    packing.size += UNSEEN_BYTES if hidden else 0


cdef inline uint8_t _house_byte(const position_t* p, int house) noexcept nogil:
    return <uint8_t>(length(p, house) | (COVERED if face_down_count(p, house) else 0))


cdef int _compare(const position_t* p, int one, int other) noexcept nogil:
    """Which of two houses comes first: below 0, 0 if they are equal, or above."""
    cdef int difference = _house_byte(p, one) - _house_byte(p, other)
    if difference:
        return difference
    return memcmp(p.cards + base_of(one) + 1, p.cards + base_of(other) + 1, length(p, one))


cdef void pack(const position_t* p, const packing_t* packing, uint8_t* packed) noexcept nogil:
    """Write a position of two seats as bytes, packing.size of them."""
    cdef const rules_t* r = packing.rules
    cdef int order[MAX_HOUSES]
    cdef int i, k, n
    cdef int lengths = HEAD, at = HEAD + r.houses + PILES_OF_SEATS
    memset(packed, 0, packing.size)
    packed[0] = <uint8_t>(p.seat | (WON if is_won(p) else 0))
    packed[1] = p.top_card[TURNED + p.seat]
    for i in range(SUITS):
        packed[2 + i] = <uint8_t>(p.heights[i][0] | (p.heights[i][1] & 15) << 4)
    for i in range(r.houses):
        k = i
        while k and not packing.in_place and _compare(p, HOUSE + i, order[k - 1]) < 0:
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
    if packing.hidden:
        for i in range(UNSEEN_BYTES):
            packed[packing.size - UNSEEN_BYTES + i] = <uint8_t>unseen_in(p, OF_SEATS[i])


cdef void unpack(const uint8_t* packed, const packing_t* packing, position_t* p) noexcept nogil:
    """Read a packed position. What all have seen of a reserve is face up, which changes no move."""
    cdef const rules_t* r = packing.rules
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
    if packing.hidden:
        for i in range(UNSEEN_BYTES):
            set_unseen(p, OF_SEATS[i], packed[packing.size - UNSEEN_BYTES + i])
    recompute(p, r)


# ---- the graph, found breadth first; between whiles gains.pyx says who wins where --------------
#
# Within a turn a move that is the only one is made at once, up to the next seat's turn: positions
# in between are left out. Where a turn begins none is, so that a move leads to the other seat or
# stays in the turn. Nor are moves from house to house made so, which alone can come back within a
# turn; every other takes a card of the seat's away, turns one up or thins the houses.
#
# A seat that plays as a named player does has one turn from where its turn begins: the player's.
#
# If cards are hidden a position stands for all orders of those that nobody has seen. A
# move that turns one up is never made at once. It has an edge for each of the cards that it may be.

cdef enum:
    FIRST_ROOM = 1 << 10
    LONGEST_TURN = 10_000   # moves; a player that does not end its turn wins nothing


cdef bint _next_move(
    const position_t* p, const graph_t* g, turn_plan_t* plan, move_t* move
) noexcept nogil:
    """Find the next move of a seat that has no choice: its player's, or the only one."""
    cdef moves_t moves
    cdef stream_t unused   # no player that draws is seated
    find_moves(p, g.packing.rules, &moves)
    if g.is_named[p.seat]:
        open_stream(&unused, 0, 0, FOR_PLAY)
        move[0] = choose(&g.players[p.seat], p, g.packing.rules, &moves, &unused, plan)
        return True
    if moves.count != 1:
        return False
    move[0] = nth_move(p, g.packing.rules, &moves, 0)
    return move.source >= RESERVE or move.place >= RESERVE


cdef void _go_on(position_t* p, const graph_t* g, turn_plan_t* plan) noexcept nogil:
    """Make the moves of a seat that has no choice, until its turn ends or turns up what is unseen.
    """
    cdef int seat = p.seat, _move
    cdef move_t move
    for _move in range(LONGEST_TURN):
        if p.seat != seat or is_won(p) or not _next_move(p, g, plan, &move):
            return
        if g.packing.hidden and reveals(p, move):
            return
        apply(p, g.packing.rules, move)


cdef uint32_t _slot_of(const graph_t* g, const uint8_t* packed) noexcept nogil:
    """Where in the table a position stands, or would stand."""
    cdef uint32_t slot = <uint32_t>fold(mix_bytes(0, packed, g.packing.size)) & g.mask
    while g.slots[slot] and memcmp(packed_at(g, g.slots[slot] - 1), packed, g.packing.size):
        slot = (slot + 1) & g.mask
    return slot


cdef bint _make_room(graph_t* g) noexcept nogil:
    """Make room for twice as many positions; False if there is no memory."""
    cdef uint32_t number
    cdef uint64_t room = 2 * g.room if g.room else FIRST_ROOM
    if not (
        grow(<void**>&g.packed, room * g.packing.size)
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
    """The number of a position, which is added if it is new; UINT32_MAX if there is no memory."""
    cdef uint8_t packed[MOST_PACKED]
    cdef uint32_t slot
    pack(p, &g.packing, packed)
    slot = _slot_of(g, packed)
    if g.slots[slot] == 0:
        if g.count == g.room:
            if not _make_room(g):
                return UINT32_MAX
            slot = _slot_of(g, packed)
        memcpy(g.packed + <uint64_t>g.count * g.packing.size, packed, g.packing.size)
        g.first_edge[g.count] = UINT64_MAX
        g.n_edges[g.count] = g.n_sure[g.count] = 0
        g.queue[g.n_queue] = g.count
        g.n_queue += 1
        g.count += 1
        g.slots[slot] = g.count
    return g.slots[slot] - 1


cdef bint _add_edge(graph_t* g, uint32_t target) noexcept nogil:
    """Add an edge of the position that is being explored; False if there is no memory."""
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
    """Make a graph, of which packing and players are given, of one position, number 0; False if
    there is no memory.
    """
    cdef position_t p = start[0]
    cdef turn_plan_t plan
    plan.n = plan.at = 0
    if not _make_room(g):
        return False
    if g.packing.hidden:
        put_in_order(&p)
    if not g.is_named[p.seat]:
        _go_on(&p, g, &plan)
    return _add(g, &p) != UINT32_MAX


cdef bint _follow_move(
    graph_t* g, uint32_t number, position_t* after, move_t move, turn_plan_t* plan
) noexcept nogil:
    """Find what a move of a position leads to; False if there is no memory."""
    cdef uint32_t target
    cdef int seat = after.seat
    apply(after, g.packing.rules, move)
    if after.seat == seat and not is_won(after):
        _go_on(after, g, plan)
    if g.packing.hidden:
        put_in_order(after)
    target = _add(g, after)
    if target == UINT32_MAX:
        return False
    if target == number:                  # a card that goes from space to space changes nothing
        return True
    g.n_edges[number] += 1
    return _add_edge(g, target)


cdef bint _follow_moves(graph_t* g, uint32_t number) noexcept nogil:
    """Find what the moves of a position lead to; False if there is no memory."""
    cdef position_t here, after
    cdef moves_t moves
    cdef turn_plan_t plan
    cdef move_t named, move
    cdef bint turns_up, is_named
    cdef int n, k
    g.first_edge[number] = g.all_edges
    if is_won_at(g, number):
        return True
    unpack(packed_at(g, number), &g.packing, &here)
    find_moves(&here, g.packing.rules, &moves)
    is_named = g.is_named[here.seat]
    plan.n = plan.at = 0
    if is_named:
        _next_move(&here, g, &plan, &named)
    for turns_up in range(2 if g.packing.hidden else 1):   # sure moves first
        for n in range(1 if is_named else moves.count):
            move = named if is_named else nth_move(&here, g.packing.rules, &moves, n)
            if g.packing.hidden and reveals(&here, move) != turns_up:
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
    """Explore positions of the queue, until so many are; False if there is no memory, or Ctrl-C
    came.
    """
    while g.n_taken < g.n_queue and g.explored < until:
        if interrupted() or not _follow_moves(g, g.queue[g.n_taken]):
            return False
        g.n_taken += 1
        g.explored += 1
    return True


cdef bint set_out(graph_t* g, walk_t* walk) noexcept nogil:
    """Begin a walk at the first position, with nothing left to be explored; False without memory.
    """
    walk.numbers = <uint32_t*>malloc(g.count * sizeof(uint32_t))
    walk.met = <uint8_t*>calloc(g.count, 1)
    walk.n = walk.done = 0
    if walk.numbers == NULL or walk.met == NULL:
        return False
    g.n_queue = g.n_taken = 0
    meet(walk, 0)
    return True


cdef bint walk_on(graph_t* g, walk_t* walk, uint32_t* here) noexcept nogil:
    """Find the next position met whose moves are known; those in between are to be explored.

    False if there is none, which ends the walk, or if Ctrl-C came.
    """
    while walk.done < walk.n and not should_end(walk.done):
        here[0] = walk.numbers[walk.done]
        walk.done += 1
        if g.first_edge[here[0]] != UINT64_MAX:
            return True
        g.queue[g.n_queue] = here[0]
        g.n_queue += 1
    return False


cdef void end(walk_t* walk) noexcept nogil:
    """Free the memory of a walk."""
    free(walk.numbers)
    free(walk.met)


cdef void dispose(graph_t* g) noexcept nogil:
    """Free the memory of a graph."""
    free(g.packed)
    free(g.slots)
    free(g.first_edge)
    free(g.n_edges)
    free(g.n_sure)
    free(g.edges)
    free(g.queue)
