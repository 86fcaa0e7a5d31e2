"""The effects of a move, automatic ones included; the deal, and the next one (docs/patience)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport NO_CARD, bit, card, card_t, rank_of, suit_of
from rbcore.cards.rng cimport shuffle, stream_t
from rbpatience.engine.board cimport (
    BACK, FILL, FOUNDATIONS, HOLD, LIFT, MAX_MOVES, PAIR, PLAY, REDEAL, SHIFT, THROW, TURN,
    board_t, dealt_end, draw, drop, first_empty, fits, is_closed, is_opening, is_shut, link, move_t,
    moves_t, pop, push, shift, slot_at, take, tell_source, top_card,
    turn_up,
)
from rbpatience.engine.game cimport (
    AT_ONCE, ENDLESS, HAND, MAX_CARDS, MAY_PLAY, MAX_FOUNDATIONS, MAX_PILES, NOT_CUSTOM, NO_PLAYS,
    OTHER_WASTE, PASS, PLAY_ALL, PLAY_TOPS, STOCK, SUITS, THROWN, TO_FOUNDATION, WASTE,
    foundation_t, group_t, span_t, spec_t, story_t, tell,
)
from rbpatience.engine.legal_moves cimport has_any_move, list_plays

cdef void make_described(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Make a move and its automatic consequences."""
    cdef int idle = b.idle + 1, loose = _loose(b)
    shift_cards(b, g, move)
    follow(b, g)
    # Gains that can happen only so often: a card out of stock and waste, one more on foundations, a
    # turn where passes are counted.
    if _loose(b) < loose or b.placed > b.most or (
        move.kind in (TURN, REDEAL) and g.passes != ENDLESS
    ):
        idle = 0
    b.idle = idle
    b.most = max(b.most, b.placed)

cdef void shift_cards(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Move only the cards of the move itself."""
    if g.passes == ENDLESS:
        b.played |= move.kind not in (TURN, REDEAL) and move.target != WASTE
    if move.kind in (PLAY, HOLD):
        b.graced |= move.source == WASTE and move.count > 1
        play(b, g, move)
        turn_up(b, move.source)
    else:
        _shift_elsewhere(b, g, move)

cdef void _shift_elsewhere(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Move the cards of a move that is not a play."""
    if move.kind == SHIFT:
        if move.source == HAND and g.deal_plays:
            pass_turn(b, g)
        shift(b, move)
        turn_up(b, move.source)
    elif move.kind == TURN:
        turn_cards(b, g)
    elif move.kind == FILL:
        if g.by_row:
            fill_row(b, g)
        else:
            push(b, move.target, draw(b))
    elif move.kind == BACK:
        push(b, move.target, pop(b, FOUNDATIONS + move.source))
        take_back(b, g, move.source)
    elif move.kind == LIFT:
        b.graced = True
        _lift(b, move)
    elif move.kind == REDEAL:
        if g.deals != 1:
            next_deal(b, g)
        else:
            b.at = b.end = 0
            redeal_waste(b, g)
    elif move.kind == PAIR:
        _throw(b, move.source)
        _throw(b, move.target)
    elif move.kind == THROW:
        _throw(b, move.source)
    elif is_opening(b, g):
        b.phase = 1
    elif g.columns:
        deal_row(b, g)
    else:
        turn_cards(b, g)

cdef void follow(board_t* b, const spec_t* g) noexcept nogil:
    """Do the automatic consequences once the cards of a move are placed."""
    if g.deal_plays:
        lay_out(b, g)
    if g.settles:
        settle(b, g)
    if g.columns:
        refresh(b, g)

cdef inline int _loose(const board_t* b) noexcept nogil:
    """Return the number of cards in stock, hand and wastes."""
    return b.end - b.at + b.size[HAND] + b.size[WASTE] + b.size[OTHER_WASTE]

cdef void _throw(board_t* b, int pile) noexcept nogil:
    """Throw out the top card of a pile."""
    tell_source(b, pile)
    tell(b.story, THROWN, top_card(b, pile), pile)
    take(b, pile)
    b.placed += 1

cdef void _lift(board_t* b, move_t move) noexcept nogil:
    cdef int slot = slot_at(b, move.source, move.count)
    drop(b, move.source, move.count)
    push(b, move.target, slot)

# Cards on foundations, and automatic moves

cdef void play(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Play a card, or a complete run, to a foundation; or hold it."""
    cdef int slot = slot_at(b, move.source, move.count)
    if g.foundations[0].whole:
        _play_run(b, g, move)
        return
    drop(b, move.source, move.count)
    if move.kind == HOLD:
        _hold(b, g, slot)
    elif g.waiting and b.held[b.value[slot] >> 4]:
        _settle_held(b, g, slot)
    else:
        put(b, g, move.target, slot)

cdef void _play_run(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Play a complete run, lowest card first."""
    cdef int depth, slot
    for depth in range(move.count, 0, -1):
        slot = slot_at(b, move.source, depth)
        drop(b, move.source, depth)
        put(b, g, move.target, slot)

cdef void put(board_t* b, const spec_t* g, int f, int slot) noexcept nogil:
    """Lay a card on a foundation."""
    tell(b.story, TO_FOUNDATION, b.value[slot], f)
    b.placed += 1
    lay_on(b, g, f, slot)
    renew(b, g)

cdef void lay_on(board_t* b, const spec_t* g, int f, int slot) noexcept nogil:
    """Lay a card on a foundation without counting it."""
    cdef const foundation_t* rules = &g.foundations[f]
    b.begun += not b.size[FOUNDATIONS + f]
    link(b, FOUNDATIONS + f, slot)
    b.room[f] -= 1
    b.low_room -= rules.tier == 1
    b.wants[f] = g.follows[rules.kind][b.value[slot]] if b.room[f] else 0

cdef uint64_t base_cards(const board_t* b) noexcept nogil:
    """Return the cards of the drawn rank."""
    cdef uint64_t cards = 0
    cdef int suit
    for suit in range(SUITS):
        cards |= bit(card(suit, b.base))
    return cards

cdef void take_back(board_t* b, const spec_t* g, int f) noexcept nogil:
    """Restore what a foundation wants after its top card has left."""
    cdef const foundation_t* rules = &g.foundations[f]
    cdef card_t c = top_card(b, FOUNDATIONS + f) or rules.base
    b.placed -= 1
    b.room[f] += 1
    b.low_room += rules.tier == 1
    b.begun -= not b.size[FOUNDATIONS + f]
    if c != NO_CARD:
        b.wants[f] = g.follows[rules.kind][c]
    else:
        b.wants[f] = base_cards(b) if g.base_drawn else rules.begins
    renew(b, g)

cdef void _hold(board_t* b, const spec_t* g, int slot) noexcept nogil:
    """Hold a card between both foundations of its suit."""
    cdef int suit = suit_of(b.value[slot])
    tell(b.story, TO_FOUNDATION, b.value[slot], suit)
    b.placed += 1
    b.held[suit] = <unsigned char>slot
    b.waiting[suit] = b.value[slot]
    renew(b, g)

cdef void _settle_held(board_t* b, const spec_t* g, int slot) noexcept nogil:
    """Play a card next to its suit's held card, which now goes to one of the foundations."""
    cdef int up = suit_of(b.value[slot]), held = b.held[up]
    cdef card_t c = b.value[slot], waits = b.value[held]
    b.held[up] = 0
    b.waiting[up] = NO_CARD
    # It was counted when it was held.
    lay_on(b, g, SUITS + up if c < waits else up, held)
    put(b, g, up if c > waits else SUITS + up, slot)

cdef void renew(board_t* b, const spec_t* g) noexcept nogil:
    """Find what foundations take now; for a held card, that card and its neighbours."""
    cdef uint64_t wanted = 0
    cdef int f, suit
    if g.is_gated:
        for f in range(g.founded):
            if not is_closed(b, g, f):
                wanted |= b.wants[f]
    else:
        for f in range(MAX_FOUNDATIONS):  # absent foundations want nothing
            wanted |= b.wants[f]
    if g.waiting:
        for suit in range(SUITS):
            if b.held[suit]:
                wanted &= ~(<uint64_t>0xFFFF << 16 * suit)
                wanted |= <uint64_t>7 << (b.waiting[suit] - 1)
    b.wanted = wanted

cdef void settle(board_t* b, const spec_t* g) noexcept nogil:
    """Do the automatic moves; each round moves a card."""
    fill_spaces(b, g)
    while g.begins_at_once and not b.by_way and _begin(b, g):
        fill_spaces(b, g)

cdef void fill_spaces(board_t* b, const spec_t* g) noexcept nogil:
    """Fill all spaces that are filled automatically."""
    while g.fills_at_once and _fill(b, g):
        pass

cdef bint _fill(board_t* b, const spec_t* g) noexcept nogil:
    """Fill the first space that is filled automatically; return False if there is none."""
    cdef const group_t* group
    cdef int n, space
    for n in range(g.groups):
        group = &g.group[n]
        if not group.fills or group.fill_when != AT_ONCE:
            continue
        space = first_empty(b, group.first, group.end)
        if space >= 0 and _fill_from(b, g, group, space):
            return True
    return False

cdef bint _fill_from(board_t* b, const spec_t* g, const group_t* group, int space) noexcept nogil:
    """Fill a space from the first source that has a card."""
    cdef const span_t* span
    cdef int i, pile
    for i in range(group.fills):
        span = &group.fill[i]
        if span.first == STOCK:
            if b.at < b.end:
                push(b, space, draw(b))
                return True
            continue
        for pile in range(span.first, span.end):
            if b.size[pile] and not is_shut(b, g, pile):
                push(b, space, take(b, pile))
                return True
    return False

cdef bint _begin(board_t* b, const spec_t* g) noexcept nogil:
    """Lay a card that begins a foundation there (37.2, 55.2, 56.2); False if there is none."""
    cdef uint64_t begin = 0
    cdef int f, pile
    for f in range(g.founded):
        if _is_to_begin(b, g, f):
            begin |= b.wants[f] & b.wanted
    if not begin:
        return False
    if (
        _begin_by(b, g, HAND, begin) or _begin_by(b, g, WASTE, begin)
        or _begin_by(b, g, OTHER_WASTE, begin)
    ):
        return True
    for pile in range(dealt_end(b, g, g.piles)):
        if not is_shut(b, g, pile) and _begin_by(b, g, pile, begin):
            return True
    return False

cdef inline bint _is_to_begin(const board_t* b, const spec_t* g, int f) noexcept nogil:
    return g.foundations[f].begins_at_once and b.room[f] == g.foundations[f].length

cdef inline bint _begin_by(board_t* b, const spec_t* g, int pile, uint64_t begin) noexcept nogil:
    """Lay a pile's top on the foundation that it begins, if it is one of some cards."""
    cdef card_t c = top_card(b, pile)
    cdef int f = 0
    if not begin & bit(c):
        return False
    while not (_is_to_begin(b, g, f) and b.wants[f] & bit(c)):
        f += 1
    put(b, g, f, take(b, pile))
    return True

# Rows of places, one below the other (nos. 40, 41 and 46): place number i stands in row
# i // columns, and `reach` says how many places are dealt.

cdef void _lay(board_t* b, const spec_t* g, int place) noexcept nogil:
    """Deal a card to a place, unless it begins a foundation (41.3)."""
    cdef int slot = draw(b), f
    cdef card_t c = b.value[slot]
    if g.begins_at_once and b.wanted & bit(c):
        for f in range(g.founded):
            if g.foundations[f].begins & b.wants[f] & bit(c):
                put(b, g, f, slot)
                return
    push(b, place, slot)

cdef void deal_row(board_t* b, const spec_t* g) noexcept nogil:
    """Deal the next row, while the stock lasts."""
    cdef int place, end = min(b.reach + g.columns, b.reach + b.end - b.at)
    for place in range(b.reach, end):
        _lay(b, g, place)
    b.reach = end

cdef inline int _lowest_row(const board_t* b, const spec_t* g) noexcept nogil:
    """The first place of the lowest row dealt."""
    return (b.reach - 1) // g.columns * g.columns

cdef void fill_row(board_t* b, const spec_t* g) noexcept nogil:
    """Fill all vacancies of the lowest row."""
    cdef int place
    for place in range(_lowest_row(b, g), b.reach):
        if not b.size[place] and b.at < b.end:
            _lay(b, g, place)

cdef void refresh(board_t* b, const spec_t* g) noexcept nogil:
    """Fill vacancies and deal rows where that is automatic."""
    cdef int place
    if g.by_row:
        # Above the lowest row (41.7).
        while b.at < b.end:
            place = first_empty(b, 0, _lowest_row(b, g))
            if place < 0:
                return
            _lay(b, g, place)
    # A filling card may be played before the next row, in the other reading only after it (40.5).
    while g.stuck and b.at < b.end and not has_any_move(b, g):
        place = first_empty(b, 0, b.reach)
        if place >= 0:
            while place >= 0 and b.at < b.end:
                push(b, place, draw(b))
                place = first_empty(b, place, b.reach)
            if g.refills:
                continue
        deal_row(b, g)

# The first cards of a game, and the cards turned

cdef enum:
    ANYWHERE = 0xFFFF  # any foundation for a dealt card

cdef void set_out(board_t* b, const spec_t* g, const card_t* pack, int cards, bint by_way,
                  stream_t* shuffles, story_t* story) noexcept nogil:
    """Set out a game before the deal."""
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

cdef void begin_play(board_t* b, const spec_t* g) noexcept nogil:
    """Do what follows once the piles are dealt."""
    renew(b, g)
    lay_out(b, g)
    settle(b, g)
    if g.columns:
        refresh(b, g)
    b.most = b.placed
    b.before = b.placed

cdef void deal_piles(board_t* b, const spec_t* g) noexcept nogil:
    """Make the initial deal."""
    cdef int pile, n
    for pile in range(g.piles):
        b.down[pile] = g.down[pile]
    if g.columns and not g.stuck:
        deal_row(b, g)
    if g.deal_plays or g.columns:
        return
    for n in range(g.groups):
        _deal_group(b, g, &g.group[n])
        if g.base_drawn and n == g.drawn_after:
            _draw_base(b, g)

cdef void _deal_group(board_t* b, const spec_t* g, const group_t* group) noexcept nogil:
    """Deal to the piles of a group, each whole before the next, or one card to each in turn."""
    cdef int pile, n, _n, most = 0
    for pile in range(group.first, group.end):
        most = max(most, g.dealt[pile])
    if g.in_rounds:
        for n in range(most):
            for pile in range(group.first, group.end):
                if n < g.dealt[pile]:
                    push(b, pile, draw(b))
    else:
        for pile in range(group.first, group.end):
            for _n in range(g.dealt[pile]):
                push(b, pile, draw(b))
    for pile in range(group.first, group.end if group.sunk else group.first):
        _sink(b, pile, group.sunk)

cdef void _sink(board_t* b, int pile, uint64_t sunk) noexcept nogil:
    """Lay some cards of a pile below its others, each kind in its order."""
    cdef uint8_t slots[MAX_CARDS]
    cdef int n = 0, slot = b.top[pile], i, kind
    while slot:
        slots[n] = <uint8_t>slot
        n += 1
        slot = b.under[slot]
    b.top[pile] = b.size[pile] = 0
    for kind in range(1, -1, -1):
        for i in range(n - 1, -1, -1):
            if (sunk >> b.value[slots[i]] & 1) == <uint64_t>kind:
                link(b, pile, slots[i])

cdef void _draw_base(board_t* b, const spec_t* g) noexcept nogil:
    """The next card is the first foundation; all cards of its rank begin the others (54.1)."""
    cdef int slot = draw(b), f
    b.base = rank_of(b.value[slot])
    for f in range(g.founded):
        b.wants[f] = base_cards(b)
    put(b, g, 0, slot)

cdef void turn_cards(board_t* b, const spec_t* g) noexcept nogil:
    """Turn the next cards: into the hand, onto a waste, one on each pile, onto a foundation."""
    cdef int _i
    if g.turn_to == WASTE:
        for _i in range(min(<int>g.turn, b.end - b.at)):
            push(b, OTHER_WASTE if b.turn else WASTE, draw(b))
        b.turn = g.wastes > 1 and not b.turn
    elif g.turn_to == HAND:
        push(b, HAND, draw(b))
    elif g.turn_to >= MAX_PILES:
        put(b, g, g.turn_to - MAX_PILES, draw(b))
    elif g.turn > 1:
        _turn_pile(b, g)
    else:
        turn_row(b, g)

cdef void turn_row(board_t* b, const spec_t* g) noexcept nogil:
    """Turn a card to each pile of a group, while the stock lasts."""
    cdef int pile
    for pile in range(g.turn_span.first, g.turn_span.end):
        if b.at < b.end:
            push(b, pile, draw(b))

cdef void _turn_pile(board_t* b, const spec_t* g) noexcept nogil:
    """Turn the next pile whole: the card dealt first lies on top (45.5)."""
    cdef int pile = g.turn_span.first + b.turn, i, n = min(<int>g.turn, b.end - b.at)
    if b.turn and g.closes:
        b.top[pile - 1] = 0
        b.size[pile - 1] = 0
    tell_source(b, STOCK)
    for i in range(n):
        push(b, pile, b.stock[b.at + n - 1 - i])
    b.at += n
    b.turn += 1

# Cards that may go to foundations as they are dealt

cdef void pass_turn(board_t* b, const spec_t* g) noexcept nogil:
    """Move on to the next pile."""
    b.turn += 1
    if b.turn == g.piles:
        b.turn = 0

cdef void lay_out(board_t* b, const spec_t* g) noexcept nogil:
    """Deal until the player has to choose or the stock is out."""
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
        while g.deal_plays == PLAY_ALL and _play_top(b, g):
            pass
    if g.deal_plays == PLAY_TOPS:
        b.phase = not _has_play(b, g)

cdef bint _goes_up(board_t* b, const spec_t* g, int slot) noexcept nogil:
    """Play a dealt card; return False if it is to be laid. It stays in hand for a choice."""
    push(b, HAND, slot)
    if goes_up_beside(b, g) if g.is_beside else play_hand(b, g):
        return True
    pop(b, HAND)
    return False

cdef bint _has_play(const board_t* b, const spec_t* g) noexcept nogil:
    """Return whether the top of a pile fits a foundation."""
    cdef int pile
    for pile in range(g.piles):
        if b.wanted & bit(top_card(b, pile)):
            return True
    return False

cdef bint _play_top(board_t* b, const spec_t* g) noexcept nogil:
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

cdef bint goes_up_beside(board_t* b, const spec_t* g) noexcept nogil:
    """Play the card in hand if its place allows; False if it does not fit.

    A card that begins a foundation goes there wherever it falls (33.3). A card that is held lets
    its equal go up at either side of its suit, a neighbour beside the foundation to which it goes
    (33.6).
    """
    cdef card_t c = top_card(b, HAND)
    cdef int beside = g.beside[b.turn], f, suit = suit_of(c), step
    for f in range(g.founded if g.begins & bit(c) else 0):
        if b.wants[f] & g.foundations[f].begins & bit(c) and (b.room[f] == g.foundations[f].length):
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

cdef bint play_hand_first(board_t* b, const spec_t* g) noexcept nogil:
    """Make the first play of the card in hand; False if there is none."""
    cdef moves_t plays
    _list_hand(b, g, &plays)
    if plays.n:
        play(b, g, plays.moves[0])
    return plays.n > 0

cdef bint play_hand(board_t* b, const spec_t* g) noexcept nogil:
    """Play the card in hand if it fits one foundation alone; False if it fits none.

    A card that fits two stays in hand, for the player to choose (48.4, 49.3).
    """
    cdef moves_t plays
    _list_hand(b, g, &plays)
    if plays.n == 1:
        play(b, g, plays.moves[0])
    return plays.n > 0

cdef void _list_hand(const board_t* b, const spec_t* g, moves_t* plays) noexcept nogil:
    """List the plays of the card in hand."""
    plays.n = 0
    plays.most = MAX_MOVES
    list_plays(b, g, HAND, 1, plays)

# The next pass or deal

cdef enum:
    BARREN_DEALS = 2  # successive deals without gain after which an endless game is lost (25.8)

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

cdef void redeal_waste(board_t* b, const spec_t* g) noexcept nogil:
    """Turn over the waste, below the cards gathered before; its first card is dealt first."""
    gather(b, WASTE)
    if g.shuffles:
        shuffle(b.shuffles, b.stock, 1, b.end)
    begin_pass(b)
    b.played = False

cdef bint next_deal(board_t* b, const spec_t* g) noexcept nogil:
    """Rotate the piles or deal them again; False if that is over or cards remain to be laid."""
    if g.custom != NOT_CUSTOM or b.size[HAND] or b.at < b.end:
        return False
    if g.deals == 1 or b.deal == g.deals:
        return False
    if g.deals == ENDLESS:
        b.barren = b.barren + 1 if b.placed == b.before else 0
        if b.barren == BARREN_DEALS:
            return False
        b.before = b.placed
    begin_pass(b)
    if g.rotates:
        _rotate(b, g)
    else:
        _deal_again(b, g)
    settle(b, g)
    return True

cdef void _rotate(board_t* b, const spec_t* g) noexcept nogil:
    """Move the lowest card of every pile to its top (30.5)."""
    cdef int pile, slot
    for pile in range(g.piles):
        if b.size[pile] > 1:
            slot = slot_at(b, pile, b.size[pile])
            drop(b, pile, b.size[pile])
            push(b, pile, slot)

cdef void _deal_again(board_t* b, const spec_t* g) noexcept nogil:
    """Gather the piles and deal them again; the last takes the rest (25.6, 27.5)."""
    cdef uint8_t slot
    cdef int pile, i, n
    b.at = b.end = 0
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
