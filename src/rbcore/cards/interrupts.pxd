# How compiled work hears Ctrl-C: it is begun by listen() and ended by answer(), both with the GIL,
# and asks interrupted() every few milliseconds at least.

from libc.stdint cimport uint8_t

cdef const uint8_t* listen(const uint8_t[::1] stop=*) except NULL
cdef bint interrupted() noexcept nogil
cdef int answer() except -1
