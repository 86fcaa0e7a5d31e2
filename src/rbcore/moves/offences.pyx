"""Stop! (section 6): the verdict on an attempted move, and what follows a call.

Sections 4 and 5 are implemented here a second time, straight from the rules and apart from
legal_moves, so that each implementation checks the other.
"""

from libc.stdint cimport uint16_t, uint64_t

from rbcore.board.memory cimport note_seen
from rbcore.board.position cimport has_top_card, length, move_group, places_of
from rbcore.cards.bits cimport popcount
from rbcore.moves.house_plans cimport GOAL_SPACE, can_make_space, find_first_moves, plan_moves_t
from rbcore.moves.legal_moves cimport (
    NO_SPECIAL, RESERVE_LANE, SPECIAL_WASTE, TURNED_LANE, clear_groups, compulsory_places,
    count_moves, find_moves, has_move, keep_plan_moves, special_move,
)
from rbcore.moves.transition cimport (
    apply_out_of_line, ends_turn, is_special, move_of, pass_turn,
)
from rbcore.rules.compiled cimport (
    COSTS_CARDS, FOUNDATION, HAND, LANES, LANES_PER_QUAD, PRIORITY_SPACE, QUADS, RESERVE, TURNED,
    TURNED_ALONE, WASTE, overlook,
)

cdef verdict_t judge(const position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """Return the verdict on a move that the seat to move attempts."""
    cdef bint special = is_special(r, m)
    cdef moves_t moves
    cdef int lane
    if not (_special_is_available(p, r, m) if special else _is_available(p, r, m)):
        return UNAVAILABLE
    if not special and not _fitting_places(p, r, m.source, m.extra_cards) >> m.place & 1:
        return MISFIT
    if r.early_turn and p.fresh and m.place >= TURNED:                             # V10
        return LEGAL
    if r.foundation_priority and (special or m.place != FOUNDATION or m.source != RESERVE + p.seat):
        if r.reserve_priority and _fits_foundation(p, r, RESERVE + p.seat):        # V28
            return RESERVE_TO_FOUNDATION
        if special or m.place != FOUNDATION:
            for lane in range(LANES):
                if _fits_foundation(p, r, r.source[p.seat][lane]):
                    return CARD_TO_FOUNDATION
    if special and m.source < TURNED and has_top_card(p, RESERVE + p.seat) and p.moves_left:
        if p.empty and r.empty_house_blocks_turn:                                  # 5.3, V27
            return SPACE
        if r.must_make_spaces and can_make_space(p, r):                            # V7
            return SPACE
    find_moves(p, r, &moves)
    return LEGAL if has_move(p, r, &moves, m) else COMPULSION

cdef bint _special_is_available(const position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """Return whether a special move meets its own condition: 4.4, 4.5, 4.6, V35."""
    cdef int cards = length(p, HAND + p.seat) + length(p, WASTE + p.seat)
    cdef bint turned = length(p, TURNED + p.seat) > 0
    if r.turn_reserve and p.empty:                                                 # V35
        cards += length(p, RESERVE + p.seat)
    if m.place >= TURNED:
        return not turned and cards > 0
    if m.source == FOUNDATION:
        return not turned and cards == 0
    return turned

cdef bint _is_available(const position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """Return whether a card, or a face-up group (V13), is available (4.1, V3, V30, V32)."""
    cdef int pile = m.source, at
    if r.turned_up_card and has_top_card(p, TURNED + p.seat):                      # V30
        return (
            pile == TURNED + p.seat and r.turned_up_card == TURNED_ALONE and m.extra_cards == 0
        )
    if m.extra_cards and not r.group_moves:
        return False
    if pile < RESERVE:
        at = p.top[pile] - m.extra_cards
        return length(p, pile) > m.extra_cards and at >= p.first_face_up[pile]
    if pile == RESERVE + p.seat or pile == TURNED + p.seat:
        return has_top_card(p, pile)
    if r.waste_after_reserve and has_top_card(p, RESERVE + p.seat):                # V32
        return False
    return r.waste_available and pile == WASTE + p.seat and has_top_card(p, pile)

cdef uint16_t _fitting_places(const position_t* p, const rules_t* r, int pile,
                              int extra_cards) noexcept nogil:
    """Return the places open to the seat where a pile's card, or group, fits (4.2)."""
    cdef uint16_t houses = r.house_set, places = places_of(p, r, pile, extra_cards)
    if pile < RESERVE and not r.house_to_house:                                    # V14
        houses = 0
    places &= r.places[p.seat] & <uint16_t>~(r.house_set & ~houses)
    if extra_cards:
        places &= houses
    elif r.load_only_unplayable and places & (houses | 1 << FOUNDATION):           # V14
        places &= houses | 1 << FOUNDATION
    elif not (r.houses_load if pile < RESERVE else r.reserve_loads or pile >= WASTE):  # V16
        places &= houses | 1 << FOUNDATION
    if p.moves_left == 0:                                                          # V19
        places &= 1 << FOUNDATION
    return places

cdef int find_misfits(const position_t* p, const rules_t* r, uint16_t* misfits) noexcept nogil:
    """Find the places of 4.2 that each available card does not fit, by lane; return their number.

    A card's own house is not counted.
    """
    cdef int lane, pile, n = 0
    for lane in range(LANES):
        pile = r.source[p.seat][lane]
        misfits[lane] = 0
        if _is_available(p, r, move_of(pile, FOUNDATION, 0)):
            misfits[lane] = r.places[p.seat] & ~_fitting_places(p, r, pile, 0)
            if pile < RESERVE:
                misfits[lane] &= ~(1 << pile)
        n += popcount(misfits[lane])
    return n

cdef bint _fits_foundation(const position_t* p, const rules_t* r, int pile) noexcept nogil:
    """Return whether the top card of a pile is available and fits a foundation."""
    return p.destinations[p.top_card[pile]] >> FOUNDATION & 1 and (
        _is_available(p, r, move_of(pile, FOUNDATION, 0)))

# ---- after a called Stop: the omitted move (offences 1, 2, 3, 6) and the end of the turn ---------

cdef void find_omitted(const position_t* p, const rules_t* r, verdict_t verdict,
                       moves_t* m) noexcept nogil:
    """Find the moves of which the offender must make one, after 1, 2, 3 or 6; there is always one.

    In general they are the legal card moves. After 3, unless V4, V6, V9 or V33 compels one of
    these, they are the moves of the reserve's top to a space, or the first moves of the shortest
    plans for a space (V7). After 6, unless these compel one, they are the plays of the turned-up
    card (V14, V31).
    """
    cdef plan_moves_t plan_moves
    cdef moves_t unbarred
    cdef rules_t without
    cdef uint16_t houses
    find_moves(p, r, m)
    m.special = NO_SPECIAL            # an early turn (V10) is never the omitted move
    if verdict == SPACE or verdict == COMPULSION:
        without = r[0]
        without.hand_card_compulsory = without.hand_load_compulsory = False
        overlook(&without, PRIORITY_SPACE)
        find_moves(p, &without, &unbarred)
        if verdict == COMPULSION:
            if unbarred.special == SPECIAL_WASTE:                                  # V14, V31
                _keep_lane(r, m, TURNED_LANE, compulsory_places(p, r))
        elif unbarred.special == NO_SPECIAL:
            pass                                                              # V4, V6, V9, V33
        elif p.empty & r.spaces:
            houses = r.house_set if r.space_only_unplayable else p.empty & r.spaces    # V25
            _keep_lane(r, m, RESERVE_LANE, houses)
        elif find_first_moves(p, r, GOAL_SPACE, &plan_moves):
            keep_plan_moves(r, m, &plan_moves)
    count_moves(m, m.places[0], m.places[1], m.places[2])

cdef void _keep_lane(const rules_t* r, moves_t* m, int lane, uint64_t places) noexcept nogil:
    """Leave only the moves of a lane's card to some places."""
    cdef int quad
    places <<= 16 * (lane % LANES_PER_QUAD)
    for quad in range(QUADS):
        m.places[quad] &= places if quad == lane // LANES_PER_QUAD else 0
    if r.group_moves:
        clear_groups(m)

cdef void note_exposed(position_t* p, const rules_t* r, move_t attempted) noexcept nogil:
    """Note face-down cards exposed by a move that is then taken back: every seat has seen them."""
    cdef position_t after = p[0]
    cdef int pile, hand = HAND + p.seat
    if ends_turn(r, attempted):
        return
    apply_out_of_line(&after, r, attempted)
    if length(p, hand) and after.top[hand] < p.top[hand]:
        note_seen(p, hand, after.top[hand] + 1)
    for pile in range(WASTE):
        if after.first_face_up[pile] < p.first_face_up[pile]:
            note_seen(p, pile, after.top[pile] + 1 if r.turn_reserve and pile >= RESERVE
                      else after.first_face_up[pile])

cdef void end_by_stop(position_t* p, const rules_t* r) noexcept nogil:
    """Lay the turned-up card on the offender's waste and pass the turn."""
    if has_top_card(p, TURNED + p.seat):
        apply_out_of_line(p, r, special_move(p, SPECIAL_WASTE))
    else:
        pass_turn(p, r)

cdef enum:
    CARDS_OF_A_WRONG_STOP = 3

cdef void pay_for_wrong_stop(position_t* p, const rules_t* r) noexcept nogil:
    """Make the seat to move pay for the wrong Stop that it called when its turn began (V34)."""
    cdef int cards = min(CARDS_OF_A_WRONG_STOP, length(p, WASTE + p.seat))
    if r.wrong_stop != COSTS_CARDS:
        pass_turn(p, r)
    elif cards:
        move_group(p, r, WASTE + p.seat, cards - 1, RESERVE + p.seat)
