"""The first cards of a game, the cards turned, and what begins the next pass or deal."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport NO_CARD, bit, card_t, rank_of, suit_of
from rbcore.cards.rng cimport shuffle
from rbcore.patience.engine.board cimport (
    MOST_MOVES, PLAY, board_t, draw, drop, fits, move_t, moves_t, pop, push, slot_at, take,
    top_card,
)
from rbcore.patience.engine.game cimport (
    HAND, MAY_PLAY, MOST_PILES, NO_PLAYS, OTHER_WASTE, PLAY_TOPS, STOCK, SUITS, TO_ROUND, WASTE,
    game_t, group_t,
)
from rbcore.patience.engine.distinct cimport deal_distinct
from rbcore.patience.engine.grid cimport deal_row, refresh
from rbcore.patience.engine.plays cimport list_plays
from rbcore.patience.engine.settling cimport base_cards, play, put, renew, settle
from rbcore.patience.rows cimport MOST_CARDS, PASS, tell

cdef enum:
    AUXILIARIES = 5
    ANYWHERE = 0xFFFF  # foundations to which a card dealt may go


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
        if not b.room[f]:
            b.wants[f] = 0
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
    renew(b, g)
    lay_out(b, g)
    settle(b, g)
    if g.columns:
        refresh(b, g)
    b.most = b.placed
    b.before = b.placed


cdef void _deal_piles(board_t* b, const game_t* g) noexcept nogil:
    """Deal what lies before play."""
    cdef int pile, n, slot, beneath = b.end
    for pile in range(g.piles):
        if g.beneath[pile] != NO_CARD:
            beneath += 1
            b.value[beneath] = g.beneath[pile]
            push(b, pile, beneath)
        b.down[pile] = g.down[pile]
    if g.columns and not g.stuck:
        deal_row(b, g)
    if g.crown >= 0:
        for pile in range(g.founded):
            push(b, g.crown + pile, draw(b))
            b.wants[pile] = g.follows[g.foundations[pile].kind][top_card(b, g.crown + pile)]
    if g.is_distinct:
        deal_distinct(b, g)
    if g.deal_plays or g.columns or g.is_distinct:
        return
    for n in range(g.groups):
        _deal_group(b, g, &g.group[n])
        if g.base_drawn and n == g.drawn_after:
            _draw_base(b, g)
    b.turn = (1 << g.piles) - 1 if g.latest else 0
    if g.sorted_first >= 0:
        while b.at < b.end:
            slot = draw(b)
            push(b, g.sorted_first + rank_of(b.value[slot]) - 2, slot)


cdef void _deal_group(board_t* b, const game_t* g, const group_t* group) noexcept nogil:
    """Deal to the piles of a group, each whole before the next, or one card to each in turn."""
    cdef int pile, n, _n, most = 0
    for pile in range(group.first, group.end):
        most = max(most, g.dealt[pile])
    if g.in_rounds:
        for n in range(most):
            for pile in range(group.first, group.end):
                if n < g.dealt[pile]:
                    push(b, pile, draw(b))
        return
    for pile in range(group.first, group.end):
        for _n in range(g.dealt[pile]):
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
    cdef int slot = draw(b), f
    b.base = rank_of(b.value[slot])
    for f in range(g.founded):
        b.wants[f] = base_cards(b)
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
    elif g.each:
        _turn_pile(b, g)
    else:
        for pile in range(g.turn_span.first, g.turn_span.end):
            if b.at < b.end:
                push(b, pile, draw(b))
        b.turn = (1 << g.piles) - 1 if g.latest else b.turn


cdef void _turn_pile(board_t* b, const game_t* g) noexcept nogil:
    """Turn the next pile whole: the card dealt first lies on top (45.5)."""
    cdef int pile = g.turn_span.first + b.turn, i, n = min(<int>g.each, b.end - b.at)
    if b.turn and g.closes:
        b.top[pile - 1] = 0
        b.size[pile - 1] = 0
    for i in range(n):
        push(b, pile, b.stock[b.at + n - 1 - i])
    b.at += n
    b.turn += 1


# Cards that may go to foundations as they are dealt

cdef void pass_turn(board_t* b, const game_t* g) noexcept nogil:
    """The next pile is to take a card."""
    b.turn += 1
    if b.turn == g.piles:
        b.turn = 0


cdef void lay_out(board_t* b, const game_t* g) noexcept nogil:
    """Deal until the player is to choose, or the stock is out."""
    cdef int slot
    if g.deal_plays == NO_PLAYS or (g.deal_plays == PLAY_TOPS and b.phase):
        return
    while b.at < b.end and not b.size[HAND]:
        if g.deal_plays == PLAY_TOPS:
            if _has_play(b, g):
                return
            push(b, b.turn // g.dealt[0], draw(b))
            b.turn += 1
            continue
        slot = draw(b)
        if g.deal_plays == MAY_PLAY:
            push(b, HAND, slot)
            return
        if b.at <= g.plays_from or not fits(b, b.value[slot]) or not _goes_up(b, g, slot):
            push(b, b.turn, slot)
            pass_turn(b, g)
        while g.deal_tops and _play_top(b, g):
            pass
    if g.deal_plays == PLAY_TOPS:
        b.phase = not _has_play(b, g)


cdef bint _goes_up(board_t* b, const game_t* g, int slot) noexcept nogil:
    """Play a card that is dealt; False if it is to lie. It stays in hand for a choice."""
    push(b, HAND, slot)
    if goes_up_beside(b, g) if g.is_beside else play_hand(b, g):
        return True
    pop(b, HAND)
    return False


cdef bint _has_play(const board_t* b, const game_t* g) noexcept nogil:
    """Whether the top of a pile fits a foundation."""
    cdef int pile
    for pile in range(g.piles):
        if b.wanted & bit(top_card(b, pile)):
            return True
    return False


cdef bint _play_top(board_t* b, const game_t* g) noexcept nogil:
    """Play the first top that fits a foundation beside it (59.4)."""
    cdef int pile, f
    for pile in range(g.piles):
        if not b.wanted & bit(top_card(b, pile)):
            continue
        for f in range(g.founded):
            if g.beside[pile] >> f & 1 and b.wants[f] & bit(top_card(b, pile)):
                put(b, g, f, take(b, pile))
                return True
    return False


cdef bint goes_up_beside(board_t* b, const game_t* g) noexcept nogil:
    """Play the card in hand as far as its place allows; False if it does not fit.

    What begins a foundation goes there wherever it falls (33.3). A card that is held lets its equal
    go up at either side of its suit, a neighbour beside the foundation to which it goes (33.6).
    """
    cdef card_t c = top_card(b, HAND)
    cdef int beside = g.beside[b.turn], f, suit = suit_of(c), step
    for f in range(g.founded if g.begins & bit(c) else 0):
        if b.wants[f] & g.foundations[f].begins & bit(c) and (
            b.room[f] == g.foundations[f].length
        ):
            beside = 1 << f
            break
    if beside == ANYWHERE:
        return play_hand_first(b, g)
    if g.waiting and b.held[suit]:
        step = rank_of(c) - rank_of(b.waiting[suit])
        if not (
            (step == 0 and beside & (1 << suit | 1 << (SUITS + suit)))
            or (step == 1 and beside >> suit & 1)
            or (step == -1 and beside >> (SUITS + suit) & 1)
        ):
            return False
        play(b, g, move_t(PLAY, HAND, <uint8_t>suit, 1))
        return True
    while beside:
        f = lowest(beside)
        beside &= beside - 1
        if b.wants[f] & bit(c):
            put(b, g, f, pop(b, HAND))
            return True
    return False


cdef bint play_hand_first(board_t* b, const game_t* g) noexcept nogil:
    """Make the first play of the card in hand; False if there is none."""
    cdef moves_t plays
    _list_hand(b, g, &plays)
    if plays.n:
        play(b, g, plays.moves[0])
    return plays.n > 0


cdef bint play_hand(board_t* b, const game_t* g) noexcept nogil:
    """Play the card in hand if it fits one foundation alone; False if it fits none.

    A card that fits two stays in hand, for the player to choose (48.4, 49.3).
    """
    cdef moves_t plays
    _list_hand(b, g, &plays)
    if plays.n == 1:
        play(b, g, plays.moves[0])
    return plays.n > 0


cdef void _list_hand(const board_t* b, const game_t* g, moves_t* plays) noexcept nogil:
    """List the plays of the card in hand."""
    plays.n = 0
    plays.most = MOST_MOVES
    list_plays(b, g, HAND, 1, plays)


# The next pass or deal

cdef void clear_stock(board_t* b) noexcept nogil:
    b.at = 0
    b.end = 0


cdef void gather(board_t* b, int pile) noexcept nogil:
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
    if pile < STOCK:
        b.down[pile] = 0


cdef void begin_pass(board_t* b) noexcept nogil:
    b.deal += 1
    b.turn = 0
    b.phase = 0
    b.idle = 0
    tell(b.story, PASS, 0, b.deal)


cdef void redeal_waste(board_t* b, const game_t* g) noexcept nogil:
    """Turn the waste over, the card laid first is dealt first; before it the piles of a round."""
    cdef int i
    clear_stock(b)
    for i in range(g.rounds):
        gather(b, g.round[i])
    gather(b, WASTE)
    if g.shuffles:
        shuffle(b.shuffles, b.stock, 1, b.end)
    begin_pass(b)
    b.played = False


cdef bint next_deal(board_t* b, const game_t* g) noexcept nogil:
    """Turn the piles round or deal them anew; False if that is over, or cards are still to lie."""
    if b.size[HAND] or b.at < b.end:
        return False
    if g.rotate:
        if b.deal > g.rotate:
            return False
        begin_pass(b)
        _rotate(b, g)
        settle(b, g)
        return True
    if g.deals == 1 or b.deal == g.deals:
        return False
    b.barren = b.barren + 1 if b.placed == b.before else 0
    if b.barren and b.barren == g.barren:
        return False
    b.before = b.placed
    begin_pass(b)
    _deal_again(b, g)
    settle(b, g)
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
    cdef uint8_t slot
    cdef int pile, i, n
    clear_stock(b)
    for pile in range(g.piles):
        gather(b, (g.gather_from + pile) % g.piles)
    n = b.end
    if g.last_first:
        for i in range(n // 2):
            slot = b.stock[i]
            b.stock[i] = b.stock[n - 1 - i]
            b.stock[n - 1 - i] = slot
    if g.deal_plays:
        lay_out(b, g)
        return
    for i in range(n):
        push(b, i % g.piles if g.in_rounds else i // g.dealt[0], draw(b))
