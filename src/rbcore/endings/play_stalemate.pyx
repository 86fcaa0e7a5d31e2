"""Stalemate under V17: whether a card can still be played from a reserve, a hand or a waste.

Houses' cards may go to foundations and be loaded meanwhile. They never come back without a play, so
a search goes from one *stage* to the next, fewer cards lying in the houses of each:

- A space means a play, as in stalemate.pyx. No house falls empty otherwise.
- Where no house's card fits a foundation, and there is no space, moves from house to house can be
  taken back and hinder no turn. So, as in stalemate.pyx, all arrangements of a stage are within
  reach, either seat to move, the stock cycles at any point that they come to together.
- Where one fits, such cards must be played (5.2) before anything else, but for a card of a reserve,
  a hand or a waste that fits as well, which is a play. These positions are *forced*. A forced
  position is reached by a house move, by either seat, with any card turned up; or by a load, by the
  seat that loads. `at_hand` has the cards that the seat may then have to play to a foundation.
- A load onto a waste lengthens that stock cycle where the waste's card lies, so where the cycles
  then meet depends on the turn of the load: every such turn is a stage of its own.

Stages are told apart up to what turns and house moves alone bring about. Rules under which this
reasoning does not hold (_applies) are left to the search of whole positions.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from rbcore.board.position cimport NO_BASE, NO_LIMIT, base_of, pop_card, push_card, recompute
from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport NO_CARD, bit, card_t
from rbcore.cards.hashing cimport fold, mix_a, mix_b, mix_c
from rbcore.endings.stalemate cimport (
    add_visit, arrangement, comes_first, do_step, find_cycle, next_step, outermost_t,
    piles_progress, step_t, stock_cycle_t, undo_step,
)
from rbcore.endings.stalemate_search cimport (
    BLOCKED, GAVE_UP, NOT_BLOCKED, gives_up, search_positions, slot_of,
)
from rbcore.moves.transition cimport push_foundation
from rbcore.rules.compiled cimport (
    FOUNDATION, HAND, HOUSE, KIND_LOAD, MAX_SEATS, RESERVE, TURNED, WASTE,
)

cdef enum:
    INITIAL_STAGES = 16
    MOST_STAGES = 1 << 14     # waiting at a time; 26 MB of positions

# A position to be looked at, and the cards that its seat to move may play if it is forced.
cdef struct stage_t:
    position_t position
    uint64_t at_hand

# A search: the stages that wait, and what is the same in all arrangements of the present one.
cdef struct stage_search_t:
    stalemate_search_t* s
    uint32_t seen
    stage_t* stages
    int n
    int room
    stock_cycle_t cycles[MAX_SEATS]
    uint64_t key          # of the stage, less the houses
    outermost_t wanted


# ---- what a stage is -----------------------------------------------------------------------------


cdef inline uint64_t _bit_of(card_t c) noexcept nogil:
    """A set of one card, or of none."""
    return bit(c) if c != NO_CARD else 0


cdef inline bint _fits(const position_t* p, card_t c) noexcept nogil:
    return p.destinations[c] >> FOUNDATION & 1


cdef bint _is_forced(const position_t* p, const rules_t* r) noexcept nogil:
    """Whether a house's outermost card fits a foundation."""
    cdef int house
    for house in range(r.houses):
        if _fits(p, p.top_card[HOUSE + house]):
            return True
    return False


cdef uint64_t _cards_of(const position_t* p, const stock_cycle_t* cycle, int seat) noexcept nogil:
    """The cards that a seat can play sooner or later: its reserve's top and its stock cycle."""
    cdef uint64_t cards = _bit_of(p.top_card[RESERVE + seat])
    cdef int i
    for i in range(cycle.n):
        cards |= bit(cycle.cards[i])
    return cards


cdef int _least_rotation(const stock_cycle_t* cycle) noexcept nogil:
    """Where the cycle begins in the rotation of it that is least, card by card."""
    cdef int best = 0, i, k, one, other
    for i in range(1, cycle.n):
        for k in range(cycle.n):
            one = cycle.cards[(i + k) % cycle.n]
            other = cycle.cards[(best + k) % cycle.n]
            if one != other:
                if one < other:
                    best = i
                break
    return best


cdef uint64_t _stage_key(
    const position_t* p, const rules_t* r, const stock_cycle_t* cycles
) noexcept nogil:
    """A hash of foundations, reserves' tops and stock cycles, the same whatever turn it is.

    Seat 0's next card is counted when it is to move. Turns move both cycles on by one, so beside
    their order only the distance of their next cards counts, modulo the common divisor of their
    lengths.
    """
    cdef uint64_t h = 0
    cdef int seat, suit, k, start, a = cycles[0].n, b = cycles[1].n, distance = 0
    for suit in range(4):
        h = fold(mix_a(h ^ p.heights[suit][0] ^ <uint64_t>p.heights[suit][1] << 8))
    for seat in range(2):
        start = _least_rotation(&cycles[seat])
        h = fold(mix_b(h ^ p.top_card[RESERVE + seat] ^ <uint64_t>cycles[seat].n << 8))
        for k in range(cycles[seat].n):
            h = fold(mix_a(h ^ cycles[seat].cards[(start + k) % cycles[seat].n]))
        if seat == 0:
            distance = -start
        else:
            distance += start - (1 if p.seat == 1 else 0)
    while b:
        a, b = b, a % b
    if a and cycles[0].n and cycles[1].n:
        distance = (distance % a + a) % a
    else:
        distance = 0
    return mix_c(h ^ <uint64_t>distance)


# ---- the stages that follow ----------------------------------------------------------------------


cdef bint _push(stage_search_t* t, const position_t* p, uint64_t at_hand) noexcept nogil:
    """Keep a position to be looked at; False if there is no room."""
    cdef stage_t* wider
    cdef int room
    if t.n == t.room:
        room = 2 * t.room if t.room else INITIAL_STAGES
        if room > MOST_STAGES:
            return False
        wider = <stage_t*>realloc(t.stages, room * sizeof(stage_t))
        if wider == NULL:
            t.s.ran_out[0] = True
            return False
        t.stages = wider
        t.room = room
    t.stages[t.n].position = p[0]
    t.stages[t.n].at_hand = at_hand
    t.n += 1
    return True


cdef void _set_turn(
    position_t* p, const rules_t* r, const stock_cycle_t* cycles, int seat, int turns
) noexcept nogil:
    """Let a seat be to move that has ended so many turns, all its cards and the other's in wastes.

    A waste lies with the card to be turned up next at the bottom, so the last laid is on top.
    """
    cdef int other = 1 - seat, each, i, n, ended
    for each in range(2):
        n = cycles[each].n
        ended = turns
        if each == other:
            ended += comes_first(p, r, other, seat)
        for i in range(n):
            p.cards[base_of(WASTE + each) + 1 + i] = cycles[each].cards[(ended + i) % n]
        p.top[WASTE + each] = <uint16_t>(base_of(WASTE + each) + n)
        p.top[HAND + each] = <uint16_t>base_of(HAND + each)
        p.top[TURNED + each] = <uint16_t>base_of(TURNED + each)
    p.seat = seat
    recompute(p, r)


cdef bint _load(
    stage_search_t* t, const position_t* p, const rules_t* r, int house, int seat, int turns,
    int pile, uint64_t at_hand,
) noexcept nogil:
    """Keep what follows when a seat loads a house's card; False if there is no room."""
    cdef position_t after = p[0]
    _set_turn(&after, r, t.cycles, seat, turns)
    push_card(&after, r, pile, pop_card(&after, r, HOUSE + house))
    return _push(t, &after, at_hand)


cdef bint _push_loads(stage_search_t* t, const position_t* p, const rules_t* r) noexcept nogil:
    """Keep what follows on every load of a house's card; False if there is no room."""
    cdef int house, seat, other, turn, n, first
    cdef card_t c, top
    cdef uint64_t at_hand
    if not r.houses_load:
        return True
    for house in range(r.houses):
        c = p.top_card[HOUSE + house]
        if c == NO_CARD or not t.wanted.leaving >> c & 1:
            continue
        for seat in range(2):
            other = 1 - seat
            if r.accepts[KIND_LOAD][p.top_card[RESERVE + other]] >> c & 1:
                at_hand = _cards_of(p, &t.cycles[seat], seat)
                if not _load(t, p, r, house, seat, 0, RESERVE + other, at_hand):
                    return False
            n = t.cycles[other].n
            first = comes_first(p, r, other, seat)
            for turn in range(n * max(1, t.cycles[seat].n)):
                top = t.cycles[other].cards[(turn + first + n - 1) % n]
                if not r.accepts[KIND_LOAD][top] >> c & 1:
                    continue
                at_hand = _at_hand_on(p, r, &t.cycles[seat], seat, turn)
                if not _load(t, p, r, house, seat, turn, WASTE + other, at_hand):
                    return False
    return True


cdef uint64_t _at_hand_on(
    const position_t* p, const rules_t* r, const stock_cycle_t* cycle, int seat, int turn
) noexcept nogil:
    """The cards that a seat can play on a turn: reserve's top, card turned up, waste's top (V3)."""
    cdef uint64_t cards = _bit_of(p.top_card[RESERVE + seat])
    if cycle.n:
        cards |= bit(cycle.cards[turn % cycle.n])
        if r.waste_available:
            cards |= bit(cycle.cards[(turn + cycle.n - 1) % cycle.n])
    return cards


# ---- the search ----------------------------------------------------------------------------------


cdef blocked_t _visit(stage_search_t* t, uint64_t key) noexcept nogil:
    """Note a position: BLOCKED if it has been looked at already, GAVE_UP at the limit."""
    cdef uint32_t slot
    key |= 1
    slot = slot_of(t.s, key)
    if t.s.memo[slot]:
        return BLOCKED
    if gives_up(t.s, t.seen):
        return GAVE_UP
    add_visit(t.s, slot, key, &t.seen)
    return NOT_BLOCKED


cdef blocked_t _look_at_forced(
    stage_search_t* t, const position_t* p, const rules_t* r, uint64_t at_hand
) noexcept nogil:
    """Look at a forced position: a play, or each of the houses' cards that must be played."""
    cdef position_t after
    cdef uint64_t cards = at_hand
    cdef blocked_t verdict
    cdef card_t c
    cdef int house
    while cards:
        if _fits(p, <card_t>lowest(cards)):
            return NOT_BLOCKED
        cards &= cards - 1
    verdict = _visit(t, arrangement(p, r) ^ fold(mix_a(t.key ^ mix_b(at_hand) ^ p.seat)))
    if verdict != NOT_BLOCKED:
        return verdict
    for house in range(r.houses):
        c = p.top_card[HOUSE + house]
        if _fits(p, c):
            after = p[0]
            push_foundation(&after, c)
            pop_card(&after, r, HOUSE + house)
            if not _push(t, &after, at_hand):
                return GAVE_UP
    return BLOCKED


cdef blocked_t _look_at_stage(
    stage_search_t* t, position_t* p, const rules_t* r
) noexcept nogil:
    """Look at all arrangements of a stage: a play, or what else can follow is kept."""
    cdef step_t* steps = <step_t*>t.s.steps
    cdef step_t step
    cdef uint64_t both
    cdef blocked_t verdict
    cdef card_t c
    cdef int house
    cdef uint32_t depth = 0
    if piles_progress(p, r, &t.wanted):
        return NOT_BLOCKED
    for house in range(r.houses):
        if t.wanted.accepting >> p.top_card[HOUSE + house] & 1:
            return NOT_BLOCKED
    verdict = _visit(t, arrangement(p, r) ^ t.key)
    if verdict != NOT_BLOCKED:
        return verdict
    both = _cards_of(p, &t.cycles[0], 0) | _cards_of(p, &t.cycles[1], 1)
    if not _push_loads(t, p, r):
        return GAVE_UP
    step.house = step.extra_cards = step.place = step.uncovered = 0
    while True:
        if not next_step(p, r, &step):
            if depth == 0:
                return BLOCKED
            depth -= 1
            step = steps[depth]
        else:
            do_step(p, r, &step)
            if p.empty:
                return NOT_BLOCKED
            c = p.top_card[HOUSE + step.house]
            if _fits(p, c):
                if not _push(t, p, both):
                    return GAVE_UP
            elif t.wanted.accepting >> c & 1:
                return NOT_BLOCKED
            else:
                verdict = _visit(t, arrangement(p, r) ^ t.key)
                if verdict == GAVE_UP or (verdict == NOT_BLOCKED and not _push_loads(t, p, r)):
                    return GAVE_UP
                if verdict == NOT_BLOCKED:
                    steps[depth] = step
                    depth += 1
                    step.house = step.extra_cards = step.place = 0
                    continue
        undo_step(p, r, &step)
        step.place += 1


cdef bint _applies(const position_t* p, const rules_t* r) noexcept nogil:
    """Whether the reasoning above holds."""
    return not (
        r.seats == 3 or not r.foundation_priority or r.release or r.must_load
        or r.must_make_spaces or r.must_uncover or r.covered_houses or r.early_turn
        or r.own_waste_fills or r.load_only_unplayable or p.first or p.base == NO_BASE
        or p.moves_left != NO_LIMIT
    )


cdef blocked_t plays_blocked(
    const position_t* start, const rules_t* r, stalemate_search_t* s
) noexcept nogil:
    """Whether no play from a reserve, a hand or a waste can be reached (V17)."""
    cdef stage_search_t t
    cdef position_t p
    cdef uint64_t at_hand
    cdef blocked_t verdict = BLOCKED
    cdef uint32_t i
    cdef int seat
    if not _applies(start, r):
        return search_positions(start, r, s)
    for seat in range(2):
        if start.cards_left[seat] == 0:
            return NOT_BLOCKED
    at_hand = _bit_of(start.top_card[RESERVE + start.seat])
    at_hand |= _bit_of(start.top_card[TURNED + start.seat])
    at_hand |= _bit_of(start.top_card[WASTE + start.seat] & r.waste_available)
    t.s = s
    t.seen = 0
    t.stages = NULL
    t.n = t.room = 0
    if not _push(&t, start, at_hand):
        return GAVE_UP
    while t.n and verdict == BLOCKED:
        t.n -= 1
        memcpy(&p, &t.stages[t.n].position, sizeof(position_t))
        at_hand = t.stages[t.n].at_hand
        for seat in range(2):
            find_cycle(&p, seat, &t.cycles[seat])
        t.key = _stage_key(&p, r, t.cycles)
        if p.empty:
            verdict = NOT_BLOCKED
        elif _is_forced(&p, r):
            verdict = _look_at_forced(&t, &p, r, at_hand)
        else:
            verdict = _look_at_stage(&t, &p, r)
    for i in range(t.seen):
        s.memo[s.used[i]] = 0
    free(t.stages)
    return verdict
