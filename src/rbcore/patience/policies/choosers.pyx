"""Rules that pick among the moves of one pattern (docs/patience)."""

from rbcore.cards.card cimport rank_of
from rbcore.patience.engine.board cimport board_t, move_t, moves_t, top_card
from rbcore.patience.engine.game cimport HAND, LOWEST_COVER, game_t


cdef int choose(
    const board_t* b, const game_t* g, int chooser, const moves_t* moves
) noexcept nogil:
    """The number of the move that a chooser picks: the first that costs least."""
    cdef int i, cost, best = 0, least = lay_cost(b, g, chooser, moves.moves[0])
    for i in range(1, moves.n):
        cost = lay_cost(b, g, chooser, moves.moves[i])
        if cost < least:
            least = cost
            best = i
    return best


cdef int lay_cost(const board_t* b, const game_t* g, int chooser, move_t move) noexcept nogil:
    """What laying a card on a pile costs."""
    return _cover_cost(b, move)


cdef inline int _cover_cost(const board_t* b, move_t move) noexcept nogil:
    """No. 51: best is the lowest top not below the card; then a space; then the highest top."""
    cdef int rank = rank_of(top_card(b, move.target))
    if rank >= rank_of(top_card(b, HAND)):
        return rank
    return 20 if not rank else 40 - rank
