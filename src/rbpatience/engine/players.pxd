from rbcore.cards.card cimport card_t
from rbpatience.engine.board cimport board_t, move_t, moves_t
from rbpatience.engine.game cimport patience_row_t, spec_t, story_t, task_t

cdef void play_game(const task_t* task, const card_t* pack, patience_row_t* row,
                    story_t* story) noexcept nogil
cdef void play_on(board_t* b, const task_t* task, patience_row_t* row) noexcept nogil
cdef int advise(const board_t* b, const spec_t* g, const moves_t* moves) noexcept nogil
cdef bint costs_nothing(const board_t* b, const spec_t* g, move_t move) noexcept nogil
cdef int worth(const board_t* b, const spec_t* g, move_t move) noexcept nogil
