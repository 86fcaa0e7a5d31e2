# No. 28: a deal of which the first cards of four suits are the bases.

from libc.stdint cimport uint8_t

from rbcore.cards.card cimport suit_of
from rbpatience.engine.board cimport board_t, draw, push
from rbpatience.engine.game cimport MAX_CARDS, SUITS, spec_t
from rbpatience.engine.transition cimport put

cdef enum:
    AUXILIARIES = 5

cdef inline void deal_corners(board_t* b, const spec_t* g) noexcept nogil:
    """No. 28: the first cards of four suits are the bases, the others the auxiliaries (28.2)."""
    cdef uint8_t under[MAX_CARDS]
    cdef int corners = 0, laid = 0, buried = 0, suits = 0, slot, i
    while corners < SUITS or laid < AUXILIARIES:
        slot = draw(b)
        if not suits >> suit_of(b.value[slot]) & 1:
            suits |= 1 << suit_of(b.value[slot])
            put(b, g, corners, slot)
            corners += 1
        elif laid < AUXILIARIES:
            push(b, laid, slot)
            laid += 1
        else:
            under[buried] = <uint8_t>slot
            buried += 1
    # What was buried lies below the stock; the cards dealt leave room at its front.
    b.end -= b.at
    for i in range(b.end):
        b.stock[i] = b.stock[b.at + i]
    b.at = 0
    for i in range(buried):
        b.stock[b.end + i] = under[i]
    b.end += buried
