# position_t: one position as plain data of fixed size, and how cards move in it.
#
# Every pile lies bottom to top in `cards`, above a sentinel (NO_CARD) at its base, so that taking
# the last card of a pile needs no test. `takes` and `shown` follow from the piles; they are kept up
# to date because the move generator reads little else:
#   shown[pile]   the face-up top card, or NO_CARD
#   takes[card]   the places the card fits on, a bit each; not counted are empty houses, which take
#                 any card: they are the set `empty`

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from rbcore.card cimport CARDS, KING, NO_CARD, card_t, rank_of, suit_of
from rbcore.rng cimport stream_t
from rbcore.table cimport (
    ENDS_TURN, FOUNDATION, HAND, HOUSE, MAX_HOUSES, MAX_SEATS, NOBODY, PILES, QUIET, RESERVE,
    TURNED, WASTE, rules_t,
)

cdef enum:
    HOUSE_ROOM = 16       # bytes of a house: sentinel and up to 15 cards
    PILE_ROOM = 112       # bytes of a reserve, hand or waste: sentinel and up to 111 cards
    ROOM = MAX_HOUSES * HOUSE_ROOM + 3 * MAX_SEATS * PILE_ROOM + (MAX_SEATS + 1) * 2 + 8
    MOST_IDLE = 65535

cdef struct position_t:
    uint16_t takes[CARDS]
    card_t shown[PILES]
    uint16_t top[PILES]       # where in `cards` the top card of a pile lies
    uint16_t open[PILES]      # where its lowest face-up card lies (reserves; 1.3)
    uint16_t empty            # the empty houses, a bit each
    uint8_t heights[4][2]     # the two foundations of each suit, the taller first
    uint8_t seat              # the seat to move
    uint8_t left[MAX_SEATS + 1]   # cards of a seat in reserve, hand, waste and turned up
    uint64_t idle             # turns ended since the last progress move (7.3), 16 bits a seat
    uint32_t turn             # turns ended so far
    uint64_t marks            # XOR of the marks of all cards where they lie
    card_t cards[ROOM]

# A move takes the top card of a pile to another. `turn` goes HAND to TURNED, `waste` TURNED to
# WASTE; `pass` is the move from FOUNDATION to FOUNDATION, which nothing else is.
cdef struct move_t:
    uint8_t source
    uint8_t place

cdef inline int base_of(int pile) noexcept nogil:
    """Where in `cards` the sentinel of a pile lies."""
    if pile < RESERVE:
        return pile * HOUSE_ROOM
    if pile < FOUNDATION:
        return MAX_HOUSES * HOUSE_ROOM + (pile - RESERVE) * PILE_ROOM
    if pile == FOUNDATION:
        return ROOM - 10
    if pile < TURNED:
        return MAX_HOUSES * HOUSE_ROOM + (pile - HAND + 2 * MAX_SEATS) * PILE_ROOM
    return MAX_HOUSES * HOUSE_ROOM + 3 * MAX_SEATS * PILE_ROOM + (pile - TURNED) * 2

cdef inline int length(const position_t* p, int pile) noexcept nogil:
    """Number of cards in a pile."""
    return p.top[pile] - base_of(pile)

cdef inline void toggle(position_t* p, const rules_t* r, int pile, card_t top) noexcept nogil:
    """Enter in `takes` that this card shows on the pile, or strike it out again."""
    cdef const card_t* fit = r.fit[pile][top]
    cdef uint16_t mark = <uint16_t>(1 << pile)
    p.takes[fit[0]] ^= mark
    p.takes[fit[1]] ^= mark

cdef inline uint64_t mark_of(uint16_t at, card_t c) noexcept nogil:
    """A pseudo-random word for a card lying at a place in `cards`."""
    cdef uint64_t h = (<uint64_t>at << 6 | c) * 0x9FB21C651E98DF25ULL
    return (h ^ h >> 35) * 0xD6E8FEB86659FD93ULL

cdef inline card_t lift(position_t* p, const rules_t* r, int pile) noexcept nogil:
    """Take the top card off a pile; the next one is turned up (4.3)."""
    cdef uint16_t top = p.top[pile]
    cdef card_t c = p.cards[top]
    cdef card_t below = p.cards[top - 1]
    p.marks ^= mark_of(top, c)
    top -= 1
    p.top[pile] = top
    p.open[pile] = min(p.open[pile], top)
    toggle(p, r, pile, c)
    toggle(p, r, pile, below)
    p.shown[pile] = below
    p.empty |= <uint16_t>((below == NO_CARD) << pile) & r.house_set
    p.left[r.owner[pile]] -= 1
    return c

cdef inline void lay(position_t* p, const rules_t* r, int pile, card_t c) noexcept nogil:
    """Lay a card face up on a pile."""
    cdef uint16_t top = p.top[pile]
    toggle(p, r, pile, p.cards[top])
    toggle(p, r, pile, c)
    top += 1
    p.top[pile] = top
    p.cards[top] = c
    p.marks ^= mark_of(top, c)
    p.shown[pile] = c
    p.empty &= <uint16_t>~(1 << pile)
    p.left[r.owner[pile]] += 1

cdef inline void build(position_t* p, card_t c) noexcept nogil:
    """Lay a card on a foundation (1.4)."""
    cdef uint8_t* heights = p.heights[suit_of(c)]
    cdef uint8_t needed = <uint8_t>(rank_of(c) - 1)
    cdef bint on_taller = heights[0] == needed
    cdef bint fits_again = heights[0] == heights[1]
    heights[0] += on_taller
    heights[1] += not on_taller
    p.takes[c] ^= <uint16_t>((not fits_again) << FOUNDATION)
    # A card above the king is none, and its entry is never read.
    p.takes[c + 1] |= <uint16_t>(1 << FOUNDATION)

cdef inline void turn_over(position_t* p, const rules_t* r) noexcept nogil:
    """Turn the waste of the seat to move over to be its hand, unshuffled (4.4)."""
    cdef int hand = HAND + p.seat, waste = WASTE + p.seat
    cdef int n = length(p, waste), i
    cdef const card_t* waste_top = p.cards + p.top[waste]
    cdef card_t* bottom = p.cards + base_of(hand) + 1
    toggle(p, r, waste, p.shown[waste])
    for i in range(n):
        bottom[i] = waste_top[-i]
        p.marks ^= mark_of(<uint16_t>(p.top[waste] - i), bottom[i])
        p.marks ^= mark_of(<uint16_t>(base_of(hand) + 1 + i), bottom[i])
    p.top[hand] += <uint16_t>n
    p.top[waste] = <uint16_t>base_of(waste)
    p.shown[waste] = NO_CARD

cdef inline int next_seat(const position_t* p, const rules_t* r) noexcept nogil:
    return p.seat + 1 if p.seat + 1 < r.seats else 0

cdef inline int idle_turns(const position_t* p, int seat) noexcept nogil:
    return <int>(p.idle >> (16 * seat)) & MOST_IDLE

cdef inline void end_turn(position_t* p, const rules_t* r) noexcept nogil:
    if idle_turns(p, p.seat) < MOST_IDLE:
        p.idle += <uint64_t>1 << (16 * p.seat)
    p.turn += 1
    p.seat = <uint8_t>next_seat(p, r)

cdef inline bint ends_turn(const rules_t* r, move_t m) noexcept nogil:
    """Whether a move is `waste` or `pass` (4.7)."""
    return r.nature[m.source][m.place] >= ENDS_TURN

cdef inline void apply(position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """Make a legal move, with all that happens without a choice."""
    cdef card_t c
    cdef uint8_t nature
    if m.source == FOUNDATION:
        end_turn(p, r)
        return
    if m.place >= TURNED and length(p, m.source) == 0:
        turn_over(p, r)
    c = lift(p, r, m.source)
    if m.place == FOUNDATION:
        build(p, c)
    else:
        lay(p, r, m.place, c)
    nature = r.nature[m.source][m.place]
    p.idle &= <uint64_t>0 - (nature & QUIET)
    if nature >= ENDS_TURN:
        end_turn(p, r)

cdef inline bint is_won(const position_t* p) noexcept nogil:
    """7.1, asked of the seat to move."""
    return p.left[p.seat] == 0

cdef void settle(position_t* p, const rules_t* r) noexcept nogil
cdef void clear(position_t* p) noexcept nogil
cdef void deal(position_t* p, const rules_t* r, uint64_t seed, uint64_t game) noexcept nogil
cdef uint64_t fingerprint(const position_t* p, const rules_t* r) noexcept nogil
