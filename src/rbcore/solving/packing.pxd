# Packed positions: what a position's future depends on in a few bytes, the same for positions that
# differ in what lies face up or down, and unless told otherwise in the order of their houses alone.
# If cards are hidden, positions are the same that differ in the order of unseen cards (unseen.pxd).

from libc.stdint cimport uint8_t

from rbcore.board.position cimport position_t
from rbcore.rules.compiled cimport rules_t

cdef enum:
    MOST_PACKED = 128
    SEAT = 1              # bit of a packed position's first byte: the seat to move
    WON = 2               # and whether it has won
    UNSEEN_BYTES = 4      # at the end, if cards are hidden: of reserves and hands, cards not seen

cdef struct form_t:
    const rules_t* rules
    bint in_place         # houses are kept in their places
    bint hidden           # what nobody has seen is not known
    int size              # bytes of a packed position

cdef void set_form(form_t* form, const rules_t* r, bint in_place, bint hidden) noexcept nogil
cdef void pack(const position_t* p, const form_t* form, uint8_t* packed) noexcept nogil
cdef void unpack(const uint8_t* packed, const form_t* form, position_t* p) noexcept nogil

cdef inline int unseen_packed(const uint8_t* packed, const form_t* form, int seat) noexcept nogil:
    """Cards of a seat that nobody has seen, if such are hidden."""
    if not form.hidden:
        return 0
    return packed[form.size - UNSEEN_BYTES + seat] + packed[form.size - UNSEEN_BYTES + 2 + seat]
