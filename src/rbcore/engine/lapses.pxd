# Stop!: what a seat overlooks, and whether it is called (section 6).

from rbcore.board.position cimport position_t
from rbcore.cards.rng cimport stream_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.offences cimport verdict_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport HAND, MAX_SEATS, N_PRIORITIES, rules_t

cdef enum:
    ATTEMPTED = 128                   # in `extra_cards` of a move in a trace

cdef struct attention_t:
    double lapses[MAX_SEATS][N_PRIORITIES]
    double watch[MAX_SEATS]
    bint calls_if_better[MAX_SEATS]
    rules_t seen[1 << N_PRIORITIES]   # the rules with every set of priorities overlooked

cdef inline move_t stop_entry() noexcept nogil:
    """The entry of a called Stop in a trace; no move takes a card from a pile to itself."""
    cdef move_t entry
    entry.source = entry.place = HAND
    entry.extra_cards = 0
    return entry

cdef inline move_t undone_entry(move_t attempted) noexcept nogil:
    """The entry of a move in a trace that was attempted and undone."""
    attempted.extra_cards |= ATTEMPTED
    return attempted

cdef const rules_t* perceive(
    const attention_t* a, const position_t* p, const rules_t* r, moves_t* m, stream_t* stream
) noexcept nogil
cdef bint is_called(
    const attention_t* a, const position_t* p, const rules_t* r, move_t attempted,
    verdict_t verdict, stream_t* stream
) noexcept nogil
