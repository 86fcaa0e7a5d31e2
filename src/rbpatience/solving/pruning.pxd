from libc.stdint cimport uint16_t, uint64_t

from rbcore.cards.card cimport bit, card_t, rank_of
from rbpatience.engine.board cimport board_t, fits, move_t
from rbpatience.engine.game cimport CARDS, spec_t

# What of a game decides which positions count as one.
cdef struct symmetry_t:
    bint circle    # the stock goes round
    bint counted   # and how often it still may matters
    bint singular  # no card is there twice
    bint loose     # what lies on a card of a run may lie on its twin as well

cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)."""
    x += 0x9E3779B97F4A7C15ULL
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)

cdef inline bint goes_on(const board_t* b, const spec_t* g, int pile, card_t on,
                         card_t c) noexcept nogil:
    """Whether a card of a pile lies on one that could take it."""
    cdef int of = g.group_of[pile]
    return g.packs[of][on] & bit(c) and not (g.group[of].ends_at_base and rank_of(on) == b.base)

# Moves that cost nothing, and moves that gain nothing.
cdef struct dominance_t:
    uint64_t below[CARDS]  # what may come to lie on each card, or goes before it
    uint64_t under[CARDS]  # whatever lies between
    bint soon              # whether what fits a foundation may be taken to lie there
    bint fills             # whether no row is dealt while a space is left

# Cards that come back from foundations.
cdef struct worrying_t:
    uint64_t late           # the cards that come back for one that goes on them alone
    int of                  # the group on whose cards others are packed
    bint anywhere           # whether they come back to all piles on which they can be packed
    uint64_t takers[CARDS]  # on which a card can be packed

cdef void find_symmetry(symmetry_t* same, const board_t* b, const spec_t* g) noexcept nogil
cdef uint16_t cost_of(const board_t* b, const symmetry_t* same) noexcept nogil
cdef bint may_turn_over(const board_t* b, const spec_t* g) noexcept nogil
cdef uint64_t key_of(const board_t* b, const spec_t* g, const symmetry_t* same) noexcept nogil
cdef void find_dominance(dominance_t* dominance, const spec_t* g,
                         const symmetry_t* same) noexcept nogil
cdef bint is_safe(const dominance_t* dominance, const board_t* b, const spec_t* g, bint circle,
                  move_t move, uint64_t* left) noexcept nogil
cdef bint is_dominated(const board_t* b, const spec_t* g, move_t move) noexcept nogil
cdef bint may_stop(const board_t* b, const spec_t* g) noexcept nogil
cdef bint deals_again(const spec_t* g) noexcept nogil
cdef void find_worrying(worrying_t* worrying, const spec_t* g,
                        const symmetry_t* same) noexcept nogil
cdef bint can_worry_back(const worrying_t* worrying, const board_t* b, const spec_t* g,
                         move_t move) noexcept nogil
cdef uint64_t useful_cards(const worrying_t* worrying, const board_t* b, const spec_t* g,
                           bint loose, uint64_t turned) noexcept nogil
cdef bint is_worry_used(const worrying_t* worrying, const board_t* b, const spec_t* g, move_t back,
                        move_t move) noexcept nogil
cdef bint is_plain(const spec_t* g) noexcept nogil
cdef bint is_blocked(const board_t* b, const spec_t* g) noexcept nogil
