"""The derived fields of a position, and its fingerprint."""

from libc.string cimport memset

from rbcore.cards.card cimport card
from rbcore.cards.hash_table cimport mix_c

cdef void clear(position_t* p, const rules_t* r) noexcept nogil:
    """Remove all cards; the caller fills the piles and then calls recompute()."""
    cdef int pile, suit
    memset(p, 0, sizeof(position_t))
    for pile in range(PILES):
        p.top[pile] = p.first_face_up[pile] = <uint16_t>base_of(pile)
        p.known_from[pile] = NONE_KNOWN
    if r.packs == 1:
        for suit in range(4):
            p.heights[suit][1] = NO_PILE
    p.base = NO_BASE if r.first_card_base else 0
    p.moves_left = NO_LIMIT

cdef void recompute(position_t* p, const rules_t* r) noexcept nogil:
    """Recompute all fields derived from the piles and the heights."""
    cdef int pile
    memset(p.destinations, 0, sizeof(p.destinations))
    memset(p.cards_left, 0, sizeof(p.cards_left))
    p.empty = 0
    p.key = cards_key(p)
    for pile in range(PILES):
        p.top_card[pile] = p.cards[p.top[pile]] if p.first_face_up[pile] <= p.top[pile] else NO_CARD
        toggle(p, r, pile, p.top_card[pile])
        p.cards_left[r.owner[pile]] += <uint8_t>length(p, pile)
        if p.top_card[pile] == NO_CARD:
            p.empty |= <uint16_t>(1 << pile) & p.houses
    recompute_foundations(p, r)

cdef void recompute_foundations(position_t* p, const rules_t* r) noexcept nogil:
    """Add the cards that fit the foundations (1.4) to `destinations`, given a base (V15)."""
    cdef int suit, pile, height
    cdef card_t c
    if p.base == NO_BASE:
        return
    for suit in range(4):
        for pile in range(r.packs):
            height = p.heights[suit][pile]
            if height < KING:
                c = card(suit, (p.base + height) % KING + 1)
                p.destinations[c] |= <uint16_t>(1 << FOUNDATION)

cdef uint64_t cards_key(const position_t* p) noexcept nogil:
    """Return the Zobrist key of all cards at their places."""
    cdef uint64_t key = 0
    cdef int pile, at
    for pile in range(PILES):
        for at in range(base_of(pile) + 1, p.top[pile] + 1):
            key ^= card_key(<uint16_t>at, p.cards[at])
    return key

cdef uint64_t fingerprint(const position_t* p, const rules_t* r) noexcept nogil:
    """Return a 64-bit hash of all piles in order, the seat to move and what is face down (7.4 b).

    The turn counts are left out. The foundations follow from the other piles.
    """
    cdef uint64_t h = p.seat
    cdef int seat, house
    for seat in range(r.seats):
        h = h << 16 | p.first_face_up[RESERVE + seat]
    h = mix_c(h ^ <uint64_t>p.first << 60)
    if r.covered_houses:
        for house in range(r.houses):
            h = mix_c(h ^ face_down_count(p, HOUSE + house))
    return p.key ^ card_key(0, 0) ^ h
