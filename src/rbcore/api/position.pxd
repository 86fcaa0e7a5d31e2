# Position: a position under some rules. Documented in position.pyi.

from rbcore.api.playable cimport Playable
from rbcore.board.position cimport position_t

cdef class Position(Playable):
    cdef position_t own

    @staticmethod
    cdef Position _blank(rules)
    cdef _fill_pile(self, int pile, content)
    cdef _load(self, setup)
