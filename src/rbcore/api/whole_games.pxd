# The array that stops games.

from libc.stdint cimport uint8_t

cdef const uint8_t* stop_flag(const uint8_t[::1] stop) except NULL
