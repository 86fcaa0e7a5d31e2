# What seats see, as arrays with one row a seat, and each row as a vector.

from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t, uint8_t

from rbcore.board.position cimport position_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.rules.compiled cimport rules_t

# The arrays of Views, in their order (views.py).
cdef enum:
    GAME, MOVE, SEAT, TURN, HOUSES, IN_USE, RESERVES, WASTES, HANDS, TURNED_CARD, NEXT_CARD
    HEIGHTS, BASE, IDLE, FRESH, FIRST, LEGAL, REMEMBERED, UNSEEN, ARRAYS

cdef class Arrays:
    cdef readonly object arrays        # Views with room for all rows
    cdef uint8_t* start[ARRAYS]        # the memory of each array

    @staticmethod
    cdef Arrays create(const rules_t* r, n)
    cdef void enter(self, int row, uint64_t game, const position_t* p, uint32_t moves,
                    const rules_t* r, const moves_t* m) noexcept nogil
    cdef void enter_idle(self, int row, int seat, uint64_t game, position_t* p, uint32_t moves,
                         const rules_t* r) noexcept nogil

cdef class Vectors:
    cdef readonly object rules
    cdef readonly dict shapes
    cdef readonly object dtype
    cdef readonly int size
    cdef Py_ssize_t row_bytes
    cdef Py_ssize_t read_bytes         # bytes that a row is written from
    cdef Py_ssize_t counts[ARRAYS]     # numbers in a row of each array; 0 for an omitted array
    cdef int items[ARRAYS]             # bytes per number
    cdef bint encoded
    cdef int houses
    cdef int seats
    cdef int packs
    cdef float copy_share              # the fraction that one copy is of a card's copies
    cdef float card_share              # the fraction that one card is of all cards

    cdef void write_row(self, const uint8_t** read, uint8_t* was, void* out) noexcept nogil
    cdef void _copy(self, const uint8_t** read, int16_t* out) noexcept nogil
    cdef void _encode(self, const uint8_t** read, uint8_t** old, float* out) noexcept nogil
    cdef float* _piles(self, const uint8_t* pile, uint8_t* old, int n, int room, float* tops,
                       float* sizes) noexcept nogil
    cdef void _foundations(self, const uint8_t* heights, int base, float* out) noexcept nogil
