# Piles gathered into the next stock.

from libc.stdint cimport uint8_t

from rbcore.cards.shuffling cimport shuffle
from rbcore.patience.form cimport PASS, tell
from rbcore.patience.layouts.position cimport HAND, board_t

cdef inline bint is_dealing(const board_t* p) noexcept nogil:
    """Whether cards of this deal do not lie yet: they would be lost if piles were gathered."""
    return p.size[HAND] or p.at < p.end

cdef inline void clear_stock(board_t* p) noexcept nogil:
    p.at = 0
    p.end = 0

cdef inline void gather(board_t* p, int pile) noexcept nogil:
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

cdef inline void shuffle_stock(board_t* p) noexcept nogil:
    """Shuffle by the game's stream for shuffles: those after the first change places."""
    shuffle(p.shuffles, p.stock, 1, p.end)

cdef inline void redeal(board_t* p) noexcept nogil:
    """Begin the next deal or pass."""
    p.deal += 1
    p.turn = 0
    p.phase = 0
    p.idle = 0
    tell(p.story, PASS, 0, p.deal)
