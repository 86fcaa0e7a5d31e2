"""A lower bound on the moves of house cards that reach a goal, to prune the search for plans.

The cards over a goal must go, a move each; the other moves are extra ones. For each number of extra
moves as many rounds of a relaxed game are played, in which moved cards also stay where they were:
every house gives up a card, or any group, and the cards over a goal move whenever they can. The
goal is within reach if they all could: no more of them to spaces than there were, and one for each
extra move, since no move makes two.
"""

from rbcore.board.position cimport HOUSE_ROOM, base_of
from rbcore.cards.bits cimport popcount
from rbcore.cards.card cimport NO_CARD, bit, card_t
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

# What accepts a card in the relaxed game.
cdef struct accepting_t:
    uint64_t house_cards  # outermost cards of houses
    uint64_t loads        # the cards that fit on other seats' piles
    bint space


cdef inline int _cards_over(
    const rules_t* r, goal_t goal, uint64_t needed, const stack_t* h, int moves_left
) noexcept nogil:
    """How many cards of a house must go to reach the goal in it; FAR if it is not there."""
    cdef int depth
    if goal != GOAL_RELEASE:
        return h.n if h.leaves_space == (goal == GOAL_SPACE) else FAR
    for depth in range(1, h.n if r.group_moves else min(h.n, moves_left + 1)):
        if needed >> h.top[-depth] & 1:
            return depth
    return FAR


cdef inline bint _has_place(
    const rules_t* r, card_t c, const accepting_t* accepting
) noexcept nogil:
    return r.accepted_by[KIND_HOUSE][c] & accepting.house_cards or accepting.loads >> c & 1


cdef inline bint _can_clear(
    const rules_t* r, const goal_house_t* t, accepting_t* accepting, int spaces
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
            if depth + 1 >= t.over and (accepting.space or _has_place(r, c, accepting)):
                return True
        elif not _has_place(r, c, accepting):
            spaces -= 1
            if spaces < 0 or not accepting.space:
                return False
        accepting.loads |= r.accepts[KIND_LOAD][c]
        if r.house_to_house:
            accepting.house_cards |= bit(t.top[-depth - 1])
    return not r.group_moves


cdef inline int _moves_off(
    const rules_t* r, const stack_t* h, const accepting_t* accepting
) noexcept nogil:
    """How many cards a house gives up in a round: one, or the largest group that fits (V13)."""
    cdef int k
    if h.n == 0:
        return 0
    if r.group_moves:
        for k in range(h.n, 1, -1):
            if accepting.space or r.accepted_by[KIND_HOUSE][h.top[1 - k]] & accepting.house_cards:
                return k
    return accepting.space or _has_place(r, h.top[0], accepting)


cdef inline bint _play_round(
    const rules_t* r, stack_t* stacks, int n_stacks, accepting_t* accepting
) noexcept nogil:
    """Let every house give up what it can; whether any did."""
    cdef accepting_t before = accepting[0]
    cdef stack_t* h
    cdef int house, k
    cdef bint any_moved = False
    for house in range(n_stacks):
        h = &stacks[house]
        k = _moves_off(r, h, &before)
        any_moved |= k > 0
        while k:
            k -= 1
            accepting.loads |= r.accepts[KIND_LOAD][h.top[0]]
            h.top -= 1
            h.n -= 1
            if r.house_to_house:
                if h.n:
                    accepting.house_cards |= bit(h.top[0])
                else:
                    accepting.space |= h.leaves_space
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
    const position_t* p, const rules_t* r, goal_t goal, uint64_t needed, int moves_left
) noexcept nogil:
    """The fewest moves that the goal can take; moves_left + 1 if more than `moves_left`."""
    cdef stack_t stacks[MAX_HOUSES]
    cdef goal_house_t goals[MAX_HOUSES]
    cdef stack_t* h
    cdef accepting_t accepting
    cdef int house, base, over, own, i, n_stacks = 0, n_goals = 0
    cdef int nearest = FAR, least = moves_left + 1, extra = 0, spaces = popcount(p.empty & r.spaces)
    accepting.house_cards = 0
    for house in range(r.houses):
        if p.top_card[HOUSE + house] == NO_CARD:
            continue
        h = &stacks[n_stacks]
        n_stacks += 1
        base = base_of(HOUSE) + house * HOUSE_ROOM
        h.top = p.cards + p.top[HOUSE + house]
        h.n = p.top[HOUSE + house] - max(base, p.first_face_up[HOUSE + house] - 1)
        h.leaves_space = p.first_face_up[HOUSE + house] <= base + 1
        accepting.house_cards |= bit(h.top[0])
        over = _cards_over(r, goal, needed, h, moves_left)
        if over < FAR:
            goals[n_goals].top = h.top
            goals[n_goals].n = h.n
            goals[n_goals].over = over
            n_goals += 1
            nearest = min(nearest, 1 if r.group_moves else over)
    if nearest > moves_left:
        return least
    if not r.house_to_house:
        accepting.house_cards = 0
    accepting.space = spaces > 0 and r.house_to_house
    accepting.loads = _loadable_cards(p, r)
    while nearest + extra < least:
        for i in range(n_goals):
            own = 1 if r.group_moves else goals[i].over
            if own + extra < least and _can_clear(r, &goals[i], &accepting, spaces + extra):
                least = own + extra
        extra += 1
        if nearest + extra >= least:
            break
        if not _play_round(r, stacks, n_stacks, &accepting) and not accepting.space:
            break
    return least
