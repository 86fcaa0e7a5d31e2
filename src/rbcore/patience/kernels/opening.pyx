"""The opening of a table: what is set out, and the first cards dealt."""

from libc.string cimport memcpy, memmove

from rbcore.cards.card cimport NO_CARD, card_t, rank_of, suit_of
from rbcore.patience.form cimport (
    ANY_SUIT,
    MOST_CARDS,
    TO_FOUNDATION,
    form_t,
    story_t,
    table_t,
    tell,
)
from rbcore.patience.table cimport SUITS, draw, lay, next_cards, of_rank, position_t

cdef enum:
    CORNERS = 4
    AUXILIARIES = 5


cdef void open_table(
    position_t* p, const form_t* form, const card_t* pack, story_t* story
) noexcept nogil:
    """Set a game out and deal its first cards."""
    cdef const table_t* rules = &form.table
    _set_out(p, rules)
    memcpy(p.stock, pack, form.cards)
    p.at = 0
    p.end = form.cards
    if rules.corners:
        _open_corners(p, rules, story)
    else:
        _deal_places(p, rules, story)
    if rules.base_drawn:
        _draw_base(p, rules, story)


cdef void _set_out(position_t* p, const table_t* rules) noexcept nogil:
    cdef int f
    p.tier_room = 0
    for f in range(rules.founded):
        p.room[f] = rules.foundations[f].length
        p.wants[f] = rules.foundations[f].starts
        if rules.foundations[f].base != NO_CARD:
            p.wants[f] = next_cards(&rules.foundations[f], rules.foundations[f].base)
        if f < rules.first_tier:
            p.tier_room += p.room[f]
    for f in range(SUITS):
        p.waiting[f] = NO_CARD
    for f in range(rules.places):
        p.places[f].count = 0
        if rules.beneath[f] != NO_CARD:
            p.places[f].cards[0] = rules.beneath[f]
            p.places[f].count = 1
    p.waste.count = 0
    p.turned = NO_CARD
    p.placed = 0
    p.changes = 0


cdef void _deal_places(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Deal the places, each whole before the next, or one card to each in rounds."""
    cdef int place, _i
    if rules.in_rounds:
        for _i in range(rules.dealt[0]):
            for place in range(rules.places):
                lay(p, place, draw(p), story)
        return
    for place in range(rules.places):
        for _i in range(rules.dealt[place]):
            lay(p, place, draw(p), story)


cdef void _open_corners(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """No. 28: the first cards of four suits are the bases, the others the auxiliaries (28.2)."""
    cdef card_t under[MOST_CARDS]
    cdef int corners = 0, laid = 0, buried = 0, suits = 0
    cdef card_t c
    while corners < CORNERS or laid < AUXILIARIES:
        c = draw(p)
        if not suits >> suit_of(c) & 1:
            suits |= 1 << suit_of(c)
            p.wants[corners] = next_cards(&rules.foundations[corners], c)
            p.room[corners] -= 1
            p.placed += 1
            tell(story, TO_FOUNDATION, c, corners)
            corners += 1
        elif laid < AUXILIARIES:
            lay(p, laid, c, story)
            laid += 1
        else:
            under[buried] = c
            buried += 1
    # What was buried lies below the stock; the cards dealt leave room at its front.
    memmove(p.stock, p.stock + p.at, p.end - p.at)
    p.end -= p.at
    p.at = 0
    memcpy(p.stock + p.end, under, buried)
    p.end += buried


cdef void _draw_base(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """The next card is the first foundation; all cards of its rank begin the others (54.1)."""
    cdef card_t c = draw(p)
    cdef int f
    for f in range(rules.founded):
        p.wants[f] = of_rank(rank_of(c), 0, ANY_SUIT, c)
    p.wants[0] = next_cards(&rules.foundations[0], c)
    p.room[0] -= 1
    p.placed += 1
    tell(story, TO_FOUNDATION, c, 0)
