"""No. 33, the Four Corners: cards are judged where they fall (docs/patience)."""

from libc.stdint cimport uint8_t

from rbcore.cards.card cimport KING, card_t, rank_of, suit_of
from rbcore.patience.form cimport (
    MOST_CARDS,
    PASS,
    TO_FOUNDATION,
    TO_PLACE,
    form_t,
    four_corners_t,
    patience_row_t,
    story_t,
    tell,
)
from rbcore.patience.table cimport SUITS, are_neighbours, pile_t

cdef enum:
    PLACES = 12

cdef struct sides_t:
    int up[SUITS]       # the highest rank on each ace; 0 before it
    int down[SUITS]     # the lowest on each king; 14 before it
    int waiting[SUITS]  # the rank that waits between them, or 0
    int placed
    pile_t heaps[PLACES]


cdef void play_four_corners(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    cdef const four_corners_t* rules = &form.four_corners
    cdef sides_t s
    cdef card_t cards[MOST_CARDS]
    cdef int i, j, n = form.cards
    for i in range(SUITS):
        s.up[i] = 0
        s.down[i] = KING + 1
        s.waiting[i] = 0
    for i in range(PLACES):
        s.heaps[i].count = 0
    for i in range(n):
        cards[i] = pack[i]
    s.placed = 0
    while row.passes < rules.deals:
        row.passes += 1
        tell(story, PASS, 0, row.passes)
        _deal(&s, cards, n, rules.judged_from, story)
        if rules.packs:
            while _play(&s, story) or _pack(&s, story):
                pass
        # The first heap comes first, from its lowest card on (33.9).
        n = 0
        for i in range(PLACES):
            for j in range(s.heaps[i].count):
                cards[n] = s.heaps[i].cards[j]
                n += 1
        if not n:
            break
        if row.passes < rules.deals:
            for i in range(PLACES):
                s.heaps[i].count = 0
    row.left = <uint8_t>(form.cards - s.placed)
    row.outcome = row.left == 0


cdef void _deal(
    sides_t* s, const card_t* cards, int n, int judged_from, story_t* story
) noexcept nogil:
    """Deal round and round; a card that goes to a foundation leaves its place to the next."""
    cdef int i, place = 0
    for i in range(n):
        if i >= judged_from and _found(s, cards[i], beside_place(place), story):
            continue
        _lay(s, place, cards[i], story)
        place = (place + 1) % PLACES


cdef void _lay(sides_t* s, int place, card_t c, story_t* story) noexcept nogil:
    s.heaps[place].cards[s.heaps[place].count] = c
    s.heaps[place].count += 1
    tell(story, TO_PLACE, c, place)


cdef bint _found(sides_t* s, card_t c, int beside, story_t* story) noexcept nogil:
    """Play a card to its suit's ace or king, as far as its place allows; False if it does not fit.

    A card that fits both waits, at a corner and after the deal; the next of its suit settles it,
    beside the foundation to which it would go (33.6).
    """
    cdef int suit = suit_of(c), rank = rank_of(c), n = s.waiting[suit_of(c)]
    cdef bint up, down
    if n:
        up = rank == n or rank == n + 1
        down = rank == n or rank == n - 1
    else:
        up = rank == s.up[suit] + 1
        down = rank == s.down[suit] - 1
    # The first ace and the first king of a suit go to their places wherever they fall (33.3).
    if beside != ANYWHERE and not (up and not s.up[suit]) and not (down and s.down[suit] > KING):
        if n and rank == n:
            if beside % SUITS != suit:
                return False
        else:
            up = up and beside == suit
            down = down and beside == SUITS + suit
    if not up and not down:
        return False
    s.placed += 1
    tell(story, TO_FOUNDATION, c, suit if up else SUITS + suit)
    if up and down and not n:
        s.waiting[suit] = rank
        return True
    if up:
        s.up[suit] = max(rank, n)
    if down:
        s.down[suit] = min(rank, n) if n else rank
    s.waiting[suit] = 0
    return True


cdef bint _play(sides_t* s, story_t* story) noexcept nogil:
    """Play the first top that fits a foundation (33.7)."""
    cdef int place
    for place in range(PLACES):
        if s.heaps[place].count and _found(s, _top(s, place), ANYWHERE, story):
            s.heaps[place].count -= 1
            return True
    return False


cdef bint _pack(sides_t* s, story_t* story) noexcept nogil:
    """Pack the first top that can be, but none that lies on a neighbour already."""
    cdef pile_t* heap
    cdef int place, other
    for place in range(PLACES):
        heap = &s.heaps[place]
        if not heap.count:
            continue
        if heap.count > 1:
            if are_neighbours(heap.cards[heap.count - 2], heap.cards[heap.count - 1]):
                continue
        for other in range(PLACES):
            if other != place and s.heaps[other].count:
                if are_neighbours(_top(s, other), _top(s, place)):
                    _lay(s, other, _top(s, place), story)
                    heap.count -= 1
                    return True
    return False


cdef inline card_t _top(const sides_t* s, int place) noexcept nogil:
    return s.heaps[place].cards[s.heaps[place].count - 1]
