# A layout in play: piles of cards, foundations, a stock; and the moves that a player may make.

from libc.stdint cimport uint8_t, uint64_t

from rbcore.cards.card cimport NO_CARD, bit, card_t, rank_of, suit_of
from rbcore.cards.rng cimport stream_t
from rbcore.patience.form cimport (
    MOST_CARDS,
    MOST_FOUNDATIONS,
    MUST_WAIT,
    THROWN,
    TO_FOUNDATION,
    TO_PLACE,
    TO_WASTE,
    layout_t,
    story_t,
    tell,
)
from rbcore.patience.table cimport SUITS, next_cards

cdef enum:
    MOST_PILES = 128
    HAND = 127       # a pile of one card, which waits for its place
    WASTE = 126
    OTHER_WASTE = 125
    ASIDE = 125      # the cards set aside by no. 52
    MOST_MOVES = 512

cdef enum move_kind_t:
    PLAY        # the card number `count` from above of a pile to foundation `target`
    HOLD        # that card between both foundations of its suit
    TAKE_OVER   # to foundation `target`, after its partner's last card
    GIVE_OVER   # to foundation `target`, after its last card went to its partner
    PAIR        # the top cards of two piles are thrown out
    SHIFT       # `count` cards from a pile to pile `target`
    UNDER       # the card in hand under pile `target`
    TURN        # the next card, group or card set aside
    FILL        # the next vacancy, or all
    ROW         # the next row or circle; the end of an opening
    REDEAL
    COVER       # the top cards of two places, or of three if `count` is one, with the next cards
    THROW       # `target` cards of a row, the first of them number `count` from above
    TAKE        # that card of a row alone, as a grace
    EXCHANGE    # that card with another; one of two such moves
    BACK        # the last card of foundation `source` to pile `target`
    LIFT        # the card number `count` from above of a pile to pile `target`

cdef enum:
    UNWANTED = -1  # what a move is worth that the adviser does not make

cdef struct move_t:
    uint8_t kind
    uint8_t source
    uint8_t target
    uint8_t count

cdef struct moves_t:
    int n
    move_t moves[MOST_MOVES]

# Cards are slots 1, 2, ... in the order of the pack; a pile is linked from its top.
cdef struct board_t:
    uint64_t wants[MOST_FOUNDATIONS]  # the cards that each foundation takes next
    uint8_t room[MOST_FOUNDATIONS]    # the cards that it still takes
    card_t waiting[SUITS]             # the card held between two foundations, or 0
    card_t value[MOST_CARDS + 1]
    uint8_t under[MOST_CARDS + 1]
    uint8_t top[MOST_PILES]
    uint8_t size[MOST_PILES]
    uint8_t stock[MOST_CARDS]
    int at                            # the next card of the stock
    int end
    int reach                         # places of a grid dealt, or what a layout says it is
    int turn                          # where the next card goes, or what a layout says it is
    int phase
    int deal                          # deals or passes begun
    int placed
    int idle                          # moves since a card reached a foundation or left the stock
    # Of tables alone:
    int most                          # the most cards that lay on foundations so far
    int before                        # and how many did when this deal began
    int barren                        # deals running that brought none
    bint played                       # whether a card was played in this pass
    bint graced
    stream_t* shuffles
    story_t* story

cdef inline card_t top_card(const board_t* p, int pile) noexcept nogil:
    return p.value[p.top[pile]]

cdef inline card_t second_card(const board_t* p, int pile) noexcept nogil:
    return p.value[p.under[p.top[pile]]]

cdef inline int slot_at(const board_t* p, int pile, int depth) noexcept nogil:
    """The card number `depth` from above; the top is number 1."""
    cdef int slot = p.top[pile]
    while depth > 1:
        slot = p.under[slot]
        depth -= 1
    return slot

cdef inline void push(board_t* p, int pile, int slot) noexcept nogil:
    p.under[slot] = p.top[pile]
    p.top[pile] = <uint8_t>slot
    p.size[pile] += 1
    if pile != HAND:
        if pile == WASTE or pile == OTHER_WASTE:
            tell(p.story, TO_WASTE, p.value[slot], WASTE - pile)
        else:
            tell(p.story, TO_PLACE, p.value[slot], pile)

cdef inline int pop(board_t* p, int pile) noexcept nogil:
    cdef int slot = p.top[pile]
    p.top[pile] = p.under[slot]
    p.size[pile] -= 1
    return slot

cdef inline void drop(board_t* p, int pile, int depth) noexcept nogil:
    """Take the card number `depth` out of a pile."""
    cdef int above
    if depth == 1:
        p.top[pile] = p.under[p.top[pile]]
    else:
        above = slot_at(p, pile, depth - 1)
        p.under[above] = p.under[p.under[above]]
    p.size[pile] -= 1

cdef inline int draw(board_t* p) noexcept nogil:
    p.idle = 0
    p.at += 1
    return p.stock[p.at - 1]

cdef inline void add(
    moves_t* moves, int kind, int source, int target, int count
) noexcept nogil:
    if moves.n < MOST_MOVES:
        moves.moves[moves.n] = move_t(
            <uint8_t>kind, <uint8_t>source, <uint8_t>target, <uint8_t>count
        )
        moves.n += 1

cdef inline bint fits(const board_t* p, const layout_t* rules, card_t c) noexcept nogil:
    """Whether some foundation takes a card."""
    cdef card_t waits = p.waiting[suit_of(c)] if rules.waiting else <card_t>NO_CARD
    cdef int f
    if waits != NO_CARD:
        return waits - 1 <= c <= waits + 1
    for f in range(rules.founded):
        if p.wants[f] & bit(c):
            return True
    return False

cdef inline void add_plays(
    const board_t* p, const layout_t* rules, moves_t* moves, int pile, int depth
) noexcept nogil:
    """Add a card's plays to foundations; of equal foundations the first alone."""
    cdef card_t c = p.value[slot_at(p, pile, depth)]
    cdef int up = suit_of(c), f
    cdef bint rising = False, falling = False
    if rules.waiting:
        if p.waiting[up] != NO_CARD:
            if p.waiting[up] - 1 <= c <= p.waiting[up] + 1:
                add(moves, PLAY, pile, up, depth)
            return
        if p.wants[up] & p.wants[SUITS + up] & bit(c):
            add(moves, HOLD, pile, up, depth)
            if rules.waiting == MUST_WAIT:
                return
    for f in range(rules.founded):
        if not p.wants[f] & bit(c):
            continue
        if rules.foundations[f].step > 0:
            if not rising:
                add(moves, PLAY, pile, f, depth)
            rising = True
        else:
            if not falling:
                add(moves, PLAY, pile, f, depth)
            falling = True

cdef inline void put(board_t* p, const layout_t* rules, int f, card_t c) noexcept nogil:
    """Lay a card on a foundation."""
    p.idle = 0
    p.placed += 1
    p.room[f] -= 1
    p.wants[f] = next_cards(&rules.foundations[f], c) if p.room[f] else 0
    tell(p.story, TO_FOUNDATION, c, f)

cdef inline void settle_waiting(
    board_t* p, const layout_t* rules, card_t c
) noexcept nogil:
    """Play a card next to the one held of its suit, which now goes to one of both."""
    cdef int up = suit_of(c)
    cdef card_t waits = p.waiting[up]
    cdef story_t* story = p.story
    p.placed -= 1  # counted when it was held
    p.waiting[up] = NO_CARD
    p.story = NULL
    put(p, rules, SUITS + up if c < waits else up, waits)
    p.story = story
    put(p, rules, up if c > waits else SUITS + up, c)

cdef inline void play(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """Make a PLAY or HOLD."""
    cdef card_t c = p.value[slot_at(p, move.source, move.count)]
    drop(p, move.source, move.count)
    if move.kind == HOLD:
        p.idle = 0
        p.placed += 1
        p.waiting[suit_of(c)] = c
        tell(p.story, TO_FOUNDATION, c, move.target)
    elif rules.waiting and p.waiting[suit_of(c)] != NO_CARD:
        settle_waiting(p, rules, c)
    else:
        put(p, rules, move.target, c)

cdef inline void shift(board_t* p, move_t move) noexcept nogil:
    """Move the top cards of a pile, in their order."""
    cdef int slot = slot_at(p, move.source, move.count), top = p.top[move.source], depth
    if move.count == 1:
        push(p, move.target, pop(p, move.source))
        return
    if p.story != NULL:
        for depth in range(move.count, 0, -1):
            tell(p.story, TO_PLACE, p.value[slot_at(p, move.source, depth)], move.target)
    p.top[move.source] = p.under[slot]
    p.size[move.source] -= move.count
    p.under[slot] = p.top[move.target]
    p.top[move.target] = <uint8_t>top
    p.size[move.target] += move.count

cdef inline void throw_pair(board_t* p, move_t move) noexcept nogil:
    """Throw out the top cards of two piles."""
    tell(p.story, THROWN, top_card(p, move.source), move.source)
    tell(p.story, THROWN, top_card(p, move.target), move.target)
    pop(p, move.source)
    pop(p, move.target)
    p.placed += 2
    p.idle = 0

cdef inline bint joins(const layout_t* rules, card_t on, card_t c) noexcept nogil:
    """Whether a card lies well on another: it may be packed there."""
    cdef int step = rank_of(c) - rank_of(on)
    if on == NO_CARD or not (rules.pack_suits_any or suit_of(c) == suit_of(on)):
        return False
    return step == rules.pack_step or (rules.pack_either and step == -rules.pack_step)

cdef inline bint takes(
    const board_t* p, const layout_t* rules, int pile, card_t c
) noexcept nogil:
    """Whether a card may be packed on the top of a pile that is not empty."""
    cdef card_t on = top_card(p, pile)
    if not joins(rules, on, c):
        return False
    if rules.keeps_way and p.size[pile] > 1:
        return rank_of(on) - rank_of(second_card(p, pile)) == rank_of(c) - rank_of(on)
    return True

cdef inline void add_shifts(
    const board_t* p, const layout_t* rules, moves_t* moves, int pile, int first, int end
) noexcept nogil:
    """Add the packings of a pile's top on other piles."""
    cdef int target
    cdef card_t c = top_card(p, pile)
    for target in range(first, end):
        if target != pile and takes(p, rules, target, c):
            add(moves, SHIFT, pile, target, 1)

cdef inline void add_plays_and_shifts(
    const board_t* p, const layout_t* rules, moves_t* moves, int end
) noexcept nogil:
    """Add the plays of the first piles' tops, then their packings on one another."""
    cdef int pile
    for pile in range(end):
        if p.size[pile]:
            add_plays(p, rules, moves, pile, 1)
    for pile in range(end):
        if p.size[pile]:
            add_shifts(p, rules, moves, pile, 0, end)

cdef inline int first_empty(const board_t* p, int first, int end) noexcept nogil:
    """The first empty pile of some, or -1."""
    cdef int pile
    for pile in range(first, end):
        if not p.size[pile]:
            return pile
    return -1
