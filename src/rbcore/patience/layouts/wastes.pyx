"""A stock turned card by card to wastes: nos. 42, 44, 47, 48 and 51 (docs/patience)."""

from rbcore.cards.card cimport rank_of
from rbcore.patience.form cimport STOCK_THEN_WASTE, WASTE_THEN_STOCK, layout_t
from rbcore.patience.layouts.gathering cimport clear_stock, gather, redeal, shuffle_stock
from rbcore.patience.layouts.position cimport (
    FILL,
    HAND,
    OTHER_WASTE,
    REDEAL,
    ROW,
    SHIFT,
    TURN,
    WASTE,
    add,
    add_plays,
    add_shifts,
    board_t,
    draw,
    first_empty,
    move_t,
    moves_t,
    play,
    pop,
    push,
    shift,
    top_card,
)

cdef enum:
    OPENING = 0
    DEALING = 1
    GROUP = 3
    HEAPS = 4       # of no. 48
    ROUND = 6
    GRACE = 4       # the deal without a waste
    FLY_PACKET = 0
    FLY_HEAPS = 6


# Nos. 42 and 44: reserves that are filled at once, and a waste.

cdef void open_reserves(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int place
    for place in range(rules.places):
        push(p, place, draw(p))


cdef void _fill(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int place
    for place in range(rules.places):
        if p.size[place]:
            continue
        if p.size[WASTE] and rules.fill == WASTE_THEN_STOCK:
            push(p, place, pop(p, WASTE))
        elif p.at < p.end:
            push(p, place, draw(p))
        elif p.size[WASTE] and rules.fill == STOCK_THEN_WASTE:
            push(p, place, pop(p, WASTE))


cdef void list_reserves(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    cdef int i, place, plays
    for i in range(rules.places + 1):
        place = WASTE if i == rules.places else i
        if p.size[place]:
            add_plays(p, rules, moves, place, 1)
    plays = moves.n
    if rules.pack_step:
        for i in range(rules.places + 1):
            place = WASTE if i == rules.places else i
            if p.size[place]:
                add_shifts(p, rules, moves, place, 0, rules.places)
    if plays:
        return
    if p.at < p.end:
        add(moves, TURN, 0, 0, 0)
    elif p.deal < rules.deals and p.size[WASTE]:
        add(moves, REDEAL, 0, 0, 0)


cdef void move_reserves(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(p, move)
    elif move.kind == TURN:
        push(p, WASTE, draw(p))
    elif move.kind == REDEAL:
        clear_stock(p)
        gather(p, WASTE)
        if rules.other_way:
            shuffle_stock(p)
        redeal(p)
    else:
        play(p, rules, move)
    _fill(p, rules)


# No. 47: an opening in which vacancies are filled; then groups of three to two wastes in turn.

cdef void list_spark(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    cdef int place, waste, duties, vacant = first_empty(p, 0, rules.places)
    for place in range(rules.places):
        if p.size[place]:
            add_plays(p, rules, moves, place, 1)
    for waste in range(OTHER_WASTE, WASTE + 1):
        if p.size[waste]:
            add_plays(p, rules, moves, waste, 1)
            add_shifts(p, rules, moves, waste, 0, rules.places)
    duties = moves.n
    for place in range(rules.places):
        if p.size[place]:
            add_shifts(p, rules, moves, place, 0, rules.places)
    if p.phase == OPENING:
        if vacant >= 0 and p.at < p.end:
            add(moves, FILL, 0, vacant, 0)
        else:
            add(moves, ROW, 0, 0, 0)
        return
    for waste in range(OTHER_WASTE, WASTE + 1):
        if p.size[waste] and vacant >= 0:
            add(moves, SHIFT, waste, vacant, 1)
    if p.at < p.end and not duties:
        add(moves, TURN, 0, 0, 0)


cdef void move_spark(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    cdef int _i
    if move.kind == SHIFT:
        shift(p, move)
    elif move.kind == FILL:
        push(p, move.target, draw(p))
    elif move.kind == ROW:
        p.phase = DEALING
    elif move.kind == TURN:
        for _i in range(min(GROUP, p.end - p.at)):
            push(p, OTHER_WASTE if p.turn else WASTE, draw(p))
        p.turn = 1 - p.turn
    else:
        play(p, rules, move)


# No. 48: rounds of four heaps and two cards of waste; a fourth deal without a waste.

cdef inline bint _is_grace(const board_t* p, const layout_t* rules) noexcept nogil:
    return p.deal == GRACE and not rules.other_way


cdef void list_rounds(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    cdef int place, depth
    if p.size[HAND]:
        add_plays(p, rules, moves, HAND, 1)
        return
    for place in range(HEAPS):
        if p.size[place]:
            add_plays(p, rules, moves, place, 1)
    if p.size[WASTE]:
        # All of it is available when the pack is dealt (48.6).
        for depth in range(1, (1 if p.at < p.end else p.size[WASTE]) + 1):
            add_plays(p, rules, moves, WASTE, depth)
    if p.at < p.end:
        add(moves, TURN, 0, 0, 0)
    elif not moves.n and p.deal < rules.deals:
        add(moves, REDEAL, 0, 0, 0)


cdef void move_rounds(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    cdef int place, size
    cdef moves_t moves
    if move.kind == TURN:
        size = HEAPS if _is_grace(p, rules) else ROUND
        place = p.turn if p.turn < HEAPS else WASTE
        p.turn = (p.turn + 1) % size
        push(p, HAND, draw(p))
        moves.n = 0
        add_plays(p, rules, &moves, HAND, 1)
        if moves.n == 1:
            play(p, rules, moves.moves[0])
        elif not moves.n:
            push(p, place, pop(p, HAND))
    elif move.kind == REDEAL:
        clear_stock(p)
        for place in range(HEAPS):
            gather(p, place)
        gather(p, WASTE)
        shuffle_stock(p)
        redeal(p)
    else:
        play(p, rules, move)


# No. 51: a packet of thirteen, the Fly, and five wastes.

cdef void open_fly(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int _i
    for _i in range(rules.dealt[FLY_PACKET]):
        push(p, FLY_PACKET, draw(p))


cdef void list_fly(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    cdef int pile
    if p.size[HAND]:
        add_plays(p, rules, moves, HAND, 1)
        if not moves.n:
            for pile in range(FLY_PACKET + 1, FLY_HEAPS):
                add(moves, SHIFT, HAND, pile, 1)
        return
    for pile in range(FLY_HEAPS):
        if not p.size[pile] or (
            # The Fly's card goes before another of its rank (51.5).
            pile != FLY_PACKET and rank_of(top_card(p, pile)) == rank_of(top_card(p, FLY_PACKET))
        ):
            continue
        add_plays(p, rules, moves, pile, 1)
    if not moves.n and p.at < p.end:
        add(moves, TURN, 0, 0, 0)


cdef void move_fly(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(p, move)
    elif move.kind == TURN:
        push(p, HAND, draw(p))
    else:
        play(p, rules, move)
