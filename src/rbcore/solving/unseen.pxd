# Cards that nobody has seen: some of those in reserves and hands, each a seat's own.
#
# Both seats have seen the same cards, and remember them (board/memory). What has been seen says
# nothing about the order of a seat's other cards, as packs are shuffled and no move hangs on what
# lies face down. So a position stands for all that differ in that order, each equally likely; it
# is kept with these cards *in order*. The last of them that a seat has is known.

from libc.stdint cimport uint16_t

from rbcore.board.memory cimport note_all_seen, note_seen, seen_from
from rbcore.board.position cimport base_of, length, position_t
from rbcore.cards.card cimport card_t
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

cdef inline uint16_t _place(const position_t* p, int seat, int n) noexcept nogil:
    """Where in `cards` unseen card number n of a seat lies: in the reserve, then in the hand."""
    cdef int in_reserve = unseen_in(p, RESERVE + seat)
    if n < in_reserve:
        return <uint16_t>(base_of(RESERVE + seat) + 1 + n)
    return <uint16_t>(base_of(HAND + seat) + 1 + n - in_reserve)

cdef inline void _exchange(position_t* p, int seat, uint16_t one, uint16_t other) noexcept nogil:
    cdef card_t c = p.cards[one]
    p.cards[one] = p.cards[other]
    p.cards[other] = c
    p.top_card[HAND + seat] = p.cards[p.top[HAND + seat]]

cdef inline void put_in_order(position_t* p) noexcept nogil:
    """Sort what nobody has seen of each seat; a single such card is known."""
    cdef int seat, n, i, k
    for seat in range(2):
        n = unseen_of(p, seat)
        if n == 1:
            note_all_seen(p, RESERVE + seat)
            note_all_seen(p, HAND + seat)
            continue
        for i in range(1, n):
            k = i
            while k and p.cards[_place(p, seat, k - 1)] > p.cards[_place(p, seat, k)]:
                _exchange(p, seat, _place(p, seat, k - 1), _place(p, seat, k))
                k -= 1

cdef inline void put_next(position_t* p, move_t move, int n) noexcept nogil:
    """Have the seat's unseen card number n be the one that the move turns up."""
    cdef int next_one = p.top[move.source] - (move.source < HAND)
    _exchange(p, p.seat, _place(p, p.seat, n), <uint16_t>next_one)
