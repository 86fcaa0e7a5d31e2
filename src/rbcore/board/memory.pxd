# What a seat remembers: cards that lie face down by now, and that all have seen before.
#
# Such are a hand that was a waste, and what a called Stop put back. A position keeps for each pile
# where they begin (`known_from`), which nothing but this file reads, nor writes but clear(). Who
# chooses a move gets to know them only by a view that remembers (`remembers`, observation/view).

from libc.stdint cimport uint16_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport base_of, length, position_t
from rbcore.rules.compiled cimport HAND

cdef inline void note_seen(position_t* p, int pile, int first) noexcept nogil:
    """All have seen the cards of a pile from this place in `cards` on."""
    p.known_from[pile] = <uint16_t>min(<int>p.known_from[pile], first)

cdef inline void note_all_seen(position_t* p, int pile) noexcept nogil:
    """All have seen every card of a pile."""
    p.known_from[pile] = <uint16_t>(base_of(pile) + 1)

cdef inline int seen_from(const position_t* p, int pile) noexcept nogil:
    """Where in `cards` those of a pile begin that all have seen; behind it if there are none."""
    return max(<int>p.known_from[pile], base_of(pile) + 1)

cdef inline bint is_all_seen(const position_t* p, int pile) noexcept nogil:
    """Whether all have seen every card of a pile."""
    return p.known_from[pile] <= base_of(pile) + 1

cdef inline void forget(position_t* seen) noexcept nogil:
    """Make a copy of a position one that nobody remembers anything of."""
    memset(seen.known_from, 0xFF, sizeof(seen.known_from))     # NONE_KNOWN
    seen.remembers = 0

cdef inline void remember(position_t* seen, const position_t* p) noexcept nogil:
    """Make a copy of a position one of a seat that remembers what all have seen of it."""
    memcpy(seen.known_from, p.known_from, sizeof(seen.known_from))
    seen.remembers = 1

cdef inline bint remembers_next(const position_t* p) noexcept nogil:
    """Whether the seat to move remembers its next hand card; all can see the waste's lowest."""
    cdef int hand = HAND + p.seat
    return p.remembers and (length(p, hand) == 0 or p.known_from[hand] <= p.top[hand])
