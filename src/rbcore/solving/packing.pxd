# Packed positions: what a position's future depends on in a few bytes, the same for positions that
# differ in what lies face down, and unless told otherwise in the order of their houses alone.

from libc.stdint cimport uint8_t

from rbcore.board.position cimport position_t
from rbcore.rules.compiled cimport rules_t

cdef enum:
    MOST_PACKED = 128
    SEAT = 1              # bit of a packed position's first byte: the seat to move
    WON = 2               # and whether it has won

cdef int packed_size(const rules_t* r) noexcept nogil
cdef void pack(
    const position_t* p, const rules_t* r, bint in_place, uint8_t* packed
) noexcept nogil
cdef void unpack(const uint8_t* packed, const rules_t* r, position_t* p) noexcept nogil
