# The legal moves of a position, as sets: one generator for all rules.
#
# Twelve cards can be available: the outermost of each house, the own reserve's top, the turned-up
# hand card, the own waste's top. Each has a lane of 16 bits, four lanes to a word, one bit for
# every place (4.1, 4.2). Moves are numbered in the order of their lanes, then of their places;
# groups follow, and the special move, of which one at most is legal, comes last.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from rbcore.board.position cimport HOUSE_ROOM, length, position_t
from rbcore.cards.bits cimport lanes, popcount, select
from rbcore.cards.card cimport NO_CARD, card_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport (
    FOUNDATION, HAND, HOUSE, MAX_HOUSES, RESERVE, TURNED, WASTE, rules_t,
)

cdef enum:
    WORDS = 3
    LANES = 4             # in a word
    RESERVE_LANE = 9
    TURNED_LANE = 10
    WASTE_LANE = 11

cdef enum word_t:
    NO_WORD = 0
    WORD_TURN = 1
    WORD_WASTE = 2
    WORD_PASS = 3

cdef struct moves_t:
    uint64_t places[WORDS]
    int before[WORDS]     # moves in the words before each
    int singles           # moves in all words: single cards
    uint16_t groups[MAX_HOUSES][HOUSE_ROOM]   # V13: places of a house's group, by its `more`
    int in_groups         # moves of groups
    int word              # the special move (word_t)
    int count             # of all moves

cdef inline uint64_t in_lanes(uint16_t set) noexcept nogil:
    """A set of places in each lane of a word."""
    return set * <uint64_t>0x0001000100010001ULL

cdef inline uint64_t four_lanes(
    const position_t* p, card_t a, card_t b, card_t c, card_t d
) noexcept nogil:
    """The places that four cards fit on, empty houses left out."""
    return (
        <uint64_t>p.takes[a]
        | <uint64_t>p.takes[b] << 16
        | <uint64_t>p.takes[c] << 32
        | <uint64_t>p.takes[d] << 48
    )

cdef inline int special(const position_t* p, const rules_t* r) noexcept nogil:
    """The special move of 4.4 to 4.6 that is legal when nothing is compulsory."""
    cdef bint reserve = p.shown[RESERVE + p.seat] != NO_CARD
    if p.shown[TURNED + p.seat] != NO_CARD:
        return WORD_WASTE
    if reserve and p.empty and r.spaces_bar:                                       # 5.3
        return NO_WORD
    if p.left[p.seat] == length(p, RESERVE + p.seat):
        return WORD_PASS
    return WORD_TURN

cdef inline void find_moves(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """All legal moves. Not to be asked of a position that is won, where there are none.

    The priorities of section 5 are dealt with here; those of the variants, by narrow().
    """
    cdef const card_t* house = p.shown + HOUSE
    cdef card_t reserve = p.shown[RESERVE + p.seat], turned = p.shown[TURNED + p.seat]
    cdef card_t waste = p.shown[WASTE + p.seat] & r.waste_available                # V3
    cdef uint64_t w0, w1, w2, built
    cdef const uint64_t* allowed = r.allowed[p.seat]
    cdef uint64_t spaces = p.empty & r.spaces
    # An empty pile offers no card, so it must not be offered an empty house.
    cdef uint64_t full = (
        <uint64_t>(~p.empty & p.houses)
        | <uint64_t>(reserve != NO_CARD) << RESERVE_LANE
        | <uint64_t>(turned != NO_CARD) << TURNED_LANE
        | <uint64_t>(waste != NO_CARD) << WASTE_LANE
    )
    w0 = four_lanes(p, house[0], house[1], house[2], house[3]) | lanes(full) * spaces
    w1 = four_lanes(p, house[4], house[5], house[6], house[7]) | lanes(full >> 4) * spaces
    w2 = four_lanes(p, house[8], reserve, turned, waste) | lanes(full >> 8) * spaces
    w0 &= allowed[0]
    w1 &= allowed[1]
    w2 &= allowed[2]
    built = (w0 | w1 | w2) & r.builds_first
    if built:                                                                      # 5.1, 5.2
        built = in_lanes(1 << FOUNDATION)
        m.word = NO_WORD
        if w2 >> (16 * (RESERVE_LANE & 3) + FOUNDATION) & 1:
            w0 = w1 = 0
            built &= <uint64_t>0xFFFF << (16 * (RESERVE_LANE & 3))
        w0 &= built
        w1 &= built
        w2 &= built
    else:
        m.word = special(p, r)
    m.in_groups = 0
    m.places[0] = w0
    m.places[1] = w1
    m.places[2] = w2
    if r.narrows:
        narrow(p, r, m, built != 0)
        w0 = m.places[0]
        w1 = m.places[1]
        w2 = m.places[2]
    m.before[0] = 0
    m.before[1] = popcount(w0)
    m.before[2] = m.before[1] + popcount(w1)
    m.singles = m.before[2] + popcount(w2)
    # Added up so that the third word waits for no other sum: a draw waits for the count.
    m.count = m.before[2] + (popcount(w2) + (m.in_groups + (m.word != NO_WORD)))

cdef inline move_t lane_move(const position_t* p, const rules_t* r, unsigned int at) noexcept nogil:
    """The move that bit number `at` of the three words stands for."""
    cdef move_t move
    move.source = r.source[p.seat][at >> 4]
    move.place = at & 15
    move.more = 0
    return move

cdef inline move_t word_move(const position_t* p, int word) noexcept nogil:
    cdef move_t move
    move.more = 0
    if word == WORD_TURN:
        move.source = HAND + p.seat
        move.place = TURNED + p.seat
    elif word == WORD_WASTE:
        move.source = TURNED + p.seat
        move.place = WASTE + p.seat
    else:
        move.source = move.place = FOUNDATION
    return move

cdef inline move_t nth_move(
    const position_t* p, const rules_t* r, const moves_t* m, int n
) noexcept nogil:
    """Move number n of 0 to count-1."""
    # All ones from the second word on, and for the third: neither a branch nor a look into memory.
    cdef uint64_t second = <uint64_t>0 - (n >= m.before[1])
    cdef uint64_t third = <uint64_t>0 - (n >= m.before[2])
    cdef uint64_t word = m.places[0]
    cdef int k = n
    if n == m.count - 1 and m.word != NO_WORD:
        return word_move(p, m.word)
    if n >= m.singles:
        return nth_group(m, n - m.singles)
    word ^= second & (m.places[0] ^ m.places[1])
    word ^= third & (m.places[1] ^ m.places[2])
    k -= <int>second & m.before[1]
    k -= <int>third & (m.before[2] - m.before[1])
    return lane_move(p, r, <int>(second & 64) + <int>(third & 64) + select(word, k))

cdef inline uint16_t lane_set(const moves_t* m, int lane) noexcept nogil:
    """The places of one lane."""
    return <uint16_t>(m.places[lane >> 2] >> (16 * (lane & 3)))

cdef void narrow(
    const position_t* p, const rules_t* r, moves_t* m, bint built
) noexcept nogil
cdef move_t nth_group(const moves_t* m, int n) noexcept nogil
cdef bint has_move(
    const position_t* p, const rules_t* r, const moves_t* m, move_t move
) noexcept nogil
