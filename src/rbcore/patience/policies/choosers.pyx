"""Rules that pick among the moves of one pattern (docs/patience)."""

from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport KING, rank_of
from rbcore.patience.engine.board cimport board_t, move_t, moves_t, top_card
from rbcore.patience.engine.game cimport (
    HAND, HIGHEST_PILE, LEAST_COVERED, LOWEST_COVER, SOONEST_WANTED, game_t,
)

cdef enum:
    NEVER = 99
    APART = 2000  # the last pile is for kings alone, and they go nowhere else


cdef int choose(
    const board_t* b, const game_t* g, int chooser, const moves_t* moves
) noexcept nogil:
    """The number of the move that a chooser picks: the first that costs least."""
    cdef int waits[KING + 1]
    cdef int i, cost, best = 0, least
    _find_waits(b, g, chooser, waits)
    least = _cost(b, g, chooser, waits, moves.moves[0])
    for i in range(1, moves.n):
        cost = _cost(b, g, chooser, waits, moves.moves[i])
        if cost < least:
            least = cost
            best = i
    return best


cdef int lay_cost(const board_t* b, const game_t* g, int chooser, move_t move) noexcept nogil:
    """What laying a card on a pile costs, or the pile's last card in a space."""
    cdef int waits[KING + 1]
    _find_waits(b, g, chooser, waits)
    return _cost(b, g, chooser, waits, move)


cdef int _cost(
    const board_t* b, const game_t* g, int chooser, const int* waits, move_t move
) noexcept nogil:
    if chooser == HIGHEST_PILE:
        return -b.size[move.source]  # the first of the highest (1.6)
    if chooser == LOWEST_COVER:
        return _cover_cost(b, move)
    if chooser != SOONEST_WANTED and (
        (rank_of(top_card(b, HAND)) == KING) != (move.target == g.piles - 1)
    ):
        return APART
    if chooser == LEAST_COVERED:
        return _covered(b, waits, move)
    return _wait_cost(b, waits, move)


cdef inline int _cover_cost(const board_t* b, move_t move) noexcept nogil:
    """No. 51: best is the lowest top not below the card; then a space; then the highest top."""
    cdef int rank = rank_of(top_card(b, move.target))
    if rank >= rank_of(top_card(b, HAND)):
        return rank
    return 20 if not rank else 40 - rank


# No. 22: cards that foundations by steps will want

cdef void _find_waits(
    const board_t* b, const game_t* g, int chooser, int* waits
) noexcept nogil:
    """For each rank, how many cards the foundation that can take it first must get before it."""
    cdef int f, n, rank
    if chooser in (HIGHEST_PILE, LOWEST_COVER):
        return  # they do not ask
    for rank in range(KING + 1):
        waits[rank] = NEVER
    for f in range(g.founded):
        if not b.wants[f]:
            continue
        rank = lowest(b.wants[f]) & 15
        for n in range(b.room[f]):
            waits[rank] = min(waits[rank], n)
            rank += g.foundations[f].step
            rank += KING if rank < 1 else -KING if rank > KING else 0


cdef int _wait_cost(const board_t* b, const int* waits, move_t move) noexcept nogil:
    """Best covered is the soonest card wanted as soon or later; a space; the card wanted last."""
    cdef int wait = waits[rank_of(top_card(b, move.target))]
    if not b.size[move.target]:
        return 2 * NEVER
    return wait if waits[rank_of(top_card(b, HAND))] <= wait else 4 * NEVER - wait


cdef int _covered(const board_t* b, const int* waits, move_t move) noexcept nogil:
    """Twice the cards of a pile wanted sooner; a space comes between none and one."""
    cdef int own = waits[rank_of(top_card(b, HAND))], slot = b.top[move.target], covered = 0
    while slot:
        covered += waits[rank_of(b.value[slot])] < own
        slot = b.under[slot]
    return 2 * covered + (not b.size[move.target])
