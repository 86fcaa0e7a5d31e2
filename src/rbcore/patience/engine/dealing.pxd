from rbcore.cards.card cimport card_t
from rbcore.cards.rng cimport stream_t
from rbcore.patience.engine.board cimport board_t
from rbcore.patience.engine.game cimport game_t
from rbcore.patience.rows cimport story_t

cdef void open_board(
    board_t* b, const game_t* g, const card_t* pack, int cards, bint by_way, stream_t* shuffles,
    story_t* story
) noexcept nogil
cdef void lay_out(board_t* b, const game_t* g) noexcept nogil
cdef void pass_turn(board_t* b, const game_t* g) noexcept nogil
cdef void clear_stock(board_t* b) noexcept nogil
cdef void gather(board_t* b, int pile) noexcept nogil
cdef void begin_pass(board_t* b) noexcept nogil
cdef void turn_cards(board_t* b, const game_t* g) noexcept nogil
cdef void redeal_waste(board_t* b, const game_t* g) noexcept nogil
cdef bint next_deal(board_t* b, const game_t* g) noexcept nogil
