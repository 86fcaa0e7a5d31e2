from rbcore.cards.card cimport bit
from rbpatience.engine.board cimport board_t, moves_t, slot_at
from rbpatience.engine.game cimport spec_t, pattern_t

cdef void add_any_plays(const board_t* b, const spec_t* g, int pile, int depth,
                        moves_t* moves) noexcept nogil

cdef inline void list_plays(const board_t* b, const spec_t* g, int pile, int depth,
                            moves_t* moves) noexcept nogil:
    """Add the plays of a card to any foundation."""
    if b.wanted & bit(b.value[slot_at(b, pile, depth)]):
        add_any_plays(b, g, pile, depth, moves)

cdef void list_by_patterns(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil
cdef void list_from_waste(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil
cdef void scan_pattern(const board_t* b, const spec_t* g, const pattern_t* pattern,
                       moves_t* moves) noexcept nogil
cdef void scan_pile(const board_t* b, const spec_t* g, const pattern_t* pattern, int pile,
                    moves_t* moves) noexcept nogil
cdef bint has_any_move(const board_t* b, const spec_t* g) noexcept nogil
