"""How few moves of house cards could reach a goal: a lower bound that prunes the search for plans.

It plays a kinder game: a card that moves stays where it was as well, and a space is never used up.
In each round every house gives up a card, or any group, so rounds do not outnumber moves.
"""

from rbcore.card cimport NO_CARD, bit, card_t
from rbcore.position cimport HOUSE_ROOM, base_of
from rbcore.table cimport HOUSE, KIND_HOUSE, KIND_LOAD, MAX_HOUSES, RESERVE, WASTE

cdef enum:
    FAR = 99

# A house in the kinder game.
cdef struct stack_t:
    const card_t* top     # the outermost card
    int n                 # face-up cards from there on
    int target            # cards that must go to reach the goal here; FAR if it is not here
    bint leaves_space     # no face-down card lies under them


cdef inline int _target(
    const rules_t* r, goal_t goal, uint64_t needed, const stack_t* h, int left
) noexcept nogil:
    """Of a house: how many cards must go to reach the goal in it."""
    cdef int depth
    if goal != RELEASE:
        return h.n if h.leaves_space == (goal == SPACE) else FAR
    for depth in range(1, h.n if r.group_moves else min(h.n, left + 1)):
        if needed >> h.top[-depth] & 1:
            return depth
    return FAR


cdef inline int _gives_up(
    const rules_t* r, const stack_t* h, uint64_t shown, uint64_t loads, bint space
) noexcept nogil:
    """How many cards a house gives up in a round: one, or the largest group that fits (V13)."""
    cdef int k
    if h.n == 0:
        return 0
    if r.group_moves:
        for k in range(h.n, 1, -1):
            if space or r.under_set[KIND_HOUSE][h.top[1 - k]] & shown:
                return k
    if space or r.under_set[KIND_HOUSE][h.top[0]] & shown:
        return 1
    return loads >> h.top[0] & 1


cdef int bound(
    const position_t* p, const rules_t* r, goal_t goal, uint64_t needed, int left
) noexcept nogil:
    """The goal takes at least so many moves; left + 1 if more than `left`."""
    cdef stack_t stacks[MAX_HOUSES]
    cdef stack_t* h
    cdef int house, seat, level, k, at, down, n_stacks = 0, nearest = FAR
    cdef uint64_t shown = 0, loads = 0, new_shown, new_loads
    cdef bint space = (p.empty & r.spaces) != 0 and r.house_to_house, new_space, any_moved
    for house in range(r.houses):
        if p.shown[HOUSE + house] == NO_CARD:
            continue
        h = &stacks[n_stacks]
        n_stacks += 1
        at = p.top[HOUSE + house] - base_of(HOUSE) - house * HOUSE_ROOM
        down = p.open[HOUSE + house] - base_of(HOUSE) - house * HOUSE_ROOM - 1
        h.top = p.cards + p.top[HOUSE + house]
        h.n = at - max(0, down)
        h.leaves_space = down <= 0
        h.target = _target(r, goal, needed, h, left)
        nearest = min(nearest, h.target)
        shown |= bit(h.top[0])
    if r.group_moves and nearest < FAR:
        nearest = 1
    if nearest > left:
        return left + 1
    if space:
        return nearest
    if not r.house_to_house:
        shown = 0
    for seat in range(r.seats):
        if seat != p.seat:
            loads |= r.fit_set[KIND_LOAD][p.shown[RESERVE + seat]]
            loads |= r.fit_set[KIND_LOAD][p.shown[WASTE + seat]]
    for level in range(1, left + 1):
        new_shown = new_loads = 0
        new_space = any_moved = False
        nearest = FAR
        for house in range(n_stacks):
            h = &stacks[house]
            k = _gives_up(r, h, shown, loads, space)
            if k:
                any_moved = True
                if k >= h.target:
                    return level
                h.target -= k
                while k:
                    k -= 1
                    new_loads |= r.fit_set[KIND_LOAD][h.top[0]]
                    h.top -= 1
                    h.n -= 1
                    if h.n:
                        new_shown |= bit(h.top[0])
                new_space |= h.n == 0 and h.leaves_space
            nearest = min(nearest, h.target)
        if not any_moved or (nearest > left - level and not r.group_moves):
            return left + 1
        loads |= new_loads
        if r.house_to_house:
            shown |= new_shown
            space |= new_space
    return left + 1
