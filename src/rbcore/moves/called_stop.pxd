# What follows a called Stop (section 6): an omitted move, and the end of the turn.

from rbcore.board.position cimport position_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.offences cimport verdict_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport rules_t

cdef void find_omitted(
    const position_t* p, const rules_t* r, verdict_t verdict, moves_t* m
) noexcept nogil
cdef void note_exposed(position_t* p, const rules_t* r, move_t attempted) noexcept nogil
cdef void end_by_stop(position_t* p, const rules_t* r) noexcept nogil
