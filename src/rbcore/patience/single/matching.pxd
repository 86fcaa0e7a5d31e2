from rbcore.cards.card cimport KING, card_t, rank_of, suit_of
from rbcore.patience.form cimport columns_t
from rbcore.patience.single.tableau cimport tableau_t

# How the four cards of each rank make two pairs, which name their suits: those of one pair differ
# by this number in the bits of their suits, and so do those of the other.
cdef struct matching_t:
    int partner[KING + 1]  # 1 to 3, or 0 while it is open

cdef inline bint are_matched(const matching_t* matching, card_t one, card_t other) noexcept nogil:
    """Whether two cards of a rank are a pair."""
    return suit_of(one) ^ suit_of(other) == matching.partner[rank_of(one)]

cdef bint find_matching(
    const columns_t* rules, const tableau_t* start, matching_t* found
) noexcept nogil
