"""No. 32, the Constitution: a middle row between two others (docs/patience)."""

from libc.stdint cimport uint8_t

from rbcore.cards.card cimport KING, card_t, rank_of
from rbcore.patience.form cimport (
    TO_FOUNDATION,
    TO_PLACE,
    form_t,
    patience_row_t,
    story_t,
    tell,
)

cdef enum:
    ROW = 8
    DEALS = 12  # of the lower row

cdef struct rows_t:
    card_t upper[ROW]
    card_t top[ROW]         # of each heap of the middle row
    int height[ROW]
    card_t lower[ROW][DEALS]
    int lying[ROW]
    bint fresh[ROW]         # the top of the lower packet is of the latest deal
    int begun               # heaps of the middle row


cdef void play_constitution(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """Play as long as anything fits, then deal the next eight."""
    cdef rows_t rows
    cdef int place, at, placed = 0
    rows.begun = 0
    for place in range(ROW):
        rows.upper[place] = pack[place]
        rows.height[place] = 0
        rows.lying[place] = 0
        tell(story, TO_PLACE, pack[place], place)
    row.passes = 1
    for at in range(1, form.cards // ROW):
        for place in range(ROW):
            rows.lower[place][rows.lying[place]] = pack[ROW * at + place]
            rows.lying[place] += 1
            rows.fresh[place] = True
            tell(story, TO_PLACE, pack[ROW * at + place], ROW + place)
        while _play(&rows, form.constitution.latest_only, story):
            pass
    for place in range(ROW):
        placed += rows.height[place]
    row.left = <uint8_t>(form.cards - placed)
    row.outcome = row.left == 0


cdef bint _play(rows_t* rows, bint latest_only, story_t* story) noexcept nogil:
    """Play from the lowest place that can, to the lowest heap that takes it; False if none."""
    cdef int place, heap
    cdef card_t c
    for place in range(ROW):
        if not rows.lying[place] or (latest_only and not rows.fresh[place]):
            continue
        c = rows.lower[place][rows.lying[place] - 1]
        for heap in range(ROW):
            if _takes(rows, heap, c):
                rows.lying[place] -= 1
                rows.fresh[place] = False
                _put(rows, heap, c, story)
                return True
    return False


cdef inline bint _takes(const rows_t* rows, int heap, card_t c) noexcept nogil:
    """Whether a card begins a heap (32.2) or, once all are begun, goes on it (32.5)."""
    cdef card_t on = rows.top[heap] if rows.height[heap] else rows.upper[heap]
    if rows.height[heap] and (rows.begun < ROW or rows.height[heap] == KING):
        return False
    return rank_of(c) == rank_of(on) % KING + 1


cdef void _put(rows_t* rows, int heap, card_t c, story_t* story) noexcept nogil:
    rows.begun += rows.height[heap] == 0
    rows.top[heap] = c
    rows.height[heap] += 1
    tell(story, TO_FOUNDATION, c, heap)
    if rows.height[heap] == KING - 1:
        # The card above completes it, and no other (32.6).
        rows.top[heap] = rows.upper[heap]
        rows.height[heap] = KING
        tell(story, TO_FOUNDATION, rows.upper[heap], heap)
