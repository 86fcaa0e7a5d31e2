# The player `weighted`: the move of the greatest value.

from rbcore.board.position cimport position_t
from rbcore.moves.legal_moves cimport in_lanes, moves_t
from rbcore.moves.transition cimport move_t
from rbcore.observation.view cimport view_t
from rbcore.rules.compiled cimport FOUNDATION, rules_t

cdef move_t weighted_move(const view_t* view, const rules_t* r, const moves_t* m,
                          const int* w) noexcept nogil
cdef move_t foundation_move(int seat, const rules_t* r, const moves_t* m) noexcept nogil

cdef int value_of(position_t p, const rules_t* r, const move_t* made, int n, const int* w,
                  bint is_plan) noexcept nogil

cdef inline bint can_build(const moves_t* m) noexcept nogil:
    """Whether a card may go to a foundation."""
    return ((m.places[0] | m.places[1] | m.places[2]) & in_lanes(1 << FOUNDATION)) != 0
