"""Games in which nothing is decided, or all is counted: nos. 1b to 5, 8, 10, 13 to 26, 63."""

from libc.stdint cimport int16_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcmp, memcpy, memmove, memset

from rbcore.cards.bits cimport lowest, popcount
from rbcore.cards.card cimport CARDS, KING, NO_CARD, bit, card_t, rank_of, suit_of
from rbpatience.engine.custom_games.row cimport play_row
from rbpatience.engine.game cimport (
    ENDLESS, KEPT, MAX_CARDS, PASS, THROWN, TO_FOUNDATION, TO_PLACE, options_t,
    patience_row_t, procedure_t, story_t, task_t, tell,
)

cdef procedure_t procedure_of(int number) noexcept:
    """Return the procedure of a custom game, by its number in PROCEDURES of schema.py."""
    cdef procedure_t[PROCEDURES] procedures
    procedures[:] = [
        _play_calls, _play_hope, _play_square, play_row, _play_amazons, _play_walk,
        _play_court_cards, _play_valentine, _play_sympathy, _play_pairs, _play_sets,
    ]
    return procedures[number]

# Dealing and counting: nos. 3, 5, 8 and 18

cdef enum:
    HAND = 15       # cards turned in one operation of no. 3
    OPERATIONS = 3
    CLUBS = 0       # the suit named in no. 3
    PIPS = 15       # of each line in no. 8

cdef void _play_calls(const task_t* task, const card_t* pack, patience_row_t* row,
                      story_t* story) noexcept nogil:
    """Nos. 5 and 18: a card whose rank is the one called is thrown out.

    As long as no card goes, a pass is settled by the rank called at its start, so a start that
    came before without a hit since says that nothing will change (5.8, 18.4).
    """
    cdef const options_t* rules = &task.options
    cdef card_t hand[MAX_CARDS]
    cdef int i, kept, call = 0, n = task.cards
    cdef uint32_t barren = 0  # the calls with which passes without a hit began, since the last hit
    cdef int start
    for i in range(n):
        hand[i] = pack[i]
    while n and not barren >> call & 1:
        row.passes += 1
        tell(story, PASS, 0, <int>row.passes)
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
            row.first_pass = <int16_t>(n - kept)
        barren = 0 if kept < n else barren | <uint32_t>1 << start
        n = kept
    row.left = <int16_t>n
    row.outcome = n == 0

cdef void _play_hope(const task_t* task, const card_t* pack, patience_row_t* row,
                     story_t* story) noexcept nogil:
    """No. 3: three times fifteen cards, the clubs among them thrown out, the rest shuffled.

    The pack is three shuffled packs; each operation skips the clubs that are out (3.7).
    """
    cdef int operation, i, turned, left = task.cards // 4
    cdef int out = 0  # the clubs thrown out, a bit a rank
    cdef card_t c
    for operation in range(OPERATIONS):
        if not left:
            break
        row.passes += 1
        tell(story, PASS, 0, <int>row.passes)
        turned = 0
        for i in range(task.cards):
            c = pack[operation * task.cards + i]
            if suit_of(c) == CLUBS and out >> rank_of(c) & 1:
                continue
            if turned == HAND:
                break
            turned += 1
            if suit_of(c) == CLUBS:
                out |= 1 << rank_of(c)
                left -= 1
                row.first_pass += operation == 0
                tell(story, THROWN, c, 0)
            else:
                tell(story, KEPT, c, 0)
    row.left = <int16_t>left
    row.outcome = left == 0

cdef void _play_square(const task_t* task, const card_t* pack, patience_row_t* row,
                       story_t* story) noexcept nogil:
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
    row.left = <int16_t>left
    row.outcome = left == 0

cdef inline int _pips(const card_t* pack, int first, int step) noexcept nogil:
    return rank_of(pack[first]) + rank_of(pack[first + step]) + rank_of(pack[first + 2 * step])

# Cards in heaps, gathered and dealt again: nos. 4, 10, 17, 26

cdef enum:
    ROW = 4  # the packets of no. 4, the heaps of no. 26
    ROUNDS = 4
    HANDS = 5  # the heaps of the first deal of no. 17
    TEN = 10
    NO_SUIT = 4

cdef struct pile_t:
    int count
    card_t cards[MAX_CARDS]  # bottom to top

cdef inline card_t top(const pile_t* pile) noexcept nogil:
    return pile.cards[pile.count - 1] if pile.count else NO_CARD

cdef void _play_amazons(const task_t* task, const card_t* pack, patience_row_t* row,
                        story_t* story) noexcept nogil:
    """No. 4: four packets; the card just dealt goes up, to the family above its packet."""
    cdef pile_t packets[ROW]
    cdef card_t stock[MAX_CARDS]
    cdef int suit[ROW]   # of the family above each packet
    cdef int highest[ROW]  # its highest rank; 0 before its ace
    cdef int families = 0, whole = 0, placed = 0, before, i, j, at = 0, n = task.cards
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
                if not task.options.tops_go_up or not packets[j].count:
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
        if whole == ROW or barren == task.options.standing:
            break
        before = placed
        n = _gather(packets, task.options.gathering, stock)
        at = 0
        i = 0
        row.passes += 1
        tell(story, PASS, 0, <int>row.passes)
    row.left = <int16_t>(task.cards - placed)
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

cdef void _play_walk(const task_t* task, const card_t* pack, patience_row_t* row,
                     story_t* story) noexcept nogil:
    """No. 10: a taken card names the heap from which the next one is taken.

    Heap 13 is the reserve of no. 10, whose cards a king calls for (10.4), and the heap of the kings
    in no. 10b. So both are one walk; only what counts at the end differs (10.6, 10b.3).
    """
    cdef int unmoved[KING]
    cdef int heap, i, moved = 0, wrong = 0, starts = task.options.standing
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
        if not starts or moved == task.cards:
            break
        starts -= 1
        row.passes += 1
        tell(story, PASS, 0, <int>row.passes)
        heap = 0
        while not unmoved[heap]:
            heap += 1
    for heap in range(KING):
        for i in range(unmoved[heap]):
            wrong += task.options.all_moved or rank_of(pack[i * KING + heap]) != heap + 1
    row.left = <int16_t>wrong
    row.outcome = wrong == 0

cdef void _play_court_cards(const task_t* task, const card_t* pack, patience_row_t* row,
                            story_t* story) noexcept nogil:
    """No. 17: heaps lose what lies above the first royal of the suit; five heaps, four, ... one."""
    cdef pile_t heaps[HANDS]
    cdef card_t stock[MAX_CARDS]
    cdef int heap_count, heap, i, n = task.cards, suit = NO_SUIT
    cdef card_t c
    memcpy(stock, pack, n)
    for heap_count in range(HANDS, 0, -1):
        row.passes += 1
        tell(story, PASS, 0, <int>row.passes)
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
        _order(stock, heaps, heap_count, n, task.options.gathering)
    for i in range(n):
        tell(story, TO_PLACE, stock[i], 0)
    row.left = <int16_t>(n - 5) if n else 5
    row.outcome = n == 5

cdef void _order(card_t* stock, const pile_t* heaps, int heap_count, int n,
                 int gathering) noexcept nogil:
    """Order the next deal of no. 17; `stock` has the heaps from left to right, tops first.

    0: the first heap uppermost, the whole turned over, so the stock is dealt backwards (17.5).
    1: the last heap uppermost, then turned. 2 and 3: not turned, the first or last heap first.
    """
    cdef card_t old[MAX_CARDS]
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

cdef void _play_valentine(const task_t* task, const card_t* pack, patience_row_t* row,
                          story_t* story) noexcept nogil:
    """No. 26: four heaps of one suit each grow at both ends and join, row after row.

    A row that begins as an earlier one did goes round for ever (26.8). To find that, each is
    compared with one earlier row, replaced after 1, 2, 4, 8, ... rows (R. P. Brent, BIT 20, 1980,
    176). Runs never part again, so their number is the same all round.
    """
    cdef card_t earlier[MAX_CARDS]
    cdef card_t stock[MAX_CARDS]
    cdef card_t rest[MAX_CARDS]
    cdef pile_t heaps[ROW]
    cdef int at, i, n = task.cards
    cdef uint64_t rows = 0, renewed = 1
    memcpy(stock, pack, n)
    while True:
        if rows and memcmp(stock, earlier, n) == 0:
            row.left = <int16_t>(_runs(stock, n) - ROW)
            return
        if rows == renewed or not rows:
            renewed = 2 * rows if rows else 1
            memcpy(earlier, stock, n)
        rows += 1
        row.passes += 1
        tell(story, PASS, 0, <int>row.passes)
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
        _pick_up(heaps, task.options.gathering, rest + n - at)
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

# Pairs on a few places: nos. 1b, 2, 13, 14, 14b, 20 and 24 of the book (docs/patience).
#
# The order in which pairs go never matters, except in no. 14b: the two cards of a pair are of one
# class or of two matching classes, so the numbers of unpaired cards of each class among the dealt
# ones suffice. Covering a pair with two cards of the stock is the same as throwing it out and
# filling both places. So cards are dealt one by one, and only unpaired cards are counted.

cdef enum:
    JACK = 11
    PLACES = 9  # of no. 14b

cdef void _play_pairs(const task_t* task, const card_t* pack, patience_row_t* row,
                      story_t* story) noexcept nogil:
    cdef const options_t* rules = &task.options
    cdef uint8_t unpaired[2 * KING + 2]
    cdef int i, rank, other, lying = 0, extras = rules.extras
    cdef bint is_extra
    memset(unpaired, 0, sizeof(unpaired))
    row.passes = 1
    cdef int laid = rules.places if rules.laid else 0
    for i in range(laid):
        unpaired[_class(rules, pack[i])] += 1
        lying += 1
        tell(story, TO_PLACE, pack[i], 0)
    for i in range(laid, task.cards):
        is_extra = lying >= rules.places
        if is_extra:  # blocked
            if extras == 0 or (extras == ENDLESS and lying > rules.places):
                break
            extras -= extras > 0
        rank = _class(rules, pack[i])
        if rules.alone and rank >= rules.alone and (rules.alone_saves or not is_extra):
            tell(story, THROWN, pack[i], 0)
            continue
        other = rules.total - rank if rules.total else rank
        if other >= 0 and unpaired[other]:  # the rank that completes a court's is none
            unpaired[other] -= 1
            lying -= 1
            tell(story, THROWN, pack[i], 0)
        else:
            unpaired[rank] += 1
            lying += 1
            tell(story, TO_PLACE, pack[i], 0)
    else:
        # The last card may be the extra one that pairs with nothing.
        if lying <= rules.places:
            row.outcome = 1
            return
        i = task.cards
    row.left = <int16_t>(task.cards + rules.beneath - i + (lying if rules.counts_table else 0))

cdef inline int _class(const options_t* rules, card_t c) noexcept nogil:
    return suit_of(c) if rules.by_suit else rank_of(c)

cdef void _play_sets(const task_t* task, const card_t* pack, patience_row_t* row,
                     story_t* story) noexcept nogil:
    """No. 14b: pairs that make eleven, and K Q J, are covered in the best order (14b.6).

    After p pairs and t sets of K Q J the first 9 + 2p + 3t cards are dealt. A pair can be covered
    if they contain more than p pairs, a set if they contain more than t.
    """
    cdef uint8_t reached[24][8]  # by pairs and sets covered: the cards of the last cover, or 0
    cdef int pairs[53]
    cdef int sets[53]
    cdef int counts[KING + 1]
    cdef int i, p, t, dealt, rank, left, best = task.cards
    cdef int best_pairs = 0, best_sets = 0
    memset(reached, 0, sizeof(reached))
    memset(counts, 0, sizeof(counts))
    pairs[0] = sets[0] = 0
    for i in range(52):
        counts[rank_of(pack[i])] += 1
        pairs[i + 1] = 0
        for rank in range(1, 6):
            pairs[i + 1] += min(counts[rank], counts[11 - rank])
        sets[i + 1] = min(min(counts[JACK], counts[JACK + 1]), counts[KING])
    row.passes = 1
    reached[0][0] = <uint8_t>PLACES
    for p in range(22):
        for t in range(6):
            dealt = PLACES + 2 * p + 3 * t
            if dealt > 52:
                break
            if not reached[p][t]:
                continue
            left = 52 - dealt
            # The grace (14b.4): a last card that is plain finds a partner, for the three others of
            # its rank cannot have used up all four. A court has none (14b.5), or by the other
            # reading its set: of the others not more than two sets have then been covered.
            if left == 1 and (rank_of(pack[51]) < JACK or task.options.saves_courts):
                left = 0
            if left < best:
                best, best_pairs, best_sets = left, p, t
            if left >= 2 and pairs[dealt] > p:
                reached[p + 1][t] = 2
            if left >= 3 and sets[dealt] > t:
                reached[p][t + 1] = 3
    row.left = <int16_t>best
    row.outcome = best == 0
    if story != NULL:
        _tell_covers(pack, reached, best_pairs, best_sets, story)

cdef void _tell_covers(const card_t* pack, uint8_t reached[24][8], int pairs, int sets,
                       story_t* story) noexcept nogil:
    """Tell the cards laid: the first ones, then those of each cover, which has a number."""
    cdef uint8_t sizes[32]
    cdef int i, covers = 0, dealt = 0
    while pairs or sets:
        sizes[covers] = reached[pairs][sets]
        pairs -= sizes[covers] == 2
        sets -= sizes[covers] == 3
        covers += 1
    sizes[covers] = <uint8_t>PLACES
    for i in range(covers, -1, -1):
        while sizes[i]:
            tell(story, TO_PLACE, pack[dealt], covers - i)
            dealt += 1
            sizes[i] -= 1

# Sympathy: two packs in heaps of three, which both win or both lose (no. 63, docs/rules.md)
#
# There are no decisions, because the order in which pairs are thrown aside does not matter. Each
# card has a single equal in the other pack, and throwing a pair aside removes nothing else and
# covers nothing, so an available pair stays available until it is thrown. Suppose a deal is played
# to its end in two ways, and take the first pair that one way threw and the other did not.
# Everything that covered it had been thrown before, hence in both ways; so the pair was available
# in the other way too, which was therefore not at its end. So both ways throw the same pairs.
#
# Turning up a grace card covers nothing either, so it does not matter whose comes first, and all
# may be turned up as soon as the heaps are stuck. In the end they always are: a win needs each of
# them, and no game is lost before they are used up.
#
# In other words: let each card of a heap point to the one it lies on, in both layouts. The game is
# won exactly if these arrows form no cycle.

cdef struct side_t:
    uint64_t under[CARDS]  # for every card the one it lies on, as a set
    uint64_t bare          # the cards turned up so far, those thrown aside included
    uint64_t grace

cdef void _play_sympathy(const task_t* task, const card_t* pack, patience_row_t* row,
                         story_t* story) noexcept nogil:
    cdef side_t first, second
    cdef uint64_t thrown
    _lay_out(&first, pack, task.options.heaps, task.cards, 0, story)
    _lay_out(&second, pack + task.cards, task.options.heaps, task.cards, 1, story)
    thrown = _pair(&first, &second, 0, story)
    row.first_pass = <int16_t>(task.cards - popcount(thrown))
    first.bare |= first.grace
    second.bare |= second.grace
    thrown = _pair(&first, &second, thrown, story)
    row.passes = 1
    row.left = <int16_t>(task.cards - popcount(thrown))
    row.outcome = row.left == 0

cdef void _lay_out(side_t* side, const card_t* pack, int heaps, int cards, int player,
                   story_t* story) noexcept nogil:
    """Three cards to a heap, each on the one before it; what is left are the grace cards (S.1)."""
    cdef int i
    side.bare = 0
    side.grace = 0
    for i in range(cards):
        side.under[pack[i]] = bit(pack[i - 1]) if i < 3 * heaps and i % 3 else 0
        if i >= 3 * heaps:
            side.grace |= bit(pack[i])
            tell(story, KEPT, pack[i], player)
        else:
            if i % 3 == 2:
                side.bare |= bit(pack[i])
            tell(story, TO_PLACE, pack[i], player * heaps + i // 3)

cdef uint64_t _pair(side_t* first, side_t* second, uint64_t thrown, story_t* story) noexcept nogil:
    """Throw aside all available pairs; return all cards thrown so far."""
    cdef uint64_t ready = first.bare & second.bare & ~thrown
    cdef card_t c
    while ready:
        c = <card_t>lowest(ready)
        tell(story, THROWN, c, 0)
        thrown |= bit(c)
        first.bare |= first.under[c]
        second.bare |= second.under[c]
        ready = first.bare & second.bare & ~thrown
    return thrown
