"""The order of cards that nobody has seen."""

from rbcore.board.memory cimport note_all_seen
from rbcore.cards.card cimport card_t


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


cdef void put_in_order(position_t* p) noexcept nogil:
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


cdef void put_next(position_t* p, move_t move, int n) noexcept nogil:
    """Have the seat's unseen card number n be the one that the move turns up."""
    cdef int next_one = p.top[move.source] - (move.source < HAND)
    _exchange(p, p.seat, _place(p, p.seat, n), <uint16_t>next_one)
