"""A lower bound on the moves of house cards that reach a goal, to prune the search for plans.

The cards over a goal must go, a move each; the other moves are extra ones. For each number of extra
moves as many rounds of a relaxed game are played, in which moved cards also stay where they were:
every house gives up a card, or any group, and the cards over a goal move whenever they can. The
goal is within reach if they all could: no more of them to spaces than there were, and one for each
extra move, since no move makes two.
"""

from libc.stdint cimport uint32_t

from rbcore.board.position cimport HOUSE_ROOM, base_of
from rbcore.cards.bits cimport lowest, popcount
from rbcore.cards.card cimport NO_CARD, card_t
from rbcore.cards.wide cimport members
from rbcore.rules.compiled cimport HOUSE, KIND_HOUSE, KIND_LOAD, MAX_HOUSES, RESERVE, WASTE

cdef enum:
    FAR = 99

# A house in the relaxed game.
cdef struct stack_t:
    const card_t* top     # the outermost card
    int n                 # face-up cards from there on
    bint leaves_space     # no face-down card lies under them

# A house in which the goal could be reached.
cdef struct goal_house_t:
    const card_t* top
    int n
    int over              # cards that must go to reach the goal

# The cards that have a place in the relaxed game.
cdef struct fitting_t:
    uint64_t houses       # those that fit on outermost cards of houses
    uint64_t loads        # those that fit on other seats' piles
    bint space            # all of them: there is a space


cdef inline int _cards_over(
    goal_t goal, const uint16_t* needed_at, int house, int top, const stack_t* h
) noexcept nogil:
    """How many cards of a house must go to reach the goal in it; FAR if it is not there."""
    cdef uint32_t under
    if goal != GOAL_RELEASE:
        return h.n if h.leaves_space == (goal == GOAL_SPACE) else FAR
    under = <uint32_t>needed_at[house] >> (HOUSE_ROOM - top)
    return lowest(under) + 1 if under else FAR


cdef void find_needed(
    const position_t* p, const rules_t* r, uint64_t needed, uint16_t* needed_at
) noexcept nogil:
    """Find where in the houses face-up cards of a set lie, as far down as a plan can dig."""
    cdef int house, base, top, first
    for house in range(r.houses):
        base = base_of(HOUSE) + house * HOUSE_ROOM
        top = p.top[HOUSE + house]
        first = max(base + 1, p.first_face_up[HOUSE + house])
        if not r.group_moves:
            first = max(first, top - r.plan_limit)
        needed_at[house] = members(p.cards + base, first - base, top - base, needed)


cdef inline bint _has_place(card_t c, const fitting_t* fitting) noexcept nogil:
    return (fitting.houses | fitting.loads) >> c & 1


cdef inline bint _can_clear(
    const rules_t* r, const goal_house_t* t, fitting_t* fitting, int spaces
) noexcept nogil:
    """Whether the cards over a goal can go, at most `spaces` of them to spaces.

    As far as they can, they and those below accept others from now on. Of groups (V13) it is
    enough that the deepest card fits.
    """
    cdef int depth
    cdef card_t c
    for depth in range(t.n if r.group_moves else t.over):
        c = t.top[-depth]
        if r.group_moves:
            if depth + 1 >= t.over and (fitting.space or _has_place(c, fitting)):
                return True
        elif not _has_place(c, fitting):
            spaces -= 1
            if spaces < 0 or not fitting.space:
                return False
        fitting.loads |= r.accepts[KIND_LOAD][c]
        if r.house_to_house:
            fitting.houses |= r.accepts[KIND_HOUSE][t.top[-depth - 1]]
    return not r.group_moves


cdef inline int _moves_off(
    const rules_t* r, const stack_t* h, const fitting_t* fitting
) noexcept nogil:
    """How many cards a house gives up in a round: one, or the largest group that fits (V13)."""
    cdef int k
    if h.n == 0:
        return 0
    if r.group_moves:
        for k in range(h.n, 1, -1):
            if fitting.space or fitting.houses >> h.top[1 - k] & 1:
                return k
    return fitting.space or _has_place(h.top[0], fitting)


cdef inline bint _play_round(
    const rules_t* r, stack_t* stacks, int n_stacks, fitting_t* fitting
) noexcept nogil:
    """Let every house give up what it can; whether any did."""
    cdef fitting_t before = fitting[0]
    cdef stack_t* h
    cdef int house, k
    cdef bint any_moved = False
    for house in range(n_stacks):
        h = &stacks[house]
        k = _moves_off(r, h, &before)
        any_moved |= k > 0
        while k:
            k -= 1
            fitting.loads |= r.accepts[KIND_LOAD][h.top[0]]
            h.top -= 1
            h.n -= 1
            if r.house_to_house:
                if h.n:
                    fitting.houses |= r.accepts[KIND_HOUSE][h.top[0]]
                else:
                    fitting.space |= h.leaves_space
    return any_moved


cdef inline uint64_t _loadable_cards(const position_t* p, const rules_t* r) noexcept nogil:
    """The cards that fit on other seats' piles."""
    cdef uint64_t loads = 0
    cdef int seat
    if not r.houses_load:                                                          # V16
        return loads
    for seat in range(r.seats):
        if seat != p.seat:
            loads |= r.accepts[KIND_LOAD][p.top_card[RESERVE + seat]]
            loads |= r.accepts[KIND_LOAD][p.top_card[WASTE + seat]]
    return loads


cdef int plan_lower_bound(
    const position_t* p, const rules_t* r, goal_t goal, const uint16_t* needed_at,
    int moves_left
) noexcept nogil:
    """The fewest moves that the goal can take; moves_left + 1 if more than `moves_left`."""
    cdef stack_t stacks[MAX_HOUSES]
    cdef goal_house_t goals[MAX_HOUSES]
    cdef stack_t* h
    cdef fitting_t fitting
    cdef int house, base, over, own, i, n_stacks = 0, n_goals = 0
    cdef int nearest = FAR, least = moves_left + 1, extra = 0, spaces = popcount(p.empty & r.spaces)
    fitting.houses = 0
    for house in range(r.houses):
        if p.top_card[HOUSE + house] == NO_CARD:
            continue
        h = &stacks[n_stacks]
        n_stacks += 1
        base = base_of(HOUSE) + house * HOUSE_ROOM
        h.top = p.cards + p.top[HOUSE + house]
        h.n = p.top[HOUSE + house] - max(base, p.first_face_up[HOUSE + house] - 1)
        h.leaves_space = p.first_face_up[HOUSE + house] <= base + 1
        fitting.houses |= r.accepts[KIND_HOUSE][h.top[0]]
        over = _cards_over(goal, needed_at, house, p.top[HOUSE + house] - base, h)
        if over < FAR:
            goals[n_goals].top = h.top
            goals[n_goals].n = h.n
            goals[n_goals].over = over
            n_goals += 1
            nearest = min(nearest, 1 if r.group_moves else over)
    if nearest > moves_left:
        return least
    if not r.house_to_house:
        fitting.houses = 0
    fitting.space = spaces > 0 and r.house_to_house
    fitting.loads = _loadable_cards(p, r)
    while nearest + extra < least:
        for i in range(n_goals):
            own = 1 if r.group_moves else goals[i].over
            if own + extra < least and _can_clear(r, &goals[i], &fitting, spaces + extra):
                least = own + extra
        extra += 1
        if nearest + extra >= least:
            break
        if not _play_round(r, stacks, n_stacks, &fitting) and not fitting.space:
            break
    return least
