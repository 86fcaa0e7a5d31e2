# What a game of patience leaves behind: a row, and a story of what happened.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from rbcore.cards.card cimport card_t

cdef enum:
    ENDLESS = -1

cdef enum:
    MOST_CARDS = 104
    MOST_SHUFFLES = 3  # packs in a row
    MOST_PACK = MOST_SHUFFLES * MOST_CARDS
    MOST_FOUNDATIONS = 16
    MOST_STORY = 100000  # events; few games have more than 5,000, but those of no. 26

# What a story tells; rbcore.patience.playing names them in this order.
cdef enum event_t:
    PASS        # a pass through the cards begins
    TO_PLACE    # a card is laid on a place, a heap or the table
    TO_WASTE    # a card finds no place
    TO_FOUNDATION
    THROWN      # a card is thrown out, or covered
    KEPT        # a card stays in hand for the next pass

cdef packed struct patience_row_t:
    uint64_t index
    uint8_t outcome  # 0 lost, 1 won, 2 given up
    uint8_t left
    uint16_t passes
    uint16_t hits

cdef struct told_t:
    uint8_t event
    card_t card
    uint16_t place   # or pass

cdef struct story_t:
    int told
    told_t events[MOST_STORY]

cdef inline void tell(story_t* story, int event, card_t card, int place) noexcept nogil:
    """Add an event, if anybody listens; what does not fit is left out."""
    if story != NULL and story.told < MOST_STORY:
        story.events[story.told] = told_t(<uint8_t>event, card, <uint16_t>place)
        story.told += 1
