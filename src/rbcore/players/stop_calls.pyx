"""Whether an opponent that has noticed an offence gains by calling Stop (section 6)."""

from rbcore.board.position cimport is_won
from rbcore.moves.legal_moves cimport moves_t, nth_move
from rbcore.moves.offences cimport end_by_stop, find_omitted
from rbcore.moves.transition cimport apply_out_of_line
from rbcore.observation.view cimport make_common_view, view_t
from rbcore.players.evaluation cimport (
    WEIGHTS_WEIGHTED, context_t, get_weights, houses_value, prepare,
)
from rbcore.players.lookahead cimport WIN_VALUE, leaf_value

cdef bint gains_by_call(
    const position_t* p, const rules_t* r, int seat, move_t attempted, verdict_t verdict
) noexcept nogil:
    """Whether the position after a call is worth more to a seat than the one after the offence.

    The values are those that `search` gives the ends of its playouts, of what all can see; a card
    that a move would turn up is unknown. Of the houses only what changes counts, since another seat
    may be to move. Of the omitted moves the offender is expected to choose the worst for the seat.
    """
    cdef view_t view
    cdef position_t after
    cdef moves_t omitted
    cdef context_t context
    cdef int n, stands, houses, called = WIN_VALUE
    make_common_view(&view, p, r)
    prepare(&context, &view.seen, r, get_weights(WEIGHTS_WEIGHTED))
    houses = houses_value(&context, &view.seen, r)
    after = view.seen
    apply_out_of_line(&after, r, attempted)
    stands = _value(&after, r, seat, houses)
    find_omitted(&view.seen, r, verdict, &omitted)
    for n in range(omitted.count):
        after = view.seen
        apply_out_of_line(&after, r, nth_move(&view.seen, r, &omitted, n))
        if not is_won(&after):
            end_by_stop(&after, r)
        called = min(called, _value(&after, r, seat, houses))
    return called > stands


cdef int _value(const position_t* p, const rules_t* r, int seat, int houses) noexcept nogil:
    if is_won(p):
        return WIN_VALUE if p.seat == seat else -WIN_VALUE
    return leaf_value(p, r, seat, get_weights(WEIGHTS_WEIGHTED), houses)
