"""Positions: the deal, the starter, and what follows from the piles."""

from libc.string cimport memcpy, memset

from rbcore.card cimport card
from rbcore.rng cimport FOR_DEAL, FOR_STARTER, below, open_stream
from rbcore.table cimport (
    START_ALTERNATE, START_CUT, START_HIGH_RESERVE, START_LOW_RESERVE, START_SEAT, START_TABLEAU,
)

cdef enum:
    PACK = 52
    ABOVE_KING = 14


cdef void clear(position_t* p) noexcept nogil:
    """No card anywhere; settle() is still to be called."""
    cdef int pile
    memset(p, 0, sizeof(position_t))
    for pile in range(PILES):
        p.top[pile] = <uint16_t>base_of(pile)


cdef void settle(position_t* p, const rules_t* r) noexcept nogil:
    """Work out from the piles and the heights everything that follows from them."""
    cdef int pile, suit, tall, at
    memset(p.takes, 0, sizeof(p.takes))
    memset(p.left, 0, sizeof(p.left))
    p.empty = 0
    p.marks = 0
    for pile in range(PILES):
        for at in range(base_of(pile) + 1, p.top[pile] + 1):
            p.marks ^= mark_of(<uint16_t>at, p.cards[at])
        p.shown[pile] = p.cards[p.top[pile]]
        toggle(p, r, pile, p.shown[pile])
        p.left[r.owner[pile]] += <uint8_t>length(p, pile)
        if p.shown[pile] == NO_CARD:
            p.empty |= <uint16_t>(1 << pile) & r.house_set
    for suit in range(4):
        for tall in range(2):
            p.takes[card(suit, p.heights[suit][tall] + 1)] |= <uint16_t>(1 << FOUNDATION)


cdef void deal(position_t* p, const rules_t* r, uint64_t seed, uint64_t game) noexcept nogil:
    """Deal game number `game` of a seed (2.1) and settle who starts (3)."""
    cdef stream_t stream
    cdef card_t pack[PACK]
    cdef int seat
    open_stream(&stream, seed, game, FOR_DEAL)
    clear(p)
    for seat in range(r.seats):
        _shuffle(&stream, pack)
        _lay_out(p, r, seat, pack)
    settle(p, r)
    open_stream(&stream, seed, game, FOR_STARTER)
    p.seat = <uint8_t>_starter(p, r, &stream)


cdef void _shuffle(stream_t* stream, card_t* pack) noexcept nogil:
    """A full pack in an even order (Fisher and Yates, inside out)."""
    cdef int i
    cdef uint32_t j
    for i in range(PACK):
        j = below(stream, <uint32_t>(i + 1))
        pack[i] = pack[j]
        pack[j] = card(i & 3, (i >> 2) + 1)


cdef void _lay_out(position_t* p, const rules_t* r, int seat, const card_t* pack) noexcept nogil:
    """2.1: the reserve, the houses, and what is left as the hand, the pack's next card on top."""
    cdef int i, n = r.reserve_size, house = HOUSE + seat * r.houses_each
    cdef int reserve = RESERVE + seat, hand = HAND + seat
    cdef int rest = PACK - n - r.houses_each
    memcpy(p.cards + base_of(reserve) + 1, pack, n)
    p.top[reserve] += <uint16_t>n
    p.open[reserve] = p.top[reserve]
    for i in range(r.houses_each):
        p.top[house + i] += 1
        p.cards[p.top[house + i]] = pack[n + i]
    for i in range(rest):
        p.cards[base_of(hand) + rest - i] = pack[n + r.houses_each + i]
    p.top[hand] += <uint16_t>rest


cdef int _starter(const position_t* p, const rules_t* r, stream_t* stream) noexcept nogil:
    """The seat that starts: section 3. What a rule leaves open a fair draw decides (3.6)."""
    cdef int tied = (1 << r.seats) - 1, nth
    if r.starter >= START_SEAT:
        return r.starter - START_SEAT
    if r.starter == START_HIGH_RESERVE:
        tied = _lowest(p, r, tied, RESERVE, 1, True)
    elif r.starter != START_CUT:
        if r.starter != START_TABLEAU:
            tied = _lowest(p, r, tied, RESERVE, 1, False)
        for nth in range(r.houses_each - 1, -1, -1):
            tied = _lowest(p, r, tied, HOUSE + nth, r.houses_each, False)
    return _draw_seat(tied, stream)


cdef int _lowest(
    const position_t* p, const rules_t* r, int tied, int pile, int step, bint ace_high
) noexcept nogil:
    """Those of the tied seats whose card on pile + seat*step is the first to start.

    Ace high, the highest card starts and the suit decides (3.2); else the lowest rank does (3.1),
    an empty house ranking above a king (3.6).
    """
    cdef int seat, value, best = 1000, kept = 0
    cdef card_t c
    for seat in range(r.seats):
        if not tied >> seat & 1:
            continue
        c = p.shown[pile + seat * step]
        if ace_high:
            value = -(4 * (ABOVE_KING if rank_of(c) == 1 else rank_of(c)) + suit_of(c))
        else:
            value = ABOVE_KING if c == NO_CARD else rank_of(c)
        if value < best:
            best = value
            kept = 0
        if value == best:
            kept |= 1 << seat
    return kept


cdef int _draw_seat(int tied, stream_t* stream) noexcept nogil:
    cdef int seats[MAX_SEATS]
    cdef int seat, n = 0
    for seat in range(MAX_SEATS):
        if tied >> seat & 1:
            seats[n] = seat
            n += 1
    return seats[0] if n == 1 else seats[below(stream, <uint32_t>n)]


cdef uint64_t fingerprint(const position_t* p, const rules_t* r) noexcept nogil:
    """A 64-bit hash of every pile in order, the seat to move, and what lies face down (7.4 b).

    `idle` and `turn` are left out. The foundations are what the other piles leave over.
    """
    cdef uint64_t open = p.seat
    cdef int seat
    for seat in range(r.seats):
        open = open << 16 | p.open[RESERVE + seat]
    return p.marks ^ mark_of(0, 0) ^ (open * 0x9E3779B97F4A7C15ULL)
