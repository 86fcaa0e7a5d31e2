from rbcore.cards.card cimport card_t
from rbcore.patience.form cimport columns_t, form_t, patience_row_t, story_t
from rbcore.patience.single.tableau cimport tableau_t

cdef void play_columns(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
cdef int deal_columns(const columns_t* rules, card_t* cards, int n, tableau_t* t) noexcept nogil
