from rbcore.cards.card cimport card_t
from rbcore.patience.form cimport form_t
from rbcore.patience.rows cimport patience_row_t, story_t

cdef void play_game(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
