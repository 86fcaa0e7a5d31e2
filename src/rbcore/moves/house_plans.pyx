"""Plans (V4, V5, V7, V9): can moves of house cards alone reach a goal in so many moves?

Depth first with three cuts. Of the spaces only the first is tried, for they are alike. A position
whose answer is known is not searched again: answers are kept in a table that each thread has, and
follow from the position alone, so it never goes stale. And it gives up where even a kinder game
cannot reach the goal (bound.pyx).
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport (
    NO_BASE, base_of, down_in, length, mark_of, places_of, shift, toggle,
)
from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport KING, NO_CARD, bit, card, card_t
from rbcore.moves.plan_bound cimport RELEASE, SPACE, UNCOVER, bound
from rbcore.rules.compiled cimport (
    FOUNDATION, HOUSE, KIND_HOUSE, KIND_LOAD, RELEASE_FEWEST, RESERVE, WASTE,
)

cdef extern from *:
    """
    /* Answers by fingerprint: 56 bits of it, then 4 bits of the most moves known not to do,
       then 4 bits of the fewest known to do (15: none known). */
    #define RB_MEMO_SIZE 16384
    static __thread uint64_t rb_memo[RB_MEMO_SIZE];
    static inline uint64_t *rb_memo_slot(uint64_t key) {
        return &rb_memo[(key >> 32) % RB_MEMO_SIZE];
    }
    """
    uint64_t* memo_slot "rb_memo_slot"(uint64_t key) noexcept nogil

cdef enum:
    NEVER = 15

# A search: the position as the plan has changed it, and what does not change.
cdef struct plan_t:
    position_t p
    goal_t goal
    uint64_t needed       # the cards that fit a foundation, if the goal is to release one
    uint64_t context      # fingerprint of all that the answer depends on, but for the marks of p
    uint16_t dead         # houses in which the plan uncovered a card

# What undoes a move of a plan.
cdef struct undo_t:
    uint16_t open
    uint16_t houses
    uint16_t dead


# ---- moves of a plan ---------------------------------------------------------------------------


cdef uint16_t plan_places(
    const position_t* p, const rules_t* r, int house, int more
) noexcept nogil:
    """Where the last more + 1 cards of a house can go: houses, or loads of a single card (4.2)."""
    cdef card_t c = p.cards[p.top[HOUSE + house] - more]
    cdef uint16_t places = places_of(p, c) | (p.empty & r.spaces)
    cdef bint playable
    if more:
        return places & r.house_set
    playable = (places & (r.house_set if r.house_to_house else 0) | places >> FOUNDATION & 1) != 0
    places &= <uint16_t>r.allowed[p.seat][0]
    if r.load_only_unplayable and playable:
        places &= r.house_set
    return places & <uint16_t>~(1 << FOUNDATION)


cdef inline int _largest(const position_t* p, const rules_t* r, int house) noexcept nogil:
    """The most cards of a house that may move at once."""
    cdef int n
    if p.shown[HOUSE + house] == NO_CARD:
        return 0
    if not r.group_moves:
        return 1
    n = length(p, HOUSE + house)
    return min(n, p.top[HOUSE + house] - p.open[HOUSE + house] + 1)


cdef bint _make(
    plan_t* s, const rules_t* r, int house, int more, int place, undo_t* undo
) noexcept nogil:
    """Make a move of a plan; whether it reaches the goal."""
    cdef position_t* p = &s.p
    cdef uint16_t pile = <uint16_t>(1 << house)
    cdef card_t below
    undo.open = p.open[HOUSE + house]
    undo.houses = p.houses
    undo.dead = s.dead
    shift(p, r, HOUSE + house, more, place)
    below = p.shown[HOUSE + house]
    if below != NO_CARD and p.top[HOUSE + house] < undo.open:
        # Uncovered: the plan does not look at the card, and the house takes no further part.
        s.dead |= pile
        toggle(p, r, HOUSE + house, below)
        p.shown[HOUSE + house] = NO_CARD
    elif below == NO_CARD and r.seats == 3 and p.houses == r.house_set:
        p.houses ^= pile
        p.empty ^= pile
    if s.goal == RELEASE:
        return s.needed >> p.shown[HOUSE + house] & 1
    if s.goal == SPACE:
        return p.empty >> house & 1
    return s.dead != undo.dead


cdef void _unmake(
    plan_t* s, const rules_t* r, int house, int more, int place, const undo_t* undo
) noexcept nogil:
    cdef position_t* p = &s.p
    if s.dead != undo.dead:
        s.dead = undo.dead
        p.shown[HOUSE + house] = p.cards[p.top[HOUSE + house]]
        toggle(p, r, HOUSE + house, p.shown[HOUSE + house])
    p.houses = undo.houses
    shift(p, r, place, more, HOUSE + house)
    p.open[HOUSE + house] = undo.open


# ---- the search --------------------------------------------------------------------------------


cdef inline uint64_t _key(const plan_t* s) noexcept nogil:
    cdef uint64_t h = (s.p.marks ^ s.context ^ <uint64_t>s.dead << 48) * 0x9FB21C651E98DF25ULL
    return (h ^ h >> 32) * 0xD6E8FEB86659FD93ULL


cdef inline bint _goal_under(const plan_t* s, int house, int count) noexcept nogil:
    """Whether the goal is there once so many of a house's cards are gone."""
    cdef const position_t* p = &s.p
    cdef int down = down_in(p, HOUSE + house)
    cdef int left = length(p, HOUSE + house) - count      # cards that stay
    if s.goal == RELEASE:
        return left > down and s.needed >> p.cards[p.top[HOUSE + house] - count] & 1
    return left == down and (down > 0) == (s.goal == UNCOVER)


cdef bint _reaches_at_once(const plan_t* s, const rules_t* r) noexcept nogil:
    """_reaches() for a single card's move."""
    cdef int house
    if s.goal == SPACE and r.seats == 3 and s.p.houses == r.house_set:
        return False                  # the first house to fall empty is closed
    for house in range(r.houses):
        if s.p.shown[HOUSE + house] != NO_CARD and _goal_under(s, house, 1):
            if plan_places(&s.p, r, house, 0):
                return True
    return False


cdef uint16_t _last_but_one(
    const plan_t* s, const rules_t* r, int house, uint64_t covers
) noexcept nogil:
    """The places at which a house's card may be the last move but one of a plan.

    It must lie in the way itself, or make a place for a card that does: one of `covers`. Only for
    rules under which a move bars no other; see _try_moves.
    """
    cdef const position_t* p = &s.p
    cdef int top = p.top[HOUSE + house]
    cdef card_t under = p.cards[top - 1]
    if _goal_under(s, house, 1) or _goal_under(s, house, 2):
        return 0xFFFF
    if length(p, HOUSE + house) == 1:
        return 0xFFFF if covers else 0
    if top > p.open[HOUSE + house] and r.fit_set[KIND_HOUSE][under] & covers:
        return 0xFFFF
    if r.fit_set[KIND_LOAD][p.cards[top]] & covers:
        return r.places[p.seat] & <uint16_t>~r.house_set
    return 0


cdef bint _reaches(plan_t* s, const rules_t* r, int left) noexcept nogil:
    """Whether at most `left` moves, and at least one, lead to the goal."""
    cdef uint64_t key, known
    cdef uint64_t* slot
    cdef int fails = 0, does = NEVER, least
    cdef bint found
    if left == 0:
        return False
    if left == 1 and not r.group_moves:
        return _reaches_at_once(s, r)
    key = _key(s)
    slot = memo_slot(key)
    known = slot[0]
    if (known ^ key) >> 8 == 0:
        fails = known >> 4 & 15
        does = known & 15
        if left <= fails:
            return False
        if left >= does:
            return True
    least = max(bound(&s.p, r, s.goal, s.needed, left), fails + 1)
    found = False
    if least <= left:
        # Short plans first: most that there are, are short.
        found = (least <= 2 and left > 2 and _try_moves(s, r, 2)) or _try_moves(s, r, left)
    known = slot[0]                   # what the moves tried may have entered
    if (known ^ key) >> 8 == 0:
        fails = known >> 4 & 15
        does = known & 15
    else:
        fails = 0
        does = NEVER
    if found:
        does = min(does, left)
    else:
        fails = max(fails, left)
    slot[0] = (key & ~<uint64_t>0xFF) | <uint64_t>fails << 4 | <uint64_t>does
    return found


cdef bint _try_moves(plan_t* s, const rules_t* r, int left) noexcept nogil:
    cdef undo_t undo
    cdef uint16_t places, empty
    cdef uint64_t covers = 0
    cdef int house, more, place
    cdef bint reached, choosy = (
        left == 2 and r.seats == 2 and not r.group_moves and not r.load_only_unplayable
    )
    if choosy:
        for house in range(r.houses):
            if s.p.shown[HOUSE + house] != NO_CARD and _goal_under(s, house, 1):
                covers |= bit(s.p.shown[HOUSE + house])
    for house in range(r.houses):
        for more in range(_largest(&s.p, r, house)):
            places = plan_places(&s.p, r, house, more)
            if choosy and places:
                places &= _last_but_one(s, r, house, covers)
            empty = s.p.empty & places
            places &= ~empty
            if empty and length(&s.p, HOUSE + house) > more + 1:
                # Spaces are alike, and a house moved as a whole to one changes nothing.
                places |= empty & <uint16_t>-<int>empty
            while places:
                place = lowest(places)
                places &= places - 1
                reached = _make(s, r, house, more, place, &undo) or _reaches(s, r, left - 1)
                _unmake(s, r, house, more, place, &undo)
                if reached:
                    return True
    return False


cdef uint64_t _fit_foundations(const position_t* p, const rules_t* r) noexcept nogil:
    """The cards that fit a foundation."""
    cdef uint64_t cards = 0
    cdef int suit, pile
    if p.base == NO_BASE:
        return 0
    for suit in range(4):
        for pile in range(r.packs):
            if p.heights[suit][pile] < KING:
                cards |= bit(card(suit, (p.base + p.heights[suit][pile]) % KING + 1))
    return cards


cdef bint _open_plan(
    plan_t* s, const position_t* p, const rules_t* r, goal_t goal
) noexcept nogil:
    """Set a search up; False if it has no chance.

    The context leaves the marks of the houses alone, so that answers outlast other moves.
    """
    cdef uint64_t marks = 0
    cdef int pile, at, seat
    s.goal = goal
    s.dead = 0
    s.needed = _fit_foundations(p, r) if goal == RELEASE else 0
    if bound(p, r, goal, s.needed, r.plan_limit) > r.plan_limit:
        return False
    memcpy(&s.p, p, sizeof(position_t))
    for pile in range(r.houses):
        for at in range(base_of(HOUSE + pile) + 1, p.top[HOUSE + pile] + 1):
            # Which card lies face down does not matter, but that one does.
            marks ^= mark_of(<uint16_t>at, p.cards[at] if at >= p.open[HOUSE + pile] else NO_CARD)
    s.context = (s.needed if goal == RELEASE else _fit_foundations(p, r)) ^ r.plan_salt
    for seat in range(r.seats):
        if seat != p.seat:
            s.context = (s.context ^ p.shown[RESERVE + seat]) * 0x9FB21C651E98DF25ULL
            s.context = (s.context ^ p.shown[WASTE + seat]) * 0x9FB21C651E98DF25ULL
    s.context ^= <uint64_t>goal << 60 ^ <uint64_t>p.houses << 40 ^ marks ^ p.marks
    return True


# ---- answers -----------------------------------------------------------------------------------


cdef bint _useful(plan_t* s, const rules_t* r, int left, plan_moves_t* found) noexcept nogil:
    """Enter the moves that reach the goal, at once or with left - 1 more; whether there are any."""
    cdef undo_t undo
    cdef uint16_t places, good, empty, tried
    cdef int house, more, place
    cdef bint any_good = False
    memset(found, 0, sizeof(plan_moves_t))
    for house in range(r.houses):
        for more in range(_largest(&s.p, r, house)):
            places = plan_places(&s.p, r, house, more)
            empty = s.p.empty & places
            tried = (places & ~empty) | (empty & <uint16_t>-<int>empty)
            good = 0
            while tried:
                place = lowest(tried)
                tried &= tried - 1
                if _make(s, r, house, more, place, &undo) or _reaches(s, r, left - 1):
                    good |= <uint16_t>(1 << place)
                _unmake(s, r, house, more, place, &undo)
            if good & empty:
                good |= empty                                  # spaces are alike
            any_good |= good != 0
            if more:
                found.groups[house][more] = good
            else:
                found.places[house >> 2] |= <uint64_t>good << (16 * (house & 3))
    return any_good


cdef int _distance(plan_t* s, const rules_t* r, int limit) noexcept nogil:
    """The fewest moves to the goal, at least 1; 0 if more than `limit` are needed."""
    cdef int left
    if not _reaches(s, r, limit):
        return 0
    left = 1
    while not _reaches(s, r, left):
        left += 1
    return left


cdef bint find_plan_moves(
    const position_t* p, const rules_t* r, goal_t goal, plan_moves_t* found
) noexcept nogil:
    """The useful moves toward a goal; False if there are none. V5: those on shortest plans."""
    cdef plan_t s
    cdef int left = r.plan_limit
    if not _open_plan(&s, p, r, goal):
        return False
    if goal == RELEASE and r.release == RELEASE_FEWEST:
        left = _distance(&s, r, left)
        return left and _useful(&s, r, left, found)
    return _reaches(&s, r, left) and _useful(&s, r, left, found)


cdef bint find_shortest(
    const position_t* p, const rules_t* r, goal_t goal, move_t* move
) noexcept nogil:
    """The first move of a shortest plan; False if there is no plan."""
    cdef plan_t s
    cdef plan_moves_t found
    cdef int left, house, more
    if not _open_plan(&s, p, r, goal):
        return False
    left = _distance(&s, r, r.plan_limit)
    if not left or not _useful(&s, r, left, &found):
        return False
    for house in range(r.houses):
        for more in range(HOUSE_ROOM if r.group_moves else 1):
            found.groups[house][0] = <uint16_t>(found.places[house >> 2] >> (16 * (house & 3)))
            if found.groups[house][more]:
                move.source = <uint8_t>(HOUSE + house)
                move.place = <uint8_t>lowest(found.groups[house][more])
                move.more = <uint8_t>more
                return True
    return False


cdef bint can_make_space(const position_t* p, const rules_t* r) noexcept nogil:
    """V7: whether a plan can leave a house empty."""
    cdef plan_t s
    return _open_plan(&s, p, r, SPACE) and _reaches(&s, r, r.plan_limit)
