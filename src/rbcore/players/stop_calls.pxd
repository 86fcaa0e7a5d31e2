# Whether an opponent that has noticed an offence gains by calling Stop (section 6).

from rbcore.board.position cimport position_t
from rbcore.moves.offences cimport verdict_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport rules_t

cdef bint gains_by_call(
    const position_t* p, const rules_t* r, int seat, move_t attempted, verdict_t verdict
) noexcept nogil
