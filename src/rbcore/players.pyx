"""The compiled players: uniform and greedy."""

# Name -> version. A change of play is a new version; results name it.
PLAYERS = {"uniform": 1, "greedy": 1}


cdef move_t greedy_move(const position_t* p, const rules_t* r, const moves_t* m) noexcept nogil:
    """A sensible beginner. The first of these that is legal, lower houses before higher ones:

    1. a card to a foundation: the turned-up card, then a house's (the reserve's is forced);
    2. the reserve's top card: loaded, or to a house with cards, or to an empty house;
    3. the turned-up card, in the same way;
    4. a house's card loaded;
    5. a house's card to a house with cards, if the card under it then fits a foundation;
    6. a house's only card to a house with cards, which makes a space;
    7. turn, waste or pass.

    Loads go to the reserve before the waste. Cards are moved from house to house for nothing else,
    so no turn goes on for ever: 1 to 4 leave the seat fewer cards to move or lead out of the
    houses, 5 leads to 1, and 6 leaves fewer houses with cards.
    """
    cdef uint64_t houses = r.house_set, places, built = houses & ~p.empty
    cdef int lane, move_up = -1
    for lane in range(RESERVE_LANE, TURNED_LANE + 1):
        places = lane_set(m, lane)
        if places:
            return lane_move(p, r, 16 * lane + _best_place(places, houses, built))
    for lane in range(r.houses):
        places = lane_set(m, lane) & ~houses
        if places:
            return lane_move(p, r, 16 * lane + _best_place(places, houses, built))
    for lane in range(r.houses):
        places = lane_set(m, lane) & built
        if places:
            if p.takes[p.cards[p.top[HOUSE + lane] - 1]] >> FOUNDATION & 1:
                return lane_move(p, r, 16 * lane + lowest(places))
            if move_up < 0 and length(p, HOUSE + lane) == 1:
                move_up = 16 * lane + lowest(places)
    if move_up >= 0:
        return lane_move(p, r, move_up)
    if m.word == NO_WORD:
        # Nothing but moves to and fro: only rules that forbid to turn leave a seat so.
        return nth_move(p, r, m, 0)
    return word_move(p, m.word)


cdef inline int _best_place(uint64_t places, uint64_t houses, uint64_t built) noexcept nogil:
    """A foundation, then a reserve or a waste to load, then a house with cards, then a space."""
    if places >> FOUNDATION & 1:
        return FOUNDATION
    if places & ~houses:
        return lowest(places & ~houses)
    if places & built:
        return lowest(places & built)
    return lowest(places)
