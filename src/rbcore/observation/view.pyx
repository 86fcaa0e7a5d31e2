"""What the seat to move can see of a position."""

from libc.string cimport memcpy, memset

from rbcore.board.memory cimport forget, note_all_seen, remember, seen_from
from rbcore.board.position cimport ROOM, base_of, knows_next, length
from rbcore.cards.card cimport NO_CARD, UNKNOWN
from rbcore.rules.compiled cimport HAND, HOUSE, PILES, RESERVE, TURNED, WASTE

# Bytes up to the end of the houses, and from there to the turned-up cards. Variables, because
# compilers copy a size that they know in place, which is slower.
cdef size_t COPIED_BYTES = sizeof(position_t) - ROOM + base_of(RESERVE)
cdef size_t HIDDEN_BYTES = base_of(TURNED) - base_of(RESERVE)


cdef void make_view(
    view_t* view, const position_t* p, const rules_t* r, bint remembers
) noexcept nogil:
    """Make the view of the seat to move: what all see, and its next card if it knows it (V11)."""
    cdef int hand = HAND + p.seat
    make_common_view(view, p, r)
    if remembers:
        recall(&view.seen, p, r)
    if knows_next(p, r) and length(p, hand):
        view.seen.cards[p.top[hand]] = p.cards[p.top[hand]]
        view.seen.top_card[hand] = p.top_card[hand]


cdef void make_open_view(view_t* view, const position_t* p, const rules_t* r) noexcept nogil:
    """Make the view of a seat that sees all cards: it remembers every one."""
    cdef position_t known
    cdef int pile
    memcpy(&known, p, sizeof(position_t))
    for pile in range(PILES):
        note_all_seen(&known, pile)
    make_view(view, &known, r, True)


cdef void make_common_view(view_t* view, const position_t* p, const rules_t* r) noexcept nogil:
    """Make what all seats see: what is face up, and how many cards are not.

    Hidden are all hands, and the face-down cards of reserves and houses. `key`, which hidden cards
    have a part in, begins at 0, so that it tells apart only what moves in the view.
    """
    cdef position_t* seen = &view.seen
    cdef int seat, house, at, first
    memcpy(seen, p, COPIED_BYTES)
    forget(seen)
    memset(seen.cards + base_of(RESERVE), UNKNOWN, HIDDEN_BYTES)
    memcpy(seen.cards + base_of(TURNED), p.cards + base_of(TURNED), ROOM - base_of(TURNED))
    seen.key = 0
    for seat in range(r.seats):
        seen.cards[base_of(HAND + seat)] = seen.cards[base_of(RESERVE + seat)] = NO_CARD
        seen.top_card[HAND + seat] = UNKNOWN if length(p, HAND + seat) else NO_CARD
        # Of an empty reserve, `first_face_up` says nothing.
        first = max(p.first_face_up[RESERVE + seat], base_of(RESERVE + seat) + 1)
        _reveal(seen, p, RESERVE + seat, first)
        _reveal(seen, p, WASTE + seat, base_of(WASTE + seat))
    if r.covered_houses:
        for house in range(HOUSE, HOUSE + r.houses):
            for at in range(base_of(house) + 1, min(p.first_face_up[house], p.top[house] + 1)):
                seen.cards[at] = UNKNOWN


cdef void recall(position_t* seen, const position_t* p, const rules_t* r) noexcept nogil:
    """Show the face-down cards that whoever attends has seen before."""
    cdef int pile
    remember(seen, p)
    for pile in range(HAND, HAND + r.seats):
        _reveal(seen, p, pile, seen_from(p, pile))
        seen.top_card[pile] = seen.cards[seen.top[pile]]
    for pile in range(RESERVE, RESERVE + r.seats):
        _reveal(seen, p, pile, seen_from(p, pile))
    if r.covered_houses:
        for pile in range(HOUSE, HOUSE + r.houses):
            _reveal(seen, p, pile, seen_from(p, pile))


cdef inline void _reveal(
    position_t* seen, const position_t* p, int pile, int first
) noexcept nogil:
    """Copy the cards of a pile from the first that is face up."""
    if first <= p.top[pile]:
        memcpy(seen.cards + first, p.cards + first, p.top[pile] - first + 1)
