# The player `greedy`, which reads only the face-up part of the position.

from libc.stdint cimport uint16_t, uint64_t, uint8_t

from rbcore.board.position cimport position_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport rules_t

cdef move_t greedy_move(const position_t* p, const rules_t* r, const moves_t* m) noexcept nogil
cdef bint plan_move(const position_t* p, const rules_t* r, move_t* move) noexcept nogil
