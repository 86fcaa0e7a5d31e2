# rules_t and game_state_t in Python objects, which own their memory.

from rbcore.engine.game cimport game_state_t
from rbcore.rules.compiled cimport rules_t

cdef class CompiledRules:
    cdef rules_t rules

cdef class Workspace:
    cdef game_state_t state
    cdef void attend(self, const rules_t* r, attention) except *
