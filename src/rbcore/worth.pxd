# What `weighted` and `planner` think of a position: a sum of features, each times its weight.
#
# The part that houses have in it depends on the arrangement of the houses alone, as long as no card
# leaves them or comes to them; so a move between houses changes it by what it undoes when it is
# taken back. Weights are whole numbers, so this is exact.

from libc.stdint cimport uint64_t

from rbcore.card cimport NO_CARD, card_t, rank_of
from rbcore.position cimport position_t
from rbcore.table cimport KIND_HOUSE, rules_t
from rbcore.turns cimport move_t
from rbcore.view cimport UNKNOWN

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
    W_TOP_FITS             # now; the next two, next and later
    W_TOP_TAKES_OWN = 16
    W_TOP_TAKES_OTHER
    W_TOP_TAKES_HAND
    W_TOP_LOADS_RESERVE
    W_TOP_LOADS_WASTE
    W_TOP_RANK
    W_UNDER_FITS           # now; the next two, next and later
    W_IN_ORDER = 25
    W_SPACE
    W_MORE_SPACES
    W_BARES_UNKNOWN
    W_BUILDS               # of `planner` alone
    N_WEIGHTS

# What the worth of a house's card depends on, as sets of cards.
cdef struct scene_t:
    const int* w
    uint64_t fits[3]       # cards that fit a foundation now, after one more card, after two
    uint64_t takes_own     # cards that take the own reserve's top,
    uint64_t takes_other   # an opponent's,
    uint64_t takes_hand    # the turned-up hand card, or under V11 the next one
    uint64_t loads_reserve # cards that can be loaded
    uint64_t loads_waste

cdef inline int has(uint64_t cards, card_t c) noexcept nogil:
    return cards >> c & 1

cdef inline int top_worth(const scene_t* s, card_t c) noexcept nogil:
    """Of a house's outermost card."""
    cdef const int* w = s.w
    if c == UNKNOWN:
        return w[W_BARES_UNKNOWN]
    return (
        w[W_TOP_FITS] * has(s.fits[0], c)
        + w[W_TOP_FITS + 1] * has(s.fits[1], c)
        + w[W_TOP_FITS + 2] * has(s.fits[2], c)
        + w[W_TOP_TAKES_OWN] * has(s.takes_own, c)
        + w[W_TOP_TAKES_OTHER] * has(s.takes_other, c)
        + w[W_TOP_TAKES_HAND] * has(s.takes_hand, c)
        + w[W_TOP_LOADS_RESERVE] * has(s.loads_reserve, c)
        + w[W_TOP_LOADS_WASTE] * has(s.loads_waste, c)
        + w[W_TOP_RANK] * rank_of(c)
    )

cdef inline int under_worth(const scene_t* s, card_t c) noexcept nogil:
    """Of a house's card under others."""
    return (
        s.w[W_UNDER_FITS] * has(s.fits[0], c)
        + s.w[W_UNDER_FITS + 1] * has(s.fits[1], c)
        + s.w[W_UNDER_FITS + 2] * has(s.fits[2], c)
    )

cdef inline int order_worth(
    const scene_t* s, const rules_t* r, card_t over, card_t under
) noexcept nogil:
    """Of a card that lies on another."""
    return s.w[W_IN_ORDER] * has(r.fit_set[KIND_HOUSE][under], over)

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
cdef int move_worth(
    const scene_t* s, const position_t* p, const rules_t* r, move_t m
) noexcept nogil
cdef int houses_worth(const scene_t* s, const position_t* p, const rules_t* r) noexcept nogil
cdef const int* weights_of(bint trial) noexcept nogil
