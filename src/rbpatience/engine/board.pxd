# A game in play: piles, foundations, a stock; and moves. A solver copies all of it.

from libc.stdint cimport uint64_t, uint8_t

from rbcore.cards.card cimport bit, card_t
from rbcore.cards.rng cimport stream_t
from rbpatience.engine.game cimport (
    ALL_BEGUN, HAND, LIFT_RUN, LIFT_TOP, MAX_CARDS, MAX_FOUNDATIONS, MAX_PILES,
    OTHER_WASTE, STOCK, SUITS, TO_PLACE, TO_WASTE, UNTIL_FULL, WASTE, spec_t, story_t, tell,
)

cdef enum:
    FOUNDATIONS = MAX_PILES  # their piles come after all others
    MAX_MOVES = 512

cdef enum move_kind_t:
    PLAY        # card number `count` from the top of a pile to foundation `target`
    HOLD        # the same card, held between both foundations of its suit
    TAKE_OVER   # to foundation `target`, after its partner's last card
    GIVE_OVER   # to foundation `target`, after its last card went to its partner
    PAIR        # the top cards of two piles are thrown out
    SHIFT       # `count` cards from a pile to pile `target`
    UNDER       # the card in hand goes under pile `target`
    TURN        # the next card, group or card set aside
    FILL        # the next vacancy, or all
    ROW         # the next row or circle; ends an opening
    REDEAL
    COVER       # the top cards of two places, or of three if `count` is one, with the next cards
    THROW       # `target` cards of a row, the first is number `count` from the top
    TAKE        # only that card of a row, as a grace
    EXCHANGE    # swaps that card with another; takes two such moves
    BACK        # the last card of foundation `source` to pile `target`
    LIFT        # card number `count` from the top of a pile to pile `target`

cdef struct move_t:
    uint8_t kind
    uint8_t source
    uint8_t target
    uint8_t count

cdef struct moves_t:
    int n
    int most      # a scan stops at this number of moves
    move_t moves[MAX_MOVES]

# Cards are slots 1, 2, ... in pack order; a pile is a linked list from its top.
cdef struct board_t:
    uint64_t wants[MAX_FOUNDATIONS]  # the cards that each foundation takes next
    uint64_t wanted                   # the cards that some foundation takes now
    uint8_t room[MAX_FOUNDATIONS]    # the number of cards that it still takes
    uint8_t held[SUITS]               # the slot held between two foundations, or 0
    card_t waiting[SUITS]             # the card of that slot
    card_t value[MAX_CARDS + 1]
    uint8_t under[MAX_CARDS + 1]
    uint8_t top[MAX_PILES + MAX_FOUNDATIONS]
    uint8_t size[MAX_PILES + MAX_FOUNDATIONS]
    uint8_t down[MAX_PILES]          # the number of face-down cards
    uint8_t stock[MAX_CARDS]
    int at                            # the next card of the stock
    int end
    int low_room                      # the cards that foundations of the lowest tier still take
    int base                          # the rank that was drawn, or 0
    int begun                         # foundations begun
    int reach                         # places of a grid that are dealt
    int turn                          # the place of the next card
    int phase
    int deal                          # deals or passes begun
    int placed
    int idle                          # moves since the last permanent gain
    int most                          # most cards on foundations so far
    int before                        # cards on foundations when this deal began
    int barren                        # successive deals without such a gain
    bint played                       # whether a card was played in this pass
    bint graced
    bint by_way                       # a fixed way orders the plays that begin foundations
    stream_t* shuffles
    story_t* story

cdef inline card_t top_card(const board_t* b, int pile) noexcept nogil:
    return b.value[b.top[pile]]

cdef inline int slot_at(const board_t* b, int pile, int depth) noexcept nogil:
    """Return card number `depth` of a pile; the top is number 1."""
    cdef int slot = b.top[pile]
    while depth > 1:
        slot = b.under[slot]
        depth -= 1
    return slot

cdef inline void link(board_t* b, int pile, int slot) noexcept nogil:
    """Lay a card on a pile without recording an event."""
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
    """Record a card's source; a card in hand keeps its earlier source."""
    if b.story != NULL:
        b.story.source = b.story.held if pile == HAND else <uint8_t>pile

cdef inline int pop(board_t* b, int pile) noexcept nogil:
    cdef int slot = b.top[pile]
    tell_source(b, pile)
    b.top[pile] = b.under[slot]
    b.size[pile] -= 1
    return slot

cdef inline void turn_up(board_t* b, int pile) noexcept nogil:
    """Turn up a pile's last card if it is face down."""
    if pile < STOCK and b.down[pile] and b.down[pile] == b.size[pile]:
        b.down[pile] -= 1

cdef inline int take(board_t* b, int pile) noexcept nogil:
    """Take the top card of a pile and turn up the next."""
    cdef int slot = pop(b, pile)
    turn_up(b, pile)
    return slot

cdef inline void drop(board_t* b, int pile, int depth) noexcept nogil:
    """Take card number `depth` out of a pile."""
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
    """Return the first empty pile in a range, or -1."""
    cdef int pile
    for pile in range(first, end):
        if not b.size[pile]:
            return pile
    return -1

# Quick tests: which piles are covered, which foundations are closed.

cdef inline bint is_opening(const board_t* b, const spec_t* g) noexcept nogil:
    return g.opening.end > g.opening.first and not b.phase

cdef inline int dealt_end(const board_t* b, const spec_t* g, int end) noexcept nogil:
    """Return the end of a range of piles; for a grid, the end of its dealt part."""
    return min(end, b.reach) if g.columns and end < STOCK else end

cdef inline bint is_shut(const board_t* b, const spec_t* g, int pile) noexcept nogil:
    """Return whether a pile is covered, by other piles or by the stock."""
    cdef const uint8_t* over = g.over[pile]
    cdef bint first_covers, second_covers
    if not g.is_covered:
        return False
    if over[0] == pile:
        return b.at < b.end  # the stock lies on it
    first_covers = b.size[over[0]] > 0
    second_covers = b.size[over[1]] > 0
    if g.both_cover or (g.both_at_end and b.at == b.end):
        return first_covers and second_covers
    return first_covers or (second_covers and not g.both_at_end)

cdef inline bint is_closed(const board_t* b, const spec_t* g, int f) noexcept nogil:
    """Return whether a foundation takes nothing yet."""
    if g.foundations[f].gate == UNTIL_FULL:
        return b.low_room > 0
    if g.foundations[f].gate == ALL_BEGUN:
        return b.size[FOUNDATIONS + f] and b.begun < g.founded
    return False

cdef inline bint fits(const board_t* b, card_t c) noexcept nogil:
    """Return whether some foundation takes a card."""
    return (b.wanted & bit(c)) != 0

cdef inline uint64_t packed_on(const board_t* b, const spec_t* g, int pile) noexcept nogil:
    """Return the cards that may be packed on a non-empty pile."""
    return g.packs[g.group_of[pile]][top_card(b, pile)]

cdef inline int run_of(const board_t* b, const spec_t* g, int pile, int of) noexcept nogil:
    """Return the length of the run at a pile's end, by a group's match."""
    cdef int slot = b.top[pile], count = 1, most = b.size[pile] - b.down[pile]
    while count < most and g.runs[of][b.value[b.under[slot]]] & bit(b.value[slot]):
        slot = b.under[slot]
        count += 1
    return count

cdef inline int lifted(const board_t* b, const spec_t* g, int pile) noexcept nogil:
    """Return the most cards that one move may take from a pile, by its own group's rules."""
    cdef int of = g.group_of[pile]
    if g.group[of].lift == LIFT_TOP:
        return 1
    return run_of(b, g, pile, of) if g.group[of].lift == LIFT_RUN else b.size[pile] - b.down[pile]
