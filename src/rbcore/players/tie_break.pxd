# The order in which players try moves and break ties, relative to the seat to move.
#
# Own houses come first, starting with the furthest from the own reserve, then those of the next
# seat in the same way, and so on around the table. So in the mirrored position, with the seats
# exchanged, a player that draws nothing chooses the mirrored move. `nth_move` numbers moves by
# house instead, the same for all seats, which is enough for random draws. A player that evaluates
# moves can skip those equivalent to another.

from libc.stdint cimport uint16_t, uint64_t

from rbcore.board.position cimport HOUSE_ROOM, length, position_t
from rbcore.cards.bits cimport filled_lanes, lowest
from rbcore.cards.card cimport NO_CARD
from rbcore.moves.legal_moves cimport in_lanes, lane_move, lane_set, moves_t
from rbcore.moves.transition cimport move_of, move_t
from rbcore.rules.compiled cimport HOUSE, RESERVE, first_for, in_order, rules_t

cdef inline uint64_t lanes_to(const moves_t* m, uint16_t places) noexcept nogil:
    """Return the lanes that have a move to one of these places, a bit each."""
    cdef uint64_t mask = in_lanes(places)
    return filled_lanes(m.places[0] & mask, m.places[1] & mask, m.places[2] & mask)

cdef inline bint any_to(const moves_t* m, uint16_t places) noexcept nogil:
    """Return whether any lane has a move to one of these places."""
    return ((m.places[0] | m.places[1] | m.places[2]) & in_lanes(places)) != 0

cdef inline int take_first(uint64_t* places) noexcept nogil:
    """Remove the first place, or lane, from a set that in_order() made."""
    cdef int first = lowest(places[0]) & 15
    places[0] &= places[0] - 1
    return first

cdef inline uint64_t later_spaces(const position_t* p, const rules_t* r) noexcept nogil:
    """Return the empty houses after the seat's first, to which all others are equivalent."""
    cdef uint64_t spaces = p.empty
    return spaces ^ <uint64_t>1 << first_for(r, p.seat, spaces) if spaces else 0

cdef inline bint changes_nothing(const position_t* p, move_t move) noexcept nogil:
    """Return whether a move takes a whole house to a space, which changes nothing."""
    return move.place < RESERVE and p.top_card[move.place] == NO_CARD and (
        move.source < RESERVE and length(p, move.source) == move.extra_cards + 1
    )

cdef inline move_t first_group(int seat, const rules_t* r, const moves_t* m) noexcept nogil:
    """Return the first move of a group (V13), smaller ones first; there must be one."""
    cdef uint64_t houses = in_order(r, seat, r.house_set)
    cdef int house, extra_cards
    while houses:
        house = take_first(&houses)
        for extra_cards in range(1, HOUSE_ROOM):
            if m.groups[house][extra_cards]:
                return move_of(
                    HOUSE + house, first_for(r, seat, m.groups[house][extra_cards]), extra_cards)
    return move_of(0, 0, 0)

cdef inline move_t first_move(const position_t* p, const rules_t* r,
                              const moves_t* m) noexcept nogil:
    """Return the first move of a card, else of a group; there must be one."""
    cdef int lane
    if not m.singles:
        return first_group(p.seat, r, m)
    lane = first_for(r, p.seat, lanes_to(m, 0xFFFF))
    return lane_move(p, r, 16 * lane + first_for(r, p.seat, lane_set(m, lane)))
