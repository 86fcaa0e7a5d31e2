# What a call to play games works in, as Python objects that own the memory.

from libc.stdint cimport uint32_t, uint64_t, uint8_t

from rbcore.engine.endings cimport stalemate_search_t
from rbcore.engine.game_state cimport attention_t, conditions_t, game_state_t
from rbcore.players.registry cimport player_t
from rbcore.rules.compiled cimport CompiledRules

# Whether what a thread may play in without the GIL can be asked for.
cdef enum use_t:
    FREE
    PLAYED                # a thread does
    FAILED                # one has, and ran out of memory: what stands there is no game
    STOPPED               # one has, until Ctrl-C: nor is it then

cdef class StalemateSearch:
    cdef stalemate_search_t search
    cdef uint64_t users           # who use it, or have found it in use
    cdef uint8_t ran_out
    cdef int check(self) except -1

cdef class Workspace:
    cdef conditions_t conditions
    cdef game_state_t state
    cdef CompiledRules compiled
    cdef StalemateSearch stalemate
    cdef attention_t* lapses      # of the seats, or NULL
    cdef object limits
    cdef object attention         # a tuple, or None
    cdef _set_attention(self, attention)
    cdef void copy_rules(self, rules) except *

cdef Workspace shared_workspace(rules, attention, limits)

cdef class NamedPlayer:
    cdef player_t filled
    cdef readonly int number
    cdef readonly str name

cdef NamedPlayer named_player(name)
cdef NamedPlayer numbered_player(int number)
cdef tuple player_names(players, int seats)
cdef conditions_t with_players(Workspace common, tuple names) except *
cdef StalemateSearch borrow_search(StalemateSearch common)
cdef void return_search(StalemateSearch common, StalemateSearch lent) except *
