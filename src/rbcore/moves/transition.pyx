"""Forced events: cards surface, houses close or are filled, seats lay out."""

from rbcore.board.position cimport (
    NO_BASE, NO_LIMIT, has_top_card, is_won, move_group, recompute, recompute_foundations,
)
from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport JOKER
from rbcore.rules.compiled cimport HOUSE, PEEK_ONCE, RESERVE

cdef inline bint _has_events(const position_t* p, const rules_t* r) noexcept nogil:
    """Whether there may be events to apply; False settles it sooner."""
    return r.seats == 3 or p.first or (p.empty and r.own_waste_fills)

cdef void apply_with_events(position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """Make a legal move under rules with forced events."""
    cdef uint8_t move_flags = r.move_flags[m.source][m.place]
    p.fresh = 0
    if p.moves_left != NO_LIMIT and m.place != FOUNDATION and not is_special(r, m):
        p.moves_left -= 1                                                          # V19
    if m.place >= TURNED:
        p.looked = 0
    if m.extra_cards:
        move_group(p, r, m.source, m.extra_cards, m.place)
    elif m.place >= TURNED and (r.seats == 3 or p.base == NO_BASE):
        _turn_up(p, r)
    elif m.source != FOUNDATION:
        apply_card_move(p, r, m.source, m.place)
    p.turns_without_progress &= <uint64_t>0 - (move_flags & QUIET)
    if _has_events(p, r):
        apply_forced_events(p, r)
    if move_flags >= ENDS_TURN and not is_won(p):
        pass_turn(p, r)

cdef int apply_out_of_line(position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """Out-of-line apply(), so that the hot loop keeps its inlined copy."""
    return apply(p, r, m)

cdef void _turn_up(position_t* p, const rules_t* r) noexcept nogil:
    """Turn a hand card up (4.4): a joker goes (V1), the first card gives the base (V15)."""
    cdef int hand = HAND + p.seat
    cdef card_t c
    while p.cards_left[p.seat] != length(p, RESERVE + p.seat):
        if length(p, hand) == 0:
            turn_over(p, r)
        c = pop_card(p, r, hand)
        if c == JOKER:
            continue
        push_card(p, r, TURNED + p.seat, c)
        if p.base == NO_BASE:
            p.base = <uint8_t>(rank_of(c) - 1)
            recompute_foundations(p, r)
        return

cdef void pass_turn(position_t* p, const rules_t* r) noexcept nogil:
    """End the turn of the seat to move, and begin the next seat's.

    A first turn that a called Stop ended before the reserve was turned up goes on later (V12).
    """
    cdef int reserve = RESERVE + p.seat
    if has_top_card(p, reserve) or length(p, reserve) == 0:
        p.first &= <uint8_t>~(1 << p.seat)
    p.moves_left = NO_LIMIT
    end_turn(p, r)
    if r.has_forced_events:
        begin_turn(p, r)

cdef void begin_turn(position_t* p, const rules_t* r) noexcept nogil:
    p.fresh = r.early_turn
    if r.late_layout and p.first >> p.seat & 1 and length(p, HAND + p.seat) == r.pack_size:
        lay_out(p, r, p.seat)
        recompute(p, r)
    # A hand that is empty has no card to look at: the waste is turned over by `turn` alone (V11).
    p.looked = r.peek == PEEK_ONCE and length(p, HAND + p.seat) > 0
    if _has_events(p, r):
        apply_forced_events(p, r)

cdef inline card_t _draw(position_t* p, int seat) noexcept nogil:
    """Take the next card of a pack that still lies whole as the hand."""
    p.top[HAND + seat] -= 1
    return p.cards[p.top[HAND + seat] + 1]

cdef void lay_out(position_t* p, const rules_t* r, int seat) noexcept nogil:
    """Lay out a seat's reserve and houses from its hand (2.1, V8); the caller calls recompute()."""
    cdef int i, _card, reserve = RESERVE + seat, house = HOUSE + seat * r.houses_each
    for _card in range(r.reserve_size):
        p.top[reserve] += 1
        p.cards[p.top[reserve]] = _draw(p, seat)
    p.first_face_up[reserve] = p.top[reserve]
    if r.reserve_face_down and r.reserve_size:                                     # V12
        p.first_face_up[reserve] += 1
    if r.covered_houses:
        for i in range(r.houses_each - 1, -1, -1):      # nearest the reserve first
            p.top[house + i] += 1
            p.cards[p.top[house + i]] = _draw(p, seat)
            p.first_face_up[house + i] = p.top[house + i] + 1
    for i in range(r.houses_each):                      # furthest first
        p.top[house + i] += 1
        p.cards[p.top[house + i]] = _draw(p, seat)
        p.houses |= <uint16_t>(1 << (house + i))

cdef void show_reserve(position_t* p, int reserve, int more) noexcept nogil:
    """Let the top of a reserve lie face up, and so many cards more under it (V20)."""
    p.first_face_up[reserve] = <uint16_t>max(base_of(reserve) + 1, p.top[reserve] - more)

cdef void apply_forced_events(position_t* p, const rules_t* r) noexcept nogil:
    """Apply forced events until a player has a choice."""
    cdef int house
    if r.seats == 3:
        set_aside(p, r)
    if r.own_waste_fills:
        while p.empty and has_top_card(p, WASTE + p.seat):                         # V14
            house = HOUSE + lowest(p.empty)
            push_card(p, r, house, pop_card(p, r, WASTE + p.seat))
    if p.first >> p.seat & 1 and r.reserve_face_down:
        _turn_up_reserve(p, r)

cdef void set_aside(position_t* p, const rules_t* r) noexcept nogil:
    """Set a joker that surfaced aside, and close the first house that is ever empty (V1)."""
    cdef int pile
    cdef uint16_t closed
    for pile in range(r.houses):
        if p.top_card[HOUSE + pile] == JOKER:
            pop_card(p, r, HOUSE + pile)
    for pile in range(RESERVE, RESERVE + r.seats):
        if p.top_card[pile] == JOKER:
            pop_card(p, r, pile)
    if p.empty and p.houses == r.house_set:
        closed = <uint16_t>(1 << lowest(p.empty))
        p.houses ^= closed
        p.empty ^= closed

cdef void _turn_up_reserve(position_t* p, const rules_t* r) noexcept nogil:
    """Turn a reserve up in its seat's first turn, once no house's card fits a foundation (V12).

    The seat that starts moves in every other turn, the first of which has number 0.
    """
    cdef int reserve = RESERVE + p.seat, house
    if has_top_card(p, reserve) or length(p, reserve) == 0:
        return
    for house in range(r.houses):
        if p.destinations[p.top_card[HOUSE + house]] >> FOUNDATION & 1:
            return
    show_reserve(p, reserve, r.second_face_up if p.turn & 1 else r.starter_face_up)
    p.top_card[reserve] = p.cards[p.top[reserve]]
    toggle(p, r, reserve, p.top_card[reserve])
    if r.seats == 3:
        set_aside(p, r)
