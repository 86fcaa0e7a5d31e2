# A game played move by move from Python, which a solver may go on with.

from rbcore.cards.rng cimport stream_t
from rbcore.patience.compiled_form cimport CompiledForm
from rbcore.patience.engine.board cimport board_t, moves_t

cdef class Board:
    cdef CompiledForm form
    cdef board_t position
    cdef stream_t shuffles
    cdef moves_t legal
    cdef str name
    cdef object told
    cdef list _cards(self, int pile)
