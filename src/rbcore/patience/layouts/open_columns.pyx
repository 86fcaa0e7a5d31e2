"""Columns and packets that lie open: nos. 43, 45, 49, 50, 59 and 60 (docs/patience)."""


from rbcore.cards.card cimport KING, bit, card_t, rank_of
from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.gathering cimport clear_stock, gather, is_dealing, redeal
from rbcore.patience.layouts.position cimport (
    HAND,
    PAIR,
    REDEAL,
    SHIFT,
    TURN,
    add,
    add_plays,
    add_plays_and_shifts,
    add_shifts,
    board_t,
    draw,
    first_empty,
    fits,
    move_t,
    moves_t,
    play,
    pop,
    push,
    put,
    shift,
    throw_pair,
    top_card,
)
from rbcore.patience.table cimport are_neighbours

cdef enum:
    FOURTEEN = 14
    COLUMN = 8      # cards of a column of no. 50
    ROWS = 4        # of no. 59
    DEALING = 0
    DEALT = 1


# No. 43: four packets, and heaps of one rank each.

cdef void open_manor(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int pile, _i, slot
    for pile in range(MANOR_PACKETS):
        for _i in range(rules.dealt[pile]):
            push(p, pile, draw(p))
    while p.at < p.end:
        slot = draw(p)
        push(p, MANOR_PACKETS + rank_of(p.value[slot]) - 2, slot)


cdef void list_manor(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    cdef int pile
    for pile in range(MANOR_PACKETS + KING - 1):
        if pile == MANOR_PACKETS and rules.other_way and moves.n:
            return
        if p.size[pile]:
            add_plays(p, rules, moves, pile, 1)


cdef void move_play(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    play(p, rules, move)


# No. 45: pairs of fourteen on sixteen packets, and two reserves that are turned.

cdef void open_fourteens(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int pile, _i
    for pile in range(rules.places - 2):
        for _i in range(rules.dealt[pile]):
            push(p, pile, draw(p))


cdef void list_fourteens(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    cdef int one, other
    for one in range(rules.places):
        for other in range(one + 1, rules.places):
            if p.size[one] and p.size[other]:
                if rank_of(top_card(p, one)) + rank_of(top_card(p, other)) == FOURTEEN:
                    add(moves, PAIR, one, other, 1)
    if not moves.n and p.at < p.end:
        add(moves, TURN, 0, 0, 0)


cdef void move_fourteens(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    cdef int pile = rules.places - 2 + p.turn, i, n
    if move.kind == TURN:
        if p.turn and rules.other_way:
            # The first reserve is out of play (45.5).
            p.top[pile - 1] = 0
            p.size[pile - 1] = 0
        n = rules.dealt[pile]
        # The card dealt first lies on top.
        for i in range(n):
            push(p, pile, p.stock[p.at + n - 1 - i])
        p.at += n
        p.turn += 1
        return
    throw_pair(p, move)


# No. 49: rows of twelve; the columns are gathered twice.

cdef void deal_capricieuse(board_t* p, const layout_t* rules) noexcept nogil:
    """Deal until a card fits two foundations; one that fits takes no place (49.3)."""
    cdef moves_t moves
    while p.at < p.end and not p.size[HAND]:
        push(p, HAND, draw(p))
        moves.n = 0
        add_plays(p, rules, &moves, HAND, 1)
        if moves.n == 1:
            play(p, rules, moves.moves[0])
        elif not moves.n:
            push(p, p.turn, pop(p, HAND))
            p.turn = (p.turn + 1) % rules.columns


cdef void list_capricieuse(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    if p.size[HAND]:
        add_plays(p, rules, moves, HAND, 1)
    else:
        add_plays_and_shifts(p, rules, moves, rules.columns)


cdef void move_capricieuse(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(p, move)
        return
    if move.kind == REDEAL:
        next_capricieuse(p, rules)
        return
    play(p, rules, move)
    deal_capricieuse(p, rules)


cdef bint next_capricieuse(board_t* p, const layout_t* rules) noexcept nogil:
    """Gather the columns and deal again (49.7), when all cards of this deal lie."""
    cdef int column
    if p.deal == rules.deals or is_dealing(p):
        return False
    clear_stock(p)
    for column in range(rules.columns):
        gather(p, column)
    redeal(p)
    deal_capricieuse(p, rules)
    return True


# No. 50: columns of eight, dealt one after another; runs go to empty columns.

cdef void deal_nationale(board_t* p, const layout_t* rules) noexcept nogil:
    """Deal until the last card of a column can be played, which is a duty (50.4)."""
    cdef int column
    if p.phase == DEALT:
        return
    while True:
        for column in range(rules.columns):
            if p.size[column] and fits(p, rules, top_card(p, column)):
                return
        if p.at == p.end:
            p.phase = DEALT
            return
        push(p, p.turn // COLUMN, draw(p))
        p.turn += 1


cdef void list_nationale(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    cdef int column, vacant, count, slot
    for column in range(rules.columns):
        if p.size[column]:
            add_plays(p, rules, moves, column, 1)
    if p.phase == DEALING:
        return
    vacant = first_empty(p, 0, rules.columns)
    for column in range(rules.columns):
        if not p.size[column]:
            continue
        add_shifts(p, rules, moves, column, 0, rules.columns)
        if vacant < 0:
            continue
        slot = p.top[column]
        for count in range(1, p.size[column]):
            add(moves, SHIFT, column, vacant, count)
            if not are_neighbours(p.value[slot], p.value[p.under[slot]]):
                break
            slot = p.under[slot]


cdef void move_nationale(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(p, move)
        return
    play(p, rules, move)
    deal_nationale(p, rules)


# No. 59: eight lines in four rows; in the deal cards go to the foundations of their row.

cdef int _row_foundation(const board_t* p, int line, card_t c) noexcept nogil:
    """The foundation of a line's row that takes a card, or -1."""
    cdef int first = 2 * (line % ROWS), f
    for f in range(first, first + 2):
        if p.wants[f] & bit(c):
            return f
    return -1


cdef bint _play_in_row(board_t* p, const layout_t* rules) noexcept nogil:
    """Play an outermost card to its own row, those on the left first (59.4)."""
    cdef int line, f
    for line in range(rules.columns):
        if p.size[line]:
            f = _row_foundation(p, line, top_card(p, line))
            if f >= 0:
                put(p, rules, f, p.value[pop(p, line)])
                return True
    return False


cdef void open_lines(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int f, slot
    while p.at < p.end:
        slot = draw(p)
        f = _row_foundation(p, p.turn, p.value[slot])
        if f >= 0:
            put(p, rules, f, p.value[slot])
        else:
            push(p, p.turn, slot)
            p.turn = (p.turn + 1) % rules.columns
        while _play_in_row(p, rules):
            pass


cdef void list_lines(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    cdef int line, target
    for line in range(rules.columns):
        if p.size[line]:
            add_plays(p, rules, moves, line, 1)
    for line in range(rules.columns):
        if not p.size[line]:
            continue
        add_shifts(p, rules, moves, line, 0, rules.columns)
        for target in range(rules.columns):
            if not p.size[target]:
                add(moves, SHIFT, line, target, 1)


cdef void move_lines(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(p, move)
    else:
        play(p, rules, move)


# No. 60: twelve piles, three deals, a card in abeyance between the foundations of its suit.

cdef void open_louis(board_t* p, const layout_t* rules) noexcept nogil:
    _turn_louis(p)


cdef inline void _turn_louis(board_t* p) noexcept nogil:
    if p.at < p.end and not p.size[HAND]:
        push(p, HAND, draw(p))


cdef void list_louis(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    if p.size[HAND]:
        add_plays(p, rules, moves, HAND, 1)
        add(moves, SHIFT, HAND, p.turn, 1)
        return
    add_plays_and_shifts(p, rules, moves, rules.columns)
    if p.deal < rules.deals:
        add(moves, REDEAL, 0, 0, 0)


cdef void move_louis(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        if move.source == HAND:
            p.turn = (p.turn + 1) % rules.columns
        shift(p, move)
    elif move.kind == REDEAL:
        next_louis(p, rules)
    else:
        play(p, rules, move)
    _turn_louis(p)


cdef bint next_louis(board_t* p, const layout_t* rules) noexcept nogil:
    """Gather the second half of the piles, then the first, and deal again (60.5).

    Not before all cards of this deal lie.
    """
    cdef int i
    if p.deal == rules.deals or is_dealing(p):
        return False
    clear_stock(p)
    for i in range(rules.columns):
        gather(p, (i + rules.columns // 2) % rules.columns)
    redeal(p)
    _turn_louis(p)
    return True
