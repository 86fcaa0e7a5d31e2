# The evaluation of `weighted` and `planner`: a weighted sum of features; and the move of
# `weighted`, the one with the highest value.
#
# The value of a house depends only on its cards, so a move between houses changes it by exactly
# what taking the move back would undo. The arrangement, which is what lies on what, depends on
# nothing else, so every move changes it in this way. Weights are integers, so the sums are exact.

from libc.stdint cimport uint64_t

from rbcore.board.position cimport position_t
from rbcore.cards.bits cimport sets_of
from rbcore.cards.card cimport NO_CARD, UNKNOWN, card_t, rank_of
from rbcore.moves.legal_moves cimport in_lanes, moves_t
from rbcore.moves.transition cimport move_t
from rbcore.observation.view cimport view_t
from rbcore.rules.compiled cimport (
    FOUNDATION, KIND_HOUSE, RESERVE, TURNED_TO_WASTE, WASTE, rules_t,
)

# The sets of weights.
cdef enum:
    WEIGHTS_WEIGHTED, WEIGHTS_PLANNER, WEIGHTS_TRIAL, WEIGHTS_CHAMPION
    WEIGHTS_WEIGHTED_V3    # for players that heed V3; the next one is for their plans
    WEIGHTS_PLANNER_V3
    WEIGHTS_STEADY
    WEIGHT_SETS

cdef enum:
    NO_VALUE = -(1 << 30)   # below every value

# The features, in the order of weights.FEATURES.
cdef enum:
    W_TURN, W_WASTE, W_WASTE_EXPOSED
    W_HOUSE_LOADS          # onto a reserve; the next one, onto a waste
    W_RESERVE_LOADS = 5    # onto a reserve and a waste; then to a house
    W_HAND_LOADS = 8       # onto a reserve, onto a waste
    W_LOAD_BLOCKS = 11
    W_LOAD_RETURNS, W_LOAD_UNDONE, W_STALE
    W_TOP_FITS             # now; the next two, next and later
    W_TOP_TAKES_OWN = 18
    W_TOP_TAKES_OTHER, W_TOP_TAKES_HAND, W_TOP_LOADS_RESERVE, W_TOP_LOADS_WASTE, W_TOP_RANK
    W_UNDER_FITS           # now; the next two, next and later
    W_BOTTOM_RANK = 27
    W_IN_ORDER, W_SPACE, W_MORE_SPACES, W_BARES_UNKNOWN
    W_BUILDS               # only for `planner`
    N_WEIGHTS
    # Then, for every set of the eight features from W_TOP_FITS to W_TOP_LOADS_WASTE, the sum of
    # their weights, and the change when such a card is covered; see add_sums().
    W_TOP_SUMS = N_WEIGHTS
    W_COVERING_SUMS = W_TOP_SUMS + (1 << 8)
    ALL_WEIGHTS = W_COVERING_SUMS + (1 << 8)

# The sets of cards on which the value of a house's card depends: the cards with each of the
# features from W_TOP_FITS to W_TOP_LOADS_WASTE, in that order.
cdef enum:
    FITS               # fits a foundation now; then after one more card, after two
    TAKES_OWN = 3      # takes the own reserve's top
    TAKES_OTHER        # takes an opponent's
    TAKES_HAND         # takes the turned-up hand card, or the next one if known
    LOADS_RESERVE, LOADS_WASTE
    N_SETS

cdef struct context_t:
    const int* w
    int stale          # added to any progress move now
    uint64_t sets[N_SETS]

cdef inline bint may_wait(const rules_t* r) noexcept nogil:
    """Return whether a card on the own waste can wait (V3), as later hand cards need not cover it.

    A turned-up card that goes to the waste at once covers it in every turn (V30).
    """
    return r.waste_available and r.turned_up_card != TURNED_TO_WASTE

cdef inline int contains(uint64_t cards, card_t c) noexcept nogil:
    return cards >> c & 1

cdef inline int build_value(const int* w, move_t m) noexcept nogil:
    """Return the value in a plan of a card to a foundation, by its source."""
    return w[W_BUILDS if m.source < RESERVE else W_RESERVE_LOADS if m.source < WASTE
             else W_HAND_LOADS]

cdef inline int top_value(const context_t* context, card_t c) noexcept nogil:
    """Return the value of a house's outermost card."""
    if c == UNKNOWN:
        return context.w[W_BARES_UNKNOWN]
    return context.w[W_TOP_RANK] * rank_of(c) + context.w[W_TOP_SUMS + sets_of(context.sets, c)]

cdef inline int covering_change(const context_t* context, card_t c) noexcept nogil:
    """Return the change of value when a house's outermost card is covered."""
    if c == UNKNOWN:
        return -context.w[W_BARES_UNKNOWN]
    return (
        context.w[W_COVERING_SUMS + sets_of(context.sets, c)] - context.w[W_TOP_RANK] * rank_of(c)
    )

cdef inline int buried_value(const context_t* context, card_t c) noexcept nogil:
    """Return the value of a covered house card."""
    cdef unsigned int sets = sets_of(context.sets, c)
    return context.w[W_TOP_SUMS + sets] + context.w[W_COVERING_SUMS + sets]

cdef inline int sequence_value(const context_t* context, const rules_t* r, card_t over,
                               card_t under) noexcept nogil:
    """Return the value of one card lying on another in a house."""
    return context.w[W_IN_ORDER] * contains(r.accepts[KIND_HOUSE][under], over)

cdef inline int bottom_value(const context_t* context, card_t c) noexcept nogil:
    """Return the value of a house's lowest card."""
    return context.w[W_BOTTOM_RANK] * (rank_of(c) if c != UNKNOWN else 0)

cdef void prepare(context_t* context, const position_t* p, const rules_t* r,
                  const int* w) noexcept nogil
cdef int progress_value(const context_t* context, const position_t* p, const rules_t* r,
                        move_t m) noexcept nogil
cdef int arrangement_value(const context_t* context, const position_t* p,
                           const rules_t* r) noexcept nogil
cdef int fits_value(const context_t* context, const position_t* p, const rules_t* r) noexcept nogil
cdef const int* get_weights(int weight_set) noexcept nogil
cdef set_weights(int weight_set, weights)
cdef void add_sums(int* w) noexcept nogil

cdef inline int houses_value(const context_t* context, const position_t* p,
                             const rules_t* r) noexcept nogil:
    """Return the value of all houses as they are."""
    return arrangement_value(context, p, r) + fits_value(context, p, r)

cdef inline int arrangement_left(const context_t* context, const position_t* p, const rules_t* r,
                                 int house, int extra_cards) noexcept nogil:
    """Return the change of arrangement_value() when a house's last extra_cards + 1 cards leave."""
    cdef int deepest = p.top[house] - extra_cards
    cdef card_t c = p.cards[deepest], under = p.cards[deepest - 1]
    if under != NO_CARD:
        return -sequence_value(context, r, c, under)
    return context.w[W_MORE_SPACES if p.empty & r.spaces else W_SPACE] - bottom_value(context, c)

cdef inline int arrangement_reached(const context_t* context, const position_t* p, const rules_t* r,
                                    int house, card_t c) noexcept nogil:
    """Return the change of arrangement_value() when a card, with any on it, reaches a house."""
    cdef unsigned int spaces = p.empty & r.spaces
    if p.top_card[house] != NO_CARD:
        return sequence_value(context, r, c, p.top_card[house])
    if not spaces:
        return bottom_value(context, c)
    return bottom_value(context, c) - context.w[W_MORE_SPACES if spaces & (spaces - 1) else W_SPACE]

cdef inline int arrangement_change(const context_t* context, const position_t* p, const rules_t* r,
                                   move_t m) noexcept nogil:
    """Return the change of arrangement_value() by a move, including one to a foundation."""
    cdef int change = 0
    if m.source < RESERVE:
        change = arrangement_left(context, p, r, m.source, m.extra_cards)
    if m.place < RESERVE:
        change += arrangement_reached(
            context, p, r, m.place, p.cards[p.top[m.source] - m.extra_cards])
    return change

cdef inline int leaving_value(const context_t* context, const position_t* p, const rules_t* r,
                              int house, int extra_cards) noexcept nogil:
    """Return the change of a house's value when its last extra_cards + 1 cards leave it."""
    cdef card_t under = p.cards[p.top[house] - extra_cards - 1]
    cdef int change = arrangement_left(context, p, r, house, extra_cards)
    if under != NO_CARD:
        change -= covering_change(context, under)
    return change

cdef inline int value_elsewhere(const context_t* context, const position_t* p, const rules_t* r,
                                move_t m) noexcept nogil:
    """Return the change of value by a move, not to a foundation, except in the house it leaves.

    Cards that move between houses as a group (V13) take their own value with them.
    """
    cdef int value = 0
    cdef card_t c = p.cards[p.top[m.source] - m.extra_cards]
    if m.source >= RESERVE or m.place >= RESERVE:
        value = progress_value(context, p, r, m)
        if m.place < RESERVE:
            value += top_value(context, c)
        elif m.source < RESERVE:
            value -= top_value(context, c)
    if m.place < RESERVE:
        value += arrangement_reached(context, p, r, m.place, c)
        if p.top_card[m.place] != NO_CARD:
            value += covering_change(context, p.top_card[m.place])
    return value

cdef inline int move_value(const context_t* context, const position_t* p, const rules_t* r,
                           move_t m) noexcept nogil:
    """Return the change of value by a move, not to a foundation nor of a whole house to a space."""
    cdef int value = value_elsewhere(context, p, r, m)
    if m.source < RESERVE:
        value += leaving_value(context, p, r, m.source, m.extra_cards)
    return value

cdef move_t weighted_move(const view_t* view, const rules_t* r, const moves_t* m,
                          const int* w) noexcept nogil
cdef move_t foundation_move(int seat, const rules_t* r, const moves_t* m) noexcept nogil
cdef int value_of(position_t p, const rules_t* r, const move_t* moves, int n, const int* w,
                  bint is_plan) noexcept nogil

cdef inline bint can_build(const moves_t* m) noexcept nogil:
    """Return whether a card may go to a foundation."""
    return ((m.places[0] | m.places[1] | m.places[2]) & in_lanes(1 << FOUNDATION)) != 0
