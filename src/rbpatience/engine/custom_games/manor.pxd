# No. 43: a deal that lays what is over beside the packets, by rank.

from rbcore.cards.card cimport rank_of
from rbpatience.engine.board cimport board_t, draw, push
from rbpatience.engine.game cimport spec_t
from rbpatience.engine.transition cimport deal_piles

cdef inline void deal_manor(board_t* b, const spec_t* g) noexcept nogil:
    """Deal the packets; the rest of the pack lies beside them by rank, from the twos on (43.3)."""
    cdef int slot
    deal_piles(b, g)
    while b.at < b.end:
        slot = draw(b)
        push(b, g.sorted_first + rank_of(b.value[slot]) - 2, slot)
