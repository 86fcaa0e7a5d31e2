"""The player `greedy`: fixed priorities, without looking ahead."""

from rbcore.board.position cimport destinations_of, knows_next, length
from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport NO_CARD, card_t
from rbcore.moves.generator cimport (
    QUADS, LANES_PER_QUAD, NO_SPECIAL, RESERVE_LANE, SPECIAL_TURN, has_move, in_lanes, lane_move,
    lane_set, nth_move, special_move,
)
from rbcore.moves.house_plans cimport find_shortest
from rbcore.moves.plan_bound cimport GOAL_RELEASE, GOAL_SPACE, GOAL_UNCOVER
from rbcore.moves.transition cimport next_in_hand
from rbcore.rules.compiled cimport FOUNDATION, HOUSE, KIND_HOUSE, KIND_LOAD, RESERVE


cdef move_t greedy_move(const position_t* p, const rules_t* r, const moves_t* m) noexcept nogil:
    """A sensible beginner. The first of these that is legal, lower houses before higher ones:

    1. a card to a foundation: the turned-up card, then a house's (the reserve's is forced);
    2. the reserve's top card: loaded, or to a house with cards, or to an empty house;
    3. the turned-up card, in the same way, then the own waste's (V3);
    4. a house's card loaded;
    5. where nothing but a plan is left (V4 to V9), the first move of a shortest one;
    6. a house's card, or group (V13), to a house with cards, if the card under it then fits a
       foundation;
    7. a house's only card, or all of them (V13), or all that cover a face-down card (V8), to a
       house with cards;
    8. knowing that the next hand card will fit nowhere (V11), the first move of a shortest plan
       that makes a space (V7);
    9. turn, waste or pass.

    Loads go to the reserve before the waste. A seat that knows its next hand card (V11) looks ahead
    in 2 and 3 too: if that card would fit nowhere afterwards, another place is taken after which it
    fits.

    Cards are moved from house to house for nothing else, so no turn goes on for ever: 1 to 4 leave
    the seat fewer cards to move or lead out of the houses, 5 and 8 come nearer to their goal, 6
    leads to 1, and 7 leaves fewer houses with cards or fewer cards face down.
    """
    cdef uint64_t houses = r.house_set, places, occupied = houses & ~p.empty
    cdef card_t next_card = next_in_hand(p) if knows_next(p, r) else NO_CARD, c
    cdef move_t move
    cdef int lane, place, number
    places = m.places[QUADS - 1] >> 16
    if places:                        # the lanes of the reserve, the turned-up card and the waste
        lane = RESERVE_LANE + (lowest(places) >> 4)
        places = lane_set(m, lane)
        place = _best_place(places, houses, occupied)
        if next_card != NO_CARD and place != FOUNDATION:
            c = p.top_card[r.source[p.seat][lane]]
            place = _place_before(p, r, c, places, place, next_card)
        return lane_move(p, r, 16 * lane + place)
    if (m.places[0] | m.places[1] | m.places[2]) & in_lanes(<uint16_t>~r.house_set):
        for lane in range(r.houses):
            places = lane_set(m, lane) & ~houses
            if places:
                return lane_move(p, r, 16 * lane + _best_place(places, houses, occupied))
    if m.special == NO_SPECIAL and plan_move(p, r, &move):
        return move
    number = _house_move(p, r, m, occupied)
    if number >= 0:
        return _as_move(number)
    if next_card != NO_CARD and m.special == SPECIAL_TURN and not (
        destinations_of(p, next_card) & r.places[p.seat] or p.empty & r.spaces
    ):
        if find_shortest(p, r, GOAL_SPACE, &move) and has_move(p, r, m, move):
            return move
    if m.special == NO_SPECIAL:
        # Nothing but moves to and fro: only rules that forbid to turn leave a seat so.
        return nth_move(p, r, m, 0)
    return special_move(p, m.special)


cdef inline int _best_place(uint64_t places, uint64_t houses, uint64_t occupied) noexcept nogil:
    """A foundation, then a reserve or a waste to load, then a house with cards, then a space."""
    if places >> FOUNDATION & 1:
        return FOUNDATION
    if places & ~houses:
        return lowest(places & ~houses)
    return lowest(places & occupied if places & occupied else places)


cdef bint plan_move(const position_t* p, const rules_t* r, move_t* move) noexcept nogil:
    """The first move of a shortest plan, of the plans that V4 to V9 look for."""
    return (
        (r.release and find_shortest(p, r, GOAL_RELEASE, move))
        or (r.must_uncover and find_shortest(p, r, GOAL_UNCOVER, move))
        or (r.must_make_spaces and find_shortest(p, r, GOAL_SPACE, move))
    )


cdef inline int _as_number(int house, uint64_t places, int extra_cards) noexcept nogil:
    """The move of a house's cards to the lowest of some places."""
    return house | lowest(places) << 8 | extra_cards << 16


cdef inline move_t _as_move(int number) noexcept nogil:
    cdef move_t move
    move.source = <uint8_t>(HOUSE + (number & 0xFF))
    move.place = <uint8_t>(number >> 8 & 0xFF)
    move.extra_cards = <uint8_t>(number >> 16)
    return move


cdef inline int _clearing_gain(const position_t* p, int house, int extra_cards) noexcept nogil:
    """The gain of moving a house's last extra_cards + 1 cards: 2 by rule 6, 1 by rule 7, or 0."""
    cdef int under = p.top[HOUSE + house] - extra_cards - 1
    if under < p.first_face_up[HOUSE + house] or p.cards[under] == NO_CARD:
        return 1
    return 2 * (p.destinations[p.cards[under]] >> FOUNDATION & 1)


cdef inline int _house_move(
    const position_t* p, const rules_t* r, const moves_t* m, uint64_t occupied
) noexcept nogil:
    """Rules 6 and 7, single cards first, as a number; -1 if neither applies."""
    cdef uint64_t places
    cdef int quad, house, gain, clearing = -1
    for quad in range(QUADS):
        places = m.places[quad] & in_lanes(<uint16_t>occupied)
        if quad == QUADS - 1:
            places &= 0xFFFF          # the other lanes are no houses
        while places:
            house = LANES_PER_QUAD * quad + (lowest(places) >> 4)
            gain = _clearing_gain(p, house, 0)
            if gain == 2 or (gain and clearing < 0):
                clearing = house | (lowest(places) & 15) << 8
                if gain == 2:
                    return clearing
            places &= ~(<uint64_t>0xFFFF << (16 * (house & 3)))
    return _group_move(p, r, m, occupied, clearing) if r.group_moves else clearing


cdef int _group_move(
    const position_t* p, const rules_t* r, const moves_t* m, uint64_t occupied, int clearing
) noexcept nogil:
    """Rules 6 and 7 for groups; `clearing` is what rule 7 has found already, or -1."""
    cdef uint64_t places
    cdef int house, extra_cards, gain
    for house in range(r.houses):
        for extra_cards in range(1, length(p, HOUSE + house)):
            places = m.groups[house][extra_cards] & occupied
            gain = _clearing_gain(p, house, extra_cards) if places else 0
            if gain == 2 or (gain and clearing < 0):
                clearing = _as_number(house, places, extra_cards)
                if gain == 2:
                    return clearing
    return clearing


cdef bint _fits_after(
    const position_t* p, const rules_t* r, card_t c, int place, card_t next_card
) noexcept nogil:
    """Whether the next hand card has a place once a card lies at one that is no foundation."""
    cdef uint64_t places = destinations_of(p, next_card) & r.places[p.seat] | p.empty & r.spaces
    cdef int kind = KIND_HOUSE if place < RESERVE else KIND_LOAD
    if places & ~(<uint64_t>1 << place):
        return True
    return r.accepts[kind][c] >> next_card & 1


cdef int _place_before(
    const position_t* p, const rules_t* r, card_t c, uint64_t places, int best, card_t next_card
) noexcept nogil:
    """A place after which the next hand card has one too; the best of all if there is none."""
    cdef int place
    if _fits_after(p, r, c, best, next_card):
        return best
    for place in range(FOUNDATION - 1, -1, -1):         # loads before houses
        if places >> place & 1 and _fits_after(p, r, c, place, next_card):
            return place
    return best
