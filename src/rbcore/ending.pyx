"""How games end: stalemate (7.3), standoff (7.4) and scores (8).

Stalemate is decided exactly, without walking through whole positions. While no progress move is
made nothing goes to a foundation, so nothing is compulsory but 5.3, and:

- An empty house is never blocked: the seat to move puts its reserve's card there or, having no
  reserve, turns a card and puts that there. So only arrangements without a space need looking at.
- Without a space every move from house to house can be taken back, either seat may make it, and it
  hinders no turn. So the arrangements of the houses and the states of the hands vary freely.
- Hand and waste of a seat go round in one fixed order, a card a turn; so two seats' cards meet in
  the pattern of two wheels.

A position is then blocked if no card of a hand, waste or reserve fits a foundation, an opponent's
pile it can meet, or a card that some arrangement leaves outermost; and no such card fits a
foundation or any opponent's pile. The arrangements are walked depth first; their number is limited,
and a search that reaches the limit says so.
"""

from libc.string cimport memcpy

from rbcore.bits cimport lowest
from rbcore.card cimport NO_CARD, bit, card_t
from rbcore.position cimport base_of, idle_turns, lay, length, lift
from rbcore.table cimport (
    FOUNDATION, HAND, HOUSE, KIND_HOUSE, KIND_LOAD, MAX_SEATS, RESERVE, TURNED, WASTE,
)


cdef bint is_quiet_long_enough(const position_t* p, const rules_t* r, int times) noexcept nogil:
    """Whether every seat has ended times * max(1, its hand and waste) turns without progress."""
    cdef int seat
    for seat in range(r.seats):
        if idle_turns(p, seat) < times * max(1, length(p, HAND + seat) + length(p, WASTE + seat)):
            return False
    return True


# ---- stalemate ---------------------------------------------------------------------------------

cdef struct wheel_t:
    card_t cards[112]     # in the order in which they will be turned up
    int n
    bint lies             # whether the last of them lies on the waste now


cdef void _wheel(const position_t* p, int seat, wheel_t* w) noexcept nogil:
    """The turned-up card, the hand from its top, the waste from its bottom."""
    cdef int hand = HAND + seat, waste = WASTE + seat, i
    w.n = 0
    if p.shown[TURNED + seat] != NO_CARD:
        w.cards[0] = p.shown[TURNED + seat]
        w.n = 1
    for i in range(length(p, hand)):
        w.cards[w.n] = p.cards[p.top[hand] - i]
        w.n += 1
    for i in range(length(p, waste)):
        w.cards[w.n] = p.cards[base_of(waste) + 1 + i]
        w.n += 1
    w.lies = length(p, waste) > 0


cdef bint _wheels_meet(
    const rules_t* r, const wheel_t* mover, const wheel_t* other, bint other_first
) noexcept nogil:
    """Whether a card that one seat turns up ever loads onto the waste the other has then.

    When the mover turns its card number t, the other has laid as many cards as it has ended turns:
    t, and one more if it comes first in the round. An empty waste at the start does no harm: the
    wheels come round to the same cards again, with the waste laid.
    """
    cdef int t
    cdef card_t top
    if mover.n == 0 or other.n == 0:
        return False
    for t in range(mover.n * other.n):
        top = other.cards[(t + other_first + other.n - 1) % other.n]
        if r.fit_set[KIND_LOAD][top] >> mover.cards[t % mover.n] & 1:
            return True
    return False


cdef bint _piles_progress(const position_t* p, const rules_t* r, uint64_t* welcome) noexcept nogil:
    """Whether reserves, hands and wastes alone allow progress; else the cards that would.

    `welcome` gets the cards which, outermost in a house, make a progress move legal: those that fit
    a foundation or load onto a pile, and those that take a card of a reserve or a hand.
    """
    cdef wheel_t wheels[MAX_SEATS]
    cdef uint64_t goes[MAX_SEATS]      # what a seat can ever play: its reserve's top, its wheel
    cdef uint64_t tops[MAX_SEATS]      # what fits a pile of the seat, at one time or another
    cdef uint64_t built = 0
    cdef int seat, other, c
    cdef card_t reserve
    welcome[0] = 0
    for c in range(64):
        built |= <uint64_t>(p.takes[c] >> FOUNDATION & 1) << c
    for seat in range(r.seats):
        _wheel(p, seat, &wheels[seat])
        goes[seat] = tops[seat] = 0
        for c in range(wheels[seat].n):
            goes[seat] |= bit(wheels[seat].cards[c])
            tops[seat] |= r.fit_set[KIND_LOAD][wheels[seat].cards[c]]
        reserve = p.shown[RESERVE + seat]
        if reserve != NO_CARD:
            goes[seat] |= bit(reserve)
            tops[seat] |= r.fit_set[KIND_LOAD][reserve]
        if goes[seat] & built:
            return True
        welcome[0] |= tops[seat] | _takers(r, goes[seat])
    welcome[0] |= built
    for seat in range(r.seats):
        reserve = p.shown[RESERVE + seat]
        for other in range(r.seats):
            if other == seat:
                continue
            if reserve != NO_CARD and tops[other] >> reserve & 1:
                return True
            if r.fit_set[KIND_LOAD][p.shown[RESERVE + other]] & goes[seat]:
                return True
            if _wheels_meet(r, &wheels[seat], &wheels[other], _comes_first(p, r, other, seat)):
                return True
    return False


cdef uint64_t _takers(const rules_t* r, uint64_t cards) noexcept nogil:
    """The cards that, in a house, take at least one of these."""
    cdef uint64_t takers = 0
    while cards:
        takers |= r.under_set[KIND_HOUSE][lowest(cards)]
        cards &= cards - 1
    return takers


cdef bint _comes_first(const position_t* p, const rules_t* r, int a, int b) noexcept nogil:
    """Whether seat a moves before seat b in the round that the seat to move opens."""
    return (a + r.seats - p.seat) % r.seats < (b + r.seats - p.seat) % r.seats


cdef uint64_t _arrangement(const position_t* p, const rules_t* r) noexcept nogil:
    """A fingerprint of the houses, whatever their order; never 0."""
    cdef uint64_t total = 1, h, word
    cdef int house, n
    for house in range(r.houses):
        n = length(p, HOUSE + house)
        memcpy(&word, p.cards + base_of(HOUSE + house) + 1, 8)
        h = (word & (~<uint64_t>0 >> (64 - 8 * min(n, 8)) if n else 0)) * 0x9FB21C651E98DF25ULL
        h ^= h >> 32
        memcpy(&word, p.cards + base_of(HOUSE + house) + 8, 8)
        word >>= 8
        h += word & (~<uint64_t>0 >> (128 - 8 * n) if n > 8 else 0)
        h = (h ^ <uint64_t>n) * 0xD6E8FEB86659FD93ULL
        h ^= h >> 32
        total += h * 0x9E3779B97F4A7C15ULL
    return total if total else 1


cdef uint32_t _slot(const search_t* s, uint64_t key) noexcept nogil:
    """Where in the table a fingerprint stands, or would stand."""
    cdef uint32_t slot = <uint32_t>(key >> 20) & s.mask
    while s.table[slot] and s.table[slot] != key:
        slot = (slot + 1) & s.mask
    return slot


cdef inline void _enter(search_t* s, uint32_t slot, uint64_t key, uint32_t* seen) noexcept nogil:
    s.table[slot] = key
    s.used[seen[0]] = slot
    seen[0] += 1


cdef int _next_step(const position_t* p, const rules_t* r, int cursor) noexcept nogil:
    """The first move from house to house numbered cursor or more, as 16*source + place; or -1."""
    cdef int house = cursor >> 4
    cdef uint64_t places = ~<uint64_t>0 << (cursor & 15)
    while house < r.houses:
        places &= p.takes[p.shown[HOUSE + house]] & r.house_set
        if places:
            return 16 * house + lowest(places)
        house += 1
        places = ~<uint64_t>0
    return -1


cdef inline void _step(position_t* p, const rules_t* r, int source, int place) noexcept nogil:
    lay(p, r, place, lift(p, r, source))


cdef blocked_t _walk(
    position_t* p, const rules_t* r, search_t* s, uint64_t welcome, uint32_t* seen
) noexcept nogil:
    """Depth first through the arrangements, until one shows a welcome card or a space."""
    cdef uint32_t depth = 0
    cdef uint32_t slot
    cdef int step, cursor = 0
    cdef uint64_t key = _arrangement(p, r)
    seen[0] = 0
    _enter(s, _slot(s, key), key, seen)
    while True:
        step = _next_step(p, r, cursor)
        if step < 0:
            if depth == 0:
                return BLOCKED
            depth -= 1
            step = s.steps[depth]
            _step(p, r, step & 15, step >> 4)
            cursor = step + 1
            continue
        _step(p, r, step >> 4, step & 15)
        if p.empty or welcome >> p.shown[step >> 4] & 1:
            return NOT_BLOCKED
        key = _arrangement(p, r)
        slot = _slot(s, key)
        if s.table[slot]:
            _step(p, r, step & 15, step >> 4)
            cursor = step + 1
        elif seen[0] == s.limit:
            return GAVE_UP
        else:
            _enter(s, slot, key, seen)
            s.steps[depth] = step
            depth += 1
            cursor = 0


cdef blocked_t blocked(const position_t* start, const rules_t* r, search_t* s) noexcept nogil:
    """Whether a position is blocked (7.3)."""
    cdef position_t p
    cdef uint64_t welcome
    cdef uint32_t seen, i
    cdef int seat, house
    cdef blocked_t verdict
    if start.empty:
        return NOT_BLOCKED
    for seat in range(r.seats):
        if start.left[seat] == 0:
            return NOT_BLOCKED
    if _piles_progress(start, r, &welcome):
        return NOT_BLOCKED
    for house in range(r.houses):
        if welcome >> start.shown[HOUSE + house] & 1:
            return NOT_BLOCKED
    memcpy(&p, start, sizeof(position_t))
    verdict = _walk(&p, r, s, welcome, &seen)
    for i in range(seen):
        s.table[s.used[i]] = 0
    return verdict


# ---- scores ------------------------------------------------------------------------------------

cdef void score(
    const position_t* p, const rules_t* r, int outcome, int winner, int16_t* scores
) noexcept nogil:
    """Scores of all seats, section 8; an unfinished game scores nothing (7.5)."""
    cdef int count[MAX_SEATS]
    cdef int seat, best = 0, reserve
    for seat in range(MAX_SEATS):
        scores[seat] = 0
    if outcome == UNFINISHED:
        return
    for seat in range(r.seats):
        reserve = length(p, RESERVE + seat)
        count[seat] = r.reserve_card * reserve + r.hand_card * (p.left[seat] - reserve)
        if count[seat] < count[best]:
            best = seat
    if outcome == WIN:
        best = winner
        scores[best] = <int16_t>r.win_bonus
    for seat in range(r.seats):
        if seat != best:
            scores[best] += <int16_t>(count[seat] - (0 if outcome == WIN else count[best]))
