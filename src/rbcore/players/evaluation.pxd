# What `weighted` and `planner` think of a position: a sum of features, each times its weight.
#
# The part that houses have in it depends on the arrangement of the houses alone, as long as no card
# leaves them or comes to them; so a move between houses changes it by what it undoes when it is
# taken back. Weights are whole numbers, so this is exact.

from libc.stdint cimport uint64_t

from rbcore.board.position cimport position_t
from rbcore.cards.bits cimport popcount
from rbcore.cards.card cimport NO_CARD, card_t, rank_of
from rbcore.moves.transition cimport move_t
from rbcore.observation.view cimport UNKNOWN
from rbcore.rules.compiled cimport KIND_HOUSE, RESERVE, rules_t

# Whose weights.
cdef enum:
    OF_WEIGHTED
    OF_PLANNER
    ON_TRIAL
    CHAMPION
    SLOTS

# Features, in the order of weights.FEATURES.
cdef enum:
    W_TURN
    W_WASTE
    W_WASTE_EXPOSED
    W_HOUSE_LOADS          # a reserve; the next one, a waste
    W_RESERVE_LOADS = 5    # the same; the next one, to a house
    W_HAND_LOADS = 8       # the same
    W_LOAD_BLOCKS = 11
    W_LOAD_RETURNS
    W_LOAD_UNDONE
    W_STALE
    W_TOP_FITS             # now; the next two, next and later
    W_TOP_TAKES_OWN = 18
    W_TOP_TAKES_OTHER
    W_TOP_TAKES_HAND
    W_TOP_LOADS_RESERVE
    W_TOP_LOADS_WASTE
    W_TOP_RANK
    W_UNDER_FITS           # now; the next two, next and later
    W_BOTTOM_RANK = 27
    W_IN_ORDER
    W_SPACE
    W_MORE_SPACES
    W_BARES_UNKNOWN
    W_BUILDS               # of `planner` alone
    N_WEIGHTS

# What the worth of a house's card depends on, as sets of cards: those that have each of the features
# from W_TOP_FITS to W_TOP_LOADS_WASTE, in their order.
cdef enum:
    FITS               # a foundation now; the next two, after one more card, after two
    TAKES_OWN = 3      # the own reserve's top
    TAKES_OTHER        # an opponent's
    TAKES_HAND         # the turned-up hand card, or under V11 the next one
    LOADS_RESERVE
    LOADS_WASTE
    SETS

cdef struct scene_t:
    const int* w
    int stale          # what any progress is worth now, whatever it is
    uint64_t sets[SETS]

cdef inline int has(uint64_t cards, card_t c) noexcept nogil:
    return cards >> c & 1

cdef inline int top_worth(const scene_t* s, card_t c) noexcept nogil:
    """Of a house's outermost card."""
    cdef int i, worth
    if c == UNKNOWN:
        return s.w[W_BARES_UNKNOWN]
    worth = s.w[W_TOP_RANK] * rank_of(c)
    for i in range(SETS):
        worth += s.w[W_TOP_FITS + i] & -has(s.sets[i], c)
    return worth

cdef inline int under_worth(const scene_t* s, card_t c) noexcept nogil:
    """Of a house's card under others."""
    cdef int i, worth = 0
    for i in range(3):
        worth += s.w[W_UNDER_FITS + i] & -has(s.sets[FITS + i], c)
    return worth

cdef inline int covered_worth(const scene_t* s, card_t c) noexcept nogil:
    """What it changes that a house's outermost card comes to lie under another."""
    return under_worth(s, c) - top_worth(s, c)

cdef inline int order_worth(
    const scene_t* s, const rules_t* r, card_t over, card_t under
) noexcept nogil:
    """Of a card that lies on another."""
    return s.w[W_IN_ORDER] * has(r.fit_set[KIND_HOUSE][under], over)

cdef inline int bottom_worth(const scene_t* s, card_t c) noexcept nogil:
    """Of the card that a house begins with."""
    return s.w[W_BOTTOM_RANK] * (rank_of(c) if c != UNKNOWN else 0)

cdef inline int spaces_worth(const scene_t* s, int spaces) noexcept nogil:
    if spaces <= 0:
        return 0
    return s.w[W_SPACE] + s.w[W_MORE_SPACES] * (spaces - 1)

cdef void look_round(
    scene_t* s, const position_t* p, const rules_t* r, const int* w
) noexcept nogil
cdef int progress_worth(
    const scene_t* s, const position_t* p, const rules_t* r, move_t m
) noexcept nogil
cdef int houses_worth(const scene_t* s, const position_t* p, const rules_t* r) noexcept nogil
cdef const int* weights_of(int slot) noexcept nogil

cdef inline int move_worth(
    const scene_t* s, const position_t* p, const rules_t* r, move_t m
) noexcept nogil:
    """What a move changes. Not for moves to a foundation.

    Cards that go from house to house (a group, V13) take with them what they are worth themselves.
    """
    cdef int deepest = p.top[m.source] - m.more, spaces, gained = 0, worth = 0
    cdef card_t c = p.cards[deepest], under, place
    if m.source >= RESERVE or m.place >= RESERVE:
        worth = progress_worth(s, p, r, m)
        if m.place < RESERVE:
            worth += top_worth(s, c)
        elif m.source < RESERVE:
            worth -= top_worth(s, c)
    if m.source < RESERVE:
        under = p.cards[deepest - 1]
        if under != NO_CARD:
            worth -= covered_worth(s, under) + order_worth(s, r, c, under)
        else:
            worth -= bottom_worth(s, c)
            gained = 1
    if m.place < RESERVE:
        place = p.shown[m.place]
        if place != NO_CARD:
            worth += covered_worth(s, place) + order_worth(s, r, c, place)
        else:
            worth += bottom_worth(s, c)
            gained -= 1
    if gained:
        spaces = popcount(p.empty & r.spaces)
        worth += spaces_worth(s, spaces + gained) - spaces_worth(s, spaces)
    return worth
