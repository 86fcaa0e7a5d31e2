"""Rows of places one below the other: nos. 40, 41 and 46 (docs/patience).

Place number i stands in row i // columns. A card is blocked by the one below it, in no. 46 by the
one further out.
"""

from rbcore.cards.card cimport bit, card_t
from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport (
    FILL,
    HAND,
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
    put,
    shift,
)

cdef enum:
    CIRCLES = 3


cdef inline bint _open_below(
    const board_t* p, const layout_t* rules, int place
) noexcept nogil:
    """Whether the place below is vacant or not dealt (41.4)."""
    cdef int below = place + rules.columns
    return below >= p.reach or not p.size[below]


cdef inline bint _open_above(
    const board_t* p, const layout_t* rules, int place
) noexcept nogil:
    return place < rules.columns or not p.size[place - rules.columns]


# No. 40: two ends of a column are open; vacancies are filled when no play is left.

cdef void open_parallels(board_t* p, const layout_t* rules) noexcept nogil:
    _settle_parallels(p, rules)


cdef bint _parallel_plays(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    cdef int place
    moves.n = 0
    for place in range(p.reach):
        if p.size[place] and (_open_above(p, rules, place) or _open_below(p, rules, place)):
            add_plays(p, rules, moves, place, 1)
    return moves.n > 0


cdef void _settle_parallels(board_t* p, const layout_t* rules) noexcept nogil:
    """Fill, or deal the next row, until a card can be played or the stock is used up.

    What is filled may be played before the next row; the other way only after it (40.5).
    """
    cdef moves_t moves
    cdef int place
    while p.at < p.end and not _parallel_plays(p, rules, &moves):
        place = first_empty(p, 0, p.reach)
        if place >= 0:
            while place >= 0 and p.at < p.end:
                push(p, place, draw(p))
                place = first_empty(p, place, p.reach)
            if not rules.other_way:
                continue
        for place in range(p.reach, min(p.reach + rules.columns, p.reach + p.end - p.at)):
            push(p, place, draw(p))
            p.reach += 1


cdef void list_parallels(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    _parallel_plays(p, rules, moves)


cdef void move_parallels(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    play(p, rules, move)
    _settle_parallels(p, rules)


# No. 41: aces go up at once, vacancies above the lowest row are filled at once.

cdef void _lay(board_t* p, const layout_t* rules, int place) noexcept nogil:
    """Deal a card to a place, unless it begins a foundation (41.3)."""
    cdef int slot = draw(p), f
    cdef card_t c = p.value[slot]
    for f in range(rules.founded):
        if rules.foundations[f].starts & p.wants[f] & bit(c):
            put(p, rules, f, c)
            return
    push(p, place, slot)


cdef void deal_row(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int place, end = min(p.reach + rules.columns, p.reach + p.end - p.at)
    for place in range(p.reach, end):
        _lay(p, rules, place)
    p.reach = end


cdef inline int _lowest_row(const board_t* p, const layout_t* rules) noexcept nogil:
    """The first place of the lowest row dealt."""
    return (p.reach - 1) // rules.columns * rules.columns


cdef bint _in_play(const board_t* p, const layout_t* rules, int place) noexcept nogil:
    """Whether a place gives its card; both ends of columns at the end of no. 41b (41b.5)."""
    if not p.size[place]:
        return False
    if _open_below(p, rules, place):
        return True
    return rules.pack_step == 0 and p.at == p.end and _open_above(p, rules, place)


cdef void list_blockade(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    cdef int place, target
    cdef moves_t near
    for place in range(p.reach):
        if not _in_play(p, rules, place):
            continue
        add_plays(p, rules, moves, place, 1)
        if rules.pack_step:
            near.n = 0
            add_shifts(p, rules, &near, place, 0, p.reach)
            for target in range(near.n):
                if _open_below(p, rules, near.moves[target].target):
                    add(moves, SHIFT, place, near.moves[target].target, 1)
    if p.at < p.end:
        if first_empty(p, 0, p.reach) >= 0:
            add(moves, FILL, 0, 0, 0)
        else:
            add(moves, ROW, 0, 0, 0)


cdef void move_blockade(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    cdef int place
    if move.kind == SHIFT:
        shift(p, move)
    elif move.kind == FILL:
        for place in range(_lowest_row(p, rules), p.reach):
            if not p.size[place] and p.at < p.end:
                _lay(p, rules, place)
    elif move.kind == ROW:
        deal_row(p, rules)
    else:
        play(p, rules, move)
    # Vacancies above the lowest row (41.7).
    while p.at < p.end:
        place = first_empty(p, 0, _lowest_row(p, rules))
        if place < 0:
            return
        _lay(p, rules, place)


# No. 46: three circles round the Shah; sequences in the outer one.

cdef inline int _outer(const layout_t* rules) noexcept nogil:
    return (CIRCLES - 1) * rules.columns


cdef int _empty_ray(const board_t* p, const layout_t* rules) noexcept nogil:
    cdef int ray
    for ray in range(rules.columns):
        if not (
            p.size[ray] or p.size[ray + rules.columns] or p.size[ray + 2 * rules.columns]
        ):
            return ray
    return -1


cdef void list_shah(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    cdef int place, outer = _outer(rules), end = CIRCLES * rules.columns
    cdef int vacant = first_empty(p, 0, p.reach), ray
    cdef bint whole = p.reach == end
    for place in range(p.reach):
        if not p.size[place] or not _open_below(p, rules, place):
            continue
        add_plays(p, rules, moves, place, 1)
        if place >= outer:
            add_shifts(p, rules, moves, place, outer, end)
            ray = _empty_ray(p, rules)
            if ray >= 0:
                add(moves, SHIFT, place, ray, 1)
    for place in range(WASTE, HAND + 1):
        if p.size[place]:
            add_plays(p, rules, moves, place, 1)
            add_shifts(p, rules, moves, place, outer, end)
    if p.size[HAND]:
        add(moves, SHIFT, HAND, vacant if vacant >= 0 else WASTE, 1)
    elif p.at < p.end:
        if whole and (p.phase or vacant < 0):
            add(moves, TURN, 0, 0, 0)
        elif vacant >= 0:
            add(moves, FILL, 0, vacant, 0)
        else:
            add(moves, ROW, 0, 0, 0)
    elif vacant >= 0 and p.size[WASTE]:
        add(moves, FILL, WASTE, vacant, 0)


cdef void move_shah(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(p, move)
    elif move.kind == FILL:
        push(p, move.target, pop(p, WASTE) if p.at == p.end else draw(p))
    elif move.kind == ROW:
        deal_row(p, rules)
    elif move.kind == TURN:
        p.phase = 1
        push(p, HAND, draw(p))
    else:
        play(p, rules, move)
