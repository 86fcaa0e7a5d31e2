"""The deal (2, V1, V2, V8, V12, V14, V18, V20), the starter (3), and forced events."""

from libc.string cimport memmove

from rbcore.board.position cimport (
    NO_BASE, NO_LIMIT, clear, has_top_card, is_won, move_group, recompute, recompute_foundations,
)
from rbcore.cards.bits cimport lowest, popcount, select
from rbcore.cards.card cimport JOKER
from rbcore.cards.rng cimport FOR_DEAL, FOR_STARTER, below, open_stream, stream_t
from rbcore.rules.compiled cimport (
    HOUSE, MAX_SEATS, PACK_ROOM, PEEK_ONCE, RESERVE, START_CUT, START_HIGH_RESERVE,
    START_HIGH_RESERVE_ACE_LOW, START_SEAT, START_TABLEAU,
)

# ---- forced events after a move ------------------------------------------------------------------

cdef inline bint _has_events(const position_t* p, const rules_t* r) noexcept nogil:
    """Return whether events may be due; False is certain."""
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
    elif m.place >= TURNED and (r.seats == 3 or p.base == NO_BASE or r.turn_reserve):
        _turn_up(p, r)
    elif m.source != FOUNDATION:
        apply_card_move(p, r, m.source, m.place)
    p.turns_without_progress &= <uint64_t>0 - (move_flags & QUIET)
    if _has_events(p, r):
        apply_forced_events(p, r)
    if move_flags >= ENDS_TURN and not is_won(p):
        pass_turn(p, r)

cdef int apply_out_of_line(position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """Call apply() out of line, so that the hot loop keeps its inlined copy."""
    return apply(p, r, m)

cdef void _turn_up(position_t* p, const rules_t* r) noexcept nogil:
    """Turn up a hand card (4.4): a joker is set aside (V1), the first card sets the base (V15)."""
    cdef int hand = HAND + p.seat
    cdef bint from_reserve = turns_reserve(p, r)
    cdef card_t c
    while from_reserve or p.cards_left[p.seat] != length(p, RESERVE + p.seat):
        if length(p, hand) == 0 and not from_reserve:
            turn_over(p, r)
        c = _take_reserve(p) if from_reserve else pop_card(p, r, hand)
        if c == JOKER:
            continue
        push_card(p, r, TURNED + p.seat, c)
        if p.base == NO_BASE:
            p.base = <uint8_t>(rank_of(c) - 1)
            recompute_foundations(p, r)
        return

cdef card_t _take_reserve(position_t* p) noexcept nogil:
    """Take the face-down top of the own reserve; the next stays face down (V35)."""
    cdef int reserve = RESERVE + p.seat, at = p.top[reserve]
    p.top[reserve] -= 1
    p.first_face_up[reserve] -= 2 if length(p, reserve) == 0 else 1
    p.cards_left[p.seat] -= 1
    p.key ^= card_key(<uint16_t>at, p.cards[at])
    return p.cards[at]

cdef void pass_turn(position_t* p, const rules_t* r) noexcept nogil:
    """End the turn of the seat to move, and begin the next seat's.

    If a called Stop ended a first turn before the reserve was turned up, that turn continues later
    (V12).
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
    # An empty hand has no card to look at: only `turn` turns the waste over (V11).
    p.looked = r.peek == PEEK_ONCE and length(p, HAND + p.seat) > 0
    if _has_events(p, r):
        apply_forced_events(p, r)

cdef inline card_t _draw(position_t* p, int seat) noexcept nogil:
    """Take the next card of a pack that is still a seat's hand."""
    p.top[HAND + seat] -= 1
    return p.cards[p.top[HAND + seat] + 1]

cdef void lay_out(position_t* p, const rules_t* r, int seat) noexcept nogil:
    """Lay out a seat's reserve and houses from its hand (2.1, V8); the caller calls recompute()."""
    cdef int i, _card, reserve = RESERVE + seat, house = HOUSE + seat * r.houses_each
    for _card in range(r.reserve_size):
        p.top[reserve] += 1
        p.cards[p.top[reserve]] = _draw(p, seat)
    p.first_face_up[reserve] = p.top[reserve]
    if (r.reserve_face_down or r.turn_reserve) and r.reserve_size:            # V12, V35
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
    """Turn up the top of a reserve, and `more` cards under it (V20)."""
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
    """Set aside a joker that surfaced, and close the first house that is ever empty (V1)."""
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
    """Turn up a reserve in its seat's first turn, once no house card fits a foundation (V12).

    The starter moves in the even turns; the first turn is number 0.
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

# ---- the deal ----------------------------------------------------------------------------------

cdef enum:
    ABOVE_KING = 14

cdef void deal(position_t* p, const rules_t* r, uint64_t seed, uint64_t game,
               uint64_t shuffle) noexcept nogil:
    """Deal game number `game` of a seed (2.1) and decide who starts (3).

    A nonzero `shuffle` keeps the starter and the face-up cards and reshuffles the cards that lie
    face down.
    """
    cdef stream_t stream
    cdef int seat
    open_stream(&stream, seed, game, FOR_DEAL)
    clear(p, r)
    _deal_packs(p, r, &stream)
    if r.reserve_face_down or r.late_layout:
        p.first = <uint8_t>((1 << r.seats) - 1)
    if not r.late_layout:
        for seat in range(r.seats):
            lay_out(p, r, seat)
    recompute(p, r)
    if r.seats == 3:
        set_aside(p, r)
    open_stream(&stream, seed, game, FOR_STARTER)
    p.seat = <uint8_t>_starter(p, r, &stream)
    if r.starter_reserve or r.second_reserve:
        _change_reserves(p, r)
    if (r.starter_face_up or r.second_face_up) and not r.reserve_face_down:
        show_reserve(p, RESERVE + p.seat, r.starter_face_up)
        show_reserve(p, RESERVE + 1 - p.seat, r.second_face_up)
    if r.first_moves:
        p.moves_left = r.first_moves                                               # V19
    if r.has_forced_events:
        begin_turn(p, r)
    if shuffle:
        open_stream(&stream, seed, game, FOR_DEAL, shuffle)
        _shuffle_hidden(p, r, &stream)
        recompute(p, r)

cdef void _deal_packs(position_t* p, const rules_t* r, stream_t* stream) noexcept nogil:
    """Give every seat its shuffled pack, or its third with three seats (V1), as its hand."""
    cdef card_t pack[PACK_ROOM]
    cdef int seat, i, from_top = 0
    for seat in range(r.seats):
        if r.seats == 2:
            _shuffle(stream, r.pack[seat], r.pack_size, pack)
        elif seat == 0:
            _shuffle(stream, r.pack[0], PACK_ROOM, pack)
        else:
            from_top += r.pack_size
        p.top[HAND + seat] += r.pack_size
        for i in range(r.pack_size):
            p.cards[p.top[HAND + seat] - i] = pack[from_top + i]

cdef void _shuffle(stream_t* stream, const card_t* cards, int n, card_t* pack) noexcept nogil:
    """Shuffle n cards into a pack (inside-out Fisher-Yates)."""
    cdef int i
    cdef uint32_t j
    for i in range(n):
        j = below(stream, <uint32_t>(i + 1))
        pack[i] = pack[j]
        pack[j] = cards[i]

cdef void _shuffle_hidden(position_t* p, const rules_t* r, stream_t* stream) noexcept nogil:
    """Shuffle each pack's face-down cards among their places; three seats share one pack (V1)."""
    cdef uint16_t at[MAX_SEATS * PACK_ROOM]
    cdef int packs = 1 if r.seats == 3 else r.seats, pack, seat, house, i, j, n
    cdef card_t moved
    for pack in range(packs):
        n = 0
        for seat in range(r.seats):
            if seat % packs != pack:
                continue
            _add_places(p, HAND + seat, p.top[HAND + seat], at, &n)
            _add_places(p, RESERVE + seat, p.first_face_up[RESERVE + seat] - 1, at, &n)
            for house in range(HOUSE + seat * r.houses_each, HOUSE + (seat + 1) * r.houses_each):
                _add_places(p, house, p.first_face_up[house] - 1, at, &n)
        for i in range(n - 1, 0, -1):
            j = <int>below(stream, <uint32_t>(i + 1))
            moved = p.cards[at[i]]
            p.cards[at[i]] = p.cards[at[j]]
            p.cards[at[j]] = moved

cdef void _add_places(const position_t* p, int pile, int highest, uint16_t* at,
                      int* n) noexcept nogil:
    """Add the places of a pile up to `highest`."""
    cdef int place
    for place in range(base_of(pile) + 1, min(highest, p.top[pile]) + 1):
        at[n[0]] = <uint16_t>place
        n[0] += 1

cdef int _starter(const position_t* p, const rules_t* r, stream_t* stream) noexcept nogil:
    """Return the starter (section 3); a fair draw breaks ties (3.6)."""
    cdef int tied = (1 << r.seats) - 1, nth, drawn
    cdef bint high = r.starter in (START_HIGH_RESERVE, START_HIGH_RESERVE_ACE_LOW)
    if r.starter >= START_SEAT:
        return r.starter - START_SEAT
    if r.starter != START_CUT and r.starter != START_TABLEAU:
        tied = _lowest(p, r, tied, RESERVE, 1, high)
    if r.starter != START_CUT and (r.higher_house_starts or not high):
        for nth in range(r.houses_each - 1, -1, -1):
            tied = _lowest(p, r, tied, HOUSE + nth, r.houses_each, r.higher_house_starts)
    drawn = <int>below(stream, popcount(tied)) if tied & (tied - 1) else 0
    return select(tied, drawn)

cdef int _lowest(const position_t* p, const rules_t* r, int tied, int pile, int step,
                 bint high) noexcept nogil:
    """Return the tied seats whose card on pile + seat*step decides for them.

    That is the highest card, with ties broken by suit (3.2) unless houses decide them (V24), or the
    lowest rank (3.1); an empty house ranks above a king (3.6).
    """
    cdef int seat, value, best = 1000, still_tied = 0
    cdef bint ace_high = r.starter != START_HIGH_RESERVE_ACE_LOW
    cdef card_t c
    for seat in range(r.seats):
        if not tied >> seat & 1:
            continue
        c = p.top_card[pile + seat * step]
        if high:
            value = -4 * (ABOVE_KING if rank_of(c) == 1 and ace_high else rank_of(c))
            value -= 0 if r.higher_house_starts else suit_of(c)
        else:
            value = ABOVE_KING if c == NO_CARD else rank_of(c)
        if value < best:
            best = value
            still_tied = 0
        if value == best:
            still_tied |= 1 << seat
    return still_tied

cdef void _change_reserves(position_t* p, const rules_t* r) noexcept nogil:
    """Lengthen the starter's reserve and shorten the other seat's (V18)."""
    cdef int starter = p.seat, second = 1 - p.seat
    _move_bottom(p, HAND + starter, RESERVE + starter, r.starter_reserve)
    p.first_face_up[RESERVE + starter] += r.starter_reserve
    _move_bottom(p, RESERVE + second, HAND + second, r.second_reserve)
    p.first_face_up[RESERVE + second] -= r.second_reserve
    recompute(p, r)

cdef void _move_bottom(position_t* p, int source, int place, int n) noexcept nogil:
    """Move the bottom card of a pile under another pile, n times."""
    cdef card_t* from_bottom = p.cards + base_of(source) + 1
    cdef card_t* to_bottom = p.cards + base_of(place) + 1
    cdef int i
    memmove(to_bottom + n, to_bottom, length(p, place))
    for i in range(n):
        to_bottom[n - 1 - i] = from_bottom[i]
    p.top[place] += <uint16_t>n
    p.top[source] -= <uint16_t>n
    memmove(from_bottom, from_bottom + n, length(p, source))
