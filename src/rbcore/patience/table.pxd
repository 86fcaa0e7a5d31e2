# What layouts and games of their own share: piles as arrays, and which card follows which.

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport KING, NO_CARD, bit, card, card_t, is_red, rank_of, suit_of
from rbcore.patience.engine.game cimport SUITS  # no-cython-lint: cimported from here by others
from rbcore.patience.form cimport ANY_SUIT, MOST_CARDS, SAME_SUIT, foundation_t

cdef struct pile_t:
    int count
    card_t cards[MOST_CARDS]  # bottom to top

cdef inline card_t top(const pile_t* pile) noexcept nogil:
    return pile.cards[pile.count - 1] if pile.count else NO_CARD

cdef inline bint are_neighbours(card_t one, card_t other) noexcept nogil:
    """Whether two cards are of one suit and next in rank; ace and king are not."""
    return one == other + 1 or other == one + 1

cdef inline uint64_t of_rank(int rank, int ring, int suits, card_t on) noexcept nogil:
    """The cards of a rank, or none if it is off the scale, that may follow a card by suit."""
    cdef uint64_t cards = 0
    cdef int suit
    if ring:
        rank = (rank + 2 * ring - 1) % ring + 1
    if rank < 1 or rank > KING:
        return 0
    if suits == SAME_SUIT:
        return bit(card(suit_of(on), rank))
    for suit in range(SUITS):
        if suits == ANY_SUIT or is_red(card(suit, 1)) != is_red(on):
            cards |= bit(card(suit, rank))
    return cards

cdef inline uint64_t next_cards(const foundation_t* rules, card_t top) noexcept nogil:
    """The cards that go on the top card of a foundation."""
    cdef uint64_t cards = of_rank(rank_of(top) + rules.step, rules.ring, rules.suits, top)
    if rules.either:
        cards |= of_rank(rank_of(top) - rules.step, rules.ring, rules.suits, top)
    return cards
