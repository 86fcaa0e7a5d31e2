# A game in progress taken apart into the fields that its line writes.

from rbcore.engine.stepper cimport stepper_t
from rbcore.rules.compiled cimport rules_t

cdef fields_of(const stepper_t* s, int seats)
cdef load_fields(stepper_t* s, fields, rules, const rules_t* r)
