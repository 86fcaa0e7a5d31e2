"""No. 33, the Four Corners, as the player likes after each deal (docs/patience)."""

from rbcore.cards.card cimport KING, bit, card_t, rank_of, suit_of
from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.gathering cimport clear_stock, gather, redeal
from rbcore.patience.layouts.position cimport (
    HAND,
    PLAY,
    REDEAL,
    SHIFT,
    add_plays,
    add_plays_and_shifts,
    board_t,
    draw,
    move_t,
    moves_t,
    play,
    pop,
    push,
    put,
    shift,
    top_card,
)
from rbcore.patience.single.four_corners cimport ANYWHERE, beside_place
from rbcore.patience.table cimport SUITS


cdef void deal_corners(board_t* p, const layout_t* rules) noexcept nogil:
    """Deal round and round; a card that goes up leaves its place to the next (33.3, 33.4)."""
    cdef int i = 0
    p.turn = 0
    while p.at < p.end:
        push(p, HAND, draw(p))
        if i < rules.corners.judged_from or not _goes_up(p, rules):
            push(p, p.turn, pop(p, HAND))
            p.turn = (p.turn + 1) % rules.columns
        i += 1
    p.idle = 0


cdef bint _goes_up(board_t* p, const layout_t* rules) noexcept nogil:
    """Play the card in hand as far as its place allows; False if it does not fit."""
    cdef moves_t moves
    cdef card_t c = top_card(p, HAND)
    cdef int suit = suit_of(c), beside = beside_place(p.turn), step
    # The first ace and the first king of a suit go to their places wherever they fall (33.3).
    if rank_of(c) == 1 and p.room[suit] == KING:
        beside = suit
    elif rank_of(c) == KING and p.room[SUITS + suit] == KING:
        beside = SUITS + suit
    if beside == ANYWHERE:
        moves.n = 0
        add_plays(p, rules, &moves, HAND, 1)
        if not moves.n:
            return False
        play(p, rules, moves.moves[0])
        return True
    if beside % SUITS != suit:
        return False
    if p.waiting[suit]:
        # Its equal settles it at either side, a neighbour beside the one it goes to (33.6).
        step = rank_of(c) - rank_of(p.waiting[suit])
        if step and step != (1 if beside == suit else -1):
            return False
        play(p, rules, move_t(PLAY, HAND, <unsigned char>suit, 1))
        return True
    if not p.wants[beside] & bit(c):
        return False
    put(p, rules, beside, p.value[pop(p, HAND)])
    return True


cdef void list_corners(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    add_plays_and_shifts(p, rules, moves, rules.columns)


cdef void move_corners(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(p, move)
    elif move.kind == REDEAL:
        next_corners(p, rules)
    else:
        play(p, rules, move)


cdef bint next_corners(board_t* p, const layout_t* rules) noexcept nogil:
    """Gather the heaps and deal them again, the first from its lowest card on (33.9)."""
    cdef int heap
    if p.deal == rules.deals:
        return False
    clear_stock(p)
    for heap in range(rules.columns):
        gather(p, heap)
    redeal(p)
    deal_corners(p, rules)
    return True
