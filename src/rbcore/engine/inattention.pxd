# Stop!: what a seat overlooks, whether it is called, and what follows (section 6).

from rbcore.board.position cimport position_t
from rbcore.cards.rng cimport stream_t
from rbcore.moves.generator cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport HAND, MAX_SEATS, PRIORITIES, rules_t

cdef enum:
    ATTEMPTED = 128                   # in `more` of a move in a trace

cdef struct attention_t:
    double slips[MAX_SEATS][PRIORITIES]
    double watch[MAX_SEATS]
    rules_t seen[1 << PRIORITIES]     # the rules with every set of priorities overlooked

cdef inline move_t stop_mark() noexcept nogil:
    """What stands in a trace for a called Stop; no move takes a card from a pile to itself."""
    cdef move_t mark
    mark.source = mark.place = HAND
    mark.more = 0
    return mark

cdef inline move_t undone(move_t attempted) noexcept nogil:
    """What stands in a trace for a move that was attempted and undone."""
    attempted.more |= ATTEMPTED
    return attempted

cdef const rules_t* look(
    const attention_t* a, const position_t* p, const rules_t* r, moves_t* m, stream_t* stream
) noexcept nogil
cdef bint is_noticed(
    const attention_t* a, const position_t* p, const rules_t* r, stream_t* stream
) noexcept nogil
cdef void end_by_stop(position_t* p, const rules_t* r) noexcept nogil
