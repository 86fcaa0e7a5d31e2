# Playable, the base of what shows a table: a Position, a View of one, a Game.

from rbcore.board.position cimport position_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.observation.view cimport view_t
from rbcore.rules.compiled cimport CompiledRules

cdef class Playable:
    cdef const position_t* p      # owned by the subclass; read it through `here`
    cdef CompiledRules compiled
    cdef object _rules

    cdef const position_t* here(self) except NULL
    cdef position_t still(self) except *
    cdef tuple _of_seats(self, int first)
    cdef list _actions(self)
    cdef int find_legal(self, moves_t* m) except -1
    cdef str move_text(self, move_t move)
    cdef move_t read_move(self, move, int seat) except *
    cdef str _action_text(self, action, int seat)
    cdef int number_of(self, move) except -2
    cdef int read_legal(self, move, int number, const moves_t* m, move_t* out) except -1

cdef object made_here()

cdef class View(Playable):
    cdef view_t view
    cdef View _remembered   # the same view with memory; None if it has memory already
    cdef int _stopped       # the verdict of a called Stop whose omitted move is due

    @staticmethod
    cdef View create(const position_t* p, CompiledRules compiled, rules, int stopped=*)

cdef class Position(Playable):
    cdef position_t packed

    @staticmethod
    cdef Position _blank(rules)
