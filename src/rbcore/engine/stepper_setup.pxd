# What games that are stepped through have in common, and compiled players by name.

from rbcore.engine.game_state cimport conditions_t
from rbcore.engine.workspace cimport StalemateMemory, Workspace
from rbcore.players.registry cimport player_t

cdef class SharedConditions:
    cdef Workspace workspace
    cdef object rules
    cdef object limits
    cdef object attention

cdef SharedConditions shared_conditions(rules, attention, limits)

cdef class NamedPlayer:
    cdef player_t filled
    cdef readonly int number
    cdef readonly str name

cdef NamedPlayer named_player(name)
cdef NamedPlayer numbered_player(int number)
cdef tuple player_names(players, int seats)
cdef conditions_t with_players(SharedConditions common, tuple names) except *
cdef StalemateMemory borrow_memory(search_limit)
cdef void return_memory(StalemateMemory memory) except *
