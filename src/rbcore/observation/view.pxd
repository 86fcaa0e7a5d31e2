# What a seat can see: a position in which every hidden card is UNKNOWN.
#
# The players that look ahead get a view and never the position, so they cannot know more than it
# shows: what a person at the table knows, which is the face-up cards, and how many lie face down
# where. A seat that remembers also knows the cards that all have seen before they came to lie face
# down (board/memory): a hand that was a waste, and what a called Stop put back. An open view shows
# every card, for players that measure what seeing them is worth.

from rbcore.board.position cimport position_t
from rbcore.rules.compiled cimport rules_t

cdef struct view_t:
    position_t seen

cdef void make_common_view(view_t* view, const position_t* p, const rules_t* r) noexcept nogil
cdef void make_view(
    view_t* view, const position_t* p, const rules_t* r, bint remembers
) noexcept nogil
cdef void recall(position_t* seen, const position_t* p, const rules_t* r) noexcept nogil
cdef void make_open_view(view_t* view, const position_t* p, const rules_t* r) noexcept nogil
