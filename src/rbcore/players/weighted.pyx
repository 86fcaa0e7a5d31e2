"""The player `weighted`: the move of the greatest value."""

from libc.stdint cimport uint64_t

from rbcore.board.position cimport is_won, length
from rbcore.cards.bits cimport lowest
from rbcore.moves.legal_moves cimport (
    NO_SPECIAL, RESERVE_LANE, has_move, lane_move, lane_set, special_move,
)
from rbcore.moves.transition cimport apply_out_of_line, is_special, move_of
from rbcore.players.evaluation cimport (
    NO_VALUE, W_TURN, build_value, context_t, houses_value, leaving_value, move_value, prepare,
    progress_value, value_elsewhere,
)
from rbcore.players.greedy cimport plan_move
from rbcore.players.tie_break cimport (
    changes_nothing, first_group, first_move, lanes_to, later_spaces, take_first,
)
from rbcore.rules.compiled cimport HOUSE, RESERVE, first_for, in_order

cdef struct best_t:
    int value
    move_t move

cdef move_t weighted_move(const view_t* view, const rules_t* r, const moves_t* m,
                          const int* w) noexcept nogil:
    """The legal move of the greatest value, of equals the first to the seat (tie_break.pxd).

    A card to a foundation comes before all others.
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
        best.move = first_group(p.seat, r, m)
    elif best.value == NO_VALUE:
        best.move = first_move(p, r, m)
    if best.value == NO_VALUE or (best.value <= w[W_TURN] and not p.empty & r.spaces):
        if plan_move(p, r, &move) and has_move(p, r, m, move):
            return move
    return best.move

cdef move_t foundation_move(int seat, const rules_t* r, const moves_t* m) noexcept nogil:
    """A card to a foundation: the reserve's, else the hand's or the waste's, else a house's."""
    cdef uint64_t lanes = lanes_to(m, 1 << FOUNDATION)
    cdef uint64_t own = lanes >> RESERVE_LANE   # the reserve, the turned-up card and the waste
    cdef int lane = RESERVE_LANE + lowest(own) if own else first_for(r, seat, lanes)
    return move_of(r.source[seat][lane], FOUNDATION, 0)

cdef inline void _weigh(const context_t* context, const position_t* p, const rules_t* r,
                        move_t move, int leaving, best_t* best) noexcept nogil:
    """Keep a move if its value is the best so far; between houses, only if they gain by it.

    Of the value, `leaving` is what changes in the house that it leaves.
    """
    cdef int value = leaving + value_elsewhere(context, p, r, move)
    if value > best.value and (value > 0 or move.source >= RESERVE or move.place >= RESERVE):
        best.value = value
        best.move = move

cdef void _weigh_cards(const context_t* context, const position_t* p, const rules_t* r,
                       const moves_t* m, best_t* best) noexcept nogil:
    """Find the card's move of the greatest value; of the spaces only the first is tried."""
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
                places &= ~<uint64_t>p.empty     # which would change nothing
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
    """_weigh_cards() for groups (V13)."""
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

cdef int value_of(position_t p, const rules_t* r, const move_t* made, int n, const int* w,
                  bint is_plan) noexcept nogil:
    """The value of a move as `weighted` has it, or of a plan as `planner` has it."""
    cdef context_t context
    cdef int i, value = 0
    for i in range(n):
        prepare(&context, &p, r, w)
        if is_special(r, made[i]):
            value += progress_value(&context, &p, r, made[i])
            break
        if made[i].place == FOUNDATION:
            value += is_plan * build_value(w, made[i])
        elif not is_plan:
            if not changes_nothing(&p, made[i]):
                value += move_value(&context, &p, r, made[i])
        elif made[i].source >= RESERVE or made[i].place >= RESERVE:
            value += progress_value(&context, &p, r, made[i])
        apply_out_of_line(&p, r, made[i])
    if not is_plan or is_won(&p):
        return value
    prepare(&context, &p, r, w)
    return value + houses_value(&context, &p, r)
