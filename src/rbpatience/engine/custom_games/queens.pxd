# No. 55: a deal onto queens that are set out.

from rbcore.cards.card cimport card
from rbpatience.engine.board cimport board_t, push
from rbpatience.engine.game cimport SUITS, spec_t

cdef enum:
    QUEEN = 12

cdef inline void deal_queens(board_t* b, const spec_t* g) noexcept nogil:
    """Lay a queen, set out, beneath each pile (55.1)."""
    cdef int pile
    for pile in range(g.piles):
        b.value[b.end + 1 + pile] = card(pile % SUITS, QUEEN)
        push(b, pile, b.end + 1 + pile)
