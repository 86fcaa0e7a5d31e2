from libc.stdint cimport uint16_t, uint64_t

from rbcore.cards.card cimport bit, card_t, rank_of
from rbpatience.engine.board cimport board_t, fits, move_t
from rbpatience.engine.game cimport CARDS, spec_t

# The properties of a game that decide which positions count as equal.
cdef struct symmetry_t:
    bint circle    # the stock goes round
    bint counted   # the number of remaining passes matters
    int begun      # the pass of the first position
    int last       # the last pass that is tried
    bint singular  # all cards differ
    bint loose     # it does not matter on which twin a run's card lies

cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)."""
    x += 0x9E3779B97F4A7C15ULL
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)

cdef inline bint goes_on(const board_t* b, const spec_t* g, int pile, card_t on,
                         card_t c) noexcept nogil:
    """Return whether a card of a pile lies on one that could take it."""
    cdef int of = g.group_of[pile]
    return g.packs[of][on] & bit(c) and not (g.group[of].ends_at_base and rank_of(on) == b.base)

# Safe moves, after which no other need be tried, and useless moves.
cdef struct dominance_t:
    uint64_t below[CARDS]  # cards that may come to lie on each card, or precede it
    uint64_t under[CARDS]  # the same with any cards in between
    bint soon              # whether a card that fits a foundation may count as lying there
    bint fills             # whether rows are dealt only when no space is left

# Worrying back: cards that return from foundations.
cdef struct worrying_t:
    uint64_t late           # cards that return only for a card to be laid on them
    int of                  # the group in which cards are packed
    bint anywhere           # whether they can return to every pile that takes them
    uint64_t takers[CARDS]  # the cards on which each card can be packed

cdef enum:
    ANY_REDEALS = 1_000_000_000  # more than any search comes to

cdef void find_symmetry(symmetry_t* same, const board_t* b, const spec_t* g,
                        int redeals) noexcept nogil
cdef uint16_t cost_of(const board_t* b, const symmetry_t* same) noexcept nogil
cdef bint may_turn_over(const board_t* b, const spec_t* g, const symmetry_t* same) noexcept nogil
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
