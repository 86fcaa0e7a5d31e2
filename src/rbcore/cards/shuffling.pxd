# A pack shuffled in its place (Fisher and Yates).

from libc.stdint cimport uint32_t

from rbcore.cards.card cimport card_t
from rbcore.cards.rng cimport below, stream_t

cdef inline void shuffle(stream_t* stream, card_t* cards, int first, int end) noexcept nogil:
    """Let each card from number `first` on change places with one at or before its place.

    The card number 0 can only stay, but takes a draw if it is not left out.
    """
    cdef int i
    cdef uint32_t j
    cdef card_t c
    for i in range(first, end):
        j = below(stream, <uint32_t>(i + 1))
        c = cards[i]
        cards[i] = cards[j]
        cards[j] = c
