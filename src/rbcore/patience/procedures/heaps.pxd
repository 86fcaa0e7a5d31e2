from rbcore.cards.card cimport card_t
from rbcore.patience.form cimport form_t, patience_row_t, story_t

cdef enum heap_game_t:
    AMAZONS
    WALK
    COURT_CARDS
    VALENTINE

cdef void play_heaps(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
