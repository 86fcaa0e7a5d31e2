# Whether a position is blocked (7.3), by argument; and the parts of it that V17 uses too.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.cards.card cimport card_t
from rbcore.endings.stalemate_search cimport blocked_t, stalemate_search_t
from rbcore.rules.compiled cimport rules_t

# A move of the walk through arrangements, and whether it uncovered a card.
cdef struct step_t:
    uint8_t house
    uint8_t extra_cards
    uint8_t place
    uint8_t uncovered

# A stock cycle: a seat's hand and waste as they come round.
cdef struct stock_cycle_t:
    card_t cards[112]     # in the order in which they will be turned up
    int n

# The cards which, outermost in a house, make a progress move legal.
cdef struct outermost_t:
    uint64_t accepting    # they take a card of a reserve, a hand or a waste
    uint64_t leaving      # they fit a foundation, or load onto a pile

cdef void find_cycle(const position_t* p, int seat, stock_cycle_t* cycle) noexcept nogil
cdef bint comes_first(const position_t* p, const rules_t* r, int a, int b) noexcept nogil
cdef bint piles_progress(
    const position_t* p, const rules_t* r, outermost_t* wanted
) noexcept nogil
cdef uint64_t arrangement(const position_t* p, const rules_t* r) noexcept nogil
cdef void add_visit(
    stalemate_search_t* s, uint32_t slot, uint64_t key, uint32_t* seen
) noexcept nogil
cdef bint next_step(const position_t* p, const rules_t* r, step_t* step) noexcept nogil
cdef void do_step(position_t* p, const rules_t* r, step_t* step) noexcept nogil
cdef void undo_step(position_t* p, const rules_t* r, const step_t* step) noexcept nogil
cdef blocked_t progress_blocked(
    const position_t* start, const rules_t* r, stalemate_search_t* s
) noexcept nogil
