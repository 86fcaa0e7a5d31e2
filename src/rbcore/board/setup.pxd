# A position_t taken apart into the lists that notation writes.

from rbcore.board.position cimport position_t

cdef pile_of(const position_t* p, int pile)
cdef house_of(const position_t* p, int house, rules)
cdef setup_of(const position_t* p, rules)
