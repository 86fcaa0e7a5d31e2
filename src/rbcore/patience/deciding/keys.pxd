# Positions as 64 bits, by which a search tells those apart that differ in what can come of them.

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport bit, card_t, rank_of
from rbcore.patience.engine.board cimport board_t
from rbcore.patience.engine.game cimport game_t

# What of a game decides which positions count as one.
cdef struct sameness_t:
    bint circle    # the stock goes round
    bint singular  # no card is there twice
    bint loose     # what lies on a card of a run may lie on its twin as well

cdef void find_sameness(sameness_t* same, const board_t* b, const game_t* g) noexcept nogil
cdef uint64_t key_of(const board_t* b, const game_t* g, const sameness_t* same) noexcept nogil

cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)."""
    x += 0x9E3779B97F4A7C15ULL
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)

cdef inline bint goes_on(
    const board_t* b, const game_t* g, int pile, card_t on, card_t c
) noexcept nogil:
    """Whether a card of a pile lies on one that could take it."""
    cdef int of = g.group_of[pile]
    return g.packs[of][on] & bit(c) and not (g.group[of].ends_at_base and rank_of(on) == b.base)
