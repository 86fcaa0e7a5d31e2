# What a call to play games works in, as Python objects that own the memory.

from libc.stdint cimport uint8_t, uint64_t

from rbcore.engine.endings cimport stalemate_search_t
from rbcore.engine.game_state cimport conditions_t, game_state_t
from rbcore.engine.lapses cimport attention_t
from rbcore.rules.compiled cimport CompiledRules

# Whether what a thread may play in without the GIL can be asked for.
cdef enum use_t:
    FREE
    PLAYED                # a thread does
    FAILED                # one has, and ran out of memory: what stands there is no game
    STOPPED               # one has, until Ctrl-C: nor is it then

cdef class StalemateMemory:
    cdef stalemate_search_t search
    cdef uint64_t bytes
    cdef uint8_t ran_out
    cdef int check(self) except -1

cdef class Workspace:
    cdef conditions_t conditions
    cdef game_state_t state
    cdef CompiledRules compiled
    cdef StalemateMemory stalemate
    cdef attention_t* attention
    cdef _set_player(self, int seat, player, int seats, bint external)
    cdef _set_attention(self, attention)
    cdef void own_rules(self, rules) except *
