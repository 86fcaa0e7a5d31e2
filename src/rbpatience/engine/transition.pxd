from libc.stdint cimport uint64_t

from rbcore.cards.card cimport card_t
from rbcore.cards.rng cimport stream_t
from rbpatience.engine.board cimport board_t, move_t
from rbpatience.engine.game cimport spec_t, story_t

cdef void set_out(board_t* b, const spec_t* g, const card_t* pack, int cards, bint by_way,
                  stream_t* shuffles, story_t* story) noexcept nogil
cdef void deal_piles(board_t* b, const spec_t* g) noexcept nogil
cdef void begin_play(board_t* b, const spec_t* g) noexcept nogil
cdef void make_described(board_t* b, const spec_t* g, move_t move) noexcept nogil
cdef bint next_deal(board_t* b, const spec_t* g) noexcept nogil
cdef void shift_cards(board_t* b, const spec_t* g, move_t move) noexcept nogil
cdef void follow(board_t* b, const spec_t* g) noexcept nogil
cdef void fill_spaces(board_t* b, const spec_t* g) noexcept nogil
cdef void play(board_t* b, const spec_t* g, move_t move) noexcept nogil
cdef void lay_on(board_t* b, const spec_t* g, int f, int slot) noexcept nogil
cdef uint64_t base_cards(const board_t* b) noexcept nogil
cdef void renew(board_t* b, const spec_t* g) noexcept nogil
cdef void settle(board_t* b, const spec_t* g) noexcept nogil
cdef void put(board_t* b, const spec_t* g, int f, int slot) noexcept nogil
cdef void deal_row(board_t* b, const spec_t* g) noexcept nogil
cdef void turn_row(board_t* b, const spec_t* g) noexcept nogil
cdef bint play_hand(board_t* b, const spec_t* g) noexcept nogil
cdef void redeal_waste(board_t* b, const spec_t* g) noexcept nogil
cdef void gather(board_t* b, int pile) noexcept nogil
cdef void begin_pass(board_t* b) noexcept nogil
