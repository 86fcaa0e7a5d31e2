# The legal moves of a position as sets, under all rules; legality is decided here and nowhere else.
#
# Twelve cards can be available: the outermost card of each house, the own reserve's top, the
# turned-up hand card and the own waste's top. Each has a lane of 16 bits, one bit for every place
# (4.1, 4.2); four lanes make a quad, 64 bits. Moves are numbered by lane, then by place. Groups
# follow, and the special move, of which at most one is legal, comes last.

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from rbcore.board.position cimport HOUSE_ROOM, length, position_t
from rbcore.cards.bits cimport popcount, select_of_three, spread_lanes
from rbcore.cards.card cimport NO_CARD, card_t
from rbcore.cards.rng cimport below, stream_t
from rbcore.moves.house_plans cimport plan_moves_t
from rbcore.moves.transition cimport joined, move_of, move_t, parts_of, parts_t
from rbcore.rules.compiled cimport (
    FOUNDATION, HAND, HOUSE, MAX_HOUSES, QUADS, RESERVE, TURNED, WASTE, rules_t,
)

cdef enum:
    RESERVE_LANE = MAX_HOUSES     # after those of the houses
    TURNED_LANE = RESERVE_LANE + 1
    WASTE_LANE = TURNED_LANE + 1

cdef enum special_t:
    NO_SPECIAL = 0
    SPECIAL_TURN = 1
    SPECIAL_WASTE = 2
    SPECIAL_PASS = 3

cdef struct moves_t:
    uint64_t places[QUADS]
    int before[QUADS]    # moves in the quads before each
    int singles           # moves of single cards, in all quads
    uint16_t groups[MAX_HOUSES][HOUSE_ROOM]   # V13: places of a house's group, by `extra_cards`
    int in_groups         # moves of groups
    int special           # turn, waste, pass or none (special_t)
    int count             # of all moves

# The quads alone, which are all that a random draw needs; passed by value to stay in registers.
cdef struct quads_t:
    uint64_t first
    uint64_t second
    uint64_t third
    int special           # as in moves_t
    bint to_foundation    # foundations are compulsory (5.1, 5.2), and some card fits one

cdef inline uint64_t in_lanes(uint16_t set) noexcept nogil:
    """Return a set of places, repeated in each lane of a quad."""
    return set * <uint64_t>0x0001000100010001ULL

cdef inline uint64_t four_lanes(const position_t* p, card_t a, card_t b, card_t c,
                                card_t d) noexcept nogil:
    """Return the places that four cards fit, without empty houses."""
    return (
        <uint64_t>p.destinations[a]
        | <uint64_t>p.destinations[b] << 16
        | <uint64_t>p.destinations[c] << 32
        | <uint64_t>p.destinations[d] << 48
    )

cdef inline uint64_t full_lanes(uint64_t second, uint64_t third) noexcept nogil:
    """Return which of a quad's second and third lanes have a card, by the carry of a byte."""
    return ((second | third << 16) + 0xFF00FF & 0x1000100) << 8

cdef inline card_t waste_card(const position_t* p, const rules_t* r) noexcept nogil:
    """Return the own waste's top card if it is available (V3, V32), or NO_CARD."""
    cdef bint shows = p.top_card[RESERVE + p.seat] != NO_CARD
    return p.top_card[WASTE + p.seat] & r.waste_mask[shows]

cdef inline int find_special(const position_t* p, const rules_t* r) noexcept nogil:
    """Return the special move of 4.4 to 4.6 that is legal when nothing is compulsory."""
    cdef uint64_t seat = p.seat
    cdef bint reserve = p.top_card[RESERVE + seat] != NO_CARD
    if p.top_card[TURNED + seat] != NO_CARD:
        return SPECIAL_WASTE
    if reserve and p.empty and r.empty_house_blocks_turn:                          # 5.3, V27
        return NO_SPECIAL
    if p.top_card[HAND + seat] | p.top_card[WASTE + seat] == NO_CARD:
        return SPECIAL_PASS
    return SPECIAL_TURN

cdef inline void count_moves(moves_t* m, uint64_t w0, uint64_t w1, uint64_t w2) noexcept nogil:
    """Count the moves; w0 to w2 are those of single cards."""
    m.before[0] = 0
    m.before[1] = popcount(w0)
    m.before[2] = m.before[1] + popcount(w1)
    m.singles = m.before[2] + popcount(w2)
    # Order the sums so that the third quad waits for no other: a random draw waits for the count.
    m.count = m.before[2] + (popcount(w2) + (m.in_groups + (m.special != NO_SPECIAL)))

cdef inline quads_t find_quads(const position_t* p, const rules_t* r) noexcept nogil:
    """Find the moves of single cards and the special move, by the priorities of section 5."""
    cdef quads_t quads
    cdef const card_t* house = p.top_card + HOUSE
    cdef uint64_t seat = p.seat
    cdef card_t reserve = p.top_card[RESERVE + seat], turned = p.top_card[TURNED + seat]
    cdef card_t waste
    cdef uint64_t w0, w1, w2, to_foundation
    cdef const uint64_t* allowed = r.allowed[seat]
    cdef uint64_t spaces = p.empty & r.spaces
    # An empty pile offers no card, so it must not be offered an empty house.
    cdef uint64_t full = ~p.empty & p.houses, third = full >> 8 | full_lanes(reserve, turned)
    w2 = (
        <uint64_t>p.destinations[house[8]]
        | <uint64_t>p.destinations[reserve] << 16
        | <uint64_t>p.destinations[turned] << 32
    )
    if r.waste_available:                                                          # V3
        waste = p.top_card[WASTE + seat] & r.waste_mask[reserve != NO_CARD]      # V32
        w2 |= <uint64_t>p.destinations[waste] << 48
        third |= <uint64_t>(waste != NO_CARD) << 48
    w0 = four_lanes(p, house[0], house[1], house[2], house[3]) | spread_lanes(full) * spaces
    w1 = four_lanes(p, house[4], house[5], house[6], house[7]) | spread_lanes(full >> 4) * spaces
    w2 |= third * spaces
    w0 &= allowed[0]
    w1 &= allowed[1]
    w2 &= allowed[2]
    to_foundation = (w0 | w1 | w2) & r.foundation_priority
    quads.to_foundation = to_foundation != 0
    if to_foundation:                                                         # 5.1, 5.2, V28
        to_foundation = in_lanes(1 << FOUNDATION)
        quads.special = NO_SPECIAL
        if w2 & r.reserve_priority:
            w0 = w1 = 0
            to_foundation &= <uint64_t>0xFFFF << (16 * (RESERVE_LANE & 3))
        w0 &= to_foundation
        w1 &= to_foundation
        w2 &= to_foundation
    else:
        quads.special = find_special(p, r)
    quads.first = w0
    quads.second = w1
    quads.third = w2
    return quads

cdef inline void list_moves(const position_t* p, const rules_t* r, quads_t quads,
                            moves_t* m) noexcept nogil:
    """List and count the moves that the quads and the variants' priorities give."""
    m.special = quads.special
    m.in_groups = 0
    m.places[0] = quads.first
    m.places[1] = quads.second
    m.places[2] = quads.third
    if r.has_filters:
        filter_moves(p, r, m, quads.to_foundation)
    count_moves(m, m.places[0], m.places[1], m.places[2])

cdef inline void find_moves(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """Find all legal moves of a position that is not won."""
    list_moves(p, r, find_quads(p, r), m)

cdef inline move_t lane_move(const position_t* p, const rules_t* r, unsigned int at) noexcept nogil:
    """Return the move of bit number `at` in the three quads."""
    cdef move_t move
    move.source = r.source[p.seat][at >> 4]
    move.place = at & 15
    move.extra_cards = 0
    return move

cdef inline move_t special_move(const position_t* p, int special) noexcept nogil:
    if special == SPECIAL_TURN:
        return move_of(HAND + p.seat, TURNED + p.seat, 0)
    if special == SPECIAL_WASTE:
        return move_of(TURNED + p.seat, WASTE + p.seat, 0)
    return move_of(FOUNDATION, FOUNDATION, 0)

cdef inline parts_t lane_parts(const position_t* p, const rules_t* r,
                               unsigned int at) noexcept nogil:
    """Return lane_move() in parts."""
    cdef parts_t parts
    parts.source = r.source[<uint64_t>p.seat][at >> 4]
    parts.place = at & 15
    parts.extra_cards = 0
    return parts

cdef inline parts_t nth_parts(const position_t* p, const rules_t* r, const moves_t* m,
                              int n) noexcept nogil:
    """Return move number n, 0 to count-1."""
    if n < m.singles:
        return lane_parts(p, r, select_of_three(
            m.places[0], m.places[1], m.places[2], m.before[1], m.before[2], n))
    if n == m.count - 1 and m.special != NO_SPECIAL:
        return parts_of(special_move(p, m.special))
    return parts_of(nth_group(m, n - m.singles))

cdef inline parts_t drawn_parts(const position_t* p, const rules_t* r, quads_t quads,
                                stream_t* stream) noexcept nogil:
    """One of the moves that the quads have, each as likely: of rules without filters."""
    cdef int before_second = popcount(quads.first)
    cdef int before_third = before_second + popcount(quads.second), in_third = popcount(quads.third)
    # Added up so that the third quad waits for no other sum: a draw waits for the count.
    cdef int n = <int>below(stream, <uint32_t>(
        before_third + (in_third + (quads.special != NO_SPECIAL))))
    if n < before_third + in_third:
        return lane_parts(p, r, select_of_three(
            quads.first, quads.second, quads.third, before_second, before_third, n))
    return parts_of(special_move(p, quads.special))

cdef inline move_t nth_move(const position_t* p, const rules_t* r, const moves_t* m,
                            int n) noexcept nogil:
    return joined(nth_parts(p, r, m, n))

cdef inline uint16_t lane_set(const moves_t* m, int lane) noexcept nogil:
    """Return the places of one lane."""
    return <uint16_t>(m.places[lane >> 2] >> (16 * (lane & 3)))

cdef void filter_moves(const position_t* p, const rules_t* r, moves_t* m,
                       bint to_foundation) noexcept nogil
cdef uint16_t compulsory_places(const position_t* p, const rules_t* r) noexcept nogil
cdef void keep_plan_moves(const rules_t* r, moves_t* m,
                          const plan_moves_t* plan_moves) noexcept nogil
cdef void clear_groups(moves_t* m) noexcept nogil
cdef move_t nth_group(const moves_t* m, int n) noexcept nogil
cdef bint has_move(const position_t* p, const rules_t* r, const moves_t* m,
                   move_t move) noexcept nogil
