from rbcore.cards.card cimport card_t
from rbcore.patience.form cimport form_t, story_t
from rbcore.patience.table cimport position_t

cdef void open_table(
    position_t* p, const form_t* form, const card_t* pack, story_t* story
) noexcept nogil
