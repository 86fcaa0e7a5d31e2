from rbcore.cards.card cimport card_t, rank_of, suit_of
from rbcore.patience.form cimport MOST_CARDS, form_t, patience_row_t, story_t

cdef enum:
    HEARTS = 2
    QUEEN = 12

# A row from left to right.
cdef struct line_t:
    int count
    card_t cards[MOST_CARDS]
    bint discards  # two cards go only if they are alike themselves

cdef inline bint are_alike(card_t one, card_t other) noexcept nogil:
    return suit_of(one) == suit_of(other) or rank_of(one) == rank_of(other)

cdef inline void exchange(line_t* line, int i, int j) noexcept nogil:
    cdef card_t c = line.cards[i]
    line.cards[i] = line.cards[j]
    line.cards[j] = c

cdef int cut_of(const card_t* pack, int n) noexcept nogil
cdef void remove_cards(line_t* line, int first, int count, story_t* story) noexcept nogil
cdef void throw_out(line_t* line, story_t* story) noexcept nogil
cdef void play_row(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
