# The workspace of a call that plays games: Python objects that own its memory.

from libc.stdint cimport uint32_t, uint64_t, uint8_t

from rbcore.engine.endings cimport stalemate_search_t
from rbcore.engine.game_state cimport attention_t, conditions_t, game_state_t
from rbcore.players.outside cimport CompiledPlayer, outside_t
from rbcore.players.registry cimport player_t
from rbcore.rules.compiled cimport MAX_SEATS, CompiledRules

# Whether memory that a thread may use without the GIL is free.
cdef enum use_t:
    FREE
    PLAYED                # a thread is playing
    FAILED                # a thread ran out of memory and left an invalid game
    STOPPED               # Ctrl-C stopped a thread, which left an invalid game

cdef class StalemateSearch:
    cdef stalemate_search_t search
    cdef uint64_t users           # threads that use it or have found it in use
    cdef uint8_t ran_out
    cdef int check(self) except -1

cdef class Workspace:
    cdef conditions_t conditions
    cdef game_state_t state
    cdef CompiledRules compiled
    cdef StalemateSearch stalemate
    cdef attention_t* lapses      # the seats' attention, or NULL
    cdef object limits
    cdef object attention         # a tuple, or None
    cdef tuple seated             # a CompiledPlayer for each seat that has one, else None
    cdef outside_t outside[MAX_SEATS]
    cdef _set_attention(self, attention)
    cdef int check_calls(self) except -1
    cdef void copy_rules(self, rules) except *

cdef Workspace shared_workspace(rules, attention, limits)

cdef void note_players(conditions_t* conditions, int seats) noexcept nogil

cdef class NamedPlayer:
    cdef player_t filled
    cdef CompiledPlayer compiled  # of an outside player
    cdef outside_t outside
    cdef readonly int number
    cdef readonly str name
    cdef int check_calls(self, rules) except -1

cdef NamedPlayer named_player(name)
cdef NamedPlayer numbered_player(int number)
cdef NamedPlayer seated_player(player)
cdef tuple seated_players(players, int seats)
cdef conditions_t with_players(Workspace common, tuple seated) except *
cdef StalemateSearch borrow_search(StalemateSearch common)
cdef void return_search(StalemateSearch common, StalemateSearch lent) except *
