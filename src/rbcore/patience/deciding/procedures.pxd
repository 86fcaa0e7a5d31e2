from rbcore.cards.card cimport card_t
from rbcore.cards.rng cimport stream_t
from rbcore.patience.form cimport form_t, layout_t, patience_row_t, story_t
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t

cdef void open_layout(
    board_t* p, const form_t* form, const card_t* pack, stream_t* shuffles, story_t* story
) noexcept nogil
cdef void list_moves(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
cdef void make_move(board_t* p, const layout_t* rules, move_t move) noexcept nogil
cdef bint next_deal(board_t* p, const layout_t* rules) noexcept nogil
