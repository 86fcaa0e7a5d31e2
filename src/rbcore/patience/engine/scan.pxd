from libc.stdint cimport uint64_t

from rbcore.cards.card cimport bit, card_t
from rbcore.patience.engine.board cimport FOUNDATIONS, board_t, moves_t, top_card
from rbcore.patience.engine.game cimport (
    ALL_BEGUN,
    NO_PILE,
    STOCK,
    UNTIL_FULL,
    game_t,
    pattern_t,
    range_t,
)

cdef void list_moves(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil
cdef void scan(const board_t* b, const game_t* g, range_t range_, moves_t* moves) noexcept nogil
cdef bint has_move(const board_t* b, const game_t* g, range_t range_) noexcept nogil

cdef void add_plays(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, int depth, moves_t* moves
) noexcept nogil

cdef void list_plays(
    const board_t* b, const game_t* g, int pile, int depth, moves_t* moves
) noexcept nogil

cdef inline bint is_opening(const board_t* b, const game_t* g) noexcept nogil:
    return g.opening.end > g.opening.first and not b.phase

cdef inline int dealt_end(const board_t* b, const game_t* g, int end) noexcept nogil:
    """The end of some piles, of a grid as far as it is dealt."""
    return min(end, b.reach) if g.columns and end < STOCK else end

cdef inline bint is_shut(const board_t* b, const game_t* g, int pile) noexcept nogil:
    """Whether a pile is covered, by others or by the stock."""
    cdef int one, other
    if g.latest and not b.turn >> pile & 1:
        return True
    if not g.is_covered:
        return False
    one = g.over[pile][0]
    other = g.over[pile][1]
    if one == pile:
        return b.at < b.end  # the stock lies on it
    if g.both_at_end and b.at < b.end:
        other = NO_PILE
    if g.both_cover or (g.both_at_end and b.at == b.end):
        return one != NO_PILE and other != NO_PILE and b.size[one] and b.size[other]
    return (one != NO_PILE and b.size[one]) or (other != NO_PILE and b.size[other])

cdef inline bint is_closed(const board_t* b, const game_t* g, int f) noexcept nogil:
    """Whether a foundation takes nothing yet."""
    if g.foundations[f].gate == UNTIL_FULL:
        return b.low_room > 0
    if g.foundations[f].gate == ALL_BEGUN:
        return b.size[FOUNDATIONS + f] and b.begun < g.founded
    return False

cdef inline bint fits(const board_t* b, card_t c) noexcept nogil:
    """Whether some foundation takes a card."""
    return (b.wanted & bit(c)) != 0

cdef inline uint64_t packed_on(const board_t* b, const game_t* g, int pile) noexcept nogil:
    """The cards that may be packed on a pile that is not empty."""
    return g.packs[g.group_of[pile]][top_card(b, pile)]
