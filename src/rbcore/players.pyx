"""The compiled players: uniform and greedy."""

from rbcore.bound cimport RELEASE, SPACE, UNCOVER
from rbcore.plans cimport find_shortest

# Name -> version. A change of play is a new version; results name it.
PLAYERS = {"uniform": 1, "greedy": 1}


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
    8. knowing the next hand card (V11), which fits nowhere: a house's card to a house with cards,
       if the card under it then takes it;
    9. turn, waste or pass.

    Loads go to the reserve before the waste. By 2, a house that the next hand card fits on is
    covered only if there is no other (V11). Cards are moved from house to house for nothing else,
    so no turn goes on for ever: 1 to 4 leave the seat fewer cards to move or lead out of the
    houses, 5 comes nearer to its goal, 6 leads to 1, 7 leaves fewer houses with cards or fewer
    cards face down, and after 8 the next card fits.
    """
    cdef uint64_t houses = r.house_set, places, built = houses & ~p.empty
    cdef card_t next_card = _next_hand_card(p) if r.peek else NO_CARD
    cdef move_t move
    cdef int lane, found
    places = m.places[WORDS - 1] >> 16
    if places:                        # the lanes of the reserve, the turned-up card and the waste
        lane = RESERVE_LANE + (lowest(places) >> 4)
        return lane_move(
            p, r, 16 * lane + _best_place(p, lane_set(m, lane), houses, built, next_card)
        )
    if (m.places[0] | m.places[1] | m.places[2]) & in_lanes(<uint16_t>~r.house_set):
        for lane in range(r.houses):
            places = lane_set(m, lane) & ~houses
            if places:
                return lane_move(p, r, 16 * lane + _best_place(p, places, houses, built, NO_CARD))
    if m.word == NO_WORD and _plan_move(p, r, &move):
        return move
    found = _house_move(p, r, m, built)
    if found >= 0:
        return _as_move(found)
    if next_card != NO_CARD and not (
        places_of(p, next_card) & r.places[p.seat] or p.empty & r.spaces
    ):
        found = _move_off(p, r, m, built, next_card)
        if found >= 0:
            return _as_move(found)
    if m.word == NO_WORD:
        # Nothing but moves to and fro: only rules that forbid to turn leave a seat so.
        return nth_move(p, r, m, 0)
    return word_move(p, m.word)


cdef inline int _best_place(
    const position_t* p, uint64_t places, uint64_t houses, uint64_t built, card_t next_card
) noexcept nogil:
    """A foundation, then a reserve or a waste to load, then a house with cards, then a space."""
    cdef uint64_t spared
    if places >> FOUNDATION & 1:
        return FOUNDATION
    if places & ~houses:
        return lowest(places & ~houses)
    if places & built:
        places &= built
        if next_card != NO_CARD:
            spared = places & ~<uint64_t>places_of(p, next_card)
            places = spared if spared else places
        return lowest(places)
    return lowest(places)


cdef bint _plan_move(const position_t* p, const rules_t* r, move_t* move) noexcept nogil:
    """The first move of a shortest plan, of the plans that V4 to V9 look for."""
    return (
        (r.release and find_shortest(p, r, RELEASE, move))
        or (r.must_uncover and find_shortest(p, r, UNCOVER, move))
        or (r.must_make_spaces and find_shortest(p, r, SPACE, move))
    )


cdef inline int _as_number(int house, uint64_t places, int more) noexcept nogil:
    """The move of a house's cards to the lowest of some places."""
    return house | lowest(places) << 8 | more << 16


cdef inline move_t _as_move(int number) noexcept nogil:
    cdef move_t move
    move.source = <uint8_t>(HOUSE + (number & 0xFF))
    move.place = <uint8_t>(number >> 8 & 0xFF)
    move.more = <uint8_t>(number >> 16)
    return move


cdef inline int _gain(const position_t* p, int house, int more) noexcept nogil:
    """Of moving a house's last more + 1 cards: 2 by rule 6, 1 by rule 7, or 0."""
    cdef int under = p.top[HOUSE + house] - more - 1
    if under < p.open[HOUSE + house] or p.cards[under] == NO_CARD:
        return 1
    return 2 * (p.takes[p.cards[under]] >> FOUNDATION & 1)


cdef inline int _house_move(
    const position_t* p, const rules_t* r, const moves_t* m, uint64_t built
) noexcept nogil:
    """Rules 6 and 7, single cards first, as a number; -1 if neither applies."""
    cdef uint64_t places
    cdef int word, house, more, gain, clearing = -1
    for word in range(WORDS):
        places = m.places[word] & in_lanes(<uint16_t>built)
        if word == WORDS - 1:
            places &= 0xFFFF          # the other lanes are no houses
        while places:
            house = LANES * word + (lowest(places) >> 4)
            gain = _gain(p, house, 0)
            if gain == 2 or (gain and clearing < 0):
                clearing = house | (lowest(places) & 15) << 8
                if gain == 2:
                    return clearing
            places &= ~(<uint64_t>0xFFFF << (16 * (house & 3)))
    return _group_move(p, r, m, built, clearing) if r.group_moves else clearing


cdef int _group_move(
    const position_t* p, const rules_t* r, const moves_t* m, uint64_t built, int clearing
) noexcept nogil:
    """Rules 6 and 7 for groups; `clearing` is what rule 7 has found already, or -1."""
    cdef uint64_t places
    cdef int house, more, gain
    for house in range(r.houses):
        for more in range(1, length(p, HOUSE + house)):
            places = m.groups[house][more] & built
            gain = _gain(p, house, more) if places else 0
            if gain == 2 or (gain and clearing < 0):
                clearing = _as_number(house, places, more)
                if gain == 2:
                    return clearing
    return clearing


cdef int _move_off(
    const position_t* p, const rules_t* r, const moves_t* m, uint64_t built, card_t next_card
) noexcept nogil:
    """Rule 8, as a number: bare a card that takes the next hand card; -1 if it does not apply."""
    cdef uint64_t places
    cdef int house, under
    for house in range(r.houses):
        places = lane_set(m, house) & built
        under = p.top[HOUSE + house] - 1
        if places and under >= p.open[HOUSE + house] and (
            r.fit_set[KIND_HOUSE][p.cards[under]] >> next_card & 1
        ):
            return _as_number(house, places, 0)
    return -1


cdef card_t _next_hand_card(const position_t* p) noexcept nogil:
    """The card that `turn` would turn up, if there is one and none is."""
    cdef int hand = HAND + p.seat, waste = WASTE + p.seat
    if shows(p, TURNED + p.seat):
        return NO_CARD
    if length(p, hand):
        return p.cards[p.top[hand]]
    return p.cards[base_of(waste) + 1] if length(p, waste) else NO_CARD
