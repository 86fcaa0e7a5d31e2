# Conversion between position_t and the lists that notation reads and writes.

from rbcore.board.position cimport position_t
from rbcore.rules.compiled cimport rules_t

cdef pile_of(const position_t* p, int pile)
cdef house_of(const position_t* p, int house, rules)
cdef setup_of(const position_t* p, rules)
cdef load_setup(position_t* p, const rules_t* r, setup)
