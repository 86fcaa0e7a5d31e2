# rules_t and table_t in Python objects, which own their memory.

from rbcore.engine.game cimport table_t
from rbcore.rules.compiled cimport rules_t

cdef class Compiled:
    cdef rules_t rules

cdef class Table:
    cdef table_t t
    cdef void attend(self, const rules_t* r, attention) except *
