from rbcore.cards.card cimport card_t
from rbcore.patience.form cimport form_t, patience_row_t, story_t

cdef void play_pairs(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
cdef void play_sets(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
