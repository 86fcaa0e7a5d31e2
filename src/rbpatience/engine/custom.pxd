from rbcore.cards.card cimport card_t
from rbcore.cards.rng cimport stream_t
from rbpatience.engine.board cimport board_t, move_t, moves_t
from rbpatience.engine.game cimport spec_t, story_t

cdef void open_game(board_t* b, const spec_t* g, const card_t* pack, int cards, bint by_way,
                    stream_t* shuffles, story_t* story) noexcept nogil
cdef void list_moves(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil
cdef void list_custom(const board_t* b, const spec_t* g, moves_t* moves, int most) noexcept nogil
cdef void make_move(board_t* b, const spec_t* g, move_t move) noexcept nogil
