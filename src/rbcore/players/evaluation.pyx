"""The value of positions and moves: features times weights (docs/players.md)."""

from rbcore.board.memory cimport remembers_next
from rbcore.board.position cimport (
    HOUSE_ROOM, base_of, fit_foundations, has_top_card, idle_turns, knows_next, length,
)
from rbcore.cards.bits cimport lowest, members, popcount
from rbcore.moves.transition cimport next_in_hand
from rbcore.rules.compiled cimport FOUNDATION, HOUSE, KIND_HOUSE, KIND_LOAD, RESERVE, TURNED, WASTE

from rbcore.players.weights import FEATURES, PLANNER

# What hand_to_house weighs for `lookahead` and `nested` where the waste is available (V3): a card
# left on the waste is not lost there, and houses filled from it lock the game. Set by hand, the
# first for playouts, the second for plans.
WASTE_TO_HOUSE, PLANNED_WASTE_TO_HOUSE = 50, 300

cdef uint64_t ALL_CARDS = 0x3FFE3FFE3FFE3FFEULL
cdef int WEIGHTS[WEIGHT_SETS][ALL_WEIGHTS]

cdef set_weights(int weight_set, weights):
    """Set the weights of one set, one for each feature."""
    cdef int i
    if len(weights) != N_WEIGHTS:
        raise ValueError(f"{len(weights)} weights for {N_WEIGHTS} features")
    for i, weight in enumerate(weights):
        WEIGHTS[weight_set][i] = weight
    add_sums(WEIGHTS[weight_set])

for _set in range(WEIGHT_SETS):
    set_weights(_set, list(FEATURES.values()))
set_weights(WEIGHTS_PLANNER, list((FEATURES | PLANNER).values()))
set_weights(WEIGHTS_WEIGHTED_V3, list((FEATURES | {"hand_to_house": WASTE_TO_HOUSE}).values()))
set_weights(WEIGHTS_PLANNER_V3,
            list((FEATURES | PLANNER | {"hand_to_house": PLANNED_WASTE_TO_HOUSE}).values()))

cdef void add_sums(int* w) noexcept nogil:
    """Add to weights what follows from them: the value of a card for each set of features."""
    cdef int sets, i, top, buried
    for sets in range(1 << N_SETS):
        top = buried = 0
        for i in range(N_SETS):
            if sets >> i & 1:
                top += w[W_TOP_FITS + i]
                buried += w[W_UNDER_FITS + i] if i < TAKES_OWN else 0
        w[W_TOP_SUMS + sets] = top
        w[W_COVERING_SUMS + sets] = buried - top

cdef const int* get_weights(int weight_set) noexcept nogil:
    return WEIGHTS[weight_set]

cdef void prepare(context_t* context, const position_t* p, const rules_t* r,
                  const int* w) noexcept nogil:
    """Gather what the value of houses depends on."""
    cdef int seat
    cdef uint64_t fits = fit_foundations(p)
    context.w = w
    context.stale = 0
    if idle_turns(p, p.seat) >= max(1, p.cards_left[p.seat] - length(p, RESERVE + p.seat)):
        context.stale = w[W_STALE]    # all cards of the hand seen since the last progress move
    context.sets[FITS] = fits
    context.sets[FITS + 1] = fits << 1 & ALL_CARDS & ~fits
    context.sets[FITS + 2] = fits << 2 & ALL_CARDS & ~fits & ~context.sets[FITS + 1]
    context.sets[TAKES_OWN] = r.accepted_by[KIND_HOUSE][p.top_card[RESERVE + p.seat]]
    context.sets[TAKES_HAND] = r.accepted_by[KIND_HOUSE][
        p.top_card[TURNED + p.seat] if has_top_card(p, TURNED + p.seat) else next_in_view(p, r)
    ]
    context.sets[TAKES_OTHER] = context.sets[LOADS_RESERVE] = context.sets[LOADS_WASTE] = 0
    for seat in range(r.seats):
        if seat != p.seat:
            context.sets[TAKES_OTHER] |= r.accepted_by[KIND_HOUSE][p.top_card[RESERVE + seat]]
            context.sets[LOADS_RESERVE] |= r.accepts[KIND_LOAD][p.top_card[RESERVE + seat]]
            context.sets[LOADS_WASTE] |= r.accepts[KIND_LOAD][p.top_card[WASTE + seat]]

cdef card_t next_in_view(const position_t* p, const rules_t* r) noexcept nogil:
    """The next hand card where the seat knows it (V11) or remembers it."""
    return next_in_hand(p) if knows_next(p, r) or remembers_next(p) else NO_CARD

cdef int progress_value(const context_t* context, const position_t* p, const rules_t* r,
                        move_t m) noexcept nogil:
    """The value of a move for where its card comes from and goes to; not between houses."""
    cdef const int* w = context.w
    cdef card_t c = p.top_card[m.source], under
    cdef int kind, value, other
    if m.place >= TURNED or m.source == FOUNDATION:
        return w[W_TURN]
    if m.source >= TURNED and m.place == WASTE + p.seat:
        value = w[W_WASTE]
        for other in range(r.seats):
            if other != p.seat:
                value += w[W_WASTE_EXPOSED] * contains(
                    r.accepted_by[KIND_LOAD][p.top_card[RESERVE + other]], c)
        return value
    kind = W_HOUSE_LOADS if m.source < RESERVE else (
        W_RESERVE_LOADS if m.source < WASTE else W_HAND_LOADS)
    if m.place < RESERVE:
        return context.stale + w[kind + 2]
    value = context.stale + w[kind + (m.place >= WASTE)]
    if p.destinations[p.top_card[m.place]] & (r.house_set | 1 << FOUNDATION):
        value += w[W_LOAD_BLOCKS]
    if p.destinations[c] & r.house_set & ~(1 << m.source):
        value += w[W_LOAD_RETURNS]
    if m.source < RESERVE and m.place < WASTE:
        under = p.cards[p.top[m.source] - 1]
        value += w[W_LOAD_UNDONE] * contains(r.accepts[KIND_HOUSE][under], c)
    return value

cdef int arrangement_value(const context_t* context, const position_t* p,
                           const rules_t* r) noexcept nogil:
    """The value of what lies on what in the houses, and of spaces."""
    cdef int house, at, value = 0, spaces = popcount(p.empty & r.spaces)
    if spaces:
        value = context.w[W_SPACE] + context.w[W_MORE_SPACES] * (spaces - 1)
    for house in range(r.houses):
        at = p.top[HOUSE + house]
        if p.cards[at] == NO_CARD:
            continue
        while p.cards[at - 1] != NO_CARD:
            at -= 1
            value += sequence_value(context, r, p.cards[at + 1], p.cards[at])
        value += bottom_value(context, p.cards[at])
    return value

cdef int fits_value(const context_t* context, const position_t* p, const rules_t* r) noexcept nogil:
    """The value of the houses' cards for what they fit on, and what fits on them."""
    cdef int house, base, cards, value = 0
    cdef uint64_t fits = context.sets[FITS] | context.sets[FITS + 1] | context.sets[FITS + 2]
    cdef unsigned int found
    for house in range(r.houses):
        base = base_of(HOUSE) + house * HOUSE_ROOM
        cards = p.top[HOUSE + house] - base
        if not cards:
            continue
        value += top_value(context, p.cards[base + cards])
        if cards == 1:
            continue
        found = members(p.cards + base, 1, cards - 1, fits)
        while found:                                 # few do
            value += buried_value(context, p.cards[base + 15 - lowest(found)])
            found &= found - 1
    return value
