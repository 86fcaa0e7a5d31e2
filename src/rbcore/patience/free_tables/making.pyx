"""A table's opening, what a move does, and the next deal (docs/patience)."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from rbcore.cards.card cimport NO_CARD, bit, card_t, rank_of
from rbcore.patience.form cimport (
    ANY_SUIT,
    AT_ONCE,
    ENDLESS,
    FROM_WASTE,
    LAST_UPPERMOST,
    MOST_CARDS,
    NO_FILL,
    STOCK_THEN_WASTE,
    WASTE_THEN_STOCK,
    layout_t,
    table_t,
)
from rbcore.patience.layouts.gathering cimport clear_stock, gather, is_dealing, redeal
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
    draw,
    drop,
    first_empty,
    move_t,
    play,
    pop,
    board_t,
    push,
    put,
    shift,
    slot_at,
    top_card,
)
from rbcore.patience.table cimport of_rank


cdef void open_table(board_t* p, const layout_t* rules) noexcept nogil:
    """Deal the places and what else is laid before play."""
    cdef const table_t* table = rules.table
    cdef int place, _i, beneath = rules.total
    for place in range(table.places):
        if table.beneath[place] != NO_CARD:
            beneath += 1
            p.value[beneath] = table.beneath[place]
            push(p, place, beneath)
    if table.in_rounds:
        for _i in range(table.dealt[0]):
            for place in range(table.places):
                push(p, place, draw(p))
    else:
        for place in range(table.places):
            for _i in range(table.dealt[place]):
                push(p, place, draw(p))
    if table.base_drawn:
        _draw_base(p, rules)
    _settle(p, rules)
    p.most = p.placed
    p.before = p.placed


cdef void _draw_base(board_t* p, const layout_t* rules) noexcept nogil:
    """The next card is the first foundation; all cards of its rank begin the others (54.1)."""
    cdef card_t c = p.value[draw(p)]
    cdef int f
    for f in range(rules.founded):
        p.wants[f] = of_rank(rank_of(c), 0, ANY_SUIT, c)
    put(p, rules, 0, c)


cdef void move_table(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """Make a move, and what follows of itself."""
    cdef int idle = p.idle, loose = _loose(p)
    p.played |= move.kind not in (TURN, REDEAL) and move.target != WASTE
    if move.kind in (PLAY, HOLD):
        p.graced |= move.source == WASTE and move.count > 1
        play(p, rules, move)
    elif move.kind == SHIFT:
        shift(p, move)
    elif move.kind == TURN:
        push(p, HAND if rules.choices.in_hand else WASTE, draw(p))
    elif move.kind == FILL:
        push(p, move.target, draw(p))
    elif move.kind == BACK:
        _take_back(p, rules, move)
    elif move.kind == LIFT:
        p.graced = True
        _lift(p, move)
    elif move.kind == REDEAL:
        clear_stock(p)
        gather(p, WASTE)
        redeal(p)
        p.played = False
    _settle(p, rules)
    p.idle = idle
    # What can happen but so often: a card out of stock and waste, one more on foundations, a turn
    # where passes are counted.
    if _loose(p) < loose or p.placed > p.most or (
        move.kind in (TURN, REDEAL) and rules.table.passes != ENDLESS
    ):
        p.idle = 0
    p.most = max(p.most, p.placed)


cdef inline int _loose(const board_t* p) noexcept nogil:
    """The cards of stock, hand and waste."""
    return p.end - p.at + p.size[HAND] + p.size[WASTE]


cdef void _take_back(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """Lay a foundation's last card on a packet. In one pack no other card is its equal (23b.6)."""
    cdef int f = move.source, slot = 1
    cdef int height = rules.foundations[f].length - p.room[f]
    cdef card_t c = <card_t>(rules.foundations[f].base + height)
    while p.value[slot] != c:
        slot += 1
    p.placed -= 1
    p.room[f] += 1
    p.wants[f] = bit(c)
    push(p, move.target, slot)


cdef void _lift(board_t* p, move_t move) noexcept nogil:
    cdef int slot = slot_at(p, move.source, move.count)
    drop(p, move.source, move.count)
    push(p, move.target, slot)


cdef void _settle(board_t* p, const layout_t* rules) noexcept nogil:
    """Do what happens of itself; every round moves a card on."""
    while (
        (rules.choices.spaces == AT_ONCE and _fill(p, rules.table))
        or (rules.choices.bases_at_once and _lay_base(p, rules))
    ):
        pass


cdef bint _fill(board_t* p, const table_t* table) noexcept nogil:
    """Fill the lowest space that its card comes to of itself; False if there is none."""
    cdef int place
    if table.fill == NO_FILL:
        return False
    for place in range(table.fed_end, table.places):
        if p.size[place] or place == table.store:
            continue
        if table.store_fills and p.size[table.store]:
            push(p, place, pop(p, table.store))
        elif p.size[WASTE] and table.fill in (FROM_WASTE, WASTE_THEN_STOCK):
            push(p, place, pop(p, WASTE))
        elif p.at < p.end and table.fill != FROM_WASTE:
            push(p, place, draw(p))
        elif p.size[WASTE] and table.fill == STOCK_THEN_WASTE:
            push(p, place, pop(p, WASTE))
        else:
            break
        return True
    # One feeder leaves no choice (54.4).
    place = first_empty(p, table.fed, table.fed_end)
    if place < 0 or table.feeders_end - table.feeders != 1 or not p.size[table.feeders]:
        return False
    push(p, place, pop(p, table.feeders))
    return True


cdef bint _lay_base(board_t* p, const layout_t* rules) noexcept nogil:
    """Lay a card that begins a foundation there (37.2, 55.2, 56.2); False if there is none."""
    cdef int place
    if _begins(p, rules, HAND) or _begins(p, rules, WASTE):
        return True
    for place in range(rules.table.givers):
        if _begins(p, rules, place):
            return True
    return False


cdef bint _begins(board_t* p, const layout_t* rules, int pile) noexcept nogil:
    cdef card_t c = top_card(p, pile)
    cdef int f
    if c == NO_CARD:
        return False
    for f in range(rules.founded):
        if (
            rules.foundations[f].base == NO_CARD
            and p.room[f] == rules.foundations[f].length
            and p.wants[f] & bit(c)
        ):
            pop(p, pile)
            put(p, rules, f, c)
            return True
    return False


cdef bint next_table(board_t* p, const layout_t* rules) noexcept nogil:
    """Turn the packets round or deal them anew; False if that is over, or a card is in hand."""
    cdef const table_t* table = rules.table
    if is_dealing(p):
        return False
    if table.transfers:
        if p.deal > table.transfers:
            return False
        redeal(p)
        _transfer(p, table)
        return True
    if table.deals == 1 or p.deal == table.deals:
        return False
    p.barren = p.barren + 1 if p.placed == p.before else 0
    if p.barren and p.barren == table.barren:
        return False
    p.before = p.placed
    redeal(p)
    _deal_again(p, table)
    return True


cdef void _transfer(board_t* p, const table_t* table) noexcept nogil:
    """Lay the lowest card of every place on its top (30.5)."""
    cdef int place, slot
    for place in range(table.places):
        if p.size[place] > 1:
            slot = slot_at(p, place, p.size[place])
            drop(p, place, p.size[place])
            push(p, place, slot)


cdef void _deal_again(board_t* p, const table_t* table) noexcept nogil:
    """Gather the places and deal them anew, the last taking the rest (25.6, 27.5)."""
    cdef uint8_t gathered[MOST_CARDS]
    cdef int place, i, n
    clear_stock(p)
    for place in range(table.places):
        gather(p, place)
    n = p.end
    memcpy(gathered, p.stock, n)
    clear_stock(p)
    for i in range(n):
        push(
            p, i // table.dealt[0],
            gathered[n - 1 - i] if table.gathering == LAST_UPPERMOST else gathered[i],
        )
