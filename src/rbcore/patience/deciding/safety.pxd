# Moves that cost nothing, and moves that gain nothing.

from libc.stdint cimport uint64_t

from rbcore.patience.deciding.keys cimport sameness_t
from rbcore.patience.engine.board cimport board_t, move_t
from rbcore.patience.engine.game cimport CARDS, game_t

cdef struct safety_t:
    uint64_t below[CARDS]  # what may come to lie on each card, or goes before it
    uint64_t under[CARDS]  # whatever lies between
    bint soon              # whether what fits a foundation may be taken to lie there
    bint fills             # whether no row is dealt while a space is left

cdef void find_safety(
    safety_t* safety, const game_t* g, const sameness_t* same
) noexcept nogil
cdef bint is_safe(
    const safety_t* safety, const board_t* b, const game_t* g, bint circle, move_t move,
    uint64_t* left,
) noexcept nogil
cdef bint is_dominated(const board_t* b, const game_t* g, move_t move) noexcept nogil
cdef bint may_stop(const board_t* b, const game_t* g) noexcept nogil
cdef bint deals_again(const game_t* g) noexcept nogil
cdef bint is_plain(const game_t* g) noexcept nogil
