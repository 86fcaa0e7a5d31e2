"""What the variants make of the legal moves; the standard rules are in moves.pxd."""

from libc.string cimport memcpy

from rbcore.board.position cimport places_of, shows
from rbcore.moves.house_plans cimport can_make_space, find_plan_moves, plan_moves_t, plan_places
from rbcore.moves.plan_bound cimport RELEASE, UNCOVER
from rbcore.moves.transition cimport is_word


cdef void narrow(
    const position_t* p, const rules_t* r, moves_t* m, bint built
) noexcept nogil:
    """Make of the moves that section 5 allows those that the variants allow.

    `built` says that the moves are those to foundations, which are compulsory.
    """
    if r.group_moves:
        _clear_groups(m)
    if not built:
        if r.any_suit:
            _add_loads(p, r, m)
        if r.load_only_unplayable:
            _strike_loads(p, r, m)
        if r.hand_card_compulsory and m.word == WORD_WASTE and (
            lane_set(m, TURNED_LANE) & (r.house_set | 1 << FOUNDATION)
        ):
            m.word = NO_WORD                                                       # V14
        if r.group_moves:
            _find_groups(p, r, m)
        _compel(p, r, m)
    if r.early_turn and p.fresh and _can_turn(p):
        m.word = WORD_TURN                                                         # V10


cdef bint _can_turn(const position_t* p) noexcept nogil:
    """Whether there is a card to turn and none turned up (4.4)."""
    return not shows(p, TURNED + p.seat) and p.left[p.seat] != length(p, RESERVE + p.seat)


# ---- what fits ---------------------------------------------------------------------------------


cdef uint64_t _loads(const position_t* p, const rules_t* r) noexcept nogil:
    """The opponents' piles, in each lane of a word."""
    return in_lanes(r.places[p.seat] & <uint16_t>~(r.house_set | 1 << FOUNDATION))


cdef void _add_loads(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """V15: loads of any suit."""
    cdef uint64_t places
    cdef int lane
    cdef card_t c
    for lane in range(12):
        c = p.shown[r.source[p.seat][lane]]
        if c != NO_CARD and (lane != WASTE_LANE or r.waste_available):
            places = places_of(p, c) & <uint16_t>_loads(p, r)
            m.places[lane >> 2] |= places << (16 * (lane & 3))


cdef void _strike_loads(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """V14: no loads of cards that fit a foundation or a house."""
    cdef int lane
    for lane in range(12):
        # That a card fits a foundation holds even where the seat overlooks it (stop.pyx).
        if lane_set(m, lane) & r.house_set or (
            p.takes[p.shown[r.source[p.seat][lane]]] >> FOUNDATION & 1
        ):
            m.places[lane >> 2] &= ~((<uint64_t><uint16_t>_loads(p, r)) << (16 * (lane & 3)))


cdef void _clear_groups(moves_t* m) noexcept nogil:
    cdef int house, more
    for house in range(MAX_HOUSES):
        for more in range(HOUSE_ROOM):
            m.groups[house][more] = 0


cdef void _find_groups(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """V13: the last cards of a house, two or more, where the deepest of them fits."""
    cdef int house, more, most
    for house in range(r.houses):
        most = min(length(p, HOUSE + house), p.top[HOUSE + house] - p.open[HOUSE + house] + 1)
        for more in range(1, most):
            m.groups[house][more] = plan_places(p, r, house, more)
            m.in_groups += popcount(m.groups[house][more])


cdef move_t nth_group(const moves_t* m, int n) noexcept nogil:
    """Group move number n, in the order of houses, then sizes, then places."""
    cdef move_t move
    cdef int house, more, here
    move.source = move.place = move.more = 0
    for house in range(MAX_HOUSES):
        for more in range(1, HOUSE_ROOM):
            here = popcount(m.groups[house][more])
            if n < here:
                move.source = <uint8_t>(HOUSE + house)
                move.place = <uint8_t>select(m.groups[house][more], n)
                move.more = <uint8_t>more
                return move
            n -= here
    return move


# ---- what is compulsory ------------------------------------------------------------------------


cdef void _compel(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """V4 to V7 and V9, when nothing fits a foundation."""
    cdef plan_moves_t found
    cdef uint64_t loads
    cdef uint64_t w0 = 0, w1 = 0, w2 = 0
    if r.release and find_plan_moves(p, r, RELEASE, &found):                       # V4, V5
        _take_plan(r, m, &found)
        m.word = NO_WORD
        return
    if r.must_load:                                                                # V6
        loads = _loads(p, r)
        w0 = m.places[0] & loads
        w1 = m.places[1] & loads
        w2 = m.places[2] & loads
    if r.must_uncover and find_plan_moves(p, r, UNCOVER, &found):                  # V9
        _take_plan(r, m, &found)
    elif w0 | w1 | w2:
        m.places[0] = m.places[1] = m.places[2] = 0
        if r.group_moves:
            _clear_groups(m)
            m.in_groups = 0
    else:
        if r.must_make_spaces and m.word != NO_WORD and m.word != WORD_WASTE and (
            shows(p, RESERVE + p.seat) and can_make_space(p, r)
        ):
            m.word = NO_WORD                                                       # V7
        return
    m.places[0] |= w0
    m.places[1] |= w1
    m.places[2] |= w2
    m.word = NO_WORD


cdef void _take_plan(const rules_t* r, moves_t* m, const plan_moves_t* found) noexcept nogil:
    """Leave no moves but those of a plan."""
    cdef int house, more
    memcpy(m.places, found.places, sizeof(m.places))
    if r.group_moves:
        m.in_groups = 0
        for house in range(r.houses):
            for more in range(1, HOUSE_ROOM):
                m.groups[house][more] = found.groups[house][more]
                m.in_groups += popcount(m.groups[house][more])


cdef bint has_move(
    const position_t* p, const rules_t* r, const moves_t* m, move_t move
) noexcept nogil:
    """Whether a move is among the legal ones."""
    cdef move_t word
    cdef int lane
    if is_word(r, move):
        word = word_move(p, m.word)
        return m.word != NO_WORD and word.source == move.source and word.place == move.place
    if move.more:
        return r.group_moves and m.groups[move.source - HOUSE][move.more] >> move.place & 1
    for lane in range(12):
        if r.source[p.seat][lane] == move.source:
            return lane_set(m, lane) >> move.place & 1
    return False
