"""What begins a table's next pass: the waste turned over, places turned round or dealt anew."""

from libc.string cimport memcpy, memmove

from rbcore.cards.card cimport card_t
from rbcore.patience.form cimport (
    ENDLESS,
    LAST_UPPERMOST,
    MOST_CARDS,
    PASS,
    patience_row_t,
    story_t,
    table_t,
    tell,
)
from rbcore.patience.table cimport lay, pile_t, position_t


cdef void open_again(again_t* again, const position_t* p, const table_t* rules) noexcept nogil:
    again.redeals = rules.passes - 1 if rules.passes != ENDLESS else ENDLESS
    again.transfers = rules.transfers
    again.deals = rules.deals - 1 if rules.deals != ENDLESS else ENDLESS
    again.barren = 0
    again.placed = 0
    again.changes = p.changes
    again.graced = False


cdef bint begin_again(
    again_t* again, position_t* p, const table_t* rules, patience_row_t* row, story_t* story
) noexcept nogil:
    """Begin the next pass of a game in which nothing can be played; False if there is none."""
    if again.transfers:
        again.transfers -= 1
        _begin_pass(row, story)
        _transfer(p, rules, story)
        return True
    if again.deals:
        again.barren = again.barren + 1 if p.placed == again.placed else 0
        if again.barren and again.barren == rules.barren:
            return False
        again.placed = p.placed
        again.deals -= again.deals != ENDLESS
        _begin_pass(row, story)
        _deal_again(p, rules, story)
        return True
    if not again.redeals or not p.waste.count:
        return False
    if again.redeals != ENDLESS:
        again.redeals -= 1
    elif again.changes == p.changes:
        return False
    again.changes = p.changes
    _begin_pass(row, story)
    # The waste is turned over: the card laid first is dealt first.
    memcpy(p.stock, p.waste.cards, p.waste.count)
    p.at = 0
    p.end = p.waste.count
    p.waste.count = 0
    return True


cdef void _begin_pass(patience_row_t* row, story_t* story) noexcept nogil:
    row.passes += 1
    tell(story, PASS, 0, row.passes)


cdef void _transfer(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Lay the lowest card of every place on its top (30.5)."""
    cdef pile_t* pile
    cdef card_t lowest
    cdef int place
    for place in range(rules.places):
        pile = &p.places[place]
        if pile.count > 1:
            lowest = pile.cards[0]
            memmove(pile.cards, pile.cards + 1, pile.count - 1)
            pile.count -= 1
            lay(p, place, lowest, story)


cdef void _deal_again(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Gather the places and deal them anew, the last taking the rest (25.6, 27.5)."""
    cdef card_t gathered[MOST_CARDS]
    cdef int place, i, n = 0
    cdef bint last_first = rules.gathering == LAST_UPPERMOST
    for place in range(rules.places):
        memcpy(gathered + n, p.places[place].cards, p.places[place].count)
        n += p.places[place].count
        p.places[place].count = 0
    for i in range(n):
        lay(p, i // rules.dealt[0], gathered[n - 1 - i] if last_first else gathered[i], story)
