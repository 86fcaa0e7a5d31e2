# The positions that a search has met, as keys; 0 is none.

from libc.stdint cimport uint64_t

cdef struct table_t:
    uint64_t* keys
    uint64_t size    # a power of two
    uint64_t most    # to which it may grow
    uint64_t noted

cdef bint clear_table(table_t* table) noexcept nogil
cdef bint make_room(table_t* table) noexcept nogil
cdef bint note(table_t* table, uint64_t key) noexcept nogil
