"""Which foundations take a card (docs/patience)."""

from rbcore.cards.card cimport NO_CARD, bit, card_t, rank_of, suit_of
from rbcore.patience.engine.board cimport (
    HOLD, PLAY, add, board_t, is_closed, moves_t, slot_at, top_card,
)
from rbcore.patience.engine.game cimport ANY_WAY, MUST_WAIT, STOCK, SUITS, UNHELD, game_t, pattern_t


cdef void add_plays(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, int depth, moves_t* moves
) noexcept nogil:
    """Add the plays of a card to foundations; of equal ones the first."""
    cdef card_t c = b.value[slot_at(b, pile, depth)]
    cdef int f, n = moves.n, up = suit_of(c)
    if g.foundations[0].whole:
        if depth == 1:
            _add_whole(b, g, pile, moves)
        return
    if not b.wanted & bit(c):
        return
    if g.prior >= 0 and pile != g.prior and _goes_before(b, g, pile, c):
        return
    if g.waiting:
        if b.waiting[up] != NO_CARD:
            add(moves, PLAY, pile, up, depth)
            return
        if b.wants[up] & b.wants[SUITS + up] & bit(c):
            if pattern.how != UNHELD:
                add(moves, HOLD, pile, up, depth)
            if g.waiting == MUST_WAIT:
                return
    for f in range(g.founded):
        if not (b.wants[f] & bit(c) and pattern.foundations >> f & 1) or is_closed(b, g, f):
            continue
        if moves.n == n:
            add(moves, PLAY, pile, f, depth)
            if moves.n >= moves.most:
                return
        elif g.foundations[f].tier > g.foundations[moves.moves[n].target].tier:
            return
        elif _is_first(b, g, f):
            add(moves, PLAY, pile, f, depth)


cdef void add_any_plays(
    const board_t* b, const game_t* g, int pile, int depth, moves_t* moves
) noexcept nogil:
    """Add the plays of a card to any foundation."""
    cdef pattern_t any_
    any_.how = ANY_WAY
    any_.foundations = 0xFFFF
    add_plays(b, g, &any_, pile, depth, moves)


cdef inline bint _goes_before(const board_t* b, const game_t* g, int pile, card_t c) noexcept nogil:
    """Whether an equal card of another pile goes first, or one of its rank (51.5, 54.5)."""
    cdef card_t other = top_card(b, g.prior)
    if g.prior_rank:
        return pile < STOCK and rank_of(other) == rank_of(c)
    return other == c


cdef bint _is_first(const board_t* b, const game_t* g, int f) noexcept nogil:
    """Whether no foundation before this one is equal to it: wants the same, and as many."""
    cdef int e
    for e in range(f):
        if b.wants[e] == b.wants[f] and b.room[e] == b.room[f] and (
            g.foundations[e].step == g.foundations[f].step or b.room[f] == 1
        ):
            return False
    return True


cdef void _add_whole(const board_t* b, const game_t* g, int pile, moves_t* moves) noexcept nogil:
    """Add the play of a complete run, from the card that begins a foundation up to the top."""
    cdef int f, slot, under
    cdef card_t c
    for f in range(g.founded):
        if b.size[pile] - b.down[pile] < g.foundations[f].length or not b.room[f]:
            continue
        slot = b.top[pile]
        for _i in range(g.foundations[f].length - 1):
            under = b.under[slot]
            if not g.follows[g.foundations[f].kind][b.value[under]] & bit(b.value[slot]):
                break
            slot = under
        else:
            c = b.value[slot]
            if b.wants[f] & bit(c):
                add(moves, PLAY, pile, f, g.foundations[f].length)
                return
