# The deal of a game.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from rbcore.position cimport position_t
from rbcore.table cimport rules_t

cdef void deal(position_t* p, const rules_t* r, uint64_t seed, uint64_t game) noexcept nogil
