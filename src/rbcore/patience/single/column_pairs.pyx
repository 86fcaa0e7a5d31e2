"""Nos. 1 and 9: pairs of one rank from the ends of columns (docs/patience)."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from rbcore.cards.card cimport card_t, rank_of
from rbcore.cards.rng cimport FOR_DEAL, open_stream, stream_t
from rbcore.cards.shuffling cimport shuffle
from rbcore.patience.form cimport (
    MOST_CARDS,
    PASS,
    THROWN,
    TO_PLACE,
    columns_t,
    form_t,
    patience_row_t,
    story_t,
    tell,
)
from rbcore.patience.single.matching cimport are_matched, find_matching, matching_t
from rbcore.patience.single.tableau cimport SPOTS, is_pair, last, tableau_t


cdef void play_columns(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """Deal; throw out the first pair again and again, or in the best order if there is one."""
    cdef const columns_t* rules = &form.columns
    cdef tableau_t t
    cdef card_t cards[MOST_CARDS]
    cdef matching_t matching
    cdef bint is_best
    memcpy(cards, pack, form.cards)
    row.passes = <uint16_t>deal_columns(rules, cards, form.cards, &t)
    _tell_deal(rules, &t, row, story)
    is_best = rules.best and find_matching(rules, &t, &matching)
    while t.left:
        if not (
            _throw_matched(rules, &t, &matching, story)
            if is_best
            else _throw_first(rules, &t, story)
        ) and not (rules.grace and _fill(rules, &t, story)):
            break
    row.left = <uint8_t>t.left
    row.outcome = t.left == 0


cdef int deal_columns(const columns_t* rules, card_t* cards, int n, tableau_t* t) noexcept nogil:
    """Deal until a deal holds; return the number of deals.

    A void deal is shuffled anew, by a stream of its own that the pack names (9.3).
    """
    cdef stream_t stream
    cdef int deals = 1
    if not _deal(rules, cards, n, t):
        open_stream(&stream, _name(cards, n), 0, FOR_DEAL)
        while not _deal(rules, cards, n, t):
            shuffle(&stream, cards, 1, n)
            deals += 1
    return deals


cdef bint _deal(const columns_t* rules, const card_t* cards, int n, tableau_t* t) noexcept nogil:
    """Deal row by row; False if every card that is left is barred from a place (9.2)."""
    cdef card_t rest[MOST_CARDS]  # a ring: `left` cards from `at` on
    cdef int at = 0, left = n, row, column, i, _tried
    cdef card_t c = 0
    memcpy(rest, cards, n)
    t.left = n
    for column in range(SPOTS):
        t.high[column] = 0
    for row in range(rules.height):
        for column in range(rules.columns):
            for _tried in range(left):
                c = rest[at]
                at = (at + 1) % n
                if not (rules.rectified and _has_rank(t, column, rank_of(c))):
                    break
                rest[(at + left - 1) % n] = c  # to the bottom of the pack
            else:
                return False
            left -= 1
            t.cards[column][row] = c
            t.high[column] = row + 1
    for i in range(rules.reserve):
        t.cards[rules.columns + i][0] = rest[(at + i) % n]
        t.high[rules.columns + i] = 1
    return True


cdef bint _has_rank(const tableau_t* t, int column, int rank) noexcept nogil:
    cdef int depth
    for depth in range(t.high[column]):
        if rank_of(t.cards[column][depth]) == rank:
            return True
    return False


cdef uint64_t _name(const card_t* cards, int n) noexcept nogil:
    """A number for an order of cards (Fowler, Noll and Vo's FNV-1a)."""
    cdef uint64_t name = 0xCBF29CE484222325ULL
    cdef int i
    for i in range(n):
        name = (name ^ cards[i]) * 0x100000001B3ULL
    return name


cdef void _tell_deal(
    const columns_t* rules, const tableau_t* t, patience_row_t* row, story_t* story
) noexcept nogil:
    """Tell the deal that holds, row by row, and then the reserve."""
    cdef int spot, depth
    if row.passes > 1:
        tell(story, PASS, 0, row.passes)
    for depth in range(rules.height):
        for spot in range(rules.columns):
            tell(story, TO_PLACE, t.cards[spot][depth], spot)
    for spot in range(rules.columns, rules.columns + rules.reserve):
        tell(story, TO_PLACE, t.cards[spot][0], spot)


cdef bint _throw_first(const columns_t* rules, tableau_t* t, story_t* story) noexcept nogil:
    """Throw out the first pair, by the first of its cards and then the second; False if none."""
    cdef int one, other
    for one in range(SPOTS):
        for other in range(one + 1, SPOTS):
            if is_pair(rules, t, one, other):
                _throw(t, one, other, story)
                return True
    return False


cdef bint _throw_matched(
    const columns_t* rules, tableau_t* t, const matching_t* matching, story_t* story
) noexcept nogil:
    """Throw out the first pair that the search has found to be right."""
    cdef int one, other
    for one in range(SPOTS):
        for other in range(one + 1, SPOTS):
            if not is_pair(rules, t, one, other):
                continue
            if are_matched(matching, last(t, one), last(t, other)):
                _throw(t, one, other, story)
                return True
    return False


cdef void _throw(tableau_t* t, int one, int other, story_t* story) noexcept nogil:
    tell(story, THROWN, last(t, one), one)
    tell(story, THROWN, last(t, other), other)
    t.high[one] -= 1
    t.high[other] -= 1
    t.left -= 2


cdef bint _fill(const columns_t* rules, tableau_t* t, story_t* story) noexcept nogil:
    """Fill the first empty column with the last card of the first of the highest (1.6)."""
    cdef int column, space = -1, highest = 0
    for column in range(rules.columns - 1, -1, -1):
        if t.high[column] == 0:
            space = column
        if t.high[column] >= t.high[highest]:
            highest = column
    if space < 0 or t.high[highest] < 2:
        return False
    tell(story, TO_PLACE, last(t, highest), space)
    t.cards[space][0] = last(t, highest)
    t.high[space] = 1
    t.high[highest] -= 1
    return True
