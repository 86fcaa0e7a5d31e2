"""Stalemate (7.3), decided exactly, and in most cases without searching whole positions.

Without progress moves nothing goes to a foundation, so only 5.3 of section 5 matters:

- A position with a space is never blocked: the seat to move puts its reserve's card there or, with
  no reserve, turns a card and puts that there. So only arrangements without a space matter.
- Without a space every move from house to house can be taken back, is open to either seat, and
  hinders no turn. So the arrangements of the houses and the states of the hands vary freely.
- A seat's hand and waste cycle in one fixed order, one card a turn, so the cards of two seats meet
  in the pattern of two cycles.

So a position is blocked exactly if no card of a hand, waste or reserve fits a foundation, an
opponent's pile that it can meet, or a card that some arrangement leaves outermost; and no such
outermost card fits a foundation or any opponent's pile. The arrangements are searched depth first.
Their number is limited, and a search that reaches the limit says so.

The variants' compulsions do not change this. The moves that they compel are progress (V6, V31, V33)
or leads to it (V4, V5), or they bar a turn only where a space, and so progress, can be reached
(V7); a turn over a space (V27) leaves the space open. A card that a turned-up card bars (V30) can
move before the turn or in the next one. A card that goes to the waste at once is played from there
(V3), and two wastes that fit each other meet there, whichever card came last. A card uncovered on
the way (V8) is never covered again, so the search tries both, with and without uncovering. Where
the argument fails (_applies, _is_certain), and under V17, where only a play from a reserve, hand or
waste counts, whole positions are searched.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from rbcore.board.position cimport (
    NO_BASE, NO_LIMIT, base_of, face_down_count, fingerprint, fit_foundations, is_won, length,
    move_group,
)
from rbcore.cards.bits cimport lowest
from rbcore.cards.c_compilers cimport little_endian_64
from rbcore.cards.card cimport JOKER, NO_CARD, bit, card_t
from rbcore.cards.hash_table cimport mix_a, mix_words, slot_of
from rbcore.cards.interrupts cimport interrupted
from rbcore.moves.house_plans cimport plan_places
from rbcore.moves.legal_moves cimport RESERVE_LANE, find_moves, lane_set, moves_t, nth_move
from rbcore.moves.transition cimport apply
from rbcore.rules.compiled cimport (
    HAND, HOUSE, KIND_HOUSE, KIND_LOAD, MAX_SEATS, PILES, RESERVE, TURNED, TURNED_TO_WASTE, WASTE,
)

cdef uint64_t SEED = 0x9E3779B97F4A7C15ULL     # no byte of it is a card

cdef enum:
    INITIAL_PLIES = 64
    DEEPEST = 1 << 14         # plies; 26 MB of positions
    UNTIL_HEARD = 1 << 14     # arrangements or positions between two checks for Ctrl-C

# A stock cycle: a seat's hand and waste in turning order.
cdef struct stock_cycle_t:
    card_t cards[112]     # in the order in which they are turned up
    int n

# The cards that, outermost in a house, make a progress move legal.
cdef struct outermost_t:
    uint64_t accepting    # they take a card from a reserve, a hand or a waste
    uint64_t leaving      # they fit a foundation, or load onto a pile

cdef void _find_cycle(const position_t* p, int seat, stock_cycle_t* cycle) noexcept nogil:
    """List the turned-up card, the hand from its top, the waste from its bottom."""
    cdef int hand = HAND + seat, waste = WASTE + seat, i
    cycle.n = 0
    if p.top_card[TURNED + seat] != NO_CARD:
        cycle.cards[0] = p.top_card[TURNED + seat]
        cycle.n = 1
    for i in range(length(p, hand)):
        cycle.cards[cycle.n] = p.cards[p.top[hand] - i]
        cycle.n += 1
    for i in range(length(p, waste)):
        cycle.cards[cycle.n] = p.cards[base_of(waste) + 1 + i]
        cycle.n += 1

cdef bint _cycles_meet(const rules_t* r, const stock_cycle_t* mover, const stock_cycle_t* other,
                       bint other_first) noexcept nogil:
    """Return whether a card that one seat turns up ever fits the waste that the other then has.

    When the mover turns up its card number t, the other has laid one card for each turn it has
    ended: t, plus one if it comes first in the round. A waste that is empty at the start makes no
    difference, since the cycles return to the same cards with the waste laid. Two wastes that fit
    each other (V3) need no test: one of their cards was turned up while the other lay there.
    """
    cdef int t
    cdef card_t top
    if mover.n == 0 or other.n == 0:
        return False
    for t in range(mover.n * other.n):
        top = other.cards[(t + other_first + other.n - 1) % other.n]
        if r.accepts[KIND_LOAD][top] >> mover.cards[t % mover.n] & 1:
            return True
    return False

cdef bint _piles_progress(const position_t* p, const rules_t* r,
                          outermost_t* wanted) noexcept nogil:
    """Return whether reserves, hands and wastes alone allow progress; if not, fill `wanted`.

    `wanted` receives the cards that, outermost in a house, make a progress move legal.
    """
    cdef stock_cycle_t cycles[MAX_SEATS]
    cdef uint64_t turnable[MAX_SEATS]  # cards that a seat can ever turn up: its cycle
    cdef uint64_t playable[MAX_SEATS]  # cards that it can ever play: also its reserve's top
    cdef uint64_t loadable_on[MAX_SEATS]   # cards that fit a pile of the seat at some time
    cdef uint64_t fits_foundation = fit_foundations(p)
    cdef int seat, other, c
    cdef bint is_first    # of the other seat, in the round that the seat to move opens
    cdef card_t reserve
    wanted.accepting = 0
    for seat in range(r.seats):
        _find_cycle(p, seat, &cycles[seat])
        turnable[seat] = loadable_on[seat] = 0
        for c in range(cycles[seat].n):
            turnable[seat] |= bit(cycles[seat].cards[c])
            if r.waste_takes_loads:                                                # V29
                loadable_on[seat] |= r.accepts[KIND_LOAD][cycles[seat].cards[c]]
        playable[seat] = turnable[seat]
        reserve = p.top_card[RESERVE + seat]
        if reserve != NO_CARD:
            playable[seat] |= bit(reserve)
            if r.reserve_takes_loads:                                              # V29
                loadable_on[seat] |= r.accepts[KIND_LOAD][reserve]
        if playable[seat] & fits_foundation:
            return True
        wanted.accepting |= _cards_accepting(r, playable[seat])
    wanted.leaving = fits_foundation
    if r.houses_load:                                                              # V16
        for seat in range(r.seats):
            wanted.leaving |= loadable_on[seat]
    for seat in range(r.seats):
        reserve = NO_CARD
        if r.reserve_loads:                                                        # V16
            reserve = p.top_card[RESERVE + seat]
        for other in range(r.seats):
            if other == seat:
                continue
            if reserve != NO_CARD and loadable_on[other] >> reserve & 1:
                return True
            if r.reserve_takes_loads and (
                r.accepts[KIND_LOAD][p.top_card[RESERVE + other]] & turnable[seat]
            ):
                return True
            is_first = (other + r.seats - p.seat) % r.seats < (seat + r.seats - p.seat) % r.seats
            if r.waste_takes_loads and _cycles_meet(r, &cycles[seat], &cycles[other], is_first):
                return True
    return False

cdef uint64_t _cards_accepting(const rules_t* r, uint64_t cards) noexcept nogil:
    """Return the cards that, in a house, accept at least one of these."""
    cdef uint64_t accepting = 0
    while cards:
        accepting |= r.accepted_by[KIND_HOUSE][lowest(cards)]
        cards &= cards - 1
    return accepting

cdef uint64_t arrangement(const position_t* p, const rules_t* r) noexcept nogil:
    """Return a fingerprint of the houses regardless of their order; never 0."""
    cdef uint64_t total = 1, first, others
    cdef int house, n
    for house in range(r.houses):
        n = length(p, HOUSE + house)
        memcpy(&first, p.cards + base_of(HOUSE + house) + 1, 8)
        first = little_endian_64(first) & (~<uint64_t>0 >> (64 - 8 * min(n, 8)) if n else 0)
        # The others are at most seven, which leaves a byte for the number of cards and their state.
        memcpy(&others, p.cards + base_of(HOUSE + house) + 8, 8)
        others = little_endian_64(others) >> 8 & (~<uint64_t>0 >> (128 - 8 * n) if n > 8 else 0)
        others |= <uint64_t>(n + 16 * face_down_count(p, HOUSE + house)) << 56
        total += mix_words(mix_words(SEED, first, others), 0, 0)
    return total if total else 1

cdef inline uint32_t _slot_of(const stalemate_search_t* s, uint64_t key) noexcept nogil:
    return <uint32_t>slot_of(s.memo, s.mask, key, 0)

cdef inline void _add_visit(stalemate_search_t* s, uint32_t slot, uint64_t key) noexcept nogil:
    s.memo[slot] = key
    s.used[s.seen] = slot
    s.seen += 1

cdef inline bint _gives_up(const stalemate_search_t* s) noexcept nogil:
    return s.seen == s.limit or (s.hears and s.seen % UNTIL_HEARD == 0 and interrupted())

cdef bint next_step(const position_t* p, const rules_t* r, step_t* step) noexcept nogil:
    """Advance `step` to the first legal move from house to house at or after it."""
    cdef uint16_t places
    cdef int most
    while step.house < r.houses:
        most = length(p, HOUSE + step.house) - face_down_count(p, HOUSE + step.house)
        if not r.group_moves:
            most = min(most, 1)
        while step.extra_cards < most:
            places = plan_places(p, r, step.house, step.extra_cards) & r.house_set
            places &= <uint16_t>(0xFFFF << step.place)
            if places:
                step.place = <uint8_t>lowest(places)
                return True
            step.extra_cards += 1
            step.place = 0
        step.house += 1
        step.extra_cards = step.place = 0
    return False

cdef void do_step(position_t* p, const rules_t* r, step_t* step) noexcept nogil:
    cdef uint16_t first_face_up = p.first_face_up[HOUSE + step.house]
    move_group(p, r, HOUSE + step.house, step.extra_cards, HOUSE + step.place)
    step.uncovered = p.first_face_up[HOUSE + step.house] < first_face_up

cdef void undo_step(position_t* p, const rules_t* r, const step_t* step) noexcept nogil:
    move_group(p, r, HOUSE + step.place, step.extra_cards, HOUSE + step.house)
    if step.uncovered:
        p.first_face_up[HOUSE + step.house] += 1

cdef blocked_t _walk(position_t* p, const rules_t* r, stalemate_search_t* s,
                     uint64_t progress_cards) noexcept nogil:
    """Search the arrangements depth first until one has a progress card outermost or a space."""
    cdef step_t* steps = <step_t*>s.steps
    cdef step_t step
    cdef uint32_t depth = 0, slot
    cdef uint64_t key = arrangement(p, r)
    _add_visit(s, _slot_of(s, key), key)
    step.house = step.extra_cards = step.place = step.uncovered = 0
    while True:
        if not next_step(p, r, &step):
            if depth == 0:
                return BLOCKED
            depth -= 1
            step = steps[depth]
            undo_step(p, r, &step)
            step.place += 1
            continue
        do_step(p, r, &step)
        if p.empty or progress_cards >> p.top_card[HOUSE + step.house] & 1:
            return NOT_BLOCKED
        key = arrangement(p, r)
        slot = _slot_of(s, key)
        if s.memo[slot]:
            undo_step(p, r, &step)
            step.place += 1
        elif _gives_up(s):
            return GAVE_UP
        else:
            _add_visit(s, slot, key)
            steps[depth] = step
            depth += 1
            step.house = step.extra_cards = step.place = 0

cdef blocked_t _by_argument(const position_t* start, const rules_t* r,
                            stalemate_search_t* s) noexcept nogil:
    """Return whether a position is blocked, by the argument above."""
    cdef position_t p
    cdef outermost_t wanted
    cdef uint64_t progress_cards
    cdef int seat, house
    if start.empty:
        return NOT_BLOCKED
    for seat in range(r.seats):
        if start.cards_left[seat] == 0:
            return NOT_BLOCKED
    if _piles_progress(start, r, &wanted):
        return NOT_BLOCKED
    progress_cards = wanted.accepting | wanted.leaving
    for house in range(r.houses):
        if progress_cards >> start.top_card[HOUSE + house] & 1:
            return NOT_BLOCKED
    memcpy(&p, start, sizeof(position_t))
    return _walk(&p, r, s, progress_cards)

cdef bint _applies(const position_t* p, const rules_t* r) noexcept nogil:
    """Return whether the argument is sound when it finds the position blocked."""
    cdef int pile, at
    if p.first or p.base == NO_BASE or p.moves_left != NO_LIMIT:
        return False                  # a reserve, a layout, a base or a move count may still change
    if r.own_waste_fills and (p.empty or r.house_to_house):
        return False                  # spaces are filled automatically
    if r.seats == 3:
        if r.houses and p.houses == r.house_set:
            return False              # a house may be closed
        for pile in range(PILES):
            for at in range(base_of(pile) + 1, p.top[pile] + 1):
                if p.cards[at] == JOKER:
                    return False      # a card will be set aside
    return True

cdef bint _is_certain(const position_t* p, const rules_t* r) noexcept nogil:
    """Return whether the argument is also sound when it finds the position not blocked."""
    cdef int house
    if r.load_only_unplayable and r.house_to_house:
        return False                  # a load may need a house that another move removes
    if r.turned_up_card == TURNED_TO_WASTE and r.waste_after_reserve:
        return False                  # no hand card is played before the reserve is gone
    if r.must_uncover:
        for house in range(r.houses):
            if face_down_count(p, HOUSE + house):
                return False          # uncovering may be compelled and is irreversible
    return True

# ---- whole positions: slow and general ----

# A position on the path from the start, and its next move to try.
cdef struct ply_t:
    position_t position
    int n

cdef bint _allows_progress(const position_t* p, const rules_t* r,
                           const moves_t* moves) noexcept nogil:
    """Return whether the position is won or a progress move (7.2; under V17 a play) is legal."""
    cdef int lane
    cdef uint16_t of_houses = 0 if r.reserve_or_hand else <uint16_t>~r.house_set
    if is_won(p):
        return True
    for lane in range(12):
        if lane_set(moves, lane) & (0xFFFF if lane >= RESERVE_LANE else of_houses):
            return True
    return False

cdef blocked_t _search_positions(const position_t* start, const rules_t* r,
                                 stalemate_search_t* s) noexcept nogil:
    """Return whether a position is blocked; give up at the limit of positions or depth."""
    cdef ply_t* plies = NULL
    cdef ply_t* wider
    cdef ply_t* ply
    cdef moves_t moves
    cdef uint32_t slot
    cdef int depth = 0, room = 0
    cdef uint64_t key
    cdef blocked_t verdict = BLOCKED
    cdef position_t here = start[0]
    while True:
        # `here` is new if its key is; then it is pushed on the stack of plies.
        key = fingerprint(&here, r) ^ mix_a(here.fresh | (NO_LIMIT - here.moves_left) << 8) | 1
        slot = _slot_of(s, key)
        if not s.memo[slot]:
            find_moves(&here, r, &moves)
            if _allows_progress(&here, r, &moves):
                verdict = NOT_BLOCKED
                break
            if depth == room:
                room = 2 * room if room else INITIAL_PLIES
                wider = <ply_t*>realloc(plies, room * sizeof(ply_t))
                if wider == NULL:
                    s.ran_out[0] = True
                    verdict = GAVE_UP
                    break
                plies = wider
            if depth == DEEPEST or _gives_up(s):
                verdict = GAVE_UP
                break
            _add_visit(s, slot, key)
            plies[depth].position = here
            plies[depth].n = 0
            depth += 1
        # Make the next move from the top of the stack.
        while depth:
            ply = &plies[depth - 1]
            find_moves(&ply.position, r, &moves)
            if ply.n < moves.count:
                break
            depth -= 1
        if depth == 0:
            break
        here = ply.position
        apply(&here, r, nth_move(&here, r, &moves, ply.n))
        ply.n += 1
    free(plies)
    return verdict

cdef blocked_t blocked(const position_t* start, const rules_t* r,
                       stalemate_search_t* s) noexcept nogil:
    """Return whether no progress move (under V17, no play) can be reached (7.3), or GAVE_UP."""
    cdef blocked_t verdict
    if not r.reserve_or_hand and _applies(start, r):
        verdict = _by_argument(start, r, s)
        _forget_visits(s)
        if verdict == BLOCKED or (verdict == NOT_BLOCKED and _is_certain(start, r)):
            return verdict
    verdict = _search_positions(start, r, s)
    _forget_visits(s)
    return verdict

cdef void _forget_visits(stalemate_search_t* s) noexcept nogil:
    """Clear the memo for the next search."""
    while s.seen:
        s.seen -= 1
        s.memo[s.used[s.seen]] = 0
