# A game played move by move from Python; a solver can take over from it.

from rbcore.cards.rng cimport stream_t
from rbpatience.engine.board cimport board_t, moves_t
from rbpatience.playing cimport Task

cdef struct moment_t:
    board_t position
    stream_t shuffles

cdef class Board:
    cdef Task task
    cdef moment_t moment
    cdef moves_t legal
    cdef str name
    cdef object told
    cdef tuple begun  # game, pack or layout, seed and number, for replaying it
    cdef int unknown_cards
    cdef tuple done   # the last step, the moment before it, and the earlier steps
    cdef _take(self, Board other)
    cdef _set(self)
    cdef _lay_out(self, layout)
    cdef _list(self)
    cdef bytes _moment(self)
    cdef list _listed(self)
    cdef list _cards(self, int pile)
