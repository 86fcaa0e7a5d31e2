"""No. 6, Royal Marriage: cards between two that are alike leave a row (docs/patience)."""

from libc.stdint cimport uint8_t
from libc.string cimport memmove

from rbcore.cards.card cimport card, card_t, suit_of
from rbcore.patience.form cimport THROWN, TO_PLACE, form_t, patience_row_t, story_t, tell

cdef void play_row(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """Deal the pack between queen and king, throwing out whatever can go."""
    cdef line_t line
    cdef int i, cut = 0
    row.passes = 1
    line.count = 0
    line.discards = form.row.discards
    if line.discards:
        cut = cut_of(pack, form.cards)
    else:
        _lay(&line, card(HEARTS, QUEEN), story)
    for i in range(form.cards):
        _lay(&line, pack[(cut + i) % form.cards], story)
        throw_out(&line, story)
    if line.discards:
        _discard(&line, story)
    else:
        _lay(&line, card(HEARTS, QUEEN + 1), story)
        throw_out(&line, story)
    if form.row.transposes:
        _transpose(&line, story)
    row.left = <uint8_t>(line.count - 2)
    row.outcome = row.left == 0


cdef int cut_of(const card_t* pack, int n) noexcept nogil:
    """The first place to cut after which the first and the last card are of one suit (6c.1)."""
    cdef int cut
    for cut in range(n):
        if suit_of(pack[cut]) == suit_of(pack[(cut + n - 1) % n]):
            return cut
    return 0  # suits all round differ from their neighbours'


cdef inline void _lay(line_t* line, card_t c, story_t* story) noexcept nogil:
    line.cards[line.count] = c
    tell(story, TO_PLACE, c, line.count)
    line.count += 1


cdef void throw_out(line_t* line, story_t* story) noexcept nogil:
    """Throw out what lies between two alike cards, two cards rather than one, the newest first."""
    cdef int i = line.count - 1
    while i > 1:
        if i > 2 and are_alike(line.cards[i], line.cards[i - 3]) and (
            not line.discards or are_alike(line.cards[i - 1], line.cards[i - 2])
        ):
            remove_cards(line, i - 2, 2, story)
        elif are_alike(line.cards[i], line.cards[i - 2]):
            remove_cards(line, i - 1, 1, story)
        else:
            i -= 1
            continue
        # Cards to the right have new neighbours.
        i = line.count - 1


cdef void remove_cards(line_t* line, int first, int count, story_t* story) noexcept nogil:
    cdef int i
    for i in range(first, first + count):
        tell(story, THROWN, line.cards[i], i)
    line.count -= count
    memmove(line.cards + first, line.cards + first + count, line.count - first)


cdef void _transpose(line_t* line, story_t* story) noexcept nogil:
    """Exchange the two cards after which the fewest are left, if that is any good (6b.2)."""
    cdef line_t trial
    cdef int i, j, best_i = 0, best_j = 0, fewest = line.count
    for i in range(1, line.count - 1):
        for j in range(i + 1, line.count - 1):
            trial = line[0]
            exchange(&trial, i, j)
            throw_out(&trial, NULL)
            if trial.count < fewest:
                fewest = trial.count
                best_i = i
                best_j = j
    if best_i:
        exchange(line, best_i, best_j)
        tell(story, TO_PLACE, line.cards[best_i], best_i)
        tell(story, TO_PLACE, line.cards[best_j], best_j)
        throw_out(line, story)


cdef void _discard(line_t* line, story_t* story) noexcept nogil:
    """Throw out the three cards after which the fewest are left, or all of fewer (6c.3)."""
    cdef line_t trial
    cdef int i, j, k, best_i = 1, best_j = 2, best_k = 3, fewest = line.count
    if line.count <= 5:
        remove_cards(line, 1, line.count - 2, story)
        return
    for i in range(1, line.count - 3):
        for j in range(i + 1, line.count - 2):
            for k in range(j + 1, line.count - 1):
                trial = line[0]
                _remove_three(&trial, i, j, k, NULL)
                if trial.count < fewest:
                    fewest = trial.count
                    best_i = i
                    best_j = j
                    best_k = k
    _remove_three(line, best_i, best_j, best_k, story)


cdef void _remove_three(line_t* line, int i, int j, int k, story_t* story) noexcept nogil:
    remove_cards(line, k, 1, story)
    remove_cards(line, j, 1, story)
    remove_cards(line, i, 1, story)
    throw_out(line, story)
