"""What happens without a choice: cards surface, houses close or are filled, seats lay out."""

from rbcore.board.position cimport NO_BASE, is_won, open_foundations, settle, shift, shows
from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport JOKER
from rbcore.rules.compiled cimport HOUSE, RESERVE


cdef void apply_with_events(position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """apply(), under rules by which more happens than the move itself."""
    cdef uint8_t nature = r.nature[m.source][m.place]
    p.fresh = 0
    if m.more:
        shift(p, r, m.source, m.more, m.place)
    elif m.place >= TURNED:
        _turn_up(p, r)
    elif m.source != FOUNDATION:
        carry(p, r, m)
    p.idle &= <uint64_t>0 - (nature & QUIET)
    follow(p, r)
    if nature >= ENDS_TURN and not is_won(p):
        pass_turn(p, r)


cdef void apply_apart(position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """apply(), for callers beside whom it must stay inline elsewhere in their module."""
    apply(p, r, m)


cdef void _turn_up(position_t* p, const rules_t* r) noexcept nogil:
    """4.4; a joker is set aside and the next card turned (V1); the first card is the base (V15)."""
    cdef int hand = HAND + p.seat
    cdef card_t c
    while p.left[p.seat] != length(p, RESERVE + p.seat):
        if length(p, hand) == 0:
            turn_over(p, r)
        c = lift(p, r, hand)
        if c == JOKER:
            continue
        lay(p, r, TURNED + p.seat, c)
        if p.base == NO_BASE:
            p.base = <uint8_t>(rank_of(c) - 1)
            open_foundations(p, r)
        return


cdef void pass_turn(position_t* p, const rules_t* r) noexcept nogil:
    """The turn of the seat to move ends and the next seat's begins.

    A first turn that a called Stop ended before the reserve was turned up goes on later (V12).
    """
    cdef int reserve = RESERVE + p.seat
    if shows(p, reserve) or length(p, reserve) == 0:
        p.first &= <uint8_t>~(1 << p.seat)
    end_turn(p, r)
    if r.eventful:
        begin_turn(p, r)


cdef void begin_turn(position_t* p, const rules_t* r) noexcept nogil:
    p.fresh = r.early_turn
    if r.late_layout and p.first >> p.seat & 1 and length(p, HAND + p.seat) == r.pack_size:
        lay_out(p, r, p.seat)
        settle(p, r)
    follow(p, r)


cdef inline card_t _draw(position_t* p, int seat) noexcept nogil:
    """The next card of a pack that still lies whole as the hand."""
    p.top[HAND + seat] -= 1
    return p.cards[p.top[HAND + seat] + 1]


cdef void lay_out(position_t* p, const rules_t* r, int seat) noexcept nogil:
    """2.1, V8: a seat's reserve and houses from the top of its hand; settle() is to be called."""
    cdef int i, reserve = RESERVE + seat, house = HOUSE + seat * r.houses_each
    for i in range(r.reserve_size):
        p.top[reserve] += 1
        p.cards[p.top[reserve]] = _draw(p, seat)
    p.open[reserve] = p.top[reserve]
    if r.reserve_face_down and r.reserve_size:                                     # V12
        p.open[reserve] += 1
    if r.covered_houses:
        for i in range(r.houses_each - 1, -1, -1):      # nearest the reserve first
            p.top[house + i] += 1
            p.cards[p.top[house + i]] = _draw(p, seat)
            p.open[house + i] = p.top[house + i] + 1
    for i in range(r.houses_each):                      # furthest first
        p.top[house + i] += 1
        p.cards[p.top[house + i]] = _draw(p, seat)
        p.houses |= <uint16_t>(1 << (house + i))


cdef void follow(position_t* p, const rules_t* r) noexcept nogil:
    """All that is bound to happen before the next decision."""
    cdef int house
    if r.seats == 3:
        set_aside(p, r)
    if r.own_waste_fills:
        while p.empty and shows(p, WASTE + p.seat):                                # V14
            house = HOUSE + lowest(p.empty)
            lay(p, r, house, lift(p, r, WASTE + p.seat))
    if p.first >> p.seat & 1 and r.reserve_face_down:
        _show_reserve(p, r)


cdef void set_aside(position_t* p, const rules_t* r) noexcept nogil:
    """V1: a joker that surfaced goes, and the first house that is ever empty is closed."""
    cdef int pile
    cdef uint16_t closed
    for pile in range(r.houses):
        if p.shown[HOUSE + pile] == JOKER:
            lift(p, r, HOUSE + pile)
    for pile in range(RESERVE, RESERVE + r.seats):
        if p.shown[pile] == JOKER:
            lift(p, r, pile)
    if p.empty and p.houses == r.house_set:
        closed = <uint16_t>(1 << lowest(p.empty))
        p.houses ^= closed
        p.empty ^= closed


cdef void _show_reserve(position_t* p, const rules_t* r) noexcept nogil:
    """V12: in its first turn a seat's reserve turns up once no house's card fits a foundation."""
    cdef int reserve = RESERVE + p.seat, house
    if shows(p, reserve) or length(p, reserve) == 0:
        return
    for house in range(r.houses):
        if p.takes[p.shown[HOUSE + house]] >> FOUNDATION & 1:
            return
    p.open[reserve] = p.top[reserve]
    p.shown[reserve] = p.cards[p.top[reserve]]
    toggle(p, r, reserve, p.shown[reserve])
    if r.seats == 3:
        set_aside(p, r)
