# Views as vectors. Documented in vectors.pyx.

from libc.stdint cimport int32_t, uint8_t

# The arrays that are read, in the order of Views, which is that of raw vectors.
cdef enum:
    MOVE, SEAT, TURN, HOUSES, IN_USE, RESERVES, WASTES, HANDS, TURNED_CARD, NEXT_CARD, HEIGHTS, BASE
    IDLE, FRESH, FIRST, REMEMBERED, UNSEEN, ARRAYS

cdef class Vectors:
    cdef readonly object rules
    cdef readonly dict shapes
    cdef readonly object dtype
    cdef readonly int size
    cdef tuple names
    cdef Py_ssize_t counts[ARRAYS]     # numbers in a row of each array that is read
    cdef int items[ARRAYS]             # bytes of a number
    cdef bint encoded
    cdef int houses
    cdef int seats
    cdef int packs
    cdef float copy_share              # what one of the copies of a card is of all
    cdef float card_share              # what one card is of all cards

    cdef void write_row(self, const uint8_t** read, void* out) noexcept nogil
    cdef void _copy(self, const uint8_t** read, int32_t* out) noexcept nogil
    cdef void _encode(self, const uint8_t** read, float* out) noexcept nogil
    cdef float* _piles(
        self, const uint8_t* pile, int n, int room, float* tops, float* sizes
    ) noexcept nogil
    cdef float* _foundations(self, const uint8_t* heights, int base, float* out) noexcept nogil
