# Worlds: what the hidden cards of a view may be.

from libc.stdint cimport uint16_t

from rbcore.board.position cimport position_t
from rbcore.cards.card cimport CARDS, card_t
from rbcore.cards.rng cimport stream_t
from rbcore.observation.view cimport view_t
from rbcore.rules.compiled cimport PACK_ROOM, rules_t

cdef enum:
    MOST_UNSEEN = 2 * PACK_ROOM

# What may lie in the hidden places of a view. A share is what is hidden of one pack; three seats
# have theirs in common (V1).
cdef struct unseen_t:
    int shares
    int places[2]                    # hidden places of a share, face-down piles before hands
    int down[2]                      # of which so many are not in hands
    uint16_t at[2][MOST_UNSEEN]      # where in `cards` they lie
    int sure[2]                      # cards that are of this pack for certain
    card_t own[2][MOST_UNSEEN]
    int either                       # cards that may be of either pack
    card_t loose[MOST_UNSEEN]

cdef void find_unseen(unseen_t* u, const view_t* view, const rules_t* r) noexcept nogil
cdef void deal_world(
    position_t* world, unseen_t* u, const view_t* view, const rules_t* r, stream_t* stream
) noexcept nogil
