"""No. 22, Fairest 2: four foundations by steps, four wastes (docs/patience)."""

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
from rbcore.patience.table cimport pile_t

cdef enum:
    FOUR = 4
    NEVER = 99

cdef struct fairest_t:
    int height[FOUR]  # of foundation i, whose n-th card has the rank (i + 1) n, less 13s
    pile_t wastes[FOUR]


cdef void play_fairest(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """Turn card by card; what fits goes to the first foundation, else to a waste."""
    cdef fairest_t t
    cdef int i, waste, left = form.cards
    row.passes = 1
    for i in range(FOUR):
        t.height[i] = 1
        t.wastes[i].count = 0
    for i in range(form.cards):
        if _found(&t, pack[i], story):
            left -= 1
            while _play_waste(&t, story):
                left -= 1
        else:
            waste = _choose_waste(&t, pack[i], form.fairest.kings_apart)
            t.wastes[waste].cards[t.wastes[waste].count] = pack[i]
            t.wastes[waste].count += 1
            tell(story, TO_PLACE, pack[i], waste)
    row.left = <uint8_t>left
    row.outcome = left == 0


cdef bint _found(fairest_t* t, card_t c, story_t* story) noexcept nogil:
    """Put a card on the first foundation that takes it; False if none does."""
    cdef int f
    for f in range(FOUR):
        if t.height[f] < KING and rank_of_nth(f, t.height[f] + 1) == rank_of(c):
            t.height[f] += 1
            tell(story, TO_FOUNDATION, c, f)
            return True
    return False


cdef bint _play_waste(fairest_t* t, story_t* story) noexcept nogil:
    cdef int waste
    cdef pile_t* heap
    for waste in range(FOUR):
        heap = &t.wastes[waste]
        if heap.count and _found(t, heap.cards[heap.count - 1], story):
            heap.count -= 1
            return True
    return False


cdef int _choose_waste(const fairest_t* t, card_t c, bint kings_apart) noexcept nogil:
    """Cover a card that is wanted as soon or later, the soonest of these; else an empty place;
    else the card that is wanted last.

    The fourth waste is for kings alone, and they go nowhere else: the book's advice.
    """
    cdef int own = _wait(t, c), waste, wait, best = -1, best_wait = NEVER + 1
    cdef int latest = 0, latest_wait = -1, empty = -1, wastes = FOUR
    if kings_apart:
        if rank_of(c) == KING:
            return FOUR - 1
        wastes = FOUR - 1
    for waste in range(wastes):
        if not t.wastes[waste].count:
            if empty < 0:
                empty = waste
            continue
        wait = _wait(t, t.wastes[waste].cards[t.wastes[waste].count - 1])
        if own <= wait < best_wait:
            best = waste
            best_wait = wait
        if wait > latest_wait:
            latest = waste
            latest_wait = wait
    if best >= 0:
        return best
    return empty if empty >= 0 else latest


cdef int _wait(const fairest_t* t, card_t c) noexcept nogil:
    """How many cards the foundation that can take this one first must get before it."""
    cdef int f, n, least = NEVER
    for f in range(FOUR):
        for n in range(t.height[f] + 1, KING + 1):
            if rank_of_nth(f, n) == rank_of(c):
                least = min(least, n - t.height[f] - 1)
    return least
