"""The first of the legal moves to the seat to move, where nothing else decides."""

from rbcore.board.position cimport HOUSE_ROOM
from rbcore.moves.legal_moves cimport lane_move, lane_set
from rbcore.rules.compiled cimport first_for, in_order


cdef move_t first_move(const position_t* p, const rules_t* r, const moves_t* m) noexcept nogil:
    """The first move of a card, else of a group; there must be one."""
    cdef int lane
    if not m.singles:
        return first_group(p.seat, r, m)
    lane = first_for(r, p.seat, lanes_to(m, 0xFFFF))
    return lane_move(p, r, 16 * lane + first_for(r, p.seat, lane_set(m, lane)))


cdef move_t first_group(int seat, const rules_t* r, const moves_t* m) noexcept nogil:
    """The first move of a group (V13), smaller ones first; there must be one."""
    cdef uint64_t houses = in_order(r, seat, r.house_set)
    cdef int house, extra_cards
    while houses:
        house = take_first(&houses)
        for extra_cards in range(1, HOUSE_ROOM):
            if m.groups[house][extra_cards]:
                return group_move(
                    house, extra_cards, first_for(r, seat, m.groups[house][extra_cards]))
    return group_move(0, 0, 0)
