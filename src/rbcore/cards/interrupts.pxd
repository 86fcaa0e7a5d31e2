# How compiled work responds to Ctrl-C: call listen() at the start and answer() at the end, both
# with the GIL, and interrupted() at least every few milliseconds.

from libc.stdint cimport uint8_t

cdef const uint8_t* listen(const uint8_t[::1] stop=*) except NULL
cdef bint interrupted() noexcept nogil
cdef int answer() except -1
