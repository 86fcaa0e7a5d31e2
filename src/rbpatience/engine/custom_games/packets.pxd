# No. 52: twelve heaps with a value each, and one spread out.

from libc.stdint cimport uint64_t, uint8_t

from rbcore.cards.card cimport KING, bit, card_t, rank_of, suit_of
from rbpatience.engine.board cimport (
    FOUNDATIONS, GIVE_OVER, REDEAL, TAKE_OVER, TURN, UNDER, add, board_t, draw, drop, link, move_t,
    moves_t, pop, push, slot_at, top_card,
)
from rbpatience.engine.game cimport ASIDE, HAND, SUITS, TO_PLACE, spec_t, tell
from rbpatience.engine.legal_moves cimport list_plays
from rbpatience.engine.transition cimport begin_pass, gather, play, put

cdef enum:
    FANNED = 12  # heap 13, all of whose cards are available
    HEAPS = 13
    UPPER = 6    # heaps of the upper row
    LAST = 12    # cards that a foundation takes

cdef inline void deal_packets(board_t* b, const spec_t* g) noexcept nogil:
    cdef int slot
    while b.at < b.end:
        slot = draw(b)
        if rank_of(b.value[slot]) == b.turn + 1:
            push(b, ASIDE, slot)
        else:
            push(b, b.turn, slot)
            b.turn = (b.turn + 1) % HEAPS

cdef inline void _list_heap_plays(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    cdef int heap, depth
    for heap in range(FANNED):
        list_plays(b, g, heap, 1, moves)
    if b.wanted & _fanned(b):
        for depth in range(b.size[FANNED], 0, -1):
            list_plays(b, g, FANNED, depth, moves)

cdef inline uint64_t _fanned(const board_t* b) noexcept nogil:
    """The cards of the heap that is spread out."""
    cdef uint64_t cards = 0
    cdef int slot = b.top[FANNED]
    while slot:
        cards |= bit(b.value[slot])
        slot = b.under[slot]
    return cards

cdef inline int _upper_rank(const board_t* b, int suit) noexcept nogil:
    """The last rank on the upper foundation of a suit; 0 for its king alone."""
    return LAST - b.room[suit]

cdef inline int _lower_rank(const board_t* b, int suit) noexcept nogil:
    """The last rank on the lower foundation; 13 for its king alone."""
    return b.room[SUITS + suit] + 1

cdef inline bint _do_meet(const board_t* b, int suit) noexcept nogil:
    """Whether the end cards of both foundations of a suit are neighbours."""
    return _upper_rank(b, suit) == _lower_rank(b, suit) - 1

cdef inline void _add_transfers(const board_t* b, moves_t* moves, int pile,
                                int depth) noexcept nogil:
    """Add a card's plays after an end card has changed its foundation (52.5)."""
    cdef card_t c = b.value[slot_at(b, pile, depth)]
    cdef int suit = suit_of(c), r = rank_of(c), up = _upper_rank(b, suit)
    cdef int down = _lower_rank(b, suit)
    if not _do_meet(b, suit):
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

cdef inline void list_packets(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    cdef int heap, depth, plays, suit
    cdef bint meet = False
    if b.size[HAND]:
        list_plays(b, g, HAND, 1, moves)
        if not moves.n:
            _add_transfers(b, moves, HAND, 1)
            add(moves, UNDER, HAND, rank_of(top_card(b, HAND)) - 1, 1)
        return
    _list_heap_plays(b, g, moves)
    plays = moves.n
    for suit in range(SUITS):
        meet |= _do_meet(b, suit)
    if meet:
        for heap in range(FANNED):
            if b.size[heap]:
                _add_transfers(b, moves, heap, 1)
        for depth in range(b.size[FANNED], 0, -1):
            _add_transfers(b, moves, FANNED, depth)
    if plays:
        return
    if b.size[ASIDE]:
        add(moves, TURN, 0, 0, 0)
    elif b.deal < g.deals and b.placed < g.total:
        add(moves, REDEAL, 0, 0, 0)

cdef inline void move_packets(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    if move.kind == TURN:
        push(b, HAND, pop(b, ASIDE))
    elif move.kind == UNDER:
        _put_under(b, g, move.target)
    elif move.kind == REDEAL:
        _gather_packets(b, g)
    elif move.kind in (GIVE_OVER, TAKE_OVER):
        _transfer(b, g, move)
    else:
        play(b, g, move)

cdef inline void _transfer(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Move an end card between the foundations of a suit, then play a card on one of them."""
    cdef int slot = slot_at(b, move.source, move.count), suit = suit_of(b.value[slot])
    # The end card leaves the upper foundation if that is the one which gives.
    cdef bint down = (move.target < SUITS) == (move.kind == GIVE_OVER)
    b.room[suit] += 1 if down else -1
    b.room[SUITS + suit] += -1 if down else 1
    if down:
        link(b, FOUNDATIONS + SUITS + suit, pop(b, FOUNDATIONS + suit))
    else:
        link(b, FOUNDATIONS + suit, pop(b, FOUNDATIONS + SUITS + suit))
    drop(b, move.source, move.count)
    _renew(b, suit)
    put(b, g, move.target, slot)

cdef inline void _renew(board_t* b, int suit) noexcept nogil:
    """Set what both foundations of a suit want by their ranks."""
    cdef int up = _upper_rank(b, suit), down = _lower_rank(b, suit)
    b.wants[suit] = bit(<card_t>(suit * 16 + up + 1)) if up < LAST else 0
    b.wants[SUITS + suit] = bit(<card_t>(suit * 16 + down - 1)) if down > 1 else 0

cdef inline void _put_under(board_t* b, const spec_t* g, int heap) noexcept nogil:
    """Put the card in hand under a heap; unless a card can be played, lift the heap's top."""
    cdef int slot = pop(b, HAND), lowest = b.top[heap]
    cdef moves_t moves
    b.under[slot] = 0
    if not lowest:
        b.top[heap] = <uint8_t>slot
    else:
        while b.under[lowest]:
            lowest = b.under[lowest]
        b.under[lowest] = <uint8_t>slot
    b.size[heap] += 1
    tell(b.story, TO_PLACE, b.value[slot], heap)
    moves.n = 0
    _list_heap_plays(b, g, &moves)
    if moves.n:
        return
    # Cards of its own number alone would go round for ever (52.7).
    slot = b.top[heap]
    while slot and rank_of(b.value[slot]) == heap + 1:
        slot = b.under[slot]
    if slot:
        push(b, HAND, pop(b, heap))

cdef inline void _gather_packets(board_t* b, const spec_t* g) noexcept nogil:
    cdef int heap
    b.at = b.end = 0
    for heap in range(UPPER):
        gather(b, heap)
    gather(b, FANNED)
    for heap in range(UPPER, FANNED):
        gather(b, heap)
    begin_pass(b)
    deal_packets(b, g)
