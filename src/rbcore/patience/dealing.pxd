from libc.stdint cimport uint64_t

from rbcore.cards.card cimport card_t
from rbcore.patience.form cimport form_t

cdef void deal_pack(
    const form_t* form, card_t* pack, uint64_t seed, uint64_t game
) noexcept nogil

# Shuffles between deals; Russian Bank's purposes end before it.
cdef enum:
    FOR_SHUFFLES = 4
