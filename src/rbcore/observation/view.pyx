"""What the seat to move can see of a position."""

from libc.string cimport memcpy, memset

from rbcore.board.position cimport ROOM, base_of, length
from rbcore.cards.card cimport NO_CARD
from rbcore.rules.compiled cimport HAND, HOUSE, RESERVE, TURNED, WASTE

# Bytes up to the end of the houses, and from there to the turned-up cards. Variables, because for a
# size that is known compilers copy in place, which is the slower.
cdef size_t OPEN = sizeof(position_t) - ROOM + base_of(RESERVE)
cdef size_t HIDDEN = base_of(TURNED) - base_of(RESERVE)


cdef void look_at(view_t* view, const position_t* p, const rules_t* r) noexcept nogil:
    """Copy what is face up and count what is not.

    Hidden are all hands, reserves' and houses' face-down cards. The next card of the own hand is
    seen where it may be looked at (V11). `marks`, which hidden cards have a part in, begins at 0,
    so that it tells apart only what moves in the view.
    """
    cdef position_t* seen = &view.seen
    cdef int seat, house, at
    memcpy(seen, p, OPEN)
    memset(seen.cards + base_of(RESERVE), UNKNOWN, HIDDEN)
    memcpy(seen.cards + base_of(TURNED), p.cards + base_of(TURNED), ROOM - base_of(TURNED))
    seen.marks = 0
    for seat in range(r.seats):
        seen.cards[base_of(HAND + seat)] = seen.cards[base_of(RESERVE + seat)] = NO_CARD
        seen.shown[HAND + seat] = UNKNOWN if length(p, HAND + seat) else NO_CARD
        # Of an empty reserve, `open` says nothing.
        _show(seen, p, RESERVE + seat, max(p.open[RESERVE + seat], base_of(RESERVE + seat) + 1))
        _show(seen, p, WASTE + seat, base_of(WASTE + seat))
    if r.covered_houses:
        for house in range(HOUSE, HOUSE + r.houses):
            for at in range(base_of(house) + 1, min(p.open[house], p.top[house] + 1)):
                seen.cards[at] = UNKNOWN
    if r.peek and length(p, HAND + p.seat):
        seen.cards[p.top[HAND + p.seat]] = p.cards[p.top[HAND + p.seat]]
        seen.shown[HAND + p.seat] = p.shown[HAND + p.seat]


cdef inline void _show(
    position_t* seen, const position_t* p, int pile, int first
) noexcept nogil:
    """Copy the cards of a pile from the first that is face up."""
    if first <= p.top[pile]:
        memcpy(seen.cards + first, p.cards + first, p.top[pile] - first + 1)
