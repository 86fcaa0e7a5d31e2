# The number of sequences of legal moves, by which programs are compared (perft).

from libc.stdint cimport uint64_t

from rbcore.board.position cimport position_t
from rbcore.rules.compiled cimport rules_t

cdef uint64_t count_sequences(const position_t* p, const rules_t* r, int depth) noexcept nogil
