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
    const card_t* floor   # what lies under the face-up cards: the sentinel, or a face-down card

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


cdef inline int _face_up(const position_t* p, int house, int base) noexcept nogil:
    """How many face-up cards a house has."""
    return p.top[HOUSE + house] - max(base, p.first_face_up[HOUSE + house] - 1)


cdef bint find_needed(
    const position_t* p, const rules_t* r, uint64_t needed, uint16_t* needed_at
) noexcept nogil:
    """Find where in the houses face-up cards of a set lie, as far down as a plan can dig.

    Whether there are any.
    """
    cdef int house, base, top, first
    cdef uint16_t anywhere = 0
    for house in range(r.houses):
        base = base_of(HOUSE) + house * HOUSE_ROOM
        top = p.top[HOUSE + house]
        first = max(base + 1, p.first_face_up[HOUSE + house])
        if not r.group_moves:
            first = max(first, top - r.plan_limit)
        needed_at[house] = members(p.cards + base, first - base, top - base, needed)
        anywhere |= needed_at[house]
    return anywhere != 0


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
    if h.top == h.floor:
        return 0
    if r.group_moves:
        for k in range(<int>(h.top - h.floor), 1, -1):
            if fitting.space or fitting.houses >> h.top[1 - k] & 1:
                return k
    return fitting.space or _has_place(h.top[0], fitting)


cdef inline void _give_up(
    const rules_t* r, fitting_t* fitting, card_t c, card_t under, bint is_face_up
) noexcept nogil:
    """Enter what fits once a card has moved off another, which may be face down or the sentinel."""
    fitting.loads |= r.accepts[KIND_LOAD][c]
    if r.house_to_house:
        if under == NO_CARD:
            fitting.space = True
        elif is_face_up:
            fitting.houses |= r.accepts[KIND_HOUSE][under]


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
            h.top -= 1
            _give_up(r, fitting, h.top[1], h.top[0], h.top != h.floor)
    return any_moved


cdef inline uint64_t _play_first_round(
    const position_t* p, const rules_t* r, fitting_t* fitting
) noexcept nogil:
    """_play_round() of single cards, from the houses as they lie; those that gave up one."""
    cdef fitting_t before = fitting[0]
    cdef uint64_t moved = 0
    cdef int house, top
    cdef card_t c
    for house in range(r.houses):
        c = p.top_card[HOUSE + house]
        if c != NO_CARD and (before.space or _has_place(c, &before)):
            top = p.top[HOUSE + house]
            _give_up(r, fitting, c, p.cards[top - 1], top > p.first_face_up[HOUSE + house])
            moved |= <uint64_t>1 << house
    return moved


cdef inline int _find_goals(
    const position_t* p, const rules_t* r, goal_t goal, const uint16_t* needed_at,
    goal_house_t* goals
) noexcept nogil:
    """Find the houses in which the goal could be reached; how many there are."""
    cdef int house, base, top, down, n = 0
    cdef uint32_t under
    for house in range(r.houses):
        base = base_of(HOUSE) + house * HOUSE_ROOM
        top = p.top[HOUSE + house]
        if goal == GOAL_RELEASE:
            under = <uint32_t>needed_at[house] >> (HOUSE_ROOM - (top - base))
            if not under:
                continue
            goals[n].over = lowest(under) + 1
            goals[n].n = _face_up(p, house, base)
        else:
            down = p.first_face_up[HOUSE + house] > base + 1
            if p.top_card[HOUSE + house] == NO_CARD or down != (goal == GOAL_UNCOVER):
                continue
            goals[n].over = goals[n].n = _face_up(p, house, base)
        goals[n].top = p.cards + top
        n += 1
    return n


cdef inline int _find_stacks(
    const position_t* p, const rules_t* r, uint64_t moved, stack_t* stacks
) noexcept nogil:
    """Find the houses that have a card to give up, after some gave up one; how many there are."""
    cdef int house, base, n = 0
    for house in range(r.houses):
        if p.top_card[HOUSE + house] != NO_CARD:
            base = base_of(HOUSE) + house * HOUSE_ROOM
            stacks[n].top = p.cards + p.top[HOUSE + house]
            stacks[n].floor = stacks[n].top - _face_up(p, house, base)
            stacks[n].top -= moved >> house & 1
            n += 1
    return n


cdef inline void _find_fitting(
    const position_t* p, const rules_t* r, fitting_t* fitting
) noexcept nogil:
    """Find the cards that have a place as the houses lie."""
    cdef int house, seat
    fitting.houses = fitting.loads = 0
    fitting.space = False
    if r.house_to_house:
        fitting.space = p.empty & r.spaces != 0
        for house in range(r.houses):
            fitting.houses |= r.accepts[KIND_HOUSE][p.top_card[HOUSE + house]]
    if r.houses_load:                                                              # V16
        for seat in range(r.seats):
            if seat != p.seat:
                fitting.loads |= r.accepts[KIND_LOAD][p.top_card[RESERVE + seat]]
                fitting.loads |= r.accepts[KIND_LOAD][p.top_card[WASTE + seat]]


cdef int plan_lower_bound(
    const position_t* p, const rules_t* r, goal_t goal, const uint16_t* needed_at,
    int moves_left
) noexcept nogil:
    """The fewest moves that the goal can take; moves_left + 1 if more than `moves_left`."""
    cdef stack_t stacks[MAX_HOUSES]
    cdef goal_house_t goals[MAX_HOUSES]
    cdef fitting_t fitting
    cdef uint64_t moved = 0
    cdef int own, i, n_stacks = 0, n_goals = _find_goals(p, r, goal, needed_at, goals)
    cdef int nearest = FAR, least = moves_left + 1, extra = 0, spaces = popcount(p.empty & r.spaces)
    cdef bint any_moved
    for i in range(n_goals):
        nearest = min(nearest, 1 if r.group_moves else goals[i].over)
    if nearest > moves_left:
        return least
    _find_fitting(p, r, &fitting)
    while nearest + extra < least:
        for i in range(n_goals):
            own = 1 if r.group_moves else goals[i].over
            if own + extra < least and _can_clear(r, &goals[i], &fitting, spaces + extra):
                least = own + extra
        extra += 1
        if nearest + extra >= least:
            break
        if extra == 1 and not r.group_moves:
            moved = _play_first_round(p, r, &fitting)
            any_moved = moved != 0
        else:
            if not n_stacks:              # not before, as few come here
                n_stacks = _find_stacks(p, r, moved, stacks)
            any_moved = _play_round(r, stacks, n_stacks, &fitting)
        if not any_moved and not fitting.space:
            break
    return least
