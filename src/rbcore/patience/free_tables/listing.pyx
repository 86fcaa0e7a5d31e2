"""The legal moves at a table (docs/patience)."""

from rbcore.cards.card cimport NO_CARD, bit, card_t, rank_of, suit_of
from rbcore.patience.form cimport (
    AT_ONCE,
    AT_WILL,
    EITHER,
    ENDLESS,
    FROM_STOCK,
    FROM_WASTE,
    NO_DUTY,
    NO_FILL,
    STOCK_THEN_WASTE,
    WASTE_FIRST,
    layout_t,
    table_t,
)
from rbcore.patience.layouts.position cimport (
    BACK,
    FILL,
    HAND,
    HOLD,
    LIFT,
    PLAY,
    REDEAL,
    SHIFT,
    TURN,
    WASTE,
    add,
    first_empty,
    fits,
    moves_t,
    board_t,
    slot_at,
    top_card,
)
from rbcore.patience.table cimport SUITS, takes


cdef void list_table(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    """What must be done at once; or all plays, and a turn unless they are duties."""
    cdef const table_t* table = rules.table
    if _add_feeds(p, table, moves):
        return
    if p.size[HAND]:
        _list_hand(p, rules, moves)
        return
    if table.store >= 0 and p.size[table.store]:
        _add_plays(p, rules, moves, table.store, 1)
        _add_packings(p, table, moves, table.store)
        if moves.n:
            return  # 23.5
    if not table.dead_waste:
        _add_plays(p, rules, moves, WASTE, 1)
        if moves.n and rules.choices.duty == WASTE_FIRST:
            return  # 38.5
    _list_places(p, rules, moves)
    if moves.n and rules.choices.duty != NO_DUTY:
        return
    if not _add_fills(p, rules, moves):
        _add_turn(p, table, moves)


cdef void _list_hand(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    """The card just turned is laid before anything else is done (C.2)."""
    _add_plays(p, rules, moves, HAND, 1)
    _add_packings(p, rules.table, moves, HAND)
    if rules.choices.runs:
        _add_to_space(p, rules.table, moves, HAND, 1)
    if not moves.n or rules.choices.duty == NO_DUTY:
        add(moves, SHIFT, HAND, WASTE, 1)


cdef void _list_places(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    """The plays of places, then all packings, those of the waste last."""
    cdef const table_t* table = rules.table
    cdef int place
    for place in range(table.givers):
        _add_plays(p, rules, moves, place, 1)
    if rules.choices.runs:
        _list_runs(p, rules, moves)
    elif table.onto_waste:
        _add_onto_waste(p, rules, moves)
    elif table.movers >= 0:
        for place in range(table.movers, table.places):
            if table.whole:
                _add_whole(p, table, moves, place)
            else:
                _add_packings(p, table, moves, place)
    if not (table.dead_waste or table.onto_waste):
        _add_packings(p, table, moves, WASTE)


cdef bint _is_first(const board_t* p, const layout_t* rules, int f) noexcept nogil:
    """Whether no foundation before this one is equal to it: wants the same, and as many."""
    cdef int g
    for g in range(f):
        if (
            p.wants[g] == p.wants[f]
            and p.room[g] == p.room[f]
            and rules.foundations[g].step == rules.foundations[f].step
        ):
            return False
    return True


cdef void _add_plays(
    const board_t* p, const layout_t* rules, moves_t* moves, int pile, int depth
) noexcept nogil:
    """Add the plays of a card to foundations; of equal ones the first."""
    cdef const table_t* table = rules.table
    cdef int prior = rules.choices.prior, f, n = moves.n, up
    cdef card_t c
    if p.size[pile] < depth:
        return
    c = p.value[slot_at(p, pile, depth)]
    if prior >= 0 and pile != prior and top_card(p, prior) == c:
        return  # 54.5
    if table.waiting:
        up = suit_of(c)
        if p.waiting[up] != NO_CARD:
            if p.waiting[up] - 1 <= c <= p.waiting[up] + 1:
                add(moves, PLAY, pile, up, depth)
            return
        if p.wants[up] & p.wants[SUITS + up] & bit(c):
            add(moves, HOLD, pile, up, depth)
            return
    for f in range(rules.founded):
        if f == table.first_tier and moves.n > n:
            return  # 39.3
        if p.wants[f] & bit(c) and _is_first(p, rules, f):
            add(moves, PLAY, pile, f, depth)


cdef void _add_packings(
    const board_t* p, const table_t* table, moves_t* moves, int pile
) noexcept nogil:
    """Add the packings of a pile's top card."""
    cdef card_t c = top_card(p, pile)
    cdef int place
    if c == NO_CARD or not table.pack_step or table.onto_waste:
        return
    for place in range(table.takers):
        if place != pile and p.size[place] and takes(table, top_card(p, place), c):
            add(moves, SHIFT, pile, place, 1)


cdef void _add_whole(
    const board_t* p, const table_t* table, moves_t* moves, int pile
) noexcept nogil:
    """Add the places that take all cards of one (19.4)."""
    cdef int place, count = p.size[pile]
    cdef card_t lowest = p.value[slot_at(p, pile, count)]
    if not count:
        return
    for place in range(table.takers):
        if place != pile and p.size[place] and takes(table, top_card(p, place), lowest):
            add(moves, SHIFT, pile, place, count)


cdef void _add_onto_waste(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    """Add the tops that fit no foundation and lie well on the waste (34.4)."""
    cdef card_t on = top_card(p, WASTE), c
    cdef int place
    if on == NO_CARD:
        return
    for place in range(rules.table.movers, rules.table.places):
        c = top_card(p, place)
        if c != NO_CARD and takes(rules.table, on, c) and not fits(p, rules, c):
            add(moves, SHIFT, place, WASTE, 1)


cdef void _list_runs(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    """No. 23b: runs of packets and waste, cards back from foundations, the grace."""
    cdef const table_t* table = rules.table
    cdef int pile, place, count
    for pile in range(table.places):
        # A packet is one run (23b.2), so its ranks tell how many cards would go.
        for place in range(table.places):
            count = rank_of(top_card(p, place)) - rank_of(top_card(p, pile))
            if p.size[pile] and p.size[place] and 1 <= count <= p.size[pile]:
                add(moves, SHIFT, pile, place, count)
        for count in range(1, p.size[pile]):
            _add_to_space(p, table, moves, pile, count)
    count = 1
    while count <= p.size[WASTE]:
        _add_to_space(p, table, moves, WASTE, count)
        if count == p.size[WASTE] or (
            rank_of(p.value[slot_at(p, WASTE, count + 1)])
            != rank_of(p.value[slot_at(p, WASTE, count)]) + 1
        ):
            break
        count += 1
    for pile in range(rules.founded):
        _add_backs(p, rules, moves, pile)
    if table.grace and not p.graced and p.at == p.end:
        for count in range(2, p.size[WASTE] + 1):
            _add_grace(p, rules, moves, count)


cdef void _add_to_space(
    const board_t* p, const table_t* table, moves_t* moves, int pile, int count
) noexcept nogil:
    """Add the move of a pile's top cards to the first space (23b.5)."""
    cdef int space = first_empty(p, 0, table.places)
    if space >= 0:
        add(moves, SHIFT, pile, space, count)


cdef void _add_backs(
    const board_t* p, const layout_t* rules, moves_t* moves, int f
) noexcept nogil:
    """Add the moves of a foundation's last card back to packets, but for the ace (23b.6)."""
    cdef int height = rules.foundations[f].length - p.room[f], place
    cdef card_t c = <card_t>(rules.foundations[f].base + height)
    if not height:
        return
    for place in range(rules.table.places):
        if p.size[place] and takes(rules.table, top_card(p, place), c):
            add(moves, BACK, f, place, 1)


cdef void _add_grace(
    const board_t* p, const layout_t* rules, moves_t* moves, int depth
) noexcept nogil:
    """Add the moves of a card of the waste as if it were its top (23b.7)."""
    cdef card_t c = p.value[slot_at(p, WASTE, depth)]
    cdef int place
    _add_plays(p, rules, moves, WASTE, depth)
    for place in range(rules.table.places):
        if p.size[place] and takes(rules.table, top_card(p, place), c):
            add(moves, LIFT, WASTE, place, depth)
    place = first_empty(p, 0, rules.table.places)
    if place >= 0:
        add(moves, LIFT, WASTE, place, depth)


cdef bint _add_feeds(const board_t* p, const table_t* table, moves_t* moves) noexcept nogil:
    """Add the cards of places that may fill the first space of others (53.5)."""
    cdef int space = first_empty(p, table.fed, table.fed_end), feeder
    if space < 0:
        return False
    for feeder in range(table.feeders, table.feeders_end):
        if p.size[feeder]:
            add(moves, SHIFT, feeder, space, 1)
    return moves.n > 0


cdef bint _add_fills(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    """Add what may fill the first space; whether one must be filled before a card is turned."""
    cdef const table_t* table = rules.table
    cdef int space = first_empty(p, 0, table.places), n = moves.n
    cdef bint waste = p.size[WASTE] > 0, stock = p.at < p.end
    if space < 0:
        return False
    if table.late_fill:
        _add_available(p, table, moves, space)
    if rules.choices.spaces == AT_ONCE or table.fill == NO_FILL or rules.choices.runs:
        return False
    waste = waste and table.fill != FROM_STOCK
    stock = stock and table.fill != FROM_WASTE
    if rules.choices.spaces == AT_WILL and waste and stock:
        waste = table.fill != STOCK_THEN_WASTE
        stock = not waste
    if stock:
        add(moves, FILL, 0, space, 0)
    if waste:
        add(moves, SHIFT, WASTE, space, 1)
    return rules.choices.spaces == EITHER and moves.n > n


cdef void _add_available(
    const board_t* p, const table_t* table, moves_t* moves, int space
) noexcept nogil:
    """Add the moves of available cards to a space, but for cards alone in their places (31.7)."""
    cdef int place
    for place in range(table.places):
        if p.size[place] > 1:
            add(moves, SHIFT, place, space, 1)
    if p.size[WASTE]:
        add(moves, SHIFT, WASTE, space, 1)


cdef void _add_turn(const board_t* p, const table_t* table, moves_t* moves) noexcept nogil:
    """Add the turn of the next card, or the redeal."""
    if p.at < p.end:
        add(moves, TURN, 0, 0, 0)
    elif p.size[WASTE] and (p.played if table.passes == ENDLESS else p.deal < table.passes):
        add(moves, REDEAL, 0, 0, 0)
