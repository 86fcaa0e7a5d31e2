"""The first cards of a game, the cards turned, and what begins the next pass or deal."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from rbcore.cards.card cimport NO_CARD, bit, card, card_t, rank_of, suit_of
from rbcore.cards.shuffling cimport shuffle
from rbcore.patience.engine.board cimport (
    MOST_MOVES,
    board_t,
    draw,
    drop,
    moves_t,
    pop,
    push,
    slot_at,
)
from rbcore.patience.engine.game cimport (
    ANY_WAY,
    HAND,
    MOST_PILES,
    OTHER_WASTE,
    SUITS,
    TO_ROUND,
    WASTE,
    game_t,
    pattern_t,
)
from rbcore.patience.engine.scan cimport add_plays
from rbcore.patience.engine.settling cimport play, put, renew, settle
from rbcore.patience.rows cimport MOST_CARDS, PASS, tell

cdef enum:
    AUXILIARIES = 5


cdef void open_board(
    board_t* b, const game_t* g, const card_t* pack, int cards, bint by_way, stream_t* shuffles,
    story_t* story
) noexcept nogil:
    """Set a game out and deal its first cards."""
    cdef int f, i
    memset(b, 0, sizeof(board_t))
    b.by_way = by_way
    b.shuffles = shuffles
    b.story = story
    for f in range(g.founded):
        b.room[f] = g.foundations[f].length
        b.wants[f] = g.foundations[f].begins
        if g.foundations[f].base != NO_CARD:
            b.wants[f] = g.follows[g.foundations[f].kind][g.foundations[f].base]
        if g.foundations[f].tier == 1:
            b.low_room += b.room[f]
    memcpy(b.value + 1, pack, cards)
    for i in range(cards):
        b.stock[i] = <uint8_t>(i + 1)
    b.end = cards
    b.deal = 1
    tell(story, PASS, 0, 1)
    if g.corners:
        _open_corners(b, g)
    else:
        _deal_piles(b, g)
    if g.base_drawn:
        _draw_base(b, g)
    renew(b, g)
    settle(b, g)
    b.most = b.placed
    b.before = b.placed


cdef void _deal_piles(board_t* b, const game_t* g) noexcept nogil:
    """Deal the piles, each whole before the next, or one card to each in turn."""
    cdef int pile, _i, beneath = b.end, most = 0
    for pile in range(g.piles):
        if g.beneath[pile] != NO_CARD:
            beneath += 1
            b.value[beneath] = g.beneath[pile]
            push(b, pile, beneath)
        b.down[pile] = g.down[pile]
        most = max(most, g.dealt[pile])
    if g.in_rounds:
        for _i in range(most):
            for pile in range(g.piles):
                if _i < g.dealt[pile]:
                    push(b, pile, draw(b))
        return
    for pile in range(g.piles):
        for _i in range(g.dealt[pile]):
            push(b, pile, draw(b))


cdef void _open_corners(board_t* b, const game_t* g) noexcept nogil:
    """No. 28: the first cards of four suits are the bases, the others the auxiliaries (28.2)."""
    cdef uint8_t under[MOST_CARDS]
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


cdef void _draw_base(board_t* b, const game_t* g) noexcept nogil:
    """The next card is the first foundation; all cards of its rank begin the others (54.1)."""
    cdef int slot = draw(b), f, suit
    for f in range(g.founded):
        b.wants[f] = 0
        for suit in range(SUITS):
            b.wants[f] |= bit(card(suit, rank_of(b.value[slot])))
    put(b, g, 0, slot)


cdef void turn_cards(board_t* b, const game_t* g) noexcept nogil:
    """Turn the next cards: into the hand, onto a waste, one on each pile, onto a foundation."""
    cdef int _i, pile
    if g.turn_to == WASTE:
        for _i in range(min(<int>g.turn, b.end - b.at)):
            push(b, OTHER_WASTE if b.turn else WASTE, draw(b))
        b.turn = g.wastes > 1 and not b.turn
    elif g.turn_to == HAND:
        push(b, HAND, draw(b))
    elif g.turn_to == TO_ROUND:
        pile = g.round[b.turn]
        b.turn = (b.turn + 1) % (g.last_rounds if b.deal == g.passes else g.rounds)
        push(b, HAND, draw(b))
        if not play_hand(b, g):
            push(b, pile, pop(b, HAND))
    elif g.turn_to >= MOST_PILES:
        put(b, g, g.turn_to - MOST_PILES, draw(b))
    else:
        for pile in range(g.turn_span.first, g.turn_span.end):
            if b.at < b.end:
                push(b, pile, draw(b))


cdef bint play_hand(board_t* b, const game_t* g) noexcept nogil:
    """Play the card in hand if it fits one foundation alone; False if it fits none.

    A card that fits two stays in hand, for the player to choose (48.4, 49.3).
    """
    cdef pattern_t any_
    cdef moves_t plays
    plays.n = 0
    plays.most = MOST_MOVES
    any_.how = ANY_WAY
    any_.foundations = 0xFFFF
    add_plays(b, g, &any_, HAND, 1, &plays)
    if plays.n == 1:
        play(b, g, plays.moves[0])
    return plays.n > 0


# The next pass or deal

cdef inline void _clear_stock(board_t* b) noexcept nogil:
    b.at = 0
    b.end = 0


cdef void _gather(board_t* b, int pile) noexcept nogil:
    """Add a pile to the end of the stock, its lowest card first."""
    cdef int slot = b.top[pile], i
    b.end += b.size[pile]
    i = b.end
    while slot:
        i -= 1
        b.stock[i] = <uint8_t>slot
        slot = b.under[slot]
    b.top[pile] = 0
    b.size[pile] = 0


cdef void _begin_pass(board_t* b) noexcept nogil:
    b.deal += 1
    b.turn = 0
    b.phase = 0
    b.idle = 0
    tell(b.story, PASS, 0, b.deal)


cdef void redeal_waste(board_t* b, const game_t* g) noexcept nogil:
    """Turn the waste over, the card laid first is dealt first; before it the piles of a round."""
    cdef int i
    _clear_stock(b)
    for i in range(g.rounds):
        _gather(b, g.round[i])
    _gather(b, WASTE)
    if g.shuffles:
        shuffle(b.shuffles, b.stock, 1, b.end)
    _begin_pass(b)
    b.played = False


cdef bint next_deal(board_t* b, const game_t* g) noexcept nogil:
    """Turn the piles round or deal them anew; False if that is over, or cards are still to lie."""
    if b.size[HAND] or b.at < b.end:
        return False
    if g.rotate:
        if b.deal > g.rotate:
            return False
        _begin_pass(b)
        _rotate(b, g)
        return True
    if g.deals == 1 or b.deal == g.deals:
        return False
    b.barren = b.barren + 1 if b.placed == b.before else 0
    if b.barren and b.barren == g.barren:
        return False
    b.before = b.placed
    _begin_pass(b)
    _deal_again(b, g)
    return True


cdef void _rotate(board_t* b, const game_t* g) noexcept nogil:
    """Lay the lowest card of every pile on its top (30.5)."""
    cdef int pile, slot
    for pile in range(g.piles):
        if b.size[pile] > 1:
            slot = slot_at(b, pile, b.size[pile])
            drop(b, pile, b.size[pile])
            push(b, pile, slot)


cdef void _deal_again(board_t* b, const game_t* g) noexcept nogil:
    """Gather the piles and deal them anew, the last taking the rest (25.6, 27.5)."""
    cdef uint8_t gathered[MOST_CARDS]
    cdef int pile, i, n
    _clear_stock(b)
    for pile in range(g.piles):
        _gather(b, pile)
    n = b.end
    memcpy(gathered, b.stock, n)
    _clear_stock(b)
    for i in range(n):
        push(b, i // g.dealt[0], gathered[n - 1 - i] if g.last_first else gathered[i])
