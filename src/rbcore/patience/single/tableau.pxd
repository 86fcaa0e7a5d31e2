# Columns whose last cards are thrown out by pairs of one rank.

from rbcore.cards.card cimport card_t, rank_of
from rbcore.patience.form cimport columns_t

cdef enum:
    SPOTS = 12     # columns, and reserve cards as columns of one card
    MOST_HIGH = 8
    TWINS = 4      # cards of a rank

cdef struct tableau_t:
    card_t cards[SPOTS][MOST_HIGH]  # the last one is available
    int high[SPOTS]
    int left

cdef inline card_t last(const tableau_t* t, int spot) noexcept nogil:
    return t.cards[spot][t.high[spot] - 1]

cdef inline bint is_pair(
    const columns_t* rules, const tableau_t* t, int one, int other
) noexcept nogil:
    """Whether the last cards of two spots may be thrown out (9.5, 9.7)."""
    return (
        one != other
        and t.high[one] > 0
        and t.high[other] > 0
        and rank_of(last(t, one)) == rank_of(last(t, other))
        and (rules.reserve_pairs or one < rules.columns or other < rules.columns)
    )
