# Piles gathered into the next stock.

from libc.stdint cimport uint8_t, uint32_t

from rbcore.cards.rng cimport below
from rbcore.patience.form cimport PASS, tell
from rbcore.patience.layouts.position cimport position_t

cdef inline void clear_stock(position_t* p) noexcept nogil:
    p.at = 0
    p.end = 0

cdef inline void gather(position_t* p, int pile) noexcept nogil:
    """Add a pile to the end of the stock, its lowest card first."""
    cdef int slot = p.top[pile], i
    p.end += p.size[pile]
    i = p.end
    while slot:
        i -= 1
        p.stock[i] = <uint8_t>slot
        slot = p.under[slot]
    p.top[pile] = 0
    p.size[pile] = 0

cdef inline void shuffle_stock(position_t* p) noexcept nogil:
    """Shuffle by the game's stream for shuffles: each card with one at or before its place."""
    cdef int i, j
    cdef uint8_t slot
    for i in range(1, p.end):
        j = below(p.shuffles, <uint32_t>(i + 1))
        slot = p.stock[i]
        p.stock[i] = p.stock[j]
        p.stock[j] = slot

cdef inline void redeal(position_t* p) noexcept nogil:
    """Begin the next deal or pass."""
    p.deal += 1
    p.turn = 0
    p.phase = 0
    p.idle = 0
    tell(p.story, PASS, 0, p.deal)
