"""Heaps that name the next, and heaps on kings: nos. 52 and 58 (docs/patience)."""

from libc.stdint cimport uint8_t

from rbcore.cards.card cimport KING, bit, card_t, rank_of, suit_of
from rbcore.patience.form cimport THROWN, TO_PLACE, layout_t, tell
from rbcore.patience.layouts.gathering cimport clear_stock, gather, redeal
from rbcore.patience.layouts.position cimport (
    ASIDE,
    GIVE_OVER,
    HAND,
    REDEAL,
    SHIFT,
    TAKE_OVER,
    TURN,
    UNDER,
    add,
    add_plays,
    board_t,
    draw,
    drop,
    move_t,
    moves_t,
    play,
    pop,
    push,
    put,
    shift,
    slot_at,
    top_card,
)
from rbcore.patience.table cimport SUITS

cdef enum:
    FANNED = 12     # heap 13 of no. 52, all of whose cards are available
    HEAPS = 13
    ROW = 6         # heaps of the upper row
    LAST = 12       # cards that a foundation of no. 52 takes
    QUEEN = 12


# No. 52: twelve heaps with a value each, and one spread out.

cdef void open_packets(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int slot
    while p.at < p.end:
        slot = draw(p)
        if rank_of(p.value[slot]) == p.turn + 1:
            push(p, ASIDE, slot)
        else:
            push(p, p.turn, slot)
            p.turn = (p.turn + 1) % HEAPS


cdef void _list_heap_plays(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    cdef int heap, depth
    for heap in range(FANNED):
        if p.size[heap]:
            add_plays(p, rules, moves, heap, 1)
    for depth in range(p.size[FANNED], 0, -1):
        add_plays(p, rules, moves, FANNED, depth)


cdef inline int _upper_rank(const board_t* p, int suit) noexcept nogil:
    """The last rank on the upper foundation of a suit; 0 for its king alone."""
    return LAST - p.room[suit]


cdef inline int _lower_rank(const board_t* p, int suit) noexcept nogil:
    """The last rank on the lower foundation; 13 for its king alone."""
    return p.room[SUITS + suit] + 1


cdef void _add_transfers(
    const board_t* p, moves_t* moves, int pile, int depth
) noexcept nogil:
    """Add a card's plays after an end card has changed its foundation (52.5)."""
    cdef card_t c = p.value[slot_at(p, pile, depth)]
    cdef int suit = suit_of(c), r = rank_of(c), up = _upper_rank(p, suit)
    cdef int down = _lower_rank(p, suit)
    if up != down - 1:
        return
    if up > 0:
        # The upper end goes down; then another of its rank goes up, or the next one down.
        if r == up:
            add(moves, GIVE_OVER, pile, suit, depth)
        if r == up - 1:
            add(moves, TAKE_OVER, pile, SUITS + suit, depth)
    if down < KING:
        if r == down:
            add(moves, GIVE_OVER, pile, SUITS + suit, depth)
        if r == down + 1:
            add(moves, TAKE_OVER, pile, suit, depth)


cdef void list_packets(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    cdef int heap, depth, plays
    if p.size[HAND]:
        add_plays(p, rules, moves, HAND, 1)
        if not moves.n:
            _add_transfers(p, moves, HAND, 1)
            add(moves, UNDER, HAND, rank_of(top_card(p, HAND)) - 1, 1)
        return
    _list_heap_plays(p, rules, moves)
    plays = moves.n
    for heap in range(FANNED):
        if p.size[heap]:
            _add_transfers(p, moves, heap, 1)
    for depth in range(p.size[FANNED], 0, -1):
        _add_transfers(p, moves, FANNED, depth)
    if plays:
        return
    if p.size[ASIDE]:
        add(moves, TURN, 0, 0, 0)
    elif p.deal < rules.deals and p.placed < rules.total:
        add(moves, REDEAL, 0, 0, 0)


cdef void move_packets(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == TURN:
        push(p, HAND, pop(p, ASIDE))
    elif move.kind == UNDER:
        _put_under(p, rules, move.target)
    elif move.kind == REDEAL:
        _gather_packets(p, rules)
    elif move.kind in (GIVE_OVER, TAKE_OVER):
        _transfer(p, rules, move)
    else:
        play(p, rules, move)


cdef void _transfer(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """Move an end card between the foundations of a suit, then play a card on one of them."""
    cdef card_t c = p.value[slot_at(p, move.source, move.count)]
    cdef int suit = suit_of(c)
    # The end card leaves the upper foundation if that is the one which gives.
    cdef bint down = (move.target < SUITS) == (move.kind == GIVE_OVER)
    drop(p, move.source, move.count)
    p.room[suit] += 1 if down else -1
    p.room[SUITS + suit] += -1 if down else 1
    _renew(p, suit)
    put(p, rules, move.target, c)


cdef void _renew(board_t* p, int suit) noexcept nogil:
    """Set what both foundations of a suit want by their ranks."""
    cdef int up = _upper_rank(p, suit), down = _lower_rank(p, suit)
    p.wants[suit] = bit(<card_t>(suit * 16 + up + 1)) if up < LAST else 0
    p.wants[SUITS + suit] = bit(<card_t>(suit * 16 + down - 1)) if down > 1 else 0


cdef void _put_under(board_t* p, const layout_t* rules, int heap) noexcept nogil:
    """Put the card in hand under a heap; unless a card can be played, lift the heap's top."""
    cdef int slot = pop(p, HAND), lowest = p.top[heap]
    cdef moves_t moves
    p.under[slot] = 0
    if not lowest:
        p.top[heap] = <uint8_t>slot
    else:
        while p.under[lowest]:
            lowest = p.under[lowest]
        p.under[lowest] = <uint8_t>slot
    p.size[heap] += 1
    tell(p.story, TO_PLACE, p.value[slot], heap)
    moves.n = 0
    _list_heap_plays(p, rules, &moves)
    if moves.n:
        return
    # Cards of its own number alone would go round for ever (52.7).
    slot = p.top[heap]
    while slot and rank_of(p.value[slot]) == heap + 1:
        slot = p.under[slot]
    if slot:
        push(p, HAND, pop(p, heap))


cdef void _gather_packets(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int heap
    clear_stock(p)
    for heap in range(ROW):
        gather(p, heap)
    gather(p, FANNED)
    for heap in range(ROW, FANNED):
        gather(p, heap)
    redeal(p)
    open_packets(p, rules)


# No. 58: kings begin heaps, queens are out of play, aces begin foundations.

cdef void list_gallery(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    """Heap number `turn` is the current one; the kings themselves are not in the piles.

    `reach` has a bit for each heap that was cleared by plays: by the other reading the grace is for
    those alone (58.4).
    """
    cdef int heap, bare, count
    for heap in range(p.turn + 1):
        if p.size[heap]:
            add_plays(p, rules, moves, heap, 1)
    if moves.n:
        return
    if p.at < p.end:
        add(moves, TURN, 0, 0, 0)
    for heap in range(p.turn + 1):
        for count in range(1, min(rules.run, p.size[heap] - 1) + 1):
            for bare in range(p.turn + 1):
                if not p.size[bare] and (not rules.other_way or p.reach >> bare & 1):
                    add(moves, SHIFT, heap, bare, count)


cdef void move_gallery(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    cdef int slot, rank, f
    cdef card_t c
    if move.kind == SHIFT:
        shift(p, move)
        return
    if move.kind != TURN:
        play(p, rules, move)
        if not p.size[move.source]:
            p.reach |= 1 << move.source
        return
    slot = draw(p)
    c = p.value[slot]
    rank = rank_of(c)
    if rank == KING:
        p.turn += 1
        tell(p.story, TO_PLACE, c, p.turn)
    elif rank == QUEEN:
        tell(p.story, THROWN, c, 0)
    else:
        for f in range(rules.founded):
            if p.wants[f] & bit(c):
                put(p, rules, f, c)
                return
        push(p, p.turn, slot)
