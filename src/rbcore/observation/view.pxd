# What a seat can see: a position in which every hidden card is UNKNOWN.
#
# Players that look ahead get a view and never the position, so they cannot know more than it shows:
# the face-up cards and the number of face-down cards in each pile, as a person at the table would.
# A seat that remembers also knows the face-down cards that every seat has seen (board/memory): a
# hand that was a waste, and what a called Stop put back. An open view shows every card; it serves
# players that measure the value of seeing them.

from libc.stdint cimport uint16_t

from rbcore.board.memory cimport seen_from
from rbcore.board.position cimport position_t
from rbcore.cards.card cimport card_t
from rbcore.cards.rng cimport stream_t
from rbcore.rules.compiled cimport HAND, PACK_ROOM, rules_t

cdef struct view_t:
    position_t seen

# Hidden from a seat: hands, and reserves and houses below `first_face_up` (base to top + 1).
cdef inline int hidden_in_pile(const position_t* p, int pile, bint remembers) noexcept nogil:
    """Return the end of a reserve's or house's hidden cards; remembered ones are not hidden."""
    cdef int end = p.first_face_up[pile]
    return min(end, seen_from(p, pile)) if remembers else end

cdef inline int hidden_in_hand(const position_t* p, int seat, bint remembers,
                               bint knows) noexcept nogil:
    """Return the end of a hand's hidden cards; the seat to move may know its next card (V11)."""
    cdef int hand = HAND + seat, end = p.top[hand] + 1 - (knows and seat == p.seat)
    return min(end, seen_from(p, hand)) if remembers else end

cdef void make_common_view(view_t* view, const position_t* p, const rules_t* r) noexcept nogil
cdef void make_view(view_t* view, const position_t* p, const rules_t* r,
                    bint remembers) noexcept nogil
cdef void make_open_view(view_t* view, const position_t* p, const rules_t* r) noexcept nogil

# Determinizations: possible cards in place of a view's hidden ones.

cdef enum:
    MAX_UNSEEN = 2 * PACK_ROOM

# The cards that may lie in the hidden places of a view. A pool is the hidden part of one pack;
# three seats share one pool (V1).
cdef struct unseen_t:
    int pools
    int places[2]                    # hidden places of a pool, face-down piles before hands
    int in_piles[2]                  # those of them outside hands
    uint16_t at[2][MAX_UNSEEN]      # their indices in `cards`
    int n_certain[2]                 # cards certain to be of this pack
    card_t certain[2][MAX_UNSEEN]
    int n_either                     # cards that may be of either pack
    card_t either[MAX_UNSEEN]

cdef void find_unseen(unseen_t* u, const view_t* view, const rules_t* r) noexcept nogil
cdef void determinize(position_t* sample, unseen_t* u, const view_t* view, const rules_t* r,
                      stream_t* stream) noexcept nogil
cdef void deal_hidden(position_t* sample, const view_t* view, const rules_t* r,
                      stream_t* stream) noexcept nogil
