"""Cards in heaps, gathered and dealt again: nos. 4, 10, 17, 26 (docs/patience)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memmove

from rbcore.cards.card cimport KING, NO_CARD, card_t, rank_of, suit_of
from rbcore.patience.form cimport (
    MOST_CARDS, PASS, THROWN, TO_FOUNDATION, TO_PLACE, form_t, patience_row_t, story_t, tell,
)

cdef enum:
    ROW = 4  # the packets of no. 4, the heaps of no. 26
    ROUNDS = 4
    HANDS = 5  # the heaps of the first deal of no. 17
    TEN = 10
    MOST_PASSES = 65535
    NO_SUIT = 4

cdef struct pile_t:
    int count
    card_t cards[MOST_CARDS]  # bottom to top


cdef inline card_t top(const pile_t* pile) noexcept nogil:
    return pile.cards[pile.count - 1] if pile.count else NO_CARD


cdef void play_heaps(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    if form.heaps.procedure == AMAZONS:
        _play_amazons(form, pack, row, story)
    elif form.heaps.procedure == WALK:
        _play_walk(form, pack, row, story)
    elif form.heaps.procedure == COURT_CARDS:
        _play_court_cards(form, pack, row, story)
    else:
        _play_valentine(form, pack, row, story)


cdef void _play_amazons(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """No. 4: four packets; the card just dealt goes up, to the family above its packet."""
    cdef pile_t packets[ROW]
    cdef card_t stock[MOST_CARDS]
    cdef int suit[ROW]   # of the family above each packet
    cdef int highest[ROW]  # its highest rank; 0 before its ace
    cdef int families = 0, whole = 0, placed = 0, before, i, j, at = 0, n = form.cards
    cdef int barren = 0  # passes running in which no card went up
    cdef card_t c
    memcpy(stock, pack, n)
    for i in range(ROW):
        packets[i].count = 0
        suit[i] = NO_SUIT
        highest[i] = 0
    row.passes = 1
    tell(story, PASS, 0, 1)
    # The first row: all four are laid, then its aces leave, then their places are filled, and so on
    # (4.2): an ace that was dealt earlier takes an earlier place (4.3).
    while _fill_row(packets, stock, &at, story):
        for i in range(ROW):
            c = packets[i].cards[0]
            if rank_of(c) == 1:
                suit[families] = suit_of(c)
                highest[families] = 1
                tell(story, TO_FOUNDATION, c, families)
                families += 1
                placed += 1
                packets[i].count = 0
    i = 0
    before = 0
    while True:
        while at < n:
            while highest[i] == KING - 1:  # a finished family's packet gets no cards (4.8)
                i = (i + 1) % ROW
            c = stock[at]
            at += 1
            if rank_of(c) == 1:
                j = families
                families += 1
                suit[j] = suit_of(c)
            elif _is_next(c, suit[i], highest[i]):
                j = i
            else:
                packets[i].cards[packets[i].count] = c
                packets[i].count += 1
                tell(story, TO_PLACE, c, i)
                i = (i + 1) % ROW
                continue
            while True:
                highest[j] = rank_of(c)
                placed += 1
                tell(story, TO_FOUNDATION, c, j)
                if not form.heaps.tops_go_up or not packets[j].count:
                    break
                c = packets[j].cards[packets[j].count - 1]
                if not _is_next(c, suit[j], highest[j]):
                    break
                packets[j].count -= 1
            whole += highest[j] == KING - 1
            if whole == ROW:
                break
            i = (i + 1) % ROW
        barren = 0 if placed > before else barren + 1
        if whole == ROW or barren == form.heaps.standing:
            break
        before = placed
        n = _gather(packets, form.heaps.gathering, stock)
        at = 0
        i = 0
        row.passes += 1
        tell(story, PASS, 0, row.passes)
    row.left = <uint8_t>(form.cards - placed)
    row.outcome = row.left == 0


cdef bint _fill_row(pile_t* packets, const card_t* stock, int* at, story_t* story) noexcept nogil:
    """Lay a card on each empty packet, from left to right; False if there is none."""
    cdef int i, before = at[0]
    for i in range(ROW):
        if not packets[i].count:
            packets[i].cards[0] = stock[at[0]]
            packets[i].count = 1
            tell(story, TO_PLACE, stock[at[0]], i)
            at[0] += 1
    return at[0] > before


cdef inline bint _is_next(card_t c, int suit, int highest) noexcept nogil:
    """Whether a card is the next of a family: 7 after the ace, as there are no others below."""
    return suit_of(c) == suit and rank_of(c) == (7 if highest == 1 else highest + 1)


cdef int _gather(pile_t* packets, int gathering, card_t* stock) noexcept nogil:
    """Put the packets together as the next stock; return its cards.

    0 deals the first packet first, each from its first card on (4.9); 1 is that backwards.
    """
    cdef int i, n = 0
    cdef card_t c
    for i in range(ROW):
        memcpy(stock + n, packets[i].cards, packets[i].count)
        n += packets[i].count
        packets[i].count = 0
    if gathering:
        for i in range(n // 2):
            c = stock[i]
            stock[i] = stock[n - 1 - i]
            stock[n - 1 - i] = c
    return n


cdef void _play_walk(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """No. 10: a taken card names the heap from which the next one is taken.

    Heap 13 is the reserve of no. 10, whose cards a king calls for (10.4), and the heap of the kings
    in no. 10b. So both are one walk; only what counts at the end differs (10.6, 10b.3).
    """
    cdef int unmoved[KING]
    cdef int heap, i, moved = 0, wrong = 0, starts = form.heaps.standing
    cdef card_t c
    for heap in range(KING):
        unmoved[heap] = ROUNDS
    row.passes = 1
    tell(story, PASS, 0, 1)
    heap = 0
    while True:
        while unmoved[heap]:
            unmoved[heap] -= 1
            c = pack[unmoved[heap] * KING + heap]
            moved += 1
            heap = rank_of(c) - 1
            tell(story, TO_PLACE, c, heap)
        if not starts or moved == form.cards:
            break
        starts -= 1
        row.passes += 1
        tell(story, PASS, 0, row.passes)
        heap = 0
        while not unmoved[heap]:
            heap += 1
    for heap in range(KING):
        for i in range(unmoved[heap]):
            wrong += form.heaps.all_moved or rank_of(pack[i * KING + heap]) != heap + 1
    row.left = <uint8_t>wrong
    row.outcome = wrong == 0


cdef void _play_court_cards(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """No. 17: heaps lose what lies above the first royal of the suit; five heaps, four, ... one."""
    cdef pile_t heaps[HANDS]
    cdef card_t stock[MOST_CARDS]
    cdef int heap_count, heap, i, n = form.cards, suit = NO_SUIT
    cdef card_t c
    memcpy(stock, pack, n)
    for heap_count in range(HANDS, 0, -1):
        row.passes += 1
        tell(story, PASS, 0, row.passes)
        for heap in range(heap_count):
            heaps[heap].count = 0
        for i in range(n):
            heap = i % heap_count
            heaps[heap].cards[heaps[heap].count] = stock[i]
            heaps[heap].count += 1
        n = 0
        for heap in range(heap_count):
            # Turned over: the card dealt first is uppermost (17.2).
            i = 0
            while i < heaps[heap].count:
                c = heaps[heap].cards[i]
                if (rank_of(c) == 1 or rank_of(c) >= TEN) and suit in (NO_SUIT, suit_of(c)):
                    suit = suit_of(c)
                    break
                tell(story, THROWN, c, heap)
                i += 1
            heaps[heap].count -= i
            memcpy(stock + n, heaps[heap].cards + i, heaps[heap].count)
            n += heaps[heap].count
        _order(stock, heaps, heap_count, n, form.heaps.gathering)
    for i in range(n):
        tell(story, TO_PLACE, stock[i], 0)
    row.left = <uint8_t>(n - 5) if n else 5
    row.outcome = n == 5


cdef void _order(
    card_t* stock, const pile_t* heaps, int heap_count, int n, int gathering
) noexcept nogil:
    """Order the next deal of no. 17; `stock` has the heaps from left to right, tops first.

    0: the first heap uppermost, the whole turned over, so the stock is dealt backwards (17.5).
    1: the last heap uppermost, then turned. 2 and 3: not turned, the first or last heap first.
    """
    cdef card_t old[MOST_CARDS]
    cdef int heap, i, taken = 0, at
    memcpy(old, stock, n)
    at = n
    for heap in range(heap_count):
        at -= heaps[heap].count
        for i in range(heaps[heap].count):
            if gathering == 0:
                stock[n - 1 - taken - i] = old[taken + i]
            elif gathering == 1:
                stock[taken + heaps[heap].count - 1 - i] = old[taken + i]
            elif gathering == 3:
                stock[at + i] = old[taken + i]
        taken += heaps[heap].count


cdef void _play_valentine(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """No. 26: four heaps of one suit each grow at both ends and join, row after row.

    A row that begins as an earlier one did goes round for ever (26.8). To find that, each is
    compared with one earlier row, taken anew after 1, 2, 4, 8, ... rows (R. P. Brent, BIT 20, 1980,
    176). Runs never part again, so their number is the same all round.
    """
    cdef card_t earlier[MOST_CARDS]
    cdef card_t stock[MOST_CARDS]
    cdef card_t rest[MOST_CARDS]
    cdef pile_t heaps[ROW]
    cdef int at, i, n = form.cards
    cdef uint64_t rows = 0, renewed = 1
    memcpy(stock, pack, n)
    while True:
        if rows and memcmp(stock, earlier, n) == 0:
            row.left = <uint8_t>(_runs(stock, n) - ROW)
            return
        if rows == renewed or not rows:
            renewed = 2 * rows if rows else 1
            memcpy(earlier, stock, n)
        rows += 1
        row.passes += row.passes < MOST_PASSES
        tell(story, PASS, 0, row.passes)
        at = ROW
        for i in range(ROW):
            heaps[i].count = 1
            heaps[i].cards[0] = stock[i]
            tell(story, TO_PLACE, stock[i], i)
        while True:
            while _join(heaps):
                for i in range(ROW):
                    if not heaps[i].count and at < n:
                        heaps[i].count = 1
                        heaps[i].cards[0] = stock[at]
                        tell(story, TO_PLACE, stock[at], i)
                        at += 1
            if at == n:
                row.outcome = 1
                return
            at += 1
            if not _grow(heaps, stock[at - 1], story):
                break
        # The fifth card comes first, the heaps last (26.5).
        at -= 1
        memcpy(rest, stock + at, n - at)
        _pick_up(heaps, form.heaps.gathering, rest + n - at)
        memcpy(stock, rest, n)


cdef bint _join(pile_t* heaps) noexcept nogil:
    """Lay a heap on the one that it continues; the lower one farthest left first (26.3)."""
    cdef int low, high
    for low in range(ROW):
        for high in range(ROW):
            if (
                heaps[low].count
                and heaps[high].count
                and top(&heaps[low]) + 1 == heaps[high].cards[0]
            ):
                memcpy(heaps[low].cards + heaps[low].count, heaps[high].cards, heaps[high].count)
                heaps[low].count += heaps[high].count
                heaps[high].count = 0
                return True
    return False


cdef bint _grow(pile_t* heaps, card_t c, story_t* story) noexcept nogil:
    """Lay a card on the heap that it continues, or else under one (26.4); False if none."""
    cdef int i
    for i in range(ROW):
        if top(&heaps[i]) + 1 == c:
            heaps[i].cards[heaps[i].count] = c
            heaps[i].count += 1
            tell(story, TO_FOUNDATION, c, i)
            return True
    for i in range(ROW):
        if heaps[i].cards[0] == c + 1:
            memmove(heaps[i].cards + 1, heaps[i].cards, heaps[i].count)
            heaps[i].cards[0] = c
            heaps[i].count += 1
            tell(story, TO_FOUNDATION, c, i)
            return True
    return False


cdef void _pick_up(const pile_t* heaps, int gathering, card_t* stock) noexcept nogil:
    """Put the heaps where they will be dealt (26.5).

    0: the last heap first, its highest card first. 1: last heap, lowest card. 2 and 3: the first
    heap first, its highest or lowest card first.
    """
    cdef int i, j, heap, n = 0
    for i in range(ROW):
        heap = i if gathering >= 2 else ROW - 1 - i
        for j in range(heaps[heap].count):
            stock[n] = heaps[heap].cards[j if gathering & 1 else heaps[heap].count - 1 - j]
            n += 1


cdef int _runs(const card_t* stock, int n) noexcept nogil:
    """Runs in the stock as a ring: neighbours of one suit and neighbouring ranks (26.10)."""
    cdef int i, apart, runs = 0
    for i in range(n):
        apart = stock[i] - stock[(i + 1) % n]
        runs += apart != 1 and apart != -1
    return runs
