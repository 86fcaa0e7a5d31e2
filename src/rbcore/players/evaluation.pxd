# The evaluation by which `weighted` and `planner` choose: a sum of features times weights.
#
# The part of the houses depends on their arrangement alone, as long as no card leaves them or comes
# to them; so a move between houses changes it by what taking the move back undoes. Weights are
# whole numbers, so this is exact.

from libc.stdint cimport uint64_t

from rbcore.board.position cimport position_t
from rbcore.cards.bits cimport popcount
from rbcore.cards.card cimport NO_CARD, UNKNOWN, card_t, rank_of
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport KIND_HOUSE, RESERVE, rules_t

# Sets of weights.
cdef enum:
    WEIGHTS_WEIGHTED
    WEIGHTS_PLANNER
    WEIGHTS_TRIAL
    WEIGHTS_CHAMPION
    WEIGHTS_WEIGHTED_V3    # of players that heed V3; the next one, for their plans
    WEIGHTS_PLANNER_V3
    WEIGHT_SETS

cdef enum:
    NO_VALUE = -(1 << 30)   # less than any

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

# What the value of a house's card depends on, as sets of cards: those that have each of the
# features from W_TOP_FITS to W_TOP_LOADS_WASTE, in their order.
cdef enum:
    FITS               # a foundation now; the next two, after one more card, after two
    TAKES_OWN = 3      # the own reserve's top
    TAKES_OTHER        # an opponent's
    TAKES_HAND         # the turned-up hand card, or the next one if it is known
    LOADS_RESERVE
    LOADS_WASTE
    N_SETS

cdef struct context_t:
    const int* w
    int stale          # added to any progress move now
    uint64_t sets[N_SETS]

cdef inline int contains(uint64_t cards, card_t c) noexcept nogil:
    return cards >> c & 1

cdef inline int top_value(const context_t* context, card_t c) noexcept nogil:
    """The value of a house's outermost card."""
    cdef int i, value
    if c == UNKNOWN:
        return context.w[W_BARES_UNKNOWN]
    value = context.w[W_TOP_RANK] * rank_of(c)
    for i in range(N_SETS):
        value += context.w[W_TOP_FITS + i] & -contains(context.sets[i], c)
    return value

cdef inline int buried_value(const context_t* context, card_t c) noexcept nogil:
    """The value of a house's card under others."""
    cdef int i, value = 0
    for i in range(3):
        value += context.w[W_UNDER_FITS + i] & -contains(context.sets[FITS + i], c)
    return value

cdef inline int covering_change(const context_t* context, card_t c) noexcept nogil:
    """The change of value when a house's outermost card is covered."""
    return buried_value(context, c) - top_value(context, c)

cdef inline int sequence_value(
    const context_t* context, const rules_t* r, card_t over, card_t under
) noexcept nogil:
    """The value of a card's lying on another in a house."""
    return context.w[W_IN_ORDER] * contains(r.accepts[KIND_HOUSE][under], over)

cdef inline int bottom_value(const context_t* context, card_t c) noexcept nogil:
    """The value of the card that a house begins with."""
    return context.w[W_BOTTOM_RANK] * (rank_of(c) if c != UNKNOWN else 0)

cdef inline int spaces_value(const context_t* context, int spaces) noexcept nogil:
    if spaces <= 0:
        return 0
    return context.w[W_SPACE] + context.w[W_MORE_SPACES] * (spaces - 1)

cdef void prepare(
    context_t* context, const position_t* p, const rules_t* r, const int* w
) noexcept nogil
cdef int progress_value(
    const context_t* context, const position_t* p, const rules_t* r, move_t m
) noexcept nogil
cdef int houses_value(
    const context_t* context, const position_t* p, const rules_t* r
) noexcept nogil
cdef const int* get_weights(int weight_set) noexcept nogil
cdef set_weights(int weight_set, weights)

cdef inline int move_value(
    const context_t* context, const position_t* p, const rules_t* r, move_t m
) noexcept nogil:
    """The change of value by a move that does not go to a foundation.

    Cards that go from house to house (a group, V13) take their own value with them.
    """
    cdef int deepest = p.top[m.source] - m.extra_cards, spaces, gained = 0, value = 0
    cdef card_t c = p.cards[deepest], under, place
    if m.source >= RESERVE or m.place >= RESERVE:
        value = progress_value(context, p, r, m)
        if m.place < RESERVE:
            value += top_value(context, c)
        elif m.source < RESERVE:
            value -= top_value(context, c)
    if m.source < RESERVE:
        under = p.cards[deepest - 1]
        if under != NO_CARD:
            value -= covering_change(context, under) + sequence_value(context, r, c, under)
        else:
            value -= bottom_value(context, c)
            gained = 1
    if m.place < RESERVE:
        place = p.top_card[m.place]
        if place != NO_CARD:
            value += covering_change(context, place) + sequence_value(context, r, c, place)
        else:
            value += bottom_value(context, c)
            gained -= 1
    if gained:
        spaces = popcount(p.empty & r.spaces)
        value += spaces_value(context, spaces + gained) - spaces_value(context, spaces)
    return value
