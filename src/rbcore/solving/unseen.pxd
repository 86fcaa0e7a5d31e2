# Cards that nobody has seen: some of those in reserves and hands, each a seat's own.
#
# Both seats have seen the same cards, and remember them (board/memory). What has been seen says
# nothing about the order of a seat's other cards, as packs are shuffled and no move hangs on what
# lies face down. So a position stands for all that differ in that order, each equally likely; it
# is kept with these cards *in order*. The last of them that a seat has is known.

from libc.stdint cimport uint16_t

from rbcore.board.memory cimport note_seen, seen_from
from rbcore.board.position cimport base_of, length, position_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport HAND, RESERVE

cdef inline int unseen_in(const position_t* p, int pile) noexcept nogil:
    """Number of cards in a reserve or hand that nobody has seen: the lowest ones."""
    cdef int seen = min(seen_from(p, pile), p.top[pile] + 1)
    if pile < HAND:
        seen = min(seen, <int>p.first_face_up[pile])
    return max(0, seen - base_of(pile) - 1)

cdef inline int unseen_of(const position_t* p, int seat) noexcept nogil:
    """Number of cards of a seat that nobody has seen."""
    return unseen_in(p, RESERVE + seat) + unseen_in(p, HAND + seat)

cdef inline void set_unseen(position_t* p, int pile, int unseen) noexcept nogil:
    """Say how many cards of a reserve or hand nobody has seen, where nothing is said of it."""
    note_seen(p, pile, base_of(pile) + 1 + unseen)
    if pile < HAND and length(p, pile):
        p.first_face_up[pile] = <uint16_t>(base_of(pile) + 1 + unseen)

cdef inline bint reveals(const position_t* p, move_t move) noexcept nogil:
    """Whether a move of the seat to move turns up a card that nobody has seen."""
    cdef int pile = move.source, left = length(p, pile)
    if pile == RESERVE + p.seat:
        left -= 1
    elif pile != HAND + p.seat:
        return False
    return left > 0 and unseen_in(p, pile) == left

cdef void put_in_order(position_t* p) noexcept nogil
cdef void put_next(position_t* p, move_t move, int n) noexcept nogil
