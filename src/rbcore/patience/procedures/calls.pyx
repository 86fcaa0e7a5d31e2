"""Dealing and counting: nos. 3, 5, 8 and 18 of the book (docs/patience)."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from rbcore.cards.card cimport KING, card_t, rank_of, suit_of
from rbcore.patience.form cimport (
    KEPT, MOST_CARDS, PASS, THROWN, TO_PLACE, calls_t, form_t, patience_row_t, story_t, tell,
)

cdef enum:
    HAND = 15       # cards turned in one operation of no. 3
    OPERATIONS = 3
    CLUBS = 0       # the suit named in no. 3
    PIPS = 15       # of each line in no. 8


cdef void play_calls(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """Nos. 5 and 18: a card whose rank is the one called is thrown out.

    As long as no card goes, a pass is settled by the rank called at its start, so a start that
    came before without a hit since says that nothing will change (5.8, 18.4).
    """
    cdef const calls_t* rules = &form.calls
    cdef card_t hand[MOST_CARDS]
    cdef int i, kept, call = 0, n = form.cards
    cdef uint32_t barren = 0  # the calls with which passes without a hit began, since the last hit
    cdef int start
    for i in range(n):
        hand[i] = pack[i]
    while n and not barren >> call & 1:
        row.passes += 1
        tell(story, PASS, 0, row.passes)
        start = call
        kept = 0
        for i in range(n):
            # Ranks in the order of the circle; an ace follows the king (5.1, 18.1).
            if (rank_of(hand[i]) - rules.first + KING) % KING == call:
                tell(story, THROWN, hand[i], call)
                if rules.restarts:
                    call = 0
                    continue
            else:
                tell(story, KEPT, hand[i], call)
                hand[kept] = hand[i]
                kept += 1
            call += 1
            if call == rules.ranks:
                call = 0
        if row.passes == 1:
            row.hits = <uint16_t>(n - kept)
        barren = 0 if kept < n else barren | <uint32_t>1 << start
        n = kept
    row.left = <uint8_t>n
    row.outcome = n == 0


cdef void play_hope(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """No. 3: three times fifteen cards, the clubs among them thrown out, the rest shuffled.

    The pack is three shuffled packs; each operation skips the clubs that are out (3.7).
    """
    cdef int operation, i, turned, left = form.cards // 4
    cdef int out = 0  # the clubs thrown out, a bit a rank
    cdef card_t c
    for operation in range(OPERATIONS):
        if not left:
            break
        row.passes += 1
        tell(story, PASS, 0, row.passes)
        turned = 0
        for i in range(form.cards):
            c = pack[operation * form.cards + i]
            if suit_of(c) == CLUBS and out >> rank_of(c) & 1:
                continue
            if turned == HAND:
                break
            turned += 1
            if suit_of(c) == CLUBS:
                out |= 1 << rank_of(c)
                left -= 1
                row.hits += operation == 0
                tell(story, THROWN, c, 0)
            else:
                tell(story, KEPT, c, 0)
    row.left = <uint8_t>left
    row.outcome = left == 0


cdef void play_square(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """No. 8: nine cards as they fall in three rows; `left` counts the lines that do not make 15."""
    cdef int i, left = 0
    row.passes = 1
    for i in range(9):
        tell(story, TO_PLACE, pack[i], i)
    for i in range(3):
        left += _pips(pack, 3 * i, 1) != PIPS
        left += _pips(pack, i, 3) != PIPS
    left += _pips(pack, 0, 4) != PIPS
    left += _pips(pack, 2, 2) != PIPS
    row.left = <uint8_t>left
    row.outcome = left == 0


cdef inline int _pips(const card_t* pack, int first, int step) noexcept nogil:
    return rank_of(pack[first]) + rank_of(pack[first + step]) + rank_of(pack[first + 2 * step])
