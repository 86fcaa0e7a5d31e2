from rbcore.cards.card cimport card_t
from rbcore.patience.engine.game cimport form_t, patience_row_t, story_t

cdef void play_calls(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
cdef void play_hope(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
cdef void play_square(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
cdef void play_heaps(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
cdef void play_pairs(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
cdef void play_sets(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
cdef void play_sympathy(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
