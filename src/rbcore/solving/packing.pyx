"""Packed positions, to keep millions of them and to tell them apart without doubt.

The bytes: seat and winner, turned-up card, foundations, the lengths of all piles, then the cards of
these piles, and zeros up to the size that all positions of the rules have. Houses are equal places
(4.2), so they are put in order, unless they are to be kept in place for a player that is not best:
it may prefer one of two equal houses. Idle turns are left out, and which cards lie face down but
for houses' (V8), and for those that nobody has seen, if they are hidden: these are put in order,
and their numbers follow.
"""

from libc.stdint cimport uint16_t
from libc.string cimport memcmp, memcpy, memset

from rbcore.board.position cimport base_of, clear, face_down_count, is_won, length, recompute
from rbcore.rules.compiled cimport HAND, HOUSE, MAX_HOUSES, RESERVE, TURNED, WASTE
from rbcore.solving.unseen cimport set_unseen, unseen_in

cdef enum:
    SUITS = 4
    PILES_OF_SEATS = 6    # reserves, hands and wastes of two seats
    HEAD = 2 + SUITS
    COVERED = 16          # flag in a house's length: its lowest card lies face down

cdef int[PILES_OF_SEATS] OF_SEATS = [RESERVE, RESERVE + 1, HAND, HAND + 1, WASTE, WASTE + 1]


cdef void set_form(form_t* form, const rules_t* r, bint in_place, bint hidden) noexcept nogil:
    """Say how positions of some rules are packed."""
    form.rules = r
    form.in_place = in_place
    form.hidden = hidden
    form.size = HEAD + r.houses + PILES_OF_SEATS + 2 * r.pack_size
    form.size += UNSEEN_BYTES if hidden else 0


cdef inline uint8_t _house_byte(const position_t* p, int house) noexcept nogil:
    return <uint8_t>(length(p, house) | (COVERED if face_down_count(p, house) else 0))


cdef int _compare(const position_t* p, int one, int other) noexcept nogil:
    """Which of two houses comes first: below 0, 0 if they are equal, or above."""
    cdef int difference = _house_byte(p, one) - _house_byte(p, other)
    if difference:
        return difference
    return memcmp(p.cards + base_of(one) + 1, p.cards + base_of(other) + 1, length(p, one))


cdef void pack(const position_t* p, const form_t* form, uint8_t* packed) noexcept nogil:
    """Write a position of two seats as bytes, form.size of them."""
    cdef const rules_t* r = form.rules
    cdef int order[MAX_HOUSES]
    cdef int i, k, n
    cdef int lengths = HEAD, at = HEAD + r.houses + PILES_OF_SEATS
    memset(packed, 0, form.size)
    packed[0] = <uint8_t>(p.seat | (WON if is_won(p) else 0))
    packed[1] = p.top_card[TURNED + p.seat]
    for i in range(SUITS):
        packed[2 + i] = <uint8_t>(p.heights[i][0] | (p.heights[i][1] & 15) << 4)
    for i in range(r.houses):
        k = i
        while k and not form.in_place and _compare(p, HOUSE + i, order[k - 1]) < 0:
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
    if form.hidden:
        for i in range(UNSEEN_BYTES):
            packed[form.size - UNSEEN_BYTES + i] = <uint8_t>unseen_in(p, OF_SEATS[i])


cdef void unpack(const uint8_t* packed, const form_t* form, position_t* p) noexcept nogil:
    """Read a packed position. What all have seen of a reserve is face up, which changes no move."""
    cdef const rules_t* r = form.rules
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
    if form.hidden:
        for i in range(UNSEEN_BYTES):
            set_unseen(p, OF_SEATS[i], packed[form.size - UNSEEN_BYTES + i])
    recompute(p, r)
