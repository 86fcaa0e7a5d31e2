"""What follows a called Stop (section 6): an omitted move, and the end of the turn."""

from libc.stdint cimport uint64_t

from rbcore.board.memory cimport note_seen
from rbcore.board.position cimport has_top_card, length
from rbcore.moves.house_plans cimport find_first_moves, plan_moves_t
from rbcore.moves.legal_moves cimport (
    NO_SPECIAL, RESERVE_LANE, SPECIAL_WASTE, clear_groups, count_moves, find_moves,
    keep_plan_moves, special_move,
)
from rbcore.moves.offences cimport SPACE
from rbcore.moves.plan_bound cimport GOAL_SPACE
from rbcore.moves.transition cimport apply_out_of_line, ends_turn, pass_turn
from rbcore.rules.compiled cimport (
    HAND, LANES_PER_QUAD, PRIORITY_SPACE, QUADS, TURNED, WASTE, overlook,
)


cdef void find_omitted(
    const position_t* p, const rules_t* r, verdict_t verdict, moves_t* m
) noexcept nogil:
    """Find the moves of which the offender carries one out, after 1, 2, 3 or 6; there is one.

    They are the legal moves of cards; but after 3, where neither V4, V6 nor V9 compels them, those
    of the reserve's top to a space, or the first moves of the shortest plans for one (V7).
    """
    cdef plan_moves_t plan_moves
    cdef moves_t unbarred
    cdef rules_t without
    find_moves(p, r, m)
    m.special = NO_SPECIAL            # an early turn (V10) is not what was omitted
    if verdict == SPACE:
        without = r[0]
        overlook(&without, PRIORITY_SPACE)
        find_moves(p, &without, &unbarred)
        if unbarred.special == NO_SPECIAL:
            pass                                                                   # V4, V6, V9
        elif p.empty & r.spaces:
            _keep_reserve_to_space(p, r, m)
        elif find_first_moves(p, r, GOAL_SPACE, &plan_moves):
            keep_plan_moves(r, m, &plan_moves)
    count_moves(m, m.places[0], m.places[1], m.places[2])


cdef void _keep_reserve_to_space(const position_t* p, const rules_t* r, moves_t* m) noexcept nogil:
    """Leave no moves but those of the reserve's top to a space."""
    cdef int quad
    cdef uint64_t spaces = <uint64_t>(p.empty & r.spaces) << (16 * (RESERVE_LANE % LANES_PER_QUAD))
    for quad in range(QUADS):
        m.places[quad] &= spaces if quad == RESERVE_LANE // LANES_PER_QUAD else 0
    if r.group_moves:
        clear_groups(m)


cdef void note_exposed(position_t* p, const rules_t* r, move_t attempted) noexcept nogil:
    """Note the face-down cards that a move exposes which is then taken back: all have seen them."""
    cdef position_t after = p[0]
    cdef int pile, hand = HAND + p.seat
    if ends_turn(r, attempted):
        return
    apply_out_of_line(&after, r, attempted)
    if length(p, hand) and after.top[hand] < p.top[hand]:
        note_seen(p, hand, after.top[hand] + 1)
    for pile in range(WASTE):
        if after.first_face_up[pile] < p.first_face_up[pile]:
            note_seen(p, pile, after.first_face_up[pile])


cdef void end_by_stop(position_t* p, const rules_t* r) noexcept nogil:
    """Lay the turned-up card on the offender's waste, and pass the turn."""
    if has_top_card(p, TURNED + p.seat):
        apply_out_of_line(p, r, special_move(p, SPECIAL_WASTE))
    else:
        pass_turn(p, r)
