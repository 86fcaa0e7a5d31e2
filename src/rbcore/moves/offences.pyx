"""Stop!: which offence an attempted move is (section 6).

Sections 4 and 5 are written apart from legal_moves, straight from the rules, so that each checks
the other.
"""

from libc.stdint cimport uint16_t

from rbcore.board.position cimport destinations_of, has_top_card, length
from rbcore.cards.card cimport card_t
from rbcore.moves.house_plans cimport can_make_space
from rbcore.moves.legal_moves cimport find_moves, has_move, moves_t
from rbcore.moves.transition cimport ends_turn
from rbcore.rules.compiled cimport FOUNDATION, HAND, HOUSE, RESERVE, TURNED, WASTE


cdef verdict_t judge(const position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """The verdict on a move that the seat to move attempts."""
    cdef bint special = ends_turn(r, m) or m.place >= TURNED
    cdef moves_t moves
    cdef int house
    if special and not _special_is_available(p, m):
        return UNAVAILABLE
    if not special and not _is_available(p, r, m):
        return UNAVAILABLE
    if not special and not _fits_there(p, r, m):
        return MISFIT
    if r.early_turn and p.fresh and m.place >= TURNED:                             # V10
        return LEGAL
    if r.foundation_priority and (special or m.place != FOUNDATION or m.source != RESERVE + p.seat):
        if _fits_foundation(p, RESERVE + p.seat):
            return RESERVE_TO_FOUNDATION
        if special or m.place != FOUNDATION:
            if _fits_foundation(p, TURNED + p.seat):
                return CARD_TO_FOUNDATION
            if r.waste_available and _fits_foundation(p, WASTE + p.seat):
                return CARD_TO_FOUNDATION
            for house in range(r.houses):
                if _fits_foundation(p, HOUSE + house):
                    return CARD_TO_FOUNDATION
    if special and m.source < TURNED and has_top_card(p, RESERVE + p.seat) and p.moves_left:
        if p.empty and r.spaces:
            return SPACE
        if r.must_make_spaces and can_make_space(p, r):                            # V7
            return SPACE
    find_moves(p, r, &moves)
    return LEGAL if has_move(p, r, &moves, m) else COMPULSION


cdef bint _special_is_available(const position_t* p, move_t m) noexcept nogil:
    """Whether a special move's own condition holds: 4.4, 4.5, 4.6."""
    cdef int cards = length(p, HAND + p.seat) + length(p, WASTE + p.seat)
    cdef bint turned = length(p, TURNED + p.seat) > 0
    if m.place >= TURNED:
        return not turned and cards > 0
    if m.source == FOUNDATION:
        return not turned and cards == 0
    return turned


cdef bint _is_available(const position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """Whether a card is available (4.1, V3); a group lies face up in a house (V13)."""
    cdef int pile = m.source, at
    if pile < RESERVE:
        at = p.top[pile] - m.extra_cards
        return length(p, pile) > m.extra_cards and at >= p.first_face_up[pile]
    if pile == RESERVE + p.seat or pile == TURNED + p.seat:
        return has_top_card(p, pile)
    return r.waste_available and pile == WASTE + p.seat and has_top_card(p, pile)


cdef bint _fits_there(const position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """Whether the card, or the group above it, fits at a place that the seat may use (4.2)."""
    cdef card_t c = p.cards[p.top[m.source] - m.extra_cards]
    cdef uint16_t houses = r.house_set
    cdef uint16_t places = destinations_of(p, c) | (p.empty & r.spaces)
    if m.source < RESERVE and not r.house_to_house:                                # V14
        houses = 0
    places &= r.places[p.seat] & <uint16_t>~(r.house_set & ~houses)
    if m.extra_cards:
        places &= houses
    elif r.load_only_unplayable and places & (houses | 1 << FOUNDATION):           # V14
        places &= houses | 1 << FOUNDATION
    elif not _gives_loads(r, m.source):
        places &= houses | 1 << FOUNDATION
    if p.moves_left == 0:                                                          # V19
        places &= 1 << FOUNDATION
    return places >> m.place & 1


cdef bint _gives_loads(const rules_t* r, int source) noexcept nogil:
    """Whether cards of an available pile may be loaded at all (V16)."""
    if source < RESERVE:
        return r.houses_load
    return r.reserve_loads or source >= WASTE


cdef bint _fits_foundation(const position_t* p, int pile) noexcept nogil:
    """Whether the top card of a pile fits a foundation."""
    return p.destinations[p.top_card[pile]] >> FOUNDATION & 1
