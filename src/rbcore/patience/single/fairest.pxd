from rbcore.cards.card cimport KING, card_t
from rbcore.patience.form cimport form_t, patience_row_t, story_t

cdef void play_fairest(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil

cdef inline int rank_of_nth(int foundation, int n) noexcept nogil:
    """The rank of a foundation's n-th card, its base the first (22.2)."""
    return ((foundation + 1) * n - 1) % KING + 1
