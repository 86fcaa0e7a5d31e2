"""Rows of places one below the other: nos. 40, 41 and 46 (docs/patience).

Place number i stands in row i // columns. `reach` says how many places are dealt.
"""

from rbcore.cards.card cimport bit, card_t
from rbcore.patience.engine.board cimport board_t, draw, first_empty, push
from rbcore.patience.engine.game cimport game_t
from rbcore.patience.engine.scan cimport has_any_move
from rbcore.patience.engine.settling cimport put


cdef void _lay(board_t* b, const game_t* g, int place) noexcept nogil:
    """Deal a card to a place, unless it begins a foundation (41.3)."""
    cdef int slot = draw(b), f
    cdef card_t c = b.value[slot]
    if g.begins_at_once and b.wanted & bit(c):
        for f in range(g.founded):
            if g.foundations[f].begins & b.wants[f] & bit(c):
                put(b, g, f, slot)
                return
    push(b, place, slot)


cdef void deal_row(board_t* b, const game_t* g) noexcept nogil:
    """Deal the next row, as far as the stock goes."""
    cdef int place, end = min(b.reach + g.columns, b.reach + b.end - b.at)
    for place in range(b.reach, end):
        _lay(b, g, place)
    b.reach = end


cdef inline int _lowest_row(const board_t* b, const game_t* g) noexcept nogil:
    """The first place of the lowest row dealt."""
    return (b.reach - 1) // g.columns * g.columns


cdef void fill_row(board_t* b, const game_t* g) noexcept nogil:
    """Fill all vacancies of the lowest row."""
    cdef int place
    for place in range(_lowest_row(b, g), b.reach):
        if not b.size[place] and b.at < b.end:
            _lay(b, g, place)


cdef void refresh(board_t* b, const game_t* g) noexcept nogil:
    """Fill vacancies and deal rows, as far as that happens of itself."""
    cdef int place
    if g.by_row:
        # Above the lowest row (41.7).
        while b.at < b.end:
            place = first_empty(b, 0, _lowest_row(b, g))
            if place < 0:
                return
            _lay(b, g, place)
    # What is filled may be played before the next row; the other way only after it (40.5).
    while g.stuck and b.at < b.end and not has_any_move(b, g):
        place = first_empty(b, 0, b.reach)
        if place >= 0:
            while place >= 0 and b.at < b.end:
                push(b, place, draw(b))
                place = first_empty(b, place, b.reach)
            if g.refills:
                continue
        deal_row(b, g)
