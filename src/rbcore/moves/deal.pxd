# The deal of a game.

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t

from rbcore.board.position cimport position_t
from rbcore.rules.compiled cimport rules_t

cdef void deal(position_t* p, const rules_t* r, uint64_t seed, uint64_t game,
               uint64_t shuffle) noexcept nogil
