# A table in play, and what moves its cards.

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport KING, NO_CARD, bit, card, card_t, is_red, rank_of, suit_of
from rbcore.patience.form cimport (
    ANY_SUIT,
    MOST_CARDS,
    MOST_FOUNDATIONS,
    MOST_PLACES,
    SAME_SUIT,
    TO_PLACE,
    foundation_t,
    story_t,
    table_t,
    tell,
)

cdef enum:
    SUITS = 4

cdef struct pile_t:
    int count
    card_t cards[MOST_CARDS]  # bottom to top

cdef struct position_t:
    uint64_t wants[MOST_FOUNDATIONS]  # the cards that each foundation takes next
    int room[MOST_FOUNDATIONS]        # the cards that it still takes
    int tier_room                     # and those of the first tier together
    card_t waiting[SUITS]             # the card that waits between two foundations, or 0
    pile_t places[MOST_PLACES]
    pile_t waste
    card_t stock[MOST_CARDS]
    int at                            # the next card of the stock
    int end
    card_t turned                     # in hand, or 0
    int placed
    int changes                       # cards laid on places or foundations

cdef inline card_t draw(position_t* p) noexcept nogil:
    p.at += 1
    return p.stock[p.at - 1]

cdef inline void lay(position_t* p, int place, card_t c, story_t* story) noexcept nogil:
    p.places[place].cards[p.places[place].count] = c
    p.places[place].count += 1
    p.changes += 1
    tell(story, TO_PLACE, c, place)

cdef inline card_t top(const pile_t* pile) noexcept nogil:
    return pile.cards[pile.count - 1] if pile.count else NO_CARD

cdef inline card_t take(pile_t* pile) noexcept nogil:
    pile.count -= 1
    return pile.cards[pile.count]

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

cdef inline bint takes(const table_t* rules, card_t on, card_t c) noexcept nogil:
    """Whether a card may be packed on another."""
    cdef int rank = rank_of(on)
    cdef uint64_t cards = of_rank(
        rank + rules.pack_step, rules.pack_ring, rules.pack_suits, on
    )
    if rules.pack_either:
        cards |= of_rank(rank - rules.pack_step, rules.pack_ring, rules.pack_suits, on)
    return (cards & bit(c)) != 0
