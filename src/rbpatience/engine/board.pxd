# A game in play: piles of cards, foundations, a stock; and moves. What a solver copies.

from libc.stdint cimport uint64_t, uint8_t

from rbcore.cards.card cimport bit, card_t
from rbcore.cards.rng cimport stream_t
from rbpatience.engine.game cimport (
    ALL_BEGUN, HAND, LIFT_RUN, LIFT_TOP, MAX_CARDS, MAX_FOUNDATIONS, MAX_PILES,
    OTHER_WASTE, STOCK, SUITS, TO_PLACE, TO_WASTE, UNTIL_FULL, WASTE, spec_t, story_t, tell,
)

cdef enum:
    FOUNDATIONS = MAX_PILES  # their piles follow all others
    MAX_MOVES = 512

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

cdef struct move_t:
    uint8_t kind
    uint8_t source
    uint8_t target
    uint8_t count

cdef struct moves_t:
    int n
    int most      # a scan stops when so many are found
    move_t moves[MAX_MOVES]

# Cards are slots 1, 2, ... in the order of the pack; a pile is linked from its top.
cdef struct board_t:
    uint64_t wants[MAX_FOUNDATIONS]  # the cards that each foundation takes next
    uint64_t wanted                   # what some foundation takes now
    uint8_t room[MAX_FOUNDATIONS]    # the cards that it still takes
    uint8_t held[SUITS]               # the slot held between two foundations, or 0
    card_t waiting[SUITS]             # and its card
    card_t value[MAX_CARDS + 1]
    uint8_t under[MAX_CARDS + 1]
    uint8_t top[MAX_PILES + MAX_FOUNDATIONS]
    uint8_t size[MAX_PILES + MAX_FOUNDATIONS]
    uint8_t down[MAX_PILES]          # so many of these lie face down
    uint8_t stock[MAX_CARDS]
    int at                            # the next card of the stock
    int end
    int low_room                      # what foundations of the lowest tier still take
    int base                          # the rank that was drawn, or 0
    int begun                         # foundations begun
    int reach                         # places of a grid dealt
    int turn                          # where the next card goes
    int phase
    int deal                          # deals or passes begun
    int placed
    int idle                          # moves since something was gained for good
    int most                          # the most cards that lay on foundations so far
    int before                        # and how many did when this deal began
    int barren                        # deals running that brought none
    bint played                       # whether a card was played in this pass
    bint graced
    bint by_way                       # a fixed way plays what begins a foundation in its order
    stream_t* shuffles
    story_t* story

cdef inline card_t top_card(const board_t* b, int pile) noexcept nogil:
    return b.value[b.top[pile]]

cdef inline int slot_at(const board_t* b, int pile, int depth) noexcept nogil:
    """The card number `depth` from above; the top is number 1."""
    cdef int slot = b.top[pile]
    while depth > 1:
        slot = b.under[slot]
        depth -= 1
    return slot

cdef inline void link(board_t* b, int pile, int slot) noexcept nogil:
    """Lay a card on a pile; nothing is told."""
    b.under[slot] = b.top[pile]
    b.top[pile] = <uint8_t>slot
    b.size[pile] += 1

cdef inline void push(board_t* b, int pile, int slot) noexcept nogil:
    link(b, pile, slot)
    if pile == HAND:
        if b.story != NULL:
            b.story.held = b.story.source
    else:
        if pile == WASTE or pile == OTHER_WASTE:
            tell(b.story, TO_WASTE, b.value[slot], WASTE - pile)
        else:
            tell(b.story, TO_PLACE, b.value[slot], pile)

cdef inline void tell_source(const board_t* b, int pile) noexcept nogil:
    """Note where a card is taken from; one in hand comes from where it was before."""
    if b.story != NULL:
        b.story.source = b.story.held if pile == HAND else <uint8_t>pile

cdef inline int pop(board_t* b, int pile) noexcept nogil:
    cdef int slot = b.top[pile]
    tell_source(b, pile)
    b.top[pile] = b.under[slot]
    b.size[pile] -= 1
    return slot

cdef inline void turn_up(board_t* b, int pile) noexcept nogil:
    """Turn up a pile's last card if it lies face down."""
    if pile < STOCK and b.down[pile] and b.down[pile] == b.size[pile]:
        b.down[pile] -= 1

cdef inline int take(board_t* b, int pile) noexcept nogil:
    """Take the top card of a pile and turn up the next."""
    cdef int slot = pop(b, pile)
    turn_up(b, pile)
    return slot

cdef inline void drop(board_t* b, int pile, int depth) noexcept nogil:
    """Take the card number `depth` out of a pile."""
    cdef int above
    tell_source(b, pile)
    if depth == 1:
        b.top[pile] = b.under[b.top[pile]]
    else:
        above = slot_at(b, pile, depth - 1)
        b.under[above] = b.under[b.under[above]]
    b.size[pile] -= 1

cdef inline int draw(board_t* b) noexcept nogil:
    b.idle = 0
    b.at += 1
    tell_source(b, STOCK)
    return b.stock[b.at - 1]

cdef inline void add(moves_t* moves, int kind, int source, int target, int count) noexcept nogil:
    if moves.n < MAX_MOVES:
        moves.moves[moves.n] = move_t(
            <uint8_t>kind, <uint8_t>source, <uint8_t>target, <uint8_t>count
        )
        moves.n += 1

cdef inline void shift(board_t* b, move_t move) noexcept nogil:
    """Move the top cards of a pile, in their order."""
    cdef int slot = slot_at(b, move.source, move.count), top = b.top[move.source], depth
    if move.count == 1:
        push(b, move.target, pop(b, move.source))
        return
    if b.story != NULL:
        tell_source(b, move.source)
        for depth in range(move.count, 0, -1):
            tell(b.story, TO_PLACE, b.value[slot_at(b, move.source, depth)], move.target)
    b.top[move.source] = b.under[slot]
    b.size[move.source] -= move.count
    b.under[slot] = b.top[move.target]
    b.top[move.target] = <uint8_t>top
    b.size[move.target] += move.count

cdef inline int first_empty(const board_t* b, int first, int end) noexcept nogil:
    """The first empty pile of some, or -1."""
    cdef int pile
    for pile in range(first, end):
        if not b.size[pile]:
            return pile
    return -1

# What can be told at a glance: which piles are shut, which foundations closed.

cdef inline bint is_opening(const board_t* b, const spec_t* g) noexcept nogil:
    return g.opening.end > g.opening.first and not b.phase

cdef inline int dealt_end(const board_t* b, const spec_t* g, int end) noexcept nogil:
    """The end of some piles, of a grid as far as it is dealt."""
    return min(end, b.reach) if g.columns and end < STOCK else end

cdef inline bint is_shut(const board_t* b, const spec_t* g, int pile) noexcept nogil:
    """Whether a pile is covered, by others or by the stock."""
    cdef const uint8_t* over = g.over[pile]
    cdef bint one, other
    if not g.is_covered:
        return False
    if over[0] == pile:
        return b.at < b.end  # the stock lies on it
    one = b.size[over[0]] > 0
    other = b.size[over[1]] > 0
    if g.both_cover or (g.both_at_end and b.at == b.end):
        return one and other
    return one or (other and not g.both_at_end)

cdef inline bint is_closed(const board_t* b, const spec_t* g, int f) noexcept nogil:
    """Whether a foundation takes nothing yet."""
    if g.foundations[f].gate == UNTIL_FULL:
        return b.low_room > 0
    if g.foundations[f].gate == ALL_BEGUN:
        return b.size[FOUNDATIONS + f] and b.begun < g.founded
    return False

cdef inline bint fits(const board_t* b, card_t c) noexcept nogil:
    """Whether some foundation takes a card."""
    return (b.wanted & bit(c)) != 0

cdef inline uint64_t packed_on(const board_t* b, const spec_t* g, int pile) noexcept nogil:
    """The cards that may be packed on a pile that is not empty."""
    return g.packs[g.group_of[pile]][top_card(b, pile)]

cdef inline int run_of(const board_t* b, const spec_t* g, int pile, int of) noexcept nogil:
    """The last cards of a pile that are a run by the match of a group."""
    cdef int slot = b.top[pile], count = 1, most = b.size[pile] - b.down[pile]
    while count < most and g.runs[of][b.value[b.under[slot]]] & bit(b.value[slot]):
        slot = b.under[slot]
        count += 1
    return count

cdef inline int lifted(const board_t* b, const spec_t* g, int pile) noexcept nogil:
    """The most cards of a pile that one move may take, as its own group lets go."""
    cdef int of = g.group_of[pile]
    if g.group[of].lift == LIFT_TOP:
        return 1
    return run_of(b, g, pile, of) if g.group[of].lift == LIFT_RUN else b.size[pile] - b.down[pile]
