"""Cards on foundations, and what happens of itself after a move (docs/patience)."""

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport NO_CARD, bit, card, card_t, suit_of
from rbcore.patience.engine.board cimport (
    FOUNDATIONS, HOLD, board_t, dealt_end, draw, drop, first_empty, is_closed, is_shut, link,
    move_t, push, slot_at, take, top_card,
)
from rbcore.patience.engine.game cimport (
    AT_ONCE, HAND, OTHER_WASTE, STOCK, SUITS, WASTE, foundation_t, game_t, group_t, span_t,
)
from rbcore.patience.rows cimport MOST_FOUNDATIONS, TO_FOUNDATION, tell


cdef void play(board_t* b, const game_t* g, move_t move) noexcept nogil:
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


cdef void _play_run(board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Play a complete run, its lowest card first."""
    cdef int depth, slot
    for depth in range(move.count, 0, -1):
        slot = slot_at(b, move.source, depth)
        drop(b, move.source, depth)
        put(b, g, move.target, slot)


cdef void put(board_t* b, const game_t* g, int f, int slot) noexcept nogil:
    """Lay a card on a foundation."""
    tell(b.story, TO_FOUNDATION, b.value[slot], f)
    b.placed += 1
    _lay_on(b, g, f, slot)
    renew(b, g)


cdef inline void _lay_on(board_t* b, const game_t* g, int f, int slot) noexcept nogil:
    cdef const foundation_t* rules = &g.foundations[f]
    b.begun += not b.size[FOUNDATIONS + f]
    link(b, FOUNDATIONS + f, slot)
    b.room[f] -= 1
    b.low_room -= rules.tier == 1
    b.wants[f] = g.follows[rules.kind][b.value[slot]] if b.room[f] else 0


cdef uint64_t base_cards(const board_t* b) noexcept nogil:
    """The cards of the rank that was drawn."""
    cdef uint64_t cards = 0
    cdef int suit
    for suit in range(SUITS):
        cards |= bit(card(suit, b.base))
    return cards


cdef void take_back(board_t* b, const game_t* g, int f) noexcept nogil:
    """What a foundation wants when its top card has left it again."""
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


cdef void _hold(board_t* b, const game_t* g, int slot) noexcept nogil:
    """Hold a card between both foundations of its suit."""
    cdef int suit = suit_of(b.value[slot])
    tell(b.story, TO_FOUNDATION, b.value[slot], suit)
    b.placed += 1
    b.held[suit] = <unsigned char>slot
    b.waiting[suit] = b.value[slot]
    renew(b, g)


cdef void _settle_held(board_t* b, const game_t* g, int slot) noexcept nogil:
    """Play a card next to the one held of its suit, which now goes to one of both."""
    cdef int up = suit_of(b.value[slot]), held = b.held[up]
    cdef card_t c = b.value[slot], waits = b.value[held]
    b.held[up] = 0
    b.waiting[up] = NO_CARD
    # Counted when it was held.
    _lay_on(b, g, SUITS + up if c < waits else up, held)
    put(b, g, up if c > waits else SUITS + up, slot)


cdef void renew(board_t* b, const game_t* g) noexcept nogil:
    """What foundations take now: of a suit with a card that is held, that card and its next."""
    cdef uint64_t wanted = 0
    cdef int f, suit
    if g.is_gated:
        for f in range(g.founded):
            if not is_closed(b, g, f):
                wanted |= b.wants[f]
    else:
        for f in range(MOST_FOUNDATIONS):  # those that are not there want nothing
            wanted |= b.wants[f]
    if g.waiting:
        for suit in range(SUITS):
            if b.held[suit]:
                wanted &= ~(<uint64_t>0xFFFF << 16 * suit)
                wanted |= <uint64_t>7 << (b.waiting[suit] - 1)
    b.wanted = wanted


cdef void settle(board_t* b, const game_t* g) noexcept nogil:
    """Do what happens of itself; every round moves a card on."""
    if g.crown >= 0:
        _crown(b, g)
    fill_spaces(b, g)
    while g.begins_at_once and not b.by_way and _begin(b, g):
        fill_spaces(b, g)


cdef void _crown(board_t* b, const game_t* g) noexcept nogil:
    """Complete foundations that lack one card with the one above, and no other (32.6)."""
    cdef int f
    for f in range(g.founded):
        if b.room[f] == 1 and b.size[g.crown + f]:
            put(b, g, f, take(b, g.crown + f))


cdef void fill_spaces(board_t* b, const game_t* g) noexcept nogil:
    """Fill all spaces that are filled of themselves."""
    while g.fills_at_once and _fill(b, g):
        pass


cdef bint _fill(board_t* b, const game_t* g) noexcept nogil:
    """Fill the lowest space that its card comes to of itself; False if there is none."""
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


cdef bint _fill_from(
    board_t* b, const game_t* g, const group_t* group, int space
) noexcept nogil:
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


cdef bint _begin(board_t* b, const game_t* g) noexcept nogil:
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


cdef inline bint _is_to_begin(const board_t* b, const game_t* g, int f) noexcept nogil:
    return g.foundations[f].begins_at_once and b.room[f] == g.foundations[f].length


cdef inline bint _begin_by(board_t* b, const game_t* g, int pile, uint64_t begin) noexcept nogil:
    """Lay a pile's top on the foundation that it begins, if it is one of some cards."""
    cdef card_t c = top_card(b, pile)
    cdef int f = 0
    if not begin & bit(c):
        return False
    while not (_is_to_begin(b, g, f) and b.wants[f] & bit(c)):
        f += 1
    put(b, g, f, take(b, pile))
    return True
