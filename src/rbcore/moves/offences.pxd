# Stop! (section 6): the verdict on an attempted move, and what follows a call.

from libc.stdint cimport uint16_t

from rbcore.board.position cimport position_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport rules_t

cdef enum verdict_t:
    LEGAL = 0
    RESERVE_TO_FOUNDATION = 1
    CARD_TO_FOUNDATION = 2
    SPACE = 3
    MISFIT = 4
    UNAVAILABLE = 5
    COMPULSION = 6

cdef inline bint can_stand(verdict_t verdict) noexcept nogil:
    """Return whether an offence leaves a valid layout, and so stands if nobody calls Stop."""
    return verdict != MISFIT and verdict != UNAVAILABLE

cdef verdict_t judge(const position_t* p, const rules_t* r, move_t m) noexcept nogil
cdef int find_misfits(const position_t* p, const rules_t* r, uint16_t* misfits) noexcept nogil
cdef void find_omitted(const position_t* p, const rules_t* r, verdict_t verdict,
                       moves_t* m) noexcept nogil
cdef void note_exposed(position_t* p, const rules_t* r, move_t attempted) noexcept nogil
cdef void end_by_stop(position_t* p, const rules_t* r) noexcept nogil
cdef void pay_for_wrong_stop(position_t* p, const rules_t* r) noexcept nogil
