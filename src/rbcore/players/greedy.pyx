"""The player `greedy`: fixed priorities, no look-ahead."""

from rbcore.board.position cimport destinations_of, equal_loads, knows_next, length
from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport NO_CARD, card_t
from rbcore.moves.house_plans cimport GOAL_RELEASE, GOAL_SPACE, GOAL_UNCOVER, find_shortest
from rbcore.moves.legal_moves cimport (
    NO_SPECIAL, RESERVE_LANE, SPECIAL_TURN, has_move, lane_move, lane_set, special_move,
)
from rbcore.moves.transition cimport move_of, next_in_hand
from rbcore.players.tie_break cimport any_to, first_move, lanes_to, take_first
from rbcore.rules.compiled cimport (
    FOUNDATION, HOUSE, KIND_HOUSE, KIND_LOAD, QUADS, RESERVE, first_for, in_order,
)

cdef move_t greedy_move(const position_t* p, const rules_t* r, const moves_t* m) noexcept nogil:
    """Return a sensible beginner's move: the first legal one of these, own houses first.

    1. a card to a foundation: the turned-up card, then a house's (the reserve's is forced);
    2. the reserve's top card: loaded, or to a house with cards, or to an empty house;
    3. the turned-up card, in the same way, then the own waste's (V3);
    4. a house's card loaded;
    5. where only a plan is legal (V4 to V9), the first move of a shortest one;
    6. a house's card, or group (V13), to a house with cards, if the card under it then fits a
       foundation;
    7. a house's only card, a whole house (V13), or all cards over a face-down card (V8), to a
       house with cards;
    8. if the next hand card is known (V11) to fit nowhere, the first move of a shortest plan
       that makes a space (V7);
    9. turn, waste or pass.

    A reserve is loaded before a waste. A seat that knows its next hand card (V11) also looks ahead
    in 2 and 3: if that card would fit nowhere afterwards, the move goes to another place after
    which it fits, if there is one. Houses are tried in the order of tie_break.pxd.

    No other moves between houses are made, so every turn ends: 1 to 4 leave the seat fewer cards to
    move or lead out of the houses, 5 and 8 come nearer to their goal, 6 leads to 1, and 7 leaves
    fewer houses with cards or fewer cards face down.
    """
    cdef uint64_t houses = r.house_set, places, occupied = houses & ~p.empty
    cdef card_t next_card = next_in_hand(p, r) if knows_next(p, r) else NO_CARD, c
    cdef move_t move
    cdef int lane, place
    places = m.places[QUADS - 1] >> 16
    if places:                        # lanes of the reserve, the turned-up card and the waste
        lane = RESERVE_LANE + (lowest(places) >> 4)
        places = lane_set(m, lane)
        place = _best_place(p, r, places, occupied)
        if next_card != NO_CARD and place != FOUNDATION:
            c = p.top_card[r.source[p.seat][lane]]
            place = _place_before(p, r, c, places, occupied, next_card)
        return lane_move(p, r, 16 * lane + place)
    if any_to(m, <uint16_t>~houses):
        lane = first_for(r, p.seat, lanes_to(m, <uint16_t>~houses))
        places = lane_set(m, lane) & ~houses
        return lane_move(p, r, 16 * lane + _best_place(p, r, places, occupied))
    if m.special == NO_SPECIAL and plan_move(p, r, &move):
        return move
    if any_to(m, <uint16_t>occupied) or m.in_groups:
        if _house_move(p, r, m, occupied, &move):
            return move
    if next_card != NO_CARD and m.special == SPECIAL_TURN and not _places_next(p, r, next_card):
        if find_shortest(p, r, GOAL_SPACE, &move) and has_move(p, r, m, move):
            return move
    if m.special == NO_SPECIAL:
        # Only moves back and forth are left, under rules that forbid turning.
        return first_move(p, r, m)
    return special_move(p, m.special)

cdef inline int _best_place(const position_t* p, const rules_t* r, uint64_t places,
                            uint64_t occupied) noexcept nogil:
    """Return the first of a foundation, a reserve or waste to load, a house with cards, a space."""
    if places >> FOUNDATION & 1:
        return FOUNDATION
    if places & ~<uint64_t>r.house_set:
        return lowest(places & ~<uint64_t>r.house_set)
    return first_for(r, p.seat, places & occupied if places & occupied else places)

cdef bint plan_move(const position_t* p, const rules_t* r, move_t* move) noexcept nogil:
    """Find the first move of a shortest plan, among those that V4 to V9 look for."""
    return (
        (r.release and find_shortest(p, r, GOAL_RELEASE, move))
        or (r.must_uncover and find_shortest(p, r, GOAL_UNCOVER, move))
        or (r.must_make_spaces and find_shortest(p, r, GOAL_SPACE, move))
    )

cdef inline int _clearing_gain(const position_t* p, int house, int extra_cards) noexcept nogil:
    """Return the gain of moving the last extra_cards + 1 cards: 2 by rule 6, 1 by rule 7, or 0."""
    cdef int under = p.top[HOUSE + house] - extra_cards - 1
    if under < p.first_face_up[HOUSE + house] or p.cards[under] == NO_CARD:
        return 1
    return 2 * (p.destinations[p.cards[under]] >> FOUNDATION & 1)

cdef inline bint _house_move(const position_t* p, const rules_t* r, const moves_t* m,
                             uint64_t occupied, move_t* move) noexcept nogil:
    """Find a move by rule 6 or 7, single cards before groups; False if neither applies."""
    cdef uint64_t lanes = in_order(r, p.seat, lanes_to(m, <uint16_t>occupied))
    cdef int house, gain, best = 0
    while lanes:
        house = take_first(&lanes)
        gain = _clearing_gain(p, house, 0)
        if gain > best:
            best = gain
            move[0] = move_of(
                HOUSE + house, first_for(r, p.seat, lane_set(m, house) & occupied), 0)
            if gain == 2:
                return True
    return _group_move(p, r, m, occupied, best, move) if r.group_moves else best > 0

cdef bint _group_move(const position_t* p, const rules_t* r, const moves_t* m, uint64_t occupied,
                      int best, move_t* move) noexcept nogil:
    """Do _house_move() for groups; `best` is the gain of the move found so far, or 0."""
    cdef uint64_t places, houses = in_order(r, p.seat, r.house_set)
    cdef int house, extra_cards, gain
    while houses:
        house = take_first(&houses)
        for extra_cards in range(1, length(p, HOUSE + house)):
            places = m.groups[house][extra_cards] & occupied
            gain = _clearing_gain(p, house, extra_cards) if places else 0
            if gain > best:
                best = gain
                move[0] = move_of(HOUSE + house, first_for(r, p.seat, places), extra_cards)
                if gain == 2:
                    return True
    return best > 0

cdef uint16_t _places_next(const position_t* p, const rules_t* r, card_t c) noexcept nogil:
    """Return where the next hand card could go if it were turned up now."""
    cdef uint16_t places = destinations_of(p, c) | equal_loads(p, r, c)
    return places & r.places[p.seat] | p.empty & r.spaces

cdef bint _fits_after(const position_t* p, const rules_t* r, card_t c, int place,
                      card_t next_card) noexcept nogil:
    """Return whether the next hand card fits somewhere after a move that is not to a foundation."""
    cdef uint64_t places = _places_next(p, r, next_card)
    cdef int kind = KIND_HOUSE if place < RESERVE else KIND_LOAD
    if places & ~(<uint64_t>1 << place):
        return True
    return r.accepts[kind][c] >> next_card & 1

cdef int _place_before(const position_t* p, const rules_t* r, card_t c, uint64_t places,
                       uint64_t occupied, card_t next_card) noexcept nogil:
    """Return the best place after which the next hand card fits too, or else the best place."""
    cdef int place, best = _best_place(p, r, places, occupied)
    while places:
        place = _best_place(p, r, places, occupied)
        if _fits_after(p, r, c, place, next_card):
            return place
        places ^= <uint64_t>1 << place
    return best
