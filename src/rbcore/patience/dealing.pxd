# The packs of a game, shuffled.

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from rbcore.cards.card cimport card_t
from rbcore.cards.rng cimport FOR_DEAL, open_stream, stream_t
from rbcore.cards.rng cimport shuffle
from rbcore.patience.form cimport form_t

# Shuffles between deals; Russian Bank's purposes end before it.
cdef enum:
    FOR_SHUFFLES = 4

cdef inline void deal_pack(
    const form_t* form, card_t* pack, uint64_t seed, uint64_t game
) noexcept nogil:
    """Shuffle a game's pack, or several in a row, as Russian Bank's standard game does (2.1)."""
    cdef stream_t stream
    cdef card_t* cards
    cdef int n
    open_stream(&stream, seed, game, FOR_DEAL)
    for n in range(form.shuffles):
        cards = pack + n * form.cards
        memcpy(cards, form.pack, form.cards)
        shuffle(&stream, cards, 0, form.shuffled)
