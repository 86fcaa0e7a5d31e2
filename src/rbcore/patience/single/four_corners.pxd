from rbcore.cards.card cimport card_t
from rbcore.patience.form cimport form_t, patience_row_t, story_t
from rbcore.patience.table cimport SUITS

cdef enum:
    HALF = 6       # places of a side, with its two corners
    ANYWHERE = -1  # a corner, or the time after the deal

cdef inline int beside_place(int place) noexcept nogil:
    """The foundation that adjoins a place: 0 to 3 the aces', 4 to 7 the kings' (33.2)."""
    if place % HALF in (0, HALF - 1):
        return ANYWHERE
    return place % HALF - 1 + (SUITS if place > HALF else 0)

cdef void play_four_corners(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
