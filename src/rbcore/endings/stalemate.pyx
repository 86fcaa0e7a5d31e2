"""Stalemate (7.3), decided exactly, and mostly without walking through whole positions.

While no progress move is made nothing goes to a foundation, so of section 5 only 5.3 has a say:

- A space is never blocked: the seat to move puts its reserve's card there or, having no reserve,
  turns a card and puts that there. So only arrangements without a space need looking at.
- Without a space every move from house to house can be taken back, either seat may make it, and it
  hinders no turn. So the arrangements of the houses and the states of the hands vary freely.
- Hand and waste of a seat go round in one fixed order, a card a turn; so two seats' cards meet in
  the pattern of two wheels.

A position is then blocked if no card of a hand, waste or reserve fits a foundation, an opponent's
pile it can meet, or a card that some arrangement leaves outermost; and no such card fits a
foundation or any opponent's pile. The arrangements are walked depth first; their number is limited,
and a search that reaches the limit says so.

The variants' compulsions change nothing in this: what they compel is progress (V6), leads to it
(V4, V5), or bars a turn only where a space, and so progress, can be reached (V7). A card that is
uncovered on the way (V8) is not covered again, so the walk tries both, uncovering and not. Where the argument fails
(_applies, _is_certain), whole positions are searched: exhaust.pyx.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from rbcore.board.position cimport NO_BASE, base_of, down_in, length, shift
from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport JOKER, NO_CARD, bit, card_t
from rbcore.endings.stalemate_search cimport (
    BLOCKED, GAVE_UP, NOT_BLOCKED, blocked_t, search_positions, search_t, slot_of,
)
from rbcore.moves.house_plans cimport plan_places
from rbcore.rules.compiled cimport (
    FOUNDATION, HAND, HOUSE, KIND_HOUSE, KIND_LOAD, MAX_SEATS, PILES, RESERVE, TURNED, WASTE,
)

# A move of the walk, and whether it uncovered a card.
cdef struct step_t:
    uint8_t house
    uint8_t more
    uint8_t place
    uint8_t uncovered


cdef struct wheel_t:
    card_t cards[112]     # in the order in which they will be turned up
    int n


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


cdef bint _wheels_meet(
    const rules_t* r, const wheel_t* mover, const wheel_t* other, bint other_first
) noexcept nogil:
    """Whether a card that one seat turns up ever loads onto the waste the other has then.

    When the mover turns its card number t, the other has laid as many cards as it has ended turns:
    t, and one more if it comes first in the round. An empty waste at the start does no harm: the
    wheels come round to the same cards again, with the waste laid. Two wastes that fit each other
    (V3) need no look: one of their cards was turned up while the other lay there already.
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
        h = (h ^ <uint64_t>(n + 16 * down_in(p, HOUSE + house))) * 0xD6E8FEB86659FD93ULL
        h ^= h >> 32
        total += h * 0x9E3779B97F4A7C15ULL
    return total if total else 1


cdef inline void _enter(search_t* s, uint32_t slot, uint64_t key, uint32_t* seen) noexcept nogil:
    s.table[slot] = key
    s.used[seen[0]] = slot
    seen[0] += 1



cdef bint _next_step(const position_t* p, const rules_t* r, step_t* step) noexcept nogil:
    """Go on to the first move from house to house that is `step` or comes after it."""
    cdef uint16_t places
    cdef int most
    while step.house < r.houses:
        most = length(p, HOUSE + step.house) - down_in(p, HOUSE + step.house)
        if not r.group_moves:
            most = min(most, 1)
        while step.more < most:
            places = plan_places(p, r, step.house, step.more) & r.house_set
            places &= <uint16_t>(0xFFFF << step.place)
            if places:
                step.place = <uint8_t>lowest(places)
                return True
            step.more += 1
            step.place = 0
        step.house += 1
        step.more = step.place = 0
    return False


cdef void _make(position_t* p, const rules_t* r, step_t* step) noexcept nogil:
    cdef uint16_t open = p.open[HOUSE + step.house]
    shift(p, r, HOUSE + step.house, step.more, HOUSE + step.place)
    step.uncovered = p.open[HOUSE + step.house] < open


cdef void _unmake(position_t* p, const rules_t* r, const step_t* step) noexcept nogil:
    shift(p, r, HOUSE + step.place, step.more, HOUSE + step.house)
    if step.uncovered:
        p.open[HOUSE + step.house] += 1


cdef blocked_t _walk(
    position_t* p, const rules_t* r, search_t* s, uint64_t welcome, uint32_t* seen
) noexcept nogil:
    """Depth first through the arrangements, until one shows a welcome card or a space."""
    cdef step_t* steps = <step_t*>s.steps
    cdef step_t step
    cdef uint32_t depth = 0, slot
    cdef uint64_t key = _arrangement(p, r)
    seen[0] = 0
    _enter(s, slot_of(s, key), key, seen)
    step.house = step.more = step.place = step.uncovered = 0
    while True:
        if not _next_step(p, r, &step):
            if depth == 0:
                return BLOCKED
            depth -= 1
            step = steps[depth]
            _unmake(p, r, &step)
            step.place += 1
            continue
        _make(p, r, &step)
        if p.empty or welcome >> p.shown[HOUSE + step.house] & 1:
            return NOT_BLOCKED
        key = _arrangement(p, r)
        slot = slot_of(s, key)
        if s.table[slot]:
            _unmake(p, r, &step)
            step.place += 1
        elif seen[0] == s.limit:
            return GAVE_UP
        else:
            _enter(s, slot, key, seen)
            steps[depth] = step
            depth += 1
            step.house = step.more = step.place = 0


cdef blocked_t _by_argument(
    const position_t* start, const rules_t* r, search_t* s
) noexcept nogil:
    """Whether a position is blocked, where the argument above applies."""
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


cdef bint _applies(const position_t* p, const rules_t* r) noexcept nogil:
    """Whether the argument covers the position: what it calls blocked is blocked."""
    cdef int pile, at
    if p.first or p.base == NO_BASE:
        return False                  # a reserve to be turned up, a layout, a base to come
    if r.own_waste_fills and (p.empty or r.house_to_house):
        return False                  # spaces fill by themselves
    if r.seats == 3:
        if r.houses and p.houses == r.house_set:
            return False              # a house to be closed
        for pile in range(PILES):
            for at in range(base_of(pile) + 1, p.top[pile] + 1):
                if p.cards[at] == JOKER:
                    return False      # a card that will vanish
    return True


cdef bint _is_certain(const position_t* p, const rules_t* r) noexcept nogil:
    """Whether, besides, what the argument calls not blocked is not."""
    cdef int house
    if r.load_only_unplayable and r.house_to_house:
        return False                  # a load may wait for a house that another move takes away
    if r.must_uncover:
        for house in range(r.houses):
            if down_in(p, HOUSE + house):
                return False          # uncovering may be compelled, and cannot be taken back
    return True


cdef blocked_t blocked(const position_t* start, const rules_t* r, search_t* s) noexcept nogil:
    """Whether a position is blocked (7.3)."""
    cdef blocked_t verdict
    if _applies(start, r):
        verdict = _by_argument(start, r, s)
        if verdict == BLOCKED or (verdict == NOT_BLOCKED and _is_certain(start, r)):
            return verdict
    return search_positions(start, r, s)
