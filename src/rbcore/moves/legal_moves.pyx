"""The variants' filters of legal moves; the standard rules are in legal_moves.pxd."""

from libc.string cimport memcpy

from rbcore.board.position cimport equal_loads, has_top_card
from rbcore.cards.bits cimport filled_lanes, lowest, select
from rbcore.cards.card cimport NO_CARD, rank_of
from rbcore.moves.house_plans cimport (
    GOAL_RELEASE, GOAL_UNCOVER, can_make_space, find_plan_moves, plan_places,
)
from rbcore.moves.transition cimport is_special, turns_reserve
from rbcore.rules.compiled cimport ANY_SUIT, LANES, TURNED_ALONE

cdef void filter_moves(const position_t* p, const rules_t* r, moves_t* m,
                       bint to_foundation) noexcept nogil:
    """Reduce the moves that section 5 allows to those that the variant allows.

    `to_foundation` says that the moves are the compulsory ones to foundations.
    """
    cdef bint stands_alone = r.turned_up_card and has_top_card(p, TURNED + p.seat)
    if r.group_moves:
        clear_groups(m)
    if stands_alone:
        to_foundation = _leave_turned_up_card(p, r, m)                             # V30
    if p.moves_left == 0 and not to_foundation:
        _keep_foundations(p, r, m)
    elif not to_foundation:
        if r.any_suit:
            _add_loads(p, r, m)
        if r.has_house_rules:
            _follow_house_rules(p, r, m)
        if stands_alone:
            m.places[0] = m.places[1] = 0
            m.places[2] &= _turned_up_lane(r)
        if r.load_only_unplayable and (m.places[0] | m.places[1] | m.places[2]):
            _strike_loads(p, r, m)
        if m.special == SPECIAL_WASTE and lane_set(m, TURNED_LANE) & compulsory_places(p, r):
            m.special = NO_SPECIAL                                                 # V14, V31
        if r.group_moves and not stands_alone:
            _find_groups(p, r, m)
        if r.compels:
            _compel(p, r, m)
    if m.special == SPECIAL_PASS and turns_reserve(p, r):
        m.special = SPECIAL_TURN                                                   # V35
    if r.early_turn and p.fresh and _can_turn(p, r):
        m.special = SPECIAL_TURN                                                   # V10

cdef void _keep_foundations(const position_t* p, const rules_t* r,
                            moves_t* m) noexcept nogil:
    """Leave only moves to foundations and the one that ends the first turn (V19)."""
    cdef int quad
    for quad in range(QUADS):
        m.places[quad] &= in_lanes(1 << FOUNDATION)
    if has_top_card(p, TURNED + p.seat):
        m.special = SPECIAL_WASTE
    else:
        m.special = SPECIAL_TURN if _can_turn(p, r) else SPECIAL_PASS

cdef uint64_t _turned_up_lane(const rules_t* r) noexcept nogil:
    """Return a lone turned-up card's places in the third quad; none under `to-waste`."""
    return <uint64_t>0xFFFF << 16 * (TURNED_LANE & 3) if r.turned_up_card == TURNED_ALONE else 0

cdef bint _leave_turned_up_card(const position_t* p, const rules_t* r,
                                moves_t* m) noexcept nogil:
    """Leave only the turned-up card's moves (V30); return whether a foundation is compulsory."""
    cdef uint64_t places = p.destinations[p.top_card[TURNED + p.seat]] | p.empty & r.spaces
    places = (places << 16 * (TURNED_LANE & 3)) & r.allowed[p.seat][2] & _turned_up_lane(r)
    m.places[0] = m.places[1] = 0
    m.places[2] = places
    if places & r.foundation_priority:                                             # 5.2
        m.places[2] &= in_lanes(1 << FOUNDATION)
        m.special = NO_SPECIAL
        return True
    m.special = SPECIAL_WASTE
    return False

cdef uint16_t compulsory_places(const position_t* p, const rules_t* r) noexcept nogil:
    """Return where a turned-up card must go, if it fits, instead of the waste (V14, V31)."""
    cdef uint16_t elsewhere = r.house_set | 1 << FOUNDATION
    return (elsewhere if r.hand_card_compulsory else 0) | (
        r.places[p.seat] & ~elsewhere if r.hand_load_compulsory else 0)

cdef bint _can_turn(const position_t* p, const rules_t* r) noexcept nogil:
    """Return whether there is a card to turn and none is turned up (4.4, V35)."""
    if has_top_card(p, TURNED + p.seat):
        return False
    return turns_reserve(p, r) or p.cards_left[p.seat] != length(p, RESERVE + p.seat)

# ---- what fits ---------------------------------------------------------------------------------

cdef uint64_t _load_lanes(const position_t* p, const rules_t* r) noexcept nogil:
    """Return the opponents' piles, in each lane of a quad."""
    return in_lanes(r.places[p.seat] & <uint16_t>~(r.house_set | 1 << FOUNDATION))

cdef inline uint64_t _by_rank(const position_t* p, card_t a, card_t b, card_t c,
                              card_t d) noexcept nogil:
    """Return the places that four cards fit by rank alone."""
    return four_lanes(p, ANY_SUIT + rank_of(a), ANY_SUIT + rank_of(b), ANY_SUIT + rank_of(c),
                      ANY_SUIT + rank_of(d))

cdef void _add_loads(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """Add loads of any suit (V15)."""
    cdef const uint64_t* allowed = r.allowed[p.seat]                               # V16
    cdef const card_t* house = p.top_card + HOUSE
    cdef card_t waste = waste_card(p, r)
    cdef uint64_t loads = _load_lanes(p, r)
    if r.houses:
        m.places[0] |= _by_rank(p, house[0], house[1], house[2], house[3]) & loads & allowed[0]
        m.places[1] |= _by_rank(p, house[4], house[5], house[6], house[7]) & loads & allowed[1]
    m.places[2] |= loads & allowed[2] & _by_rank(
        p, house[8], p.top_card[RESERVE + p.seat], p.top_card[TURNED + p.seat], waste)

cdef void _follow_house_rules(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """Add loads of equal rank (V23); remove spaces for cards that fit a house (V25) and for a
    house's only card (V26).
    """
    cdef uint64_t loads = _load_lanes(p, r)
    cdef int lane
    for lane in range(LANES if waste_card(p, r) != NO_CARD else WASTE_LANE):
        m.places[lane >> 2] |= (r.allowed[p.seat][lane >> 2] & loads) & (
            <uint64_t>equal_loads(p, r, p.top_card[r.source[p.seat][lane]]) << 16 * (lane & 3))
        if (r.space_only_unplayable and lane_set(m, lane) & r.house_set & ~p.empty) or (
            r.lone_card_stays and lane < MAX_HOUSES and length(p, HOUSE + lane) == 1
        ):
            m.places[lane >> 2] &= ~(<uint64_t>p.empty << 16 * (lane & 3))

cdef void _strike_loads(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """Remove loads of cards that fit a foundation or a house (V14)."""
    cdef uint64_t loads = _load_lanes(p, r)
    cdef uint64_t lanes = filled_lanes(
        m.places[0] & loads, m.places[1] & loads, m.places[2] & loads)
    cdef int lane
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - 1
        # This counts fitting a foundation even if the seat overlooks it (inattention.pyx).
        if lane_set(m, lane) & r.house_set or (
            p.destinations[p.top_card[r.source[p.seat][lane]]] >> FOUNDATION & 1
        ):
            m.places[lane >> 2] &= ~((<uint64_t><uint16_t>loads) << (16 * (lane & 3)))

cdef void clear_groups(moves_t* m) noexcept nogil:
    cdef int house, extra_cards
    m.in_groups = 0
    for house in range(MAX_HOUSES):
        for extra_cards in range(HOUSE_ROOM):
            m.groups[house][extra_cards] = 0

cdef void _find_groups(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """Find moves of a house's last two or more cards to where the deepest fits (V13)."""
    cdef int house, extra_cards, most
    for house in range(r.houses):
        most = p.top[HOUSE + house] - p.first_face_up[HOUSE + house] + 1
        most = min(length(p, HOUSE + house), most)
        for extra_cards in range(1, most):
            m.groups[house][extra_cards] = plan_places(p, r, house, extra_cards)
            m.in_groups += popcount(m.groups[house][extra_cards])

cdef move_t nth_group(const moves_t* m, int n) noexcept nogil:
    """Return group move number n, ordered by house, then size, then place."""
    cdef int house, extra_cards, here
    for house in range(MAX_HOUSES):
        for extra_cards in range(1, HOUSE_ROOM):
            here = popcount(m.groups[house][extra_cards])
            if n < here:
                return move_of(HOUSE + house, select(m.groups[house][extra_cards], n), extra_cards)
            n -= here
    return move_of(0, 0, 0)

# ---- what is compulsory ------------------------------------------------------------------------

cdef void _compel(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """Apply V4 to V7, V9 and V33, when nothing fits a foundation."""
    cdef plan_moves_t plan_moves
    cdef uint64_t loads
    cdef uint64_t w0 = 0, w1 = 0, w2 = 0
    # Every plan begins with a house card.
    cdef bint can_plan = m.in_groups or (
        m.places[0] | m.places[1] | lane_set(m, RESERVE_LANE - 1)) != 0
    if can_plan and r.release and find_plan_moves(p, r, GOAL_RELEASE, &plan_moves):  # V4, V5
        keep_plan_moves(r, m, &plan_moves)
        m.special = NO_SPECIAL
        return
    if r.must_play_reserve and lane_set(m, RESERVE_LANE):                          # V33
        m.places[0] = m.places[1] = 0
        m.places[2] &= <uint64_t>0xFFFF << 16 * (RESERVE_LANE & 3)
        if r.group_moves:
            clear_groups(m)
        m.special = NO_SPECIAL
        return
    if r.must_load:                                                                # V6
        loads = _load_lanes(p, r)
        w0 = m.places[0] & loads
        w1 = m.places[1] & loads
        w2 = m.places[2] & loads
    if can_plan and r.must_uncover and find_plan_moves(p, r, GOAL_UNCOVER, &plan_moves):        # V9
        keep_plan_moves(r, m, &plan_moves)
    elif w0 | w1 | w2:
        m.places[0] = m.places[1] = m.places[2] = 0
        if r.group_moves:
            clear_groups(m)
    else:
        if r.must_make_spaces and m.special != NO_SPECIAL and m.special != SPECIAL_WASTE and (
            has_top_card(p, RESERVE + p.seat) and can_plan and can_make_space(p, r)
        ):
            m.special = NO_SPECIAL                                                 # V7
        return
    m.places[0] |= w0
    m.places[1] |= w1
    m.places[2] |= w2
    m.special = NO_SPECIAL

cdef void keep_plan_moves(const rules_t* r, moves_t* m,
                          const plan_moves_t* plan_moves) noexcept nogil:
    """Leave only the moves that begin a plan."""
    cdef int house, extra_cards
    memcpy(m.places, plan_moves.places, sizeof(m.places))
    if r.group_moves:
        m.in_groups = 0
        for house in range(r.houses):
            for extra_cards in range(1, HOUSE_ROOM):
                m.groups[house][extra_cards] = plan_moves.groups[house][extra_cards]
                m.in_groups += popcount(m.groups[house][extra_cards])

cdef bint has_move(const position_t* p, const rules_t* r, const moves_t* m,
                   move_t move) noexcept nogil:
    """Return whether a move is among the legal ones."""
    cdef move_t special
    cdef int lane
    if is_special(r, move):
        special = special_move(p, m.special)
        if m.special == NO_SPECIAL:
            return False
        return special.source == move.source and special.place == move.place
    if move.extra_cards:
        return r.group_moves and m.groups[move.source - HOUSE][move.extra_cards] >> move.place & 1
    for lane in range(LANES):
        if r.source[p.seat][lane] == move.source:
            return lane_set(m, lane) >> move.place & 1
    return False
