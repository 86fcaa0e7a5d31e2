"""What the seat to move can see of a position."""

from libc.string cimport memcpy, memset

from rbcore.card cimport NO_CARD, card_t
from rbcore.position cimport ROOM, base_of, length
from rbcore.table cimport HAND, HOUSE, MAX_SEATS, RESERVE, TURNED, WASTE


cdef void look_at(view_t* view, const position_t* p, const rules_t* r) noexcept nogil:
    """Copy what is face up and count what is not.

    Hidden are all hands, reserves' and houses' face-down cards. The next card of the own hand is
    seen where it may be looked at (V11). `marks`, which hidden cards have a part in, begins at 0,
    so that it tells apart only what moves in the view.
    """
    cdef position_t* seen = &view.seen
    cdef int seat, house, hands = base_of(HAND)
    memcpy(seen, p, <const char*>p.cards - <const char*>p + hands)
    memset(seen.cards + hands, UNKNOWN, base_of(TURNED) - hands)
    memcpy(seen.cards + base_of(TURNED), p.cards + base_of(TURNED), ROOM - base_of(TURNED))
    seen.marks = 0
    for seat in range(r.seats):
        seen.cards[base_of(HAND + seat)] = NO_CARD
        seen.shown[HAND + seat] = UNKNOWN if length(p, HAND + seat) else NO_CARD
        _hide(seen, RESERVE + seat)
    if r.covered_houses:
        for house in range(r.houses):
            _hide(seen, HOUSE + house)
    if r.peek and length(p, HAND + p.seat):
        seen.cards[p.top[HAND + p.seat]] = p.cards[p.top[HAND + p.seat]]
        seen.shown[HAND + p.seat] = p.shown[HAND + p.seat]


cdef void _hide(position_t* seen, int pile) noexcept nogil:
    """Wipe the face-down cards of a pile."""
    cdef int at
    for at in range(base_of(pile) + 1, min(seen.open[pile], seen.top[pile] + 1)):
        seen.cards[at] = UNKNOWN
