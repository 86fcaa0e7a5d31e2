"""How few moves of house cards could reach a goal: a lower bound that prunes the search for plans.

The cards over a goal must go, a move each; the other moves are extra ones. For each number of extra
moves it plays so many rounds of a kinder game, in which every house gives up a card, or any group,
that stays where it was as well, and the cards over a goal move whenever they can. Then it sees
whether they all could: no more of them to spaces than there were, and one for each extra move,
since no move makes two.
"""

from rbcore.board.position cimport HOUSE_ROOM, base_of
from rbcore.cards.bits cimport popcount
from rbcore.cards.card cimport NO_CARD, bit, card_t
from rbcore.rules.compiled cimport HOUSE, KIND_HOUSE, KIND_LOAD, MAX_HOUSES, RESERVE, WASTE

cdef enum:
    FAR = 99

# A house in the kinder game.
cdef struct stack_t:
    const card_t* top     # the outermost card
    int n                 # face-up cards from there on
    bint leaves_space     # no face-down card lies under them

# A house in which the goal could be reached.
cdef struct target_t:
    const card_t* top
    int n
    int over              # cards that must go to reach the goal

# What takes a card in the kinder game.
cdef struct offer_t:
    uint64_t shown        # cards of houses
    uint64_t loads        # the cards that fit on other seats' piles
    bint space


cdef inline int _over(
    const rules_t* r, goal_t goal, uint64_t needed, const stack_t* h, int left
) noexcept nogil:
    """How many cards of a house must go to reach the goal in it; FAR if it is not there."""
    cdef int depth
    if goal != RELEASE:
        return h.n if h.leaves_space == (goal == SPACE) else FAR
    for depth in range(1, h.n if r.group_moves else min(h.n, left + 1)):
        if needed >> h.top[-depth] & 1:
            return depth
    return FAR


cdef inline bint _fits(const rules_t* r, card_t c, const offer_t* offer) noexcept nogil:
    return r.under_set[KIND_HOUSE][c] & offer.shown or offer.loads >> c & 1


cdef inline bint _are_free(
    const rules_t* r, const target_t* t, offer_t* offer, int spaces
) noexcept nogil:
    """Whether the cards over a goal can go, at most so many of them to spaces.

    As far as they can, they and those below take others from now on. Of groups (V13) it is enough
    that the deepest card fits.
    """
    cdef int depth
    cdef card_t c
    for depth in range(t.n if r.group_moves else t.over):
        c = t.top[-depth]
        if r.group_moves:
            if depth + 1 >= t.over and (offer.space or _fits(r, c, offer)):
                return True
        elif not _fits(r, c, offer):
            spaces -= 1
            if spaces < 0 or not offer.space:
                return False
        offer.loads |= r.fit_set[KIND_LOAD][c]
        if r.house_to_house:
            offer.shown |= bit(t.top[-depth - 1])
    return not r.group_moves


cdef inline int _gives_up(
    const rules_t* r, const stack_t* h, const offer_t* offer
) noexcept nogil:
    """How many cards a house gives up in a round: one, or the largest group that fits (V13)."""
    cdef int k
    if h.n == 0:
        return 0
    if r.group_moves:
        for k in range(h.n, 1, -1):
            if offer.space or r.under_set[KIND_HOUSE][h.top[1 - k]] & offer.shown:
                return k
    return offer.space or _fits(r, h.top[0], offer)


cdef inline bint _play_round(
    const rules_t* r, stack_t* stacks, int n_stacks, offer_t* offer
) noexcept nogil:
    """Every house gives up what it can; whether any did."""
    cdef offer_t before = offer[0]
    cdef stack_t* h
    cdef int house, k
    cdef bint any_moved = False
    for house in range(n_stacks):
        h = &stacks[house]
        k = _gives_up(r, h, &before)
        any_moved |= k > 0
        while k:
            k -= 1
            offer.loads |= r.fit_set[KIND_LOAD][h.top[0]]
            h.top -= 1
            h.n -= 1
            if r.house_to_house:
                if h.n:
                    offer.shown |= bit(h.top[0])
                else:
                    offer.space |= h.leaves_space
    return any_moved


cdef inline uint64_t _loads(const position_t* p, const rules_t* r) noexcept nogil:
    """The cards that fit on other seats' piles."""
    cdef uint64_t loads = 0
    cdef int seat
    for seat in range(r.seats):
        if seat != p.seat:
            loads |= r.fit_set[KIND_LOAD][p.shown[RESERVE + seat]]
            loads |= r.fit_set[KIND_LOAD][p.shown[WASTE + seat]]
    return loads


cdef int bound(
    const position_t* p, const rules_t* r, goal_t goal, uint64_t needed, int left
) noexcept nogil:
    """The goal takes at least so many moves; left + 1 if more than `left`."""
    cdef stack_t stacks[MAX_HOUSES]
    cdef target_t targets[MAX_HOUSES]
    cdef stack_t* h
    cdef offer_t offer
    cdef int house, base, over, own, i, n_stacks = 0, n_targets = 0
    cdef int nearest = FAR, least = left + 1, extra = 0, spaces = popcount(p.empty & r.spaces)
    offer.shown = 0
    for house in range(r.houses):
        if p.shown[HOUSE + house] == NO_CARD:
            continue
        h = &stacks[n_stacks]
        n_stacks += 1
        base = base_of(HOUSE) + house * HOUSE_ROOM
        h.top = p.cards + p.top[HOUSE + house]
        h.n = p.top[HOUSE + house] - max(base, p.open[HOUSE + house] - 1)
        h.leaves_space = p.open[HOUSE + house] <= base + 1
        offer.shown |= bit(h.top[0])
        over = _over(r, goal, needed, h, left)
        if over < FAR:
            targets[n_targets].top = h.top
            targets[n_targets].n = h.n
            targets[n_targets].over = over
            n_targets += 1
            nearest = min(nearest, 1 if r.group_moves else over)
    if nearest > left:
        return least
    if not r.house_to_house:
        offer.shown = 0
    offer.space = spaces > 0 and r.house_to_house
    offer.loads = _loads(p, r)
    while nearest + extra < least:
        for i in range(n_targets):
            own = 1 if r.group_moves else targets[i].over
            if own + extra < least and _are_free(r, &targets[i], &offer, spaces + extra):
                least = own + extra
        extra += 1
        if nearest + extra >= least:
            break
        if not _play_round(r, stacks, n_stacks, &offer) and not offer.space:
            break
    return least
