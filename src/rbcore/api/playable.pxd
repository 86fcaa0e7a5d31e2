# Playable: what Position and Game have in common. Documented in playable.pyi.

from rbcore.api.piles cimport Piles
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t

cdef class Playable(Piles):
    cdef int find_legal(self, moves_t* m) except -1
    cdef str move_text(self, move_t move)
    cdef move_t read_move(self, move, int seat) except *
    cdef str _action_text(self, action, int seat)
    cdef int number_of(self, move) except -2
    cdef int read_legal(self, move, int number, const moves_t* m, move_t* out) except -1
