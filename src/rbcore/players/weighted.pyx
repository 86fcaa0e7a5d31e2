"""The player `weighted`: the move of the greatest value."""

from libc.stdint cimport uint64_t

from rbcore.board.position cimport position_t
from rbcore.cards.bits cimport lowest
from rbcore.moves.generator cimport (
    QUADS, LANES_PER_QUAD, NO_SPECIAL, RESERVE_LANE, has_move, in_lanes, lane_move, nth_group,
    nth_move, special_move,
)
from rbcore.players.evaluation cimport (
    NO_VALUE, W_TURN, context_t, move_value, prepare, progress_value,
)
from rbcore.players.greedy cimport plan_move
from rbcore.rules.compiled cimport FOUNDATION, RESERVE

cdef struct best_t:
    int value
    move_t move


cdef move_t weighted_move(
    const view_t* view, const rules_t* r, const moves_t* m, const int* w
) noexcept nogil:
    """The legal move of the greatest value; a card to a foundation before all others.

    A move between houses is made only if it raises the value of the houses. So no turn goes on for
    ever: between two moves that take a card out of the hand, the reserve or the houses, of which
    there can be only so many, every arrangement of the houses is of greater value than the last.
    Where no `turn`, `waste` or `pass` is legal, moves between houses are those of a shortest plan
    instead (V4 to V9), each of which leaves it one move shorter; a space there is already is filled
    by a reserve or hand card, or a load made, so that no plan makes another in its stead.
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
        best.move = nth_group(m, 0)
    elif best.value == NO_VALUE:
        best.move = nth_move(p, r, m, 0)
    if best.value == NO_VALUE or (best.value <= w[W_TURN] and not p.empty & r.spaces):
        if plan_move(p, r, &move) and has_move(p, r, m, move):
            return move
    return best.move


cdef move_t foundation_move(int seat, const rules_t* r, const moves_t* m) noexcept nogil:
    """A card to a foundation: the reserve's, else the hand's or the waste's, else a house's."""
    cdef move_t move
    cdef uint64_t to_foundation = in_lanes(1 << FOUNDATION)
    cdef uint64_t last = m.places[QUADS - 1] & to_foundation
    cdef int lane, quad = 0
    if last >> 16:                    # the lanes of the reserve, the turned-up card and the waste
        lane = RESERVE_LANE + (lowest(last >> 16) >> 4)
    else:
        while not m.places[quad] & to_foundation:
            quad += 1
        lane = LANES_PER_QUAD * quad + (lowest(m.places[quad] & to_foundation) >> 4)
    move.source = r.source[seat][lane]
    move.place = FOUNDATION
    move.extra_cards = 0
    return move


cdef inline void _weigh(
    const context_t* context, const position_t* p, const rules_t* r, move_t move, best_t* best
) noexcept nogil:
    """Keep a move if its value is the best so far; between houses, only if they gain by it."""
    cdef int value = move_value(context, p, r, move)
    if value > best.value and (value > 0 or move.source >= RESERVE or move.place >= RESERVE):
        best.value = value
        best.move = move


cdef void _weigh_cards(
    const context_t* context, const position_t* p, const rules_t* r, const moves_t* m, best_t* best
) noexcept nogil:
    cdef uint64_t places
    cdef bint between = m.special != NO_SPECIAL
    cdef int quad, n
    for quad in range(QUADS):
        places = m.places[quad]
        if not between and quad < 2:
            places &= ~in_lanes(r.house_set)
        elif not between:
            places &= ~<uint64_t>r.house_set
        while places:
            _weigh(context, p, r, lane_move(p, r, 64 * quad + lowest(places)), best)
            places &= places - 1
    if between:
        for n in range(m.in_groups):
            _weigh(context, p, r, nth_group(m, n), best)
