# Cards that come back from foundations.

from libc.stdint cimport uint64_t

from rbcore.patience.deciding.keys cimport sameness_t
from rbcore.patience.engine.board cimport board_t, move_t
from rbcore.patience.engine.game cimport CARDS, game_t

cdef struct returning_t:
    uint64_t late           # the cards that come back for one that goes on them alone
    int of                  # the group on whose cards others are packed
    bint anywhere           # whether they come back to all piles on which they can be packed
    uint64_t takers[CARDS]  # on which a card can be packed

cdef void find_returning(
    returning_t* returning, const game_t* g, const sameness_t* same
) noexcept nogil
cdef bint can_return(
    const returning_t* returning, const board_t* b, const game_t* g, move_t move
) noexcept nogil
cdef uint64_t useful_cards(
    const returning_t* returning, const board_t* b, const game_t* g, bint loose, uint64_t turned
) noexcept nogil
cdef bint is_use(
    const returning_t* returning, const board_t* b, const game_t* g, move_t back, move_t move
) noexcept nogil
