"""The value of positions and moves, a weighted sum of features (docs/players.md); `weighted`."""

from rbcore.board.memory cimport remembers_next
from rbcore.board.position cimport (
    HOUSE_ROOM, base_of, fit_foundations, has_top_card, idle_turns, is_won, knows_next, length,
)
from rbcore.cards.bits cimport lowest, members, popcount
from rbcore.moves.legal_moves cimport (
    NO_SPECIAL, RESERVE_LANE, has_move, lane_move, lane_set, special_move,
)
from rbcore.moves.transition cimport apply_out_of_line, is_special, move_of, next_in_hand
from rbcore.players.greedy cimport plan_move
from rbcore.players.tie_break cimport (
    changes_nothing, first_group, first_move, lanes_to, later_spaces, take_first,
)
from rbcore.rules.compiled cimport HOUSE, KIND_LOAD, TURNED, first_for, in_order

from rbcore.players.weights import FEATURES, PLANNER

# The weight of hand_to_house for `lookahead` and `nested` where the waste is available (V3): there
# a card on the waste is not lost, and houses filled from it lock the game. Both numbers were set by
# hand, the first for playouts, the second for plans.
WASTE_TO_HOUSE, PLANNED_WASTE_TO_HOUSE = 50, 300

# `steady` plays the reserve first there, as `planner` does elsewhere; also set by hand.
STEADY = {"hand_to_house": PLANNED_WASTE_TO_HOUSE, "reserve_to_house": 1000}

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
set_weights(WEIGHTS_STEADY, list((FEATURES | PLANNER | STEADY).values()))

cdef void add_sums(int* w) noexcept nogil:
    """Compute derived weights: the value of a card for each set of features."""
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
    """Gather everything on which the value of houses depends."""
    cdef int seat
    cdef uint64_t fits = fit_foundations(p)
    context.w = w
    context.stale = 0
    if idle_turns(p, p.seat) >= max(1, p.cards_left[p.seat] - length(p, RESERVE + p.seat)):
        context.stale = w[W_STALE]    # the whole hand has been seen since the last progress move
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
    """Return the next hand card if the seat knows (V11) or remembers it."""
    return next_in_hand(p, r) if knows_next(p, r) or remembers_next(p) else NO_CARD

cdef int progress_value(const context_t* context, const position_t* p, const rules_t* r,
                        move_t m) noexcept nogil:
    """Return the value of a move by its source and place, if not between houses."""
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
    """Return the value of what lies on what in the houses, and of spaces."""
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
    """Return the value of the house cards by what they fit and what fits them."""
    cdef int house, base, cards, value = 0
    cdef uint64_t fits = context.sets[FITS] | context.sets[FITS + 1] | context.sets[FITS + 2]
    cdef unsigned int buried
    for house in range(r.houses):
        base = base_of(HOUSE) + house * HOUSE_ROOM
        cards = p.top[HOUSE + house] - base
        if not cards:
            continue
        value += top_value(context, p.cards[base + cards])
        if cards == 1:
            continue
        buried = members(p.cards + base, 1, cards - 1, fits)
        while buried:                                # few do
            value += buried_value(context, p.cards[base + 15 - lowest(buried)])
            buried &= buried - 1
    return value

# ---- the player `weighted`: the move with the highest value --------------------------------------

cdef struct best_t:
    int value
    move_t move

cdef move_t weighted_move(const view_t* view, const rules_t* r, const moves_t* m,
                          const int* w) noexcept nogil:
    """Return the legal move with the highest value; ties go to the seat's first (tie_break.pxd).

    A card that can go to a foundation goes there before anything else.
    A move between houses is made only if it raises the value of the houses, so every turn ends:
    moves out of the hand, the reserve or the houses are limited in number, and between two of them
    each arrangement of the houses has a higher value than the last.
    Where no `turn`, `waste` or `pass` is legal, moves between houses follow a shortest plan instead
    (V4 to V9), and each shortens it by one move. An existing space is filled by a reserve or hand
    card, or a load is made, so that no plan makes another space in its stead.
    """
    cdef const position_t* p = &view.seen
    cdef context_t context
    cdef best_t best
    cdef move_t move
    if can_build(m):
        return foundation_move(p.seat, r, m)
    prepare(&context, p, r, w)
    best.value = NO_VALUE
    _weigh_cards(&context, p, r, m, &best)
    if m.special != NO_SPECIAL:
        move = special_move(p, m.special)
        return move if progress_value(&context, p, r, move) >= best.value else best.move
    if m.in_groups and best.value == NO_VALUE:
        best.move = first_group(p.seat, r, m)
    elif best.value == NO_VALUE:
        best.move = first_move(p, r, m)
    if best.value == NO_VALUE or (best.value <= w[W_TURN] and not p.empty & r.spaces):
        if plan_move(p, r, &move) and has_move(p, r, m, move):
            return move
    return best.move

cdef move_t foundation_move(int seat, const rules_t* r, const moves_t* m) noexcept nogil:
    """Return a move to a foundation: reserve's card, else hand's or waste's, else house's."""
    cdef uint64_t lanes = lanes_to(m, 1 << FOUNDATION)
    cdef uint64_t held = lanes >> RESERVE_LANE   # the reserve, the turned-up card and the waste
    cdef int lane = RESERVE_LANE + lowest(held) if held else first_for(r, seat, lanes)
    return move_of(r.source[seat][lane], FOUNDATION, 0)

cdef inline void _weigh(const context_t* context, const position_t* p, const rules_t* r,
                        move_t move, int leaving, best_t* best) noexcept nogil:
    """Keep a move if its value is the best so far; between houses, only if they gain value.

    `leaving` is the part of the value that changes in the house that the card leaves.
    """
    cdef int value = leaving + value_elsewhere(context, p, r, move)
    if value > best.value and (value > 0 or move.source >= RESERVE or move.place >= RESERVE):
        best.value = value
        best.move = move

cdef void _weigh_cards(const context_t* context, const position_t* p, const rules_t* r,
                       const moves_t* m, best_t* best) noexcept nogil:
    """Find the single card's move with the highest value; only the first space is tried."""
    cdef uint64_t places, lanes = in_order(r, p.seat, lanes_to(m, 0xFFFF))
    cdef uint64_t others = later_spaces(p, r)
    cdef bint between = m.special != NO_SPECIAL
    cdef int lane, leaving
    while lanes:
        lane = take_first(&lanes)
        places = lane_set(m, lane) & ~others
        leaving = 0
        if lane < RESERVE_LANE:
            if not between:
                places &= ~<uint64_t>r.house_set
            elif length(p, HOUSE + lane) == 1:
                places &= ~<uint64_t>p.empty     # moving there would change nothing
            if not places:
                continue
            leaving = leaving_value(context, p, r, HOUSE + lane, 0)
        places = in_order(r, p.seat, places)
        while places:
            _weigh(context, p, r, lane_move(p, r, 16 * lane + take_first(&places)), leaving, best)
    if between and m.in_groups:
        _weigh_groups(context, p, r, m, others, best)

cdef void _weigh_groups(const context_t* context, const position_t* p, const rules_t* r,
                        const moves_t* m, uint64_t others, best_t* best) noexcept nogil:
    """Find the group's move with the highest value (V13), as _weigh_cards() does."""
    cdef uint64_t places, houses = in_order(r, p.seat, r.house_set)
    cdef int house, extra_cards, leaving
    while houses:
        house = take_first(&houses)
        for extra_cards in range(1, length(p, HOUSE + house)):
            places = m.groups[house][extra_cards] & ~others
            if extra_cards + 1 == length(p, HOUSE + house):
                places &= ~<uint64_t>p.empty
            if not places:
                continue
            leaving = leaving_value(context, p, r, HOUSE + house, extra_cards)
            places = in_order(r, p.seat, places)
            while places:
                _weigh(context, p, r, move_of(HOUSE + house, take_first(&places), extra_cards),
                       leaving, best)

cdef int value_of(position_t p, const rules_t* r, const move_t* moves, int n, const int* w,
                  bint is_plan) noexcept nogil:
    """Return the value of a move to `weighted`, or of a plan to `planner`."""
    cdef context_t context
    cdef int i, value = 0
    for i in range(n):
        prepare(&context, &p, r, w)
        if is_special(r, moves[i]):
            value += progress_value(&context, &p, r, moves[i])
            break
        if moves[i].place == FOUNDATION:
            value += is_plan * build_value(w, moves[i])
        elif not is_plan:
            if not changes_nothing(&p, moves[i]):
                value += move_value(&context, &p, r, moves[i])
        elif moves[i].source >= RESERVE or moves[i].place >= RESERVE:
            value += progress_value(&context, &p, r, moves[i])
        apply_out_of_line(&p, r, moves[i])
    if not is_plan or is_won(&p):
        return value
    prepare(&context, &p, r, w)
    return value + houses_value(&context, &p, r)
