"""House plans (V4, V5, V7, V9): shortest sequences of house-card moves that reach a goal.

The search is depth first, with three cuts. Spaces are interchangeable, so it tries only the first.
Each thread memoizes answers; an answer depends on the position alone, so it never becomes stale.
And the search stops where even a relaxed game cannot reach the goal.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport (
    base_of, card_key, destinations_of, face_down_count, fit_foundations, length, move_group,
    places_of, pop_known, push_card, toggle,
)
from rbcore.cards.bits cimport lowest, members, popcount
from rbcore.cards.card cimport NO_CARD, bit, card_t
from rbcore.cards.hash_table cimport fold, mix_a, mix_b
from rbcore.moves.transition cimport move_of
from rbcore.rules.compiled cimport (
    FOUNDATION, HOUSE, KIND_HOUSE, KIND_LOAD, RELEASE_FEWEST, RESERVE, WASTE, first_for, in_order,
)

# ---- a lower bound on the moves that reach a goal, which prunes the search -----------------------
# The cards over a goal must leave, one move each; all other moves are extra. For each number of
# extra moves, a relaxed game plays that many rounds. There a moved card also stays where it was:
# every house gives up a card, or any group, and the cards over a goal move whenever they can. The
# goal is within reach if all of them could move. The number that goes to spaces is limited to the
# spaces at the start plus one for each extra move, since no move makes two.
# each extra move, since no move makes two.

cdef enum:
    FAR = 99

# A house in the relaxed game.
cdef struct stack_t:
    const card_t* top     # the outermost card
    const card_t* floor   # below the face-up cards: the sentinel or a face-down card

# A house in which the goal could be reached.
cdef struct goal_house_t:
    const card_t* top
    int n
    int over              # cards that must leave to reach the goal

# The cards that have a place in the relaxed game.
cdef struct fitting_t:
    uint64_t houses       # cards that fit on outermost house cards
    uint64_t loads        # cards that fit on other seats' piles
    bint space            # every card fits, because there is a space

cdef inline int _face_up(const position_t* p, int house, int base) noexcept nogil:
    """Return how many face-up cards a house has."""
    return p.top[HOUSE + house] - max(base, p.first_face_up[HOUSE + house] - 1)

cdef bint find_needed(const position_t* p, const rules_t* r, uint64_t needed,
                      uint16_t* needed_at) noexcept nogil:
    """Find where cards of a set lie face up in the houses, as deep as a plan can dig.

    Each house gets 16 bits, the lowest for its topmost card, so the cards below a card have the
    bits above its own. Return whether there are any.
    """
    cdef int house, base, top, first
    cdef uint16_t anywhere = 0
    for house in range(r.houses):
        base = base_of(HOUSE) + house * HOUSE_ROOM
        top = p.top[HOUSE + house]
        first = max(base + 1, p.first_face_up[HOUSE + house])
        if not r.group_moves:
            first = max(first, top - r.plan_limit)
        needed_at[house] = members(p.cards + base, first - base, top - base, needed)
        anywhere |= needed_at[house]
    return anywhere != 0

cdef inline bint _has_place(card_t c, const fitting_t* fitting) noexcept nogil:
    return (fitting.houses | fitting.loads) >> c & 1

cdef inline bint _can_clear(const rules_t* r, const goal_house_t* t, fitting_t* fitting,
                            int spaces) noexcept nogil:
    """Return whether the cards over a goal can leave, at most `spaces` of them to spaces.

    Those that can leave, and the cards below them, accept other cards from now on. A group (V13)
    fits if its deepest card fits.
    """
    cdef int depth
    cdef card_t c
    for depth in range(t.n if r.group_moves else t.over):
        c = t.top[-depth]
        if r.group_moves:
            if depth + 1 >= t.over and (fitting.space or _has_place(c, fitting)):
                return True
        elif not _has_place(c, fitting):
            spaces -= 1
            if spaces < 0 or not fitting.space:
                return False
        fitting.loads |= r.accepts[KIND_LOAD][c]
        if r.house_to_house:
            fitting.houses |= r.accepts[KIND_HOUSE][t.top[-depth - 1]]
    return not r.group_moves

cdef inline int _moves_off(const rules_t* r, const stack_t* h,
                           const fitting_t* fitting) noexcept nogil:
    """Return how many cards a house gives up in a round: one or the largest fitting group (V13)."""
    cdef int k
    if h.top == h.floor:
        return 0
    if r.group_moves:
        for k in range(<int>(h.top - h.floor), 1, -1):
            if fitting.space or fitting.houses >> h.top[1 - k] & 1:
                return k
    return fitting.space or _has_place(h.top[0], fitting)

cdef inline void _give_up(const rules_t* r, fitting_t* fitting, card_t c, card_t under,
                          bint is_face_up) noexcept nogil:
    """Add what fits once a card has left the one under it, a card or the sentinel."""
    fitting.loads |= r.accepts[KIND_LOAD][c]
    if r.house_to_house:
        if under == NO_CARD:
            fitting.space = True
        elif is_face_up:
            fitting.houses |= r.accepts[KIND_HOUSE][under]

cdef inline bint _play_round(const rules_t* r, stack_t* stacks, int n_stacks,
                             fitting_t* fitting) noexcept nogil:
    """Let every house give up what it can; return whether any did."""
    cdef fitting_t before = fitting[0]
    cdef stack_t* h
    cdef int house, k
    cdef bint any_moved = False
    for house in range(n_stacks):
        h = &stacks[house]
        k = _moves_off(r, h, &before)
        any_moved |= k > 0
        while k:
            k -= 1
            h.top -= 1
            _give_up(r, fitting, h.top[1], h.top[0], h.top != h.floor)
    return any_moved

cdef inline uint64_t _play_first_round(const position_t* p, const rules_t* r,
                                       fitting_t* fitting) noexcept nogil:
    """Play the first round, with single cards; return the houses that gave one up."""
    cdef fitting_t before = fitting[0]
    cdef uint64_t moved = 0
    cdef int house, top
    cdef card_t c
    for house in range(r.houses):
        c = p.top_card[HOUSE + house]
        if c != NO_CARD and (before.space or _has_place(c, &before)):
            top = p.top[HOUSE + house]
            _give_up(r, fitting, c, p.cards[top - 1], top > p.first_face_up[HOUSE + house])
            moved |= <uint64_t>1 << house
    return moved

cdef inline int _find_goals(const position_t* p, const rules_t* r, goal_t goal,
                            const uint16_t* needed_at, goal_house_t* goals) noexcept nogil:
    """Find the houses in which the goal could be reached; return their number."""
    cdef int house, base, top, down, n = 0
    cdef uint32_t under
    for house in range(r.houses):
        base = base_of(HOUSE) + house * HOUSE_ROOM
        top = p.top[HOUSE + house]
        if goal == GOAL_RELEASE:
            under = <uint32_t>needed_at[house] >> (HOUSE_ROOM - (top - base))
            if not under:
                continue
            goals[n].over = lowest(under) + 1
            goals[n].n = _face_up(p, house, base)
        else:
            down = p.first_face_up[HOUSE + house] > base + 1
            if p.top_card[HOUSE + house] == NO_CARD or down != (goal == GOAL_UNCOVER):
                continue
            goals[n].over = goals[n].n = _face_up(p, house, base)
        goals[n].top = p.cards + top
        n += 1
    return n

cdef inline int _find_stacks(const position_t* p, const rules_t* r, uint64_t moved,
                             stack_t* stacks) noexcept nogil:
    """Find the houses with cards left to give up after the first round; return their number."""
    cdef int house, base, n = 0
    for house in range(r.houses):
        if p.top_card[HOUSE + house] != NO_CARD:
            base = base_of(HOUSE) + house * HOUSE_ROOM
            stacks[n].top = p.cards + p.top[HOUSE + house]
            stacks[n].floor = stacks[n].top - _face_up(p, house, base)
            stacks[n].top -= moved >> house & 1
            n += 1
    return n

cdef inline void _find_fitting(const position_t* p, const rules_t* r,
                               fitting_t* fitting) noexcept nogil:
    """Find the cards that have a place at the start."""
    cdef int house, seat
    fitting.houses = fitting.loads = 0
    fitting.space = False
    if r.house_to_house:
        fitting.space = p.empty & r.spaces != 0
        for house in range(r.houses):
            fitting.houses |= r.accepts[KIND_HOUSE][p.top_card[HOUSE + house]]
    if r.houses_load:                                                              # V16
        for seat in range(r.seats):
            if seat != p.seat:
                fitting.loads |= r.accepts[KIND_LOAD][p.top_card[RESERVE + seat]]
                fitting.loads |= r.accepts[KIND_LOAD][p.top_card[WASTE + seat]]

cdef int plan_lower_bound(const position_t* p, const rules_t* r, goal_t goal,
                          const uint16_t* needed_at, int moves_left) noexcept nogil:
    """Return the least number of moves to the goal, or moves_left + 1 if it is larger."""
    cdef stack_t stacks[MAX_HOUSES]
    cdef goal_house_t goals[MAX_HOUSES]
    cdef fitting_t fitting
    cdef uint64_t moved = 0
    cdef int clearing, i, n_stacks = 0, n_goals = _find_goals(p, r, goal, needed_at, goals)
    cdef int nearest = FAR, least = moves_left + 1, extra = 0, spaces = popcount(p.empty & r.spaces)
    cdef bint any_moved
    for i in range(n_goals):
        nearest = min(nearest, 1 if r.group_moves else goals[i].over)
    if nearest > moves_left:
        return least
    _find_fitting(p, r, &fitting)
    while nearest + extra < least:
        for i in range(n_goals):
            clearing = 1 if r.group_moves else goals[i].over
            if clearing + extra < least and _can_clear(r, &goals[i], &fitting, spaces + extra):
                least = clearing + extra
        extra += 1
        if nearest + extra >= least:
            break
        if extra == 1 and not r.group_moves:
            moved = _play_first_round(p, r, &fitting)
            any_moved = moved != 0
        else:
            if not n_stacks:              # only here, because few searches get this far
                n_stacks = _find_stacks(p, r, moved, stacks)
            any_moved = _play_round(r, stacks, n_stacks, &fitting)
        if not any_moved and not fitting.space:
            break
    return least

cdef extern from *:
    """
    /* Answers by fingerprint: 56 bits of it, then 4 bits for the most moves known not to
       suffice, then 4 bits for the fewest known to suffice (15: none known). */
    RB_MEMO(plan, 1, 16384)
    """
    uint64_t* memo_slot "rb_plan_at"(uint64_t key) noexcept nogil

cdef enum:
    NEVER = 15

# The state of a search: the position as the plan has changed it, and constants.
cdef struct house_plan_t:
    position_t p
    goal_t goal
    uint64_t foundations  # the cards that fit one, if the plan depends on them
    uint16_t needed_at[MAX_HOUSES]  # their places in the houses (find_needed)
    uint64_t fixed_key    # fingerprint of all that the answer depends on besides the key of p
    uint16_t uncovered    # houses in which the plan uncovered a card

# What is needed to undo a move of a plan.
cdef struct undo_t:
    uint64_t key
    uint16_t first_face_up
    uint16_t houses
    uint16_t uncovered

# ---- moves of a plan ---------------------------------------------------------------------------

cdef uint16_t plan_places(const position_t* p, const rules_t* r, int house,
                          int extra_cards) noexcept nogil:
    """Return where a house's last extra_cards + 1 cards can go; only a single card loads (4.2)."""
    cdef uint16_t places = places_of(p, r, HOUSE + house, extra_cards)
    cdef bint playable
    if extra_cards:
        return places & r.house_set
    playable = (places & (r.house_set if r.house_to_house else 0) | places >> FOUNDATION & 1) != 0
    places &= <uint16_t>r.allowed[p.seat][0]
    if r.load_only_unplayable and playable:
        places &= r.house_set
    return places & <uint16_t>~(1 << FOUNDATION)

cdef inline int _largest(const position_t* p, const rules_t* r, int house) noexcept nogil:
    """Return the most cards of a house that may move at once."""
    cdef int n
    if p.top_card[HOUSE + house] == NO_CARD:
        return 0
    if not r.group_moves:
        return 1
    n = length(p, HOUSE + house)
    return min(n, p.top[HOUSE + house] - p.first_face_up[HOUSE + house] + 1)

cdef inline uint64_t _movable(const position_t* p, const rules_t* r) noexcept nogil:
    """Return the houses whose cards may have a place to go; others need no trying."""
    cdef uint64_t houses = 0
    cdef uint16_t places = <uint16_t>r.allowed[p.seat][0] & <uint16_t>~(1 << FOUNDATION)
    cdef int house
    if r.group_moves or r.load_equal_rank or p.empty & r.spaces:
        return r.house_set
    for house in range(r.houses):
        houses |= <uint64_t>(
            (destinations_of(p, p.top_card[HOUSE + house]) & places) != 0
        ) << house
    return houses

cdef inline void _carry(house_plan_t* s, const rules_t* r, int source, int extra_cards,
                        int place) noexcept nogil:
    """Move cards from one pile to another, and note where needed ones come to lie."""
    cdef position_t* p = &s.p
    cdef card_t c
    cdef int at, i
    if extra_cards:
        move_group(p, r, source, extra_cards, place)
    else:
        c = p.top_card[source]
        push_card(p, r, place, c)
        pop_known(p, r, source, c)
    if place < RESERVE:
        at = HOUSE_ROOM - 1 - (p.top[place] - base_of(place))
        for i in range(extra_cards + 1):
            c = p.cards[p.top[place] - i]
            s.needed_at[place] &= <uint16_t>~(1 << (at + i))
            s.needed_at[place] |= <uint16_t>((s.foundations >> c & 1) << (at + i))

cdef bint _do_move(house_plan_t* s, const rules_t* r, int house, int extra_cards, int place,
                   undo_t* undo) noexcept nogil:
    """Make a move of a plan; return whether it reaches the goal."""
    cdef position_t* p = &s.p
    cdef uint16_t pile = <uint16_t>(1 << house)
    cdef card_t below
    undo.key = p.key
    undo.first_face_up = p.first_face_up[HOUSE + house]
    undo.houses = p.houses
    undo.uncovered = s.uncovered
    _carry(s, r, HOUSE + house, extra_cards, place)
    below = p.top_card[HOUSE + house]
    if below != NO_CARD and p.top[HOUSE + house] < undo.first_face_up:
        # The plan does not look at an uncovered card, and the house takes no further part.
        s.uncovered |= pile
        toggle(p, r, HOUSE + house, below)
        p.top_card[HOUSE + house] = NO_CARD
    elif below == NO_CARD and r.seats == 3 and p.houses == r.house_set:
        p.houses ^= pile
        p.empty ^= pile
    if s.goal == GOAL_RELEASE:
        return s.foundations >> p.top_card[HOUSE + house] & 1
    if s.goal == GOAL_SPACE:
        return p.empty >> house & 1
    return s.uncovered != undo.uncovered

cdef void _undo_move(house_plan_t* s, const rules_t* r, int house, int extra_cards, int place,
                     const undo_t* undo) noexcept nogil:
    cdef position_t* p = &s.p
    if s.uncovered != undo.uncovered:
        s.uncovered = undo.uncovered
        p.top_card[HOUSE + house] = p.cards[p.top[HOUSE + house]]
        toggle(p, r, HOUSE + house, p.top_card[HOUSE + house])
    p.houses = undo.houses
    _carry(s, r, place, extra_cards, HOUSE + house)
    p.first_face_up[HOUSE + house] = undo.first_face_up
    p.key = undo.key                  # restored, so that compilers omit its updates

# ---- the search --------------------------------------------------------------------------------

cdef inline bint _goal_under(const house_plan_t* s, int house, int count) noexcept nogil:
    """Return whether the goal is reached once `count` of a house's cards have left."""
    cdef const position_t* p = &s.p
    cdef int down = face_down_count(p, HOUSE + house)
    cdef int staying = length(p, HOUSE + house) - count
    if s.goal == GOAL_RELEASE:
        return staying > down and s.foundations >> p.cards[p.top[HOUSE + house] - count] & 1
    return staying == down and (down > 0) == (s.goal == GOAL_UNCOVER)

cdef bint _reaches_at_once(const house_plan_t* s, const rules_t* r) noexcept nogil:
    """Return whether one move of a single card reaches the goal."""
    cdef int house
    if s.goal == GOAL_SPACE and r.seats == 3 and s.p.houses == r.house_set:
        return False                  # the first empty house is closed
    for house in range(r.houses):
        if s.p.top_card[HOUSE + house] != NO_CARD and _goal_under(s, house, 1):
            if plan_places(&s.p, r, house, 0):
                return True
    return False

cdef uint16_t _last_but_one(const house_plan_t* s, const rules_t* r, int house,
                            uint64_t covers) noexcept nogil:
    """Return where a house's card may go as the last but one move of a plan.

    The card must either lie in the way itself or make a place for a card that does (`covers`). This
    holds only under rules by which a move bars no other; see _try_moves.
    """
    cdef const position_t* p = &s.p
    cdef int top = p.top[HOUSE + house]
    cdef card_t under = p.cards[top - 1]
    if _goal_under(s, house, 1) or _goal_under(s, house, 2):
        return 0xFFFF
    if length(p, HOUSE + house) == 1:
        return 0xFFFF if covers else 0
    if top > p.first_face_up[HOUSE + house] and r.accepts[KIND_HOUSE][under] & covers:
        return 0xFFFF
    if r.accepts[KIND_LOAD][p.cards[top]] & covers:
        return r.places[p.seat] & <uint16_t>~r.house_set
    return 0

cdef bint _reaches(house_plan_t* s, const rules_t* r, int moves_left) noexcept nogil:
    """Return whether one to `moves_left` moves lead to the goal."""
    cdef uint64_t key, known
    cdef uint64_t* slot
    cdef int most_failing = 0, fewest_reaching = NEVER, least
    cdef bint reached
    if moves_left == 0:
        return False
    if moves_left == 1 and not r.group_moves:
        return _reaches_at_once(s, r)
    key = mix_b(fold(mix_a(s.p.key ^ s.fixed_key ^ <uint64_t>s.uncovered << 48)))
    slot = memo_slot(key)
    known = slot[0]
    if (known ^ key) >> 8 == 0:
        most_failing = known >> 4 & 15
        fewest_reaching = known & 15
        if moves_left <= most_failing:
            return False
        if moves_left >= fewest_reaching:
            return True
    least = max(plan_lower_bound(&s.p, r, s.goal, s.needed_at, moves_left), most_failing + 1)
    reached = False
    if least <= moves_left:
        # Try short plans first, since most plans are short.
        reached = least == 1 and not r.group_moves and _reaches_at_once(s, r)
        reached = reached or (least <= 2 and moves_left > 2 and _try_moves(s, r, 2))
        reached = reached or _try_moves(s, r, moves_left)
    known = slot[0]                   # reread: the moves tried may have changed it
    if (known ^ key) >> 8 == 0:
        most_failing = known >> 4 & 15
        fewest_reaching = known & 15
    else:
        most_failing = 0
        fewest_reaching = NEVER
    if reached:
        fewest_reaching = min(fewest_reaching, moves_left)
    else:
        most_failing = max(most_failing, moves_left)
    slot[0] = (key & ~<uint64_t>0xFF) | <uint64_t>most_failing << 4 | <uint64_t>fewest_reaching
    return reached

cdef bint _try_moves(house_plan_t* s, const rules_t* r, int moves_left) noexcept nogil:
    cdef undo_t undo
    cdef uint16_t places, empty
    cdef uint64_t covers = 0, houses = _movable(&s.p, r)
    cdef int house, extra_cards, place
    cdef bint reached, prune = (
        moves_left == 2 and r.seats == 2
        and not (r.group_moves or r.load_only_unplayable or r.space_only_unplayable)
    )
    if prune:
        for house in range(r.houses):
            if s.p.top_card[HOUSE + house] != NO_CARD and _goal_under(s, house, 1):
                covers |= bit(s.p.top_card[HOUSE + house])
    while houses:
        house = lowest(houses)
        houses &= houses - 1
        for extra_cards in range(_largest(&s.p, r, house)):
            places = plan_places(&s.p, r, house, extra_cards)
            if prune and places:
                places &= _last_but_one(s, r, house, covers)
            empty = s.p.empty & places
            places &= ~empty
            if empty and length(&s.p, HOUSE + house) > extra_cards + 1:
                # Spaces are interchangeable, and moving a whole house to one changes nothing.
                places |= empty & <uint16_t>-<int>empty
            while places:
                place = lowest(places)
                places &= places - 1
                reached = _do_move(s, r, house, extra_cards, place, &undo)
                reached = reached or _reaches(s, r, moves_left - 1)
                _undo_move(s, r, house, extra_cards, place, &undo)
                if reached:
                    return True
    return False

cdef uint64_t _loadable_key(const position_t* p, const rules_t* r) noexcept nogil:
    """A hash of the cards on which a plan may load."""
    cdef uint64_t key = 0
    cdef int seat
    for seat in range(r.seats):
        if seat != p.seat:
            key = mix_a(key ^ p.top_card[RESERVE + seat])
            key = mix_a(key ^ p.top_card[WASTE + seat])
    return key

cdef bint _start_plan(house_plan_t* s, const position_t* p, const rules_t* r,
                      goal_t goal) noexcept nogil:
    """Set up a search; return whether there is a plan of at most plan_limit moves.

    fixed_key omits the places of the houses' cards, so that answers survive other moves.
    """
    s.goal = goal
    s.uncovered = 0
    s.foundations = 0
    if goal == GOAL_RELEASE or r.load_only_unplayable:
        s.foundations = fit_foundations(p)
    memset(s.needed_at, 0, sizeof(s.needed_at))
    if goal == GOAL_RELEASE and not find_needed(p, r, s.foundations, s.needed_at):
        return False
    if plan_lower_bound(p, r, goal, s.needed_at, r.plan_limit) > r.plan_limit:
        return False
    memcpy(&s.p, p, sizeof(position_t))
    # Hash in sequence: under XOR, a card that fits a foundation could cancel the goal.
    s.fixed_key = mix_a(fold(mix_a(s.foundations ^ r.salt)) ^ goal ^ <uint64_t>p.houses << 8)
    s.fixed_key = fold(s.fixed_key ^ _loadable_key(p, r)) ^ _houses_key(p, r) ^ p.key
    return _reaches(s, r, r.plan_limit)

cdef uint64_t _houses_key(const position_t* p, const rules_t* r) noexcept nogil:
    """Return the Zobrist key of the houses, with all face-down cards alike."""
    cdef uint64_t key = 0
    cdef int pile, at
    for pile in range(r.houses):
        for at in range(base_of(HOUSE + pile) + 1, p.top[HOUSE + pile] + 1):
            key ^= card_key(
                <uint16_t>at, p.cards[at] if at >= p.first_face_up[HOUSE + pile] else NO_CARD)
    return key

# ---- answers -----------------------------------------------------------------------------------

cdef bint _find_useful(house_plan_t* s, const rules_t* r, int moves_left,
                       plan_moves_t* plan_moves) noexcept nogil:
    """Collect the first moves of plans of up to moves_left moves; return whether there are any."""
    cdef undo_t undo
    cdef uint16_t places, good, empty, tried
    cdef uint64_t houses = _movable(&s.p, r)
    cdef int house, extra_cards, place
    cdef bint reached, any_good = False
    memset(plan_moves, 0, sizeof(plan_moves_t))
    while houses:
        house = lowest(houses)
        houses &= houses - 1
        for extra_cards in range(_largest(&s.p, r, house)):
            places = plan_places(&s.p, r, house, extra_cards)
            empty = s.p.empty & places
            tried = (places & ~empty) | (empty & <uint16_t>-<int>empty)
            good = 0
            while tried:
                place = lowest(tried)
                tried &= tried - 1
                reached = _do_move(s, r, house, extra_cards, place, &undo)
                if reached or _reaches(s, r, moves_left - 1):
                    good |= <uint16_t>(1 << place)
                _undo_move(s, r, house, extra_cards, place, &undo)
            if good & empty:
                good |= empty                                  # spaces are interchangeable
            any_good |= good != 0
            if extra_cards:
                plan_moves.groups[house][extra_cards] = good
            else:
                plan_moves.places[house >> 2] |= <uint64_t>good << (16 * (house & 3))
    return any_good

cdef bint find_plan_moves(const position_t* p, const rules_t* r, goal_t goal,
                          plan_moves_t* plan_moves) noexcept nogil:
    """Find the moves that begin a plan, or a shortest plan under V5; False if there is none."""
    cdef house_plan_t s
    if goal == GOAL_RELEASE and r.release == RELEASE_FEWEST:
        return find_first_moves(p, r, goal, plan_moves)
    if not _start_plan(&s, p, r, goal):
        return False
    return _find_useful(&s, r, r.plan_limit, plan_moves)

cdef bint find_first_moves(const position_t* p, const rules_t* r, goal_t goal,
                           plan_moves_t* plan_moves) noexcept nogil:
    """Find the first moves of all shortest plans; False if there is no plan."""
    cdef house_plan_t s
    cdef int moves_left = 1
    if not _start_plan(&s, p, r, goal):
        return False
    while moves_left < r.plan_limit and not _reaches(&s, r, moves_left):
        moves_left += 1
    return _find_useful(&s, r, moves_left, plan_moves)

cdef bint find_shortest(const position_t* p, const rules_t* r, goal_t goal,
                        move_t* move) noexcept nogil:
    """Find the first move of a shortest plan, in the seat's order of houses; False if none."""
    cdef plan_moves_t plan_moves
    cdef uint64_t single, houses = in_order(r, p.seat, r.house_set)
    cdef int house, extra_cards
    if not find_first_moves(p, r, goal, &plan_moves):
        return False
    while houses:
        house = lowest(houses) & 15
        houses &= houses - 1
        for extra_cards in range(HOUSE_ROOM if r.group_moves else 1):
            single = plan_moves.places[house >> 2] >> (16 * (house & 3))
            plan_moves.groups[house][0] = <uint16_t>single
            if plan_moves.groups[house][extra_cards]:
                move[0] = move_of(
                    HOUSE + house, first_for(r, p.seat, plan_moves.groups[house][extra_cards]),
                    extra_cards)
                return True
    return False

cdef bint can_make_space(const position_t* p, const rules_t* r) noexcept nogil:
    """Return whether a plan can leave a house empty (V7)."""
    cdef house_plan_t s
    return _start_plan(&s, p, r, GOAL_SPACE)
