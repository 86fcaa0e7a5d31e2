"""The moves of games that patterns cannot tell, and whose moves a game's are (docs/patience)."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy, memmove

from rbcore.cards.card cimport KING, bit, card, card_t, rank_of, suit_of
from rbcore.cards.rng cimport FOR_DEAL, open_stream, shuffle, stream_t
from rbpatience.engine.board cimport (
    COVER, EXCHANGE, FILL, FOUNDATIONS, GIVE_OVER, MAX_MOVES, REDEAL, ROW, SHIFT, TAKE, TAKE_OVER,
    THROW, TURN, UNDER, add, board_t, draw, drop, first_empty, is_shut, link, move_t, moves_t, pop,
    push, shift, slot_at, tell_source, top_card,
)
from rbpatience.engine.game cimport (
    ASIDE, HAND, MAX_CARDS, MAX_PILES, NOT_CUSTOM, N_CUSTOM, N_DEALS, PASS, STOCK, SUITS,
    THROWN, TO_PLACE, WASTE, patience_row_t, spec_t, story_t, task_t, tell,
)
from rbpatience.engine.legal_moves cimport list_by_patterns, list_plays
from rbpatience.engine.transition cimport (
    begin_pass, begin_play, deal_piles, deal_row, gather, make_described, play, play_hand, put,
    redeal_waste, set_out, turn_row,
)

cdef enum:
    HEARTS = 2
    JACK = 11
    QUEEN = 12
    ELEVEN = 11

# A row from left to right.
cdef struct line_t:
    int count
    card_t cards[MAX_CARDS]
    bint discards  # two cards go only if they are alike themselves

cdef inline bint are_alike(card_t one, card_t other) noexcept nogil:
    return suit_of(one) == suit_of(other) or rank_of(one) == rank_of(other)

cdef inline void exchange(line_t* line, int i, int j) noexcept nogil:
    cdef card_t c = line.cards[i]
    line.cards[i] = line.cards[j]
    line.cards[j] = c

# Which moves a game has

ctypedef void (*list_f)(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil
ctypedef void (*move_f)(board_t* b, const spec_t* g, move_t move) noexcept nogil

ctypedef void (*deal_f)(board_t* b, const spec_t* g) noexcept nogil

cdef list_f LIST[N_CUSTOM]
cdef move_f MOVE[N_CUSTOM]
cdef deal_f DEAL[N_DEALS]
LIST[:] = [
    list_by_patterns, list_shah, list_gallery, list_packets, list_row, list_covered,
    list_constitution, list_parisienne,
]
MOVE[:] = [
    make_described, move_shah, move_gallery, move_packets, move_row, move_covered,
    move_constitution, move_parisienne,
]
DEAL[:] = [
    deal_piles, deal_packets, deal_marriage, deal_constitution, deal_nestor, deal_corners,
    deal_manor, deal_queens,
]

cdef void open_game(board_t* b, const spec_t* g, const card_t* pack, int cards, bint by_way,
                    stream_t* shuffles, story_t* story) noexcept nogil:
    """Set a game out and deal its first cards."""
    set_out(b, g, pack, cards, by_way, shuffles, story)
    DEAL[g.layout](b, g)
    begin_play(b, g)

cdef void list_moves(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """List the legal moves."""
    if g.custom == NOT_CUSTOM:
        list_by_patterns(b, g, moves)
        return
    list_custom(b, g, moves, MAX_MOVES)

cdef void list_custom(const board_t* b, const spec_t* g, moves_t* moves, int most) noexcept nogil:
    """List the legal moves of a game that has its own; plays of more cards if so many are found."""
    moves.n = 0
    moves.most = most
    LIST[g.custom](b, g, moves)

cdef void make_move(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Make a legal move, and what follows of itself."""
    if g.custom == NOT_CUSTOM:
        make_described(b, g, move)
        return
    b.idle += 1
    b.most = b.placed
    MOVE[g.custom](b, g, move)
    if b.placed > b.most:
        b.idle = 0

# No. 46: three circles round the Shah, sequences in the outer one. Place number i stands in circle
# i // columns; a card is shut by the one further out.

cdef enum:
    CIRCLES = 3

cdef inline int _outer(const spec_t* g) noexcept nogil:
    return (CIRCLES - 1) * g.columns

cdef int _empty_ray(const board_t* b, const spec_t* g) noexcept nogil:
    cdef int ray
    for ray in range(g.columns):
        if not (b.size[ray] or b.size[ray + g.columns] or b.size[ray + 2 * g.columns]):
            return ray
    return -1

cdef void _add_packs(const board_t* b, const spec_t* g, uint64_t packed, moves_t* moves,
                     int pile) noexcept nogil:
    """Add the packings of a top card in the outer circle, where some cards are packed."""
    cdef card_t c = top_card(b, pile)
    cdef int target
    if not packed & bit(c):
        return
    for target in range(_outer(g), CIRCLES * g.columns):
        if target != pile and b.size[target] and g.packs[0][top_card(b, target)] & bit(c):
            add(moves, SHIFT, pile, target, 1)

cdef void list_shah(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    cdef int place, outer = _outer(g), end = CIRCLES * g.columns
    cdef int vacant = first_empty(b, 0, b.reach), ray = _empty_ray(b, g)
    cdef bint whole = b.reach == end
    cdef uint64_t packed = 0
    for place in range(outer, end):
        packed |= g.packs[0][top_card(b, place)]
    for place in range(b.reach):
        if not b.size[place] or is_shut(b, g, place):
            continue
        list_plays(b, g, place, 1, moves)
        if place >= outer:
            _add_packs(b, g, packed, moves, place)
            if ray >= 0:
                add(moves, SHIFT, place, ray, 1)
    for place in range(WASTE, HAND + 1):
        if b.size[place]:
            list_plays(b, g, place, 1, moves)
            _add_packs(b, g, packed, moves, place)
    if b.size[HAND]:
        add(moves, SHIFT, HAND, vacant if vacant >= 0 else WASTE, 1)
    elif b.at < b.end:
        if whole and (b.phase or vacant < 0):
            add(moves, TURN, 0, 0, 0)
        elif vacant >= 0:
            add(moves, FILL, 0, vacant, 0)
        else:
            add(moves, ROW, 0, 0, 0)
    elif vacant >= 0 and b.size[WASTE]:
        add(moves, FILL, WASTE, vacant, 0)

cdef void move_shah(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(b, move)
    elif move.kind == FILL:
        push(b, move.target, pop(b, WASTE) if b.at == b.end else draw(b))
    elif move.kind == ROW:
        deal_row(b, g)
    elif move.kind == TURN:
        b.phase = 1
        push(b, HAND, draw(b))
    else:
        play(b, g, move)

# No. 58: kings begin heaps, queens are out of play, aces begin foundations

cdef void list_gallery(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """Heap number `turn` is the current one; the kings themselves are not in the piles.

    `reach` has a bit for each heap that was cleared by plays: by the other reading the grace is for
    those alone (58.4).
    """
    cdef int heap, bare, count, bares = 0
    for heap in range(b.turn + 1):
        list_plays(b, g, heap, 1, moves)
    if moves.n:
        return
    if b.at < b.end:
        add(moves, TURN, 0, 0, 0)
    for bare in range(b.turn + 1):
        if not b.size[bare] and (not g.other_reading or b.reach >> bare & 1):
            bares |= 1 << bare
    for heap in range(b.turn + 1 if bares else 0):
        for count in range(1, min(g.run, b.size[heap] - 1) + 1):
            for bare in range(b.turn + 1):
                if bares >> bare & 1:
                    add(moves, SHIFT, heap, bare, count)

cdef void move_gallery(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    cdef int slot, rank, f
    cdef card_t c
    if move.kind == SHIFT:
        shift(b, move)
        return
    if move.kind != TURN:
        play(b, g, move)
        if not b.size[move.source]:
            b.reach |= 1 << move.source
        return
    slot = draw(b)
    c = b.value[slot]
    rank = rank_of(c)
    if rank == KING:
        b.turn += 1
        tell(b.story, TO_PLACE, c, b.turn)
    elif rank == QUEEN:
        tell(b.story, THROWN, c, 0)
    else:
        for f in range(g.founded):
            if b.wants[f] & bit(c):
                put(b, g, f, slot)
                return
        push(b, b.turn, slot)

# No. 52: twelve heaps with a value each, and one spread out

cdef enum:
    FANNED = 12     # heap 13 of no. 52, all of whose cards are available
    HEAPS = 13
    UPPER = 6         # heaps of the upper row
    LAST = 12       # cards that a foundation of no. 52 takes

cdef void deal_packets(board_t* b, const spec_t* g) noexcept nogil:
    cdef int slot
    while b.at < b.end:
        slot = draw(b)
        if rank_of(b.value[slot]) == b.turn + 1:
            push(b, ASIDE, slot)
        else:
            push(b, b.turn, slot)
            b.turn = (b.turn + 1) % HEAPS

cdef void _list_heap_plays(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    cdef int heap, depth
    for heap in range(FANNED):
        list_plays(b, g, heap, 1, moves)
    if b.wanted & _fanned(b):
        for depth in range(b.size[FANNED], 0, -1):
            list_plays(b, g, FANNED, depth, moves)

cdef uint64_t _fanned(const board_t* b) noexcept nogil:
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

cdef void _add_transfers(const board_t* b, moves_t* moves, int pile, int depth) noexcept nogil:
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

cdef void list_packets(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
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

cdef void move_packets(board_t* b, const spec_t* g, move_t move) noexcept nogil:
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

cdef void _transfer(board_t* b, const spec_t* g, move_t move) noexcept nogil:
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

cdef void _renew(board_t* b, int suit) noexcept nogil:
    """Set what both foundations of a suit want by their ranks."""
    cdef int up = _upper_rank(b, suit), down = _lower_rank(b, suit)
    b.wants[suit] = bit(<card_t>(suit * 16 + up + 1)) if up < LAST else 0
    b.wants[SUITS + suit] = bit(<card_t>(suit * 16 + down - 1)) if down > 1 else 0

cdef void _put_under(board_t* b, const spec_t* g, int heap) noexcept nogil:
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

cdef void _gather_packets(board_t* b, const spec_t* g) noexcept nogil:
    cdef int heap
    b.at = b.end = 0
    for heap in range(UPPER):
        gather(b, heap)
    gather(b, FANNED)
    for heap in range(UPPER, FANNED):
        gather(b, heap)
    begin_pass(b)
    deal_packets(b, g)

# No. 32: a middle row that the one above begins and completes, built from the one below

cdef void deal_constitution(board_t* b, const spec_t* g) noexcept nogil:
    cdef int f
    for f in range(g.founded):
        push(b, g.founded + f, draw(b))
        b.wants[f] = g.follows[g.foundations[f].kind][top_card(b, g.founded + f)]  # 32.2
    turn_row(b, g)
    b.turn = ~0

cdef void list_constitution(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """By the other reading a pile of which the card of the last row has gone is shut (32.3)."""
    cdef int pile
    for pile in range(g.founded):
        if b.size[pile] and (b.turn >> pile & 1 or not g.other_reading):
            list_plays(b, g, pile, 1, moves)
            if moves.n >= moves.most:
                return
    if b.at < b.end:
        add(moves, ROW, 0, 0, 0)

cdef void move_constitution(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    cdef int f
    if move.kind == ROW:
        turn_row(b, g)
        b.turn = ~0
        return
    play(b, g, move)
    if g.other_reading:
        b.turn &= ~(1 << move.source)
    for f in range(g.founded):
        if b.room[f] == 1 and b.size[g.founded + f]:
            put(b, g, f, pop(b, g.founded + f))  # the card above, and no other (32.6)

# No. 48: cards turned to four heaps and twice to the waste, unless they fit a foundation

cdef enum:
    WASTED = 2  # cards of a round that go to the waste (48.3)

cdef void list_parisienne(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    cdef int heap, depth
    if b.size[HAND]:
        list_plays(b, g, HAND, 1, moves)
        return
    for heap in range(g.piles):
        if b.size[heap]:
            list_plays(b, g, heap, 1, moves)
    for depth in range(1, (b.size[WASTE] if b.at == b.end else min(b.size[WASTE], <uint8_t>1)) + 1):
        list_plays(b, g, WASTE, depth, moves)  # all of it once the stock is out (48.6)
    if b.at < b.end:
        add(moves, TURN, 0, 0, 0)
    elif not moves.n and b.deal < g.passes:
        add(moves, REDEAL, 0, 0, 0)

cdef void move_parisienne(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """The last pass leaves the waste out, but by the other reading (48.8)."""
    cdef int pile = b.turn if b.turn < g.piles else WASTE
    if move.kind == TURN:
        b.turn += 1
        if b.turn == g.piles + (WASTED if b.deal < g.passes or g.other_reading else 0):
            b.turn = 0
        push(b, HAND, draw(b))
        if not play_hand(b, g):
            push(b, pile, pop(b, HAND))
    elif move.kind == REDEAL:
        b.at = b.end = 0
        for pile in range(g.piles):
            gather(b, pile)
        redeal_waste(b, g)
    else:
        play(b, g, move)

# Deals of games that go on by patterns

cdef enum:
    AUXILIARIES = 5

cdef void deal_corners(board_t* b, const spec_t* g) noexcept nogil:
    """No. 28: the first cards of four suits are the bases, the others the auxiliaries (28.2)."""
    cdef uint8_t under[MAX_CARDS]
    cdef int corners = 0, laid = 0, buried = 0, suits = 0, slot, i
    while corners < SUITS or laid < AUXILIARIES:
        slot = draw(b)
        if not suits >> suit_of(b.value[slot]) & 1:
            suits |= 1 << suit_of(b.value[slot])
            put(b, g, corners, slot)
            corners += 1
        elif laid < AUXILIARIES:
            push(b, laid, slot)
            laid += 1
        else:
            under[buried] = <uint8_t>slot
            buried += 1
    # What was buried lies below the stock; the cards dealt leave room at its front.
    b.end -= b.at
    for i in range(b.end):
        b.stock[i] = b.stock[b.at + i]
    b.at = 0
    for i in range(buried):
        b.stock[b.end + i] = under[i]
    b.end += buried

cdef void deal_manor(board_t* b, const spec_t* g) noexcept nogil:
    """Deal the packets; the rest of the pack lies beside them by rank, from the twos on (43.3)."""
    cdef int slot
    deal_piles(b, g)
    while b.at < b.end:
        slot = draw(b)
        push(b, g.sorted_first + rank_of(b.value[slot]) - 2, slot)

cdef void deal_queens(board_t* b, const spec_t* g) noexcept nogil:
    """Lay a queen, set out, beneath each pile (55.1)."""
    cdef int pile
    for pile in range(g.piles):
        b.value[b.end + 1 + pile] = card(pile % SUITS, QUEEN)
        push(b, pile, b.end + 1 + pile)

# No. 9: columns of which none has two cards of a rank

cdef void deal_nestor(board_t* b, const spec_t* g) noexcept nogil:
    """Deal until a deal holds; a void one is shuffled anew, by a stream named by the pack (9.3)."""
    cdef stream_t stream
    if not _deal(b, g):
        open_stream(&stream, _name(b), 0, FOR_DEAL)
        while not _deal(b, g):
            shuffle(&stream, b.stock, 1, b.end)
            b.deal += 1
        tell(b.story, PASS, 0, b.deal)
    b.at = b.end
    _tell_deal(b, g)

cdef bint _deal(board_t* b, const spec_t* g) noexcept nogil:
    """Deal row by row, a barred card to the bottom; False if all that are left are barred (9.2)."""
    cdef uint8_t rest[MAX_CARDS]  # a ring: `left` cards from `at` on
    cdef int at = 0, n = b.end, left = n, _row, column, pile, _tried
    cdef uint8_t slot = 0
    memcpy(rest, b.stock, n)
    for pile in range(g.piles):
        b.top[pile] = 0
        b.size[pile] = 0
    for _row in range(g.dealt[0]):
        for column in range(g.group[0].end):
            for _tried in range(left):
                slot = rest[at]
                at = (at + 1) % n
                if not _has_rank(b, column, rank_of(b.value[slot])):
                    break
                rest[(at + left - 1) % n] = slot
            else:
                return False
            left -= 1
            link(b, column, slot)
    for pile in range(g.group[0].end, g.piles):
        for _tried in range(g.dealt[pile]):
            link(b, pile, rest[at])
            at = (at + 1) % n
    return True

cdef bint _has_rank(const board_t* b, int column, int rank) noexcept nogil:
    cdef int slot = b.top[column]
    while slot:
        if rank_of(b.value[slot]) == rank:
            return True
        slot = b.under[slot]
    return False

cdef uint64_t _name(const board_t* b) noexcept nogil:
    """A number for an order of cards (Fowler, Noll and Vo's FNV-1a)."""
    cdef uint64_t name = 0xCBF29CE484222325ULL
    cdef int i
    for i in range(b.end):
        name = (name ^ b.value[b.stock[i]]) * 0x100000001B3ULL
    return name

cdef void _tell_deal(const board_t* b, const spec_t* g) noexcept nogil:
    """Tell the deal that holds, row by row, and then the other piles."""
    cdef int row, pile
    tell_source(b, STOCK)
    for row in range(g.dealt[0]):
        for pile in range(g.group[0].end):
            tell(b.story, TO_PLACE, b.value[slot_at(b, pile, b.size[pile] - row)], pile)
    for pile in range(g.group[0].end, g.piles):
        for row in range(g.dealt[pile]):
            tell(b.story, TO_PLACE, b.value[slot_at(b, pile, b.size[pile] - row)], pile)

# No. 14b: cards on places that are covered from the stock

cdef void list_covered(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """A third place of 0 stands for a pair: the places of a set are in order."""
    cdef int ranks[MAX_PILES]
    cdef int one, other, third, stock = b.end - b.at
    for one in range(g.piles):
        ranks[one] = rank_of(top_card(b, one))
    for one in range(g.piles):
        for other in range(one + 1, g.piles):
            if stock >= 2 and ranks[one] + ranks[other] == ELEVEN:
                add(moves, COVER, one, other, 0)
            if stock < 3 or ranks[one] < JACK or ranks[other] < JACK or ranks[one] == ranks[other]:
                continue
            for third in range(other + 1, g.piles):
                if ranks[third] == JACK + (JACK + 1) + KING - ranks[one] - ranks[other]:
                    add(moves, COVER, one, other, third)

cdef bint _is_saved(const board_t* b, const spec_t* g, int rank) noexcept nogil:
    """Whether the last card makes eleven, or by the other reading a set (14b.4, 14b.5)."""
    cdef int place, lying = 0
    for place in range(g.piles):
        lying |= 1 << rank_of(top_card(b, place))
    if rank < JACK:
        return lying >> (ELEVEN - rank) & 1
    lying |= 1 << rank
    return g.other_reading and lying >> JACK & 7 == 7

cdef void move_covered(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    push(b, move.source, draw(b))
    push(b, move.target, draw(b))
    if move.count:
        push(b, move.count, draw(b))
    b.placed += 3 if move.count else 2
    if b.end - b.at == 1 and _is_saved(b, g, rank_of(b.value[b.stock[b.at]])):
        tell(b.story, THROWN, b.value[draw(b)], 0)
        b.placed += 1

# No. 6: cards between two that are alike leave a row, by the fixed way

cdef void play_row(const task_t* task, const card_t* pack, patience_row_t* row,
                   story_t* story) noexcept nogil:
    """Deal the pack between queen and king, throwing out whatever can go."""
    cdef line_t line
    cdef int i, cut = 0
    row.passes = 1
    line.count = 0
    line.discards = task.options.discards
    if line.discards:
        cut = cut_of(pack, task.cards)
    else:
        _lay(&line, card(HEARTS, QUEEN), story)
    for i in range(task.cards):
        _lay(&line, pack[(cut + i) % task.cards], story)
        throw_out(&line, story)
    if line.discards:
        _discard(&line, story)
    else:
        _lay(&line, card(HEARTS, QUEEN + 1), story)
        throw_out(&line, story)
    if task.options.transposes:
        _transpose(&line, story)
    row.left = <uint8_t>(line.count - 2)
    row.outcome = row.left == 0

cdef int cut_of(const card_t* pack, int n) noexcept nogil:
    """The first place to cut after which the first and the last card are of one suit (6c.1)."""
    cdef int cut
    for cut in range(n):
        if suit_of(pack[cut]) == suit_of(pack[(cut + n - 1) % n]):
            return cut
    return 0  # suits all round differ from their neighbours'

cdef inline void _lay(line_t* line, card_t c, story_t* story) noexcept nogil:
    line.cards[line.count] = c
    tell(story, TO_PLACE, c, line.count)
    line.count += 1

cdef void throw_out(line_t* line, story_t* story) noexcept nogil:
    """Throw out what lies between two alike cards, two cards rather than one, the newest first."""
    cdef int i = line.count - 1
    while i > 1:
        if i > 2 and are_alike(line.cards[i], line.cards[i - 3]) and (
            not line.discards or are_alike(line.cards[i - 1], line.cards[i - 2])
        ):
            remove_cards(line, i - 2, 2, story)
        elif are_alike(line.cards[i], line.cards[i - 2]):
            remove_cards(line, i - 1, 1, story)
        else:
            i -= 1
            continue
        # Cards to the right have new neighbours.
        i = line.count - 1

cdef void remove_cards(line_t* line, int first, int count, story_t* story) noexcept nogil:
    cdef int i
    for i in range(first, first + count):
        tell(story, THROWN, line.cards[i], i)
    line.count -= count
    memmove(line.cards + first, line.cards + first + count, line.count - first)

cdef void _transpose(line_t* line, story_t* story) noexcept nogil:
    """Exchange the two cards after which the fewest are left, if that is any good (6b.2)."""
    cdef line_t trial
    cdef int i, j, best_i = 0, best_j = 0, fewest = line.count
    for i in range(1, line.count - 1):
        for j in range(i + 1, line.count - 1):
            trial = line[0]
            exchange(&trial, i, j)
            throw_out(&trial, NULL)
            if trial.count < fewest:
                fewest = trial.count
                best_i = i
                best_j = j
    if best_i:
        exchange(line, best_i, best_j)
        tell(story, TO_PLACE, line.cards[best_i], best_i)
        tell(story, TO_PLACE, line.cards[best_j], best_j)
        throw_out(line, story)

cdef void _discard(line_t* line, story_t* story) noexcept nogil:
    """Throw out the three cards after which the fewest are left, or all of fewer (6c.3)."""
    cdef line_t trial
    cdef int i, j, k, best_i = 1, best_j = 2, best_k = 3, fewest = line.count
    if line.count <= 5:
        remove_cards(line, 1, line.count - 2, story)
        return
    for i in range(1, line.count - 3):
        for j in range(i + 1, line.count - 2):
            for k in range(j + 1, line.count - 1):
                trial = line[0]
                _remove_three(&trial, i, j, k, NULL)
                if trial.count < fewest:
                    fewest = trial.count
                    best_i = i
                    best_j = j
                    best_k = k
    _remove_three(line, best_i, best_j, best_k, story)

cdef void _remove_three(line_t* line, int i, int j, int k, story_t* story) noexcept nogil:
    remove_cards(line, k, 1, story)
    remove_cards(line, j, 1, story)
    remove_cards(line, i, 1, story)
    throw_out(line, story)

# No. 6 as the player likes

cdef enum:
    LINE = 0         # the pile that is the row; its top is the right end
    TAKES = 3       # cards of the grace of no. 6c
    LIFTED = 1      # one of two cards that change places is chosen (6b.2)
    EXCHANGED = 2

cdef void deal_marriage(board_t* b, const spec_t* g) noexcept nogil:
    cdef int i, cut, n = b.end
    if g.other_reading:
        cut = cut_of(b.value + 1, n)
        for i in range(n):
            b.stock[i] = <uint8_t>((cut + i) % n + 1)
        return
    # The queen lies there, and the king comes last (6.1).
    b.value[n + 1] = card(HEARTS, QUEEN)
    b.value[n + 2] = card(HEARTS, QUEEN + 1)
    push(b, LINE, n + 1)
    b.stock[n] = <uint8_t>(n + 2)
    b.end = n + 1

cdef void _read_line(const board_t* b, const spec_t* g, line_t* line) noexcept nogil:
    cdef int slot = b.top[LINE], i = b.size[LINE]
    line.count = i
    line.discards = g.other_reading
    while slot:
        i -= 1
        line.cards[i] = b.value[slot]
        slot = b.under[slot]

cdef bint _may_go(const line_t* line, const spec_t* g, int first, int count) noexcept nogil:
    """Whether so many cards may be thrown out together (6.4, 6b.1, 6c.2)."""
    cdef int i
    if not are_alike(line.cards[first - 1], line.cards[first + count]):
        return False
    if count == 1:
        return True
    if count == 2:
        return not g.other_reading or are_alike(line.cards[first], line.cards[first + 1])
    for i in range(first + 1, first + count):
        if suit_of(line.cards[i]) != suit_of(line.cards[first]):
            return False
    return True

cdef void list_row(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    cdef line_t line
    cdef int first, count, most = 2
    _read_line(b, g, &line)
    if g.run:
        most = line.count
    if b.phase != LIFTED and not (g.other_reading and 0 < b.phase < TAKES):
        if b.at < b.end:
            add(moves, TURN, 0, 0, 0)
        for first in range(1, line.count - 1):
            for count in range(1, min(most, line.count - 1 - first) + 1):
                if _may_go(&line, g, first, count):
                    add(moves, THROW, LINE, count, line.count - first)
        if moves.n:
            return
    # The graces come when nothing else is left (6b.2, 6c.3).
    for first in range(1, line.count - 1):
        if g.other_reading and b.phase < TAKES:
            add(moves, TAKE, LINE, 0, line.count - first)
        elif g.run and b.phase < EXCHANGED and line.count - first != b.turn:
            add(moves, EXCHANGE, LINE, 0, line.count - first)

cdef void _throw(board_t* b, int depth) noexcept nogil:
    tell_source(b, LINE)
    tell(b.story, THROWN, b.value[slot_at(b, LINE, depth)], b.size[LINE] - depth)
    drop(b, LINE, depth)
    b.placed += 1
    b.idle = 0

cdef void move_row(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    cdef int i, depth
    if move.kind == TURN:
        push(b, LINE, draw(b))
    elif move.kind == THROW:
        depth = move.count
        for i in range(move.target):
            _throw(b, depth - i)
    elif move.kind == TAKE:
        b.phase += 1
        _throw(b, move.count)
    elif b.phase == 0:
        b.phase = LIFTED
        b.turn = move.count
    else:
        _exchange(b, b.turn, move.count)
        b.phase = EXCHANGED
        b.turn = 0

cdef void _exchange(board_t* b, int one, int other) noexcept nogil:
    """Exchange two cards, numbered from above."""
    cdef int first = slot_at(b, LINE, one), second = slot_at(b, LINE, other)
    cdef card_t c = b.value[first]
    b.value[first] = b.value[second]
    b.value[second] = c
    tell(b.story, TO_PLACE, b.value[first], b.size[LINE] - one)
    tell(b.story, TO_PLACE, b.value[second], b.size[LINE] - other)

# The adviser tries each move, and after it the fixed way of throwing out.

cdef int _left(const line_t* line) noexcept nogil:
    """The cards that the fixed way leaves."""
    cdef line_t trial = line[0]
    throw_out(&trial, NULL)
    return trial.count

cdef int _left_without(const line_t* line, int first, int more) noexcept nogil:
    """The cards left after a card, and the best others of so many more, are taken out."""
    cdef line_t trial = line[0]
    cdef int other, fewest = line.count
    remove_cards(&trial, first, 1, NULL)
    if not more or trial.count == 2:
        return _left(&trial)
    for other in range(first, trial.count - 1):
        fewest = min(fewest, _left_without(&trial, other, more - 1))
    return fewest

cdef int _left_exchanged(const line_t* line, int one, int lifted) noexcept nogil:
    """The cards left after a card changes places with one that was chosen, or with the best."""
    cdef line_t trial
    cdef int other, fewest = line.count
    for other in range(1, line.count - 1):
        if other != one and (not lifted or other == lifted):
            trial = line[0]
            exchange(&trial, one, other)
            fewest = min(fewest, _left(&trial))
    return fewest

cdef int row_worth(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    cdef line_t line
    cdef int first
    if move.kind == TURN:
        return 10000  # a throw loses nothing by waiting, and the whole row shows more
    _read_line(b, g, &line)
    first = line.count - move.count
    if move.kind == THROW:
        remove_cards(&line, first, move.target, NULL)
        return 5000 - _left(&line)
    if move.kind == TAKE:
        return 5000 - _left_without(&line, first, TAKES - 1 - b.phase)
    return 5000 - _left_exchanged(&line, first, line.count - b.turn if b.turn else 0)
