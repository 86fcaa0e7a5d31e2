"""Positions: what follows from the piles, and what tells positions apart."""

from libc.string cimport memset

from rbcore.cards.card cimport card


cdef void clear(position_t* p, const rules_t* r) noexcept nogil:
    """No card anywhere; settle() is still to be called."""
    cdef int pile, suit
    memset(p, 0, sizeof(position_t))
    for pile in range(PILES):
        p.top[pile] = <uint16_t>base_of(pile)
    if r.packs == 1:
        for suit in range(4):
            p.heights[suit][1] = NO_PILE
    p.base = NO_BASE if r.first_card_base else 0


cdef void settle(position_t* p, const rules_t* r) noexcept nogil:
    """Work out from the piles and the heights everything that follows from them."""
    cdef int pile, at
    memset(p.takes, 0, sizeof(p.takes))
    memset(p.left, 0, sizeof(p.left))
    p.empty = 0
    p.marks = 0
    for pile in range(PILES):
        for at in range(base_of(pile) + 1, p.top[pile] + 1):
            p.marks ^= mark_of(<uint16_t>at, p.cards[at])
        p.shown[pile] = p.cards[p.top[pile]] if p.open[pile] <= p.top[pile] else NO_CARD
        toggle(p, r, pile, p.shown[pile])
        p.left[r.owner[pile]] += <uint8_t>length(p, pile)
        if p.shown[pile] == NO_CARD:
            p.empty |= <uint16_t>(1 << pile) & p.houses
    open_foundations(p, r)


cdef void open_foundations(position_t* p, const rules_t* r) noexcept nogil:
    """Enter in `takes` what fits the foundations (1.4), once they have a base (V15)."""
    cdef int suit, pile, height
    if p.base == NO_BASE:
        return
    for suit in range(4):
        for pile in range(r.packs):
            height = p.heights[suit][pile]
            if height < KING:
                p.takes[card(suit, (p.base + height) % KING + 1)] |= <uint16_t>(1 << FOUNDATION)


cdef uint64_t fingerprint(const position_t* p, const rules_t* r) noexcept nogil:
    """A 64-bit hash of every pile in order, the seat to move, and what lies face down (7.4 b).

    `idle` and `turn` are left out. The foundations are what the other piles leave over.
    """
    cdef uint64_t open = p.seat
    cdef int seat, house
    for seat in range(r.seats):
        open = open << 16 | p.open[RESERVE + seat]
    open = (open ^ <uint64_t>p.first << 60) * 0x9E3779B97F4A7C15ULL
    if r.covered_houses:
        for house in range(r.houses):
            open = (open ^ down_in(p, HOUSE + house)) * 0x9E3779B97F4A7C15ULL
    return p.marks ^ mark_of(0, 0) ^ open
