# View: what the seat to move can see, for players in Python.

from rbcore.api.piles cimport Piles
from rbcore.board.position cimport position_t
from rbcore.engine.workspace cimport CompiledRules
from rbcore.observation.view cimport view_t

cdef class View(Piles):
    cdef view_t view
    cdef View _remembered   # the same view with memory; None of one that has it

    @staticmethod
    cdef View create(const position_t* p, CompiledRules compiled, rules)
    cdef _remember(self, const position_t* p, CompiledRules compiled, rules, bint remembers)
