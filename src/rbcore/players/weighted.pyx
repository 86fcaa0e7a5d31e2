"""The player `weighted`: the move that is worth most."""

from libc.stdint cimport uint64_t

from rbcore.board.position cimport position_t
from rbcore.cards.bits cimport lowest
from rbcore.moves.generator cimport (
    LANES, NO_WORD, RESERVE_LANE, WORDS, has_move, in_lanes, lane_move, nth_group, nth_move,
    word_move,
)
from rbcore.players.evaluation cimport W_TURN, look_round, move_worth, progress_worth, scene_t
from rbcore.players.greedy cimport plan_move
from rbcore.rules.compiled cimport FOUNDATION, RESERVE

cdef enum:
    NOTHING = -(1 << 30)

cdef struct best_t:
    int worth
    move_t move


cdef move_t weighted_move(
    const view_t* view, const rules_t* r, const moves_t* m, const int* w
) noexcept nogil:
    """The legal move that is worth most; a card to a foundation before all others.

    A move between houses is made only if it raises the worth of the houses. So no turn goes on for
    ever: between two moves that take a card out of the hand, the reserve or the houses, of which
    there can be only so many, every arrangement of the houses is worth more than the one before.
    Where no `turn`, `waste` or `pass` is legal, moves between houses are those of a shortest plan
    instead (V4 to V9), each of which leaves it one move shorter; a space there is already is filled
    by a reserve or hand card, or a load made, so that no plan makes another in its stead.
    """
    cdef const position_t* p = &view.seen
    cdef scene_t scene
    cdef best_t best
    cdef move_t move
    if can_build(m):
        return foundation_move(p.seat, r, m)
    look_round(&scene, p, r, w)
    best.worth = NOTHING
    _weigh_cards(&scene, p, r, m, &best)
    if m.word != NO_WORD:
        move = word_move(p, m.word)
        return move if progress_worth(&scene, p, r, move) >= best.worth else best.move
    if m.in_groups and best.worth == NOTHING:
        best.move = nth_group(m, 0)
    elif best.worth == NOTHING:
        best.move = nth_move(p, r, m, 0)
    if best.worth == NOTHING or (best.worth <= w[W_TURN] and not p.empty & r.spaces):
        if plan_move(p, r, &move) and has_move(p, r, m, move):
            return move
    return best.move


cdef move_t foundation_move(int seat, const rules_t* r, const moves_t* m) noexcept nogil:
    """A card to a foundation: the reserve's, else the hand's or the waste's, else a house's."""
    cdef move_t move
    cdef uint64_t built = in_lanes(1 << FOUNDATION), last = m.places[WORDS - 1] & built
    cdef int lane, word = 0
    if last >> 16:                    # the lanes of the reserve, the turned-up card and the waste
        lane = RESERVE_LANE + (lowest(last >> 16) >> 4)
    else:
        while not m.places[word] & built:
            word += 1
        lane = LANES * word + (lowest(m.places[word] & built) >> 4)
    move.source = r.source[seat][lane]
    move.place = FOUNDATION
    move.more = 0
    return move


cdef inline void _weigh(
    const scene_t* s, const position_t* p, const rules_t* r, move_t move, best_t* best
) noexcept nogil:
    """Keep a move that is worth more than the best so far and than the order of the houses."""
    cdef int worth = move_worth(s, p, r, move)
    if worth > best.worth and (worth > 0 or move.source >= RESERVE or move.place >= RESERVE):
        best.worth = worth
        best.move = move


cdef void _weigh_cards(
    const scene_t* s, const position_t* p, const rules_t* r, const moves_t* m, best_t* best
) noexcept nogil:
    cdef uint64_t places
    cdef bint between = m.word != NO_WORD
    cdef int word, n
    for word in range(WORDS):
        places = m.places[word]
        if not between and word < 2:
            places &= ~in_lanes(r.house_set)
        elif not between:
            places &= ~<uint64_t>r.house_set
        while places:
            _weigh(s, p, r, lane_move(p, r, 64 * word + lowest(places)), best)
            places &= places - 1
    if between:
        for n in range(m.in_groups):
            _weigh(s, p, r, nth_group(m, n), best)
