# Piles: what Position, View and Game have in common. Documented in piles.pyi.

from rbcore.board.position cimport position_t
from rbcore.engine.workspace cimport CompiledRules

cdef class Piles:
    cdef const position_t* p      # in the memory of the subclass; asked for by `here`
    cdef CompiledRules compiled
    cdef object _rules

    cdef const position_t* here(self) except NULL
    cdef position_t still(self) except *
    cdef tuple _of_seats(self, int first)

cdef object made_here()
