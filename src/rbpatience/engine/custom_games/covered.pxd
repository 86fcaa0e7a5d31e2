# No. 14b: cards on places that are covered from the stock.

from rbcore.cards.card cimport KING, rank_of
from rbpatience.engine.board cimport COVER, add, board_t, draw, move_t, moves_t, push, top_card
from rbpatience.engine.game cimport MAX_PILES, THROWN, spec_t, tell

cdef enum:
    JACK = 11
    ELEVEN = 11

cdef inline void list_covered(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """A third place of 0 stands for a pair: the places of a set are in order."""
    cdef int ranks[MAX_PILES]
    cdef int place, first, second, third, stock = b.end - b.at
    for place in range(g.piles):
        ranks[place] = rank_of(top_card(b, place))
    for first in range(g.piles):
        for second in range(first + 1, g.piles):
            if stock >= 2 and ranks[first] + ranks[second] == ELEVEN:
                add(moves, COVER, first, second, 0)
            if stock < 3 or ranks[first] == ranks[second]:
                continue
            if ranks[first] < JACK or ranks[second] < JACK:
                continue
            for third in range(second + 1, g.piles):
                if ranks[third] == JACK + (JACK + 1) + KING - ranks[first] - ranks[second]:
                    add(moves, COVER, first, second, third)

cdef inline bint _is_saved(const board_t* b, const spec_t* g, int rank) noexcept nogil:
    """Whether the last card makes eleven, or by the other reading a set (14b.4, 14b.5)."""
    cdef int place, lying = 0
    for place in range(g.piles):
        lying |= 1 << rank_of(top_card(b, place))
    if rank < JACK:
        return lying >> (ELEVEN - rank) & 1
    lying |= 1 << rank
    return g.other_reading and lying >> JACK & 7 == 7

cdef inline void move_covered(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    push(b, move.source, draw(b))
    push(b, move.target, draw(b))
    if move.count:
        push(b, move.count, draw(b))
    b.placed += 3 if move.count else 2
    if b.end - b.at == 1 and _is_saved(b, g, rank_of(b.value[b.stock[b.at]])):
        tell(b.story, THROWN, b.value[draw(b)], 0)
        b.placed += 1
