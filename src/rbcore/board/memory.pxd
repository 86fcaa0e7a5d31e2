# What a seat remembers: face-down cards that every seat has seen before.
#
# These are the cards of a hand that was a waste, and those that a called Stop put back. For each
# pile a position stores where they begin (`known_from`). Only this file reads or writes that field,
# except for clear(). A player learns of these cards only through a view that remembers
# (`remembers`, observation/view).

from libc.stdint cimport uint16_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport base_of, length, position_t
from rbcore.rules.compiled cimport HAND

cdef inline void note_seen(position_t* p, int pile, int first) noexcept nogil:
    """Note that every seat has seen a pile's cards from this index of `cards` on."""
    p.known_from[pile] = <uint16_t>min(<int>p.known_from[pile], first)

cdef inline void note_all_seen(position_t* p, int pile) noexcept nogil:
    """Note that every seat has seen all cards of a pile."""
    p.known_from[pile] = <uint16_t>(base_of(pile) + 1)

cdef inline int seen_from(const position_t* p, int pile) noexcept nogil:
    """Return the index in `cards` of a pile's first card seen by all; past its end if none."""
    return max(<int>p.known_from[pile], base_of(pile) + 1)

cdef inline bint is_all_seen(const position_t* p, int pile) noexcept nogil:
    """Return whether every seat has seen all cards of a pile."""
    return p.known_from[pile] <= base_of(pile) + 1

cdef inline void forget(position_t* seen) noexcept nogil:
    """Erase all memory from a copy of a position."""
    memset(seen.known_from, 0xFF, sizeof(seen.known_from))     # NONE_KNOWN
    seen.remembers = 0

cdef inline void remember(position_t* seen, const position_t* p) noexcept nogil:
    """Give a copy of a position the memory of what every seat has seen in it."""
    memcpy(seen.known_from, p.known_from, sizeof(seen.known_from))
    seen.remembers = 1

cdef inline bint remembers_next(const position_t* p) noexcept nogil:
    """Return whether the seat to move remembers its next hand card; the waste is open to all."""
    cdef int hand = HAND + p.seat
    return p.remembers and (length(p, hand) == 0 or p.known_from[hand] <= p.top[hand])
