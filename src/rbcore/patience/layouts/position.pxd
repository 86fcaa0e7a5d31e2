# A layout in play: piles of cards, foundations, a stock; and the moves that a player may make.

from rbcore.cards.card cimport NO_CARD, bit, card_t, rank_of, suit_of
from rbcore.patience.engine.board cimport (  # no-cython-lint: cimported from here by others
    BACK,
    COVER,
    EXCHANGE,
    FILL,
    GIVE_OVER,
    HOLD,
    LIFT,
    MOST_MOVES,
    PAIR,
    PLAY,
    REDEAL,
    ROW,
    SHIFT,
    TAKE,
    TAKE_OVER,
    THROW,
    TURN,
    UNDER,
    add,
    board_t,
    draw,
    drop,
    first_empty,
    move_t,
    moves_t,
    pop,
    push,
    second_card,
    shift,
    slot_at,
    top_card,
)
from rbcore.patience.engine.game cimport (  # no-cython-lint: cimported from here by others
    ASIDE,
    HAND,
    MOST_PILES,
    OTHER_WASTE,
    WASTE,
)
from rbcore.patience.form cimport MUST_WAIT, THROWN, TO_FOUNDATION, layout_t, story_t, tell
from rbcore.patience.table cimport SUITS, next_cards

cdef enum:
    UNWANTED = -1  # what a move is worth that the adviser does not make

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
