# A card is suit*16 + rank in one byte: rank 1 (ace) to 13 (king), suits c d h s = 0 to 3 (1.1). So
# a set of cards is one 64-bit word with bit number = card. 0 is no card, the sentinel under every
# pile. The bits that no card uses (rank 0, 14, 15) are free.

from libc.stdint cimport uint64_t, uint8_t

ctypedef uint8_t card_t

cdef enum:
    NO_CARD = 0
    JOKER = 15    # fits nowhere (V1)
    UNKNOWN = 14  # a card that a seat cannot see: fits nowhere, and nothing fits on it
    CARDS = 64
    KING = 13

cdef inline card_t card(int suit, int rank) noexcept nogil:
    return <card_t>(suit * 16 + rank)

cdef inline int suit_of(card_t c) noexcept nogil:
    return c >> 4

cdef inline int rank_of(card_t c) noexcept nogil:
    return c & 15

cdef inline bint is_red(card_t c) noexcept nogil:
    return ((c >> 4) == 1) | ((c >> 4) == 2)

cdef inline uint64_t bit(card_t c) noexcept nogil:
    return <uint64_t>1 << c
