from rbcore.cards.card cimport KING, card_t, rank_of, suit_of
from rbcore.patience.engine.board cimport board_t, moves_t
from rbcore.patience.engine.game cimport game_t

# How the four cards of each rank make two pairs, which name their suits: those of one pair differ
# by this number in the bits of their suits, and so do those of the other.
cdef struct matching_t:
    int partner[KING + 1]  # 1 to 3, or 0 while it is open

cdef inline bint are_matched(const matching_t* matching, card_t one, card_t other) noexcept nogil:
    """Whether two cards of a rank are a pair."""
    return suit_of(one) ^ suit_of(other) == matching.partner[rank_of(one)]

cdef void find_matching(const board_t* b, const game_t* g, matching_t* found) noexcept nogil
cdef int first_matched(
    const board_t* b, const matching_t* matching, const moves_t* pairs
) noexcept nogil
