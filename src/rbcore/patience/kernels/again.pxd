from rbcore.patience.form cimport patience_row_t, story_t, table_t
from rbcore.patience.table cimport position_t

# What is left of the fresh starts of a game.
cdef struct again_t:
    int redeals    # of the waste, or ENDLESS
    int transfers
    int deals      # of the places, or ENDLESS
    int barren     # deals running that put nothing on a foundation
    int placed     # when this deal began
    int changes    # when this pass began
    bint graced

cdef void open_again(again_t* again, const position_t* p, const table_t* rules) noexcept nogil
cdef bint begin_again(
    again_t* again, position_t* p, const table_t* rules, patience_row_t* row, story_t* story
) noexcept nogil
