"""Conversion between position_t and the lists that notation reads and writes."""

from libc.stdint cimport uint64_t

from rbcore.board.memory cimport is_all_seen, note_all_seen, note_seen, seen_from
from rbcore.board.position cimport (
    NO_BASE, NO_LIMIT, base_of, face_down_count, idle_turns, length, recompute,
)
from rbcore.rules.compiled cimport HAND, HOUSE, RESERVE, TURNED, WASTE

from rbcore.board import notation

cdef pile_of(const position_t* p, int pile):
    """Return a pile as a notation.Pile."""
    cdef int base = base_of(pile), n = length(p, pile), i
    cdef int down = face_down_count(p, pile) if pile < WASTE else 0
    return notation.Pile([p.cards[base + 1 + i] for i in range(n)], down)

cdef house_of(const position_t* p, int house, rules):
    """Return a house as a notation.Pile; its state tells whether it is in use."""
    pile = pile_of(p, HOUSE + house)
    if not p.houses >> house & 1:
        pile.state = "x" if rules.seats == 3 else "."
    return pile

cdef dict _put_back(const position_t* p, rules):
    """Return, for each pile, how many face-down cards a called Stop put back."""
    cdef int pile, last, first
    seen = {}
    for pile in range(TURNED):
        first = seen_from(p, pile)
        if pile >= HAND and first > base_of(pile) + 1:
            last = p.top[pile]
        else:
            last = base_of(pile) + (face_down_count(p, pile) if pile < WASTE else 0)
        if first <= last:
            seen[pile] = last + 1 - first
    return seen

cdef setup_of(const position_t* p, rules):
    """Return a position as a notation.Setup."""
    seats = range(rules.seats)
    return notation.Setup(
        seat=p.seat,
        turned=pile_of(p, TURNED + p.seat),
        heights=[[p.heights[<int>s][<int>k] for k in range(rules.packs)] for s in range(4)],
        houses=[house_of(p, <int>i, rules) for i in range(rules.houses)],
        players=[
            notation.SeatPiles(pile_of(p, RESERVE + <int>s), pile_of(p, HAND + <int>s),
                               pile_of(p, WASTE + <int>s))
            for s in seats
        ],
        idle=[idle_turns(p, <int>s) for s in seats],
        turn=p.turn,
        fresh=bool(p.fresh),
        looked=bool(p.looked),
        first={s for s in seats if p.first >> <int>s & 1},
        left=None if p.moves_left == NO_LIMIT else p.moves_left,
        base=None if p.base == NO_BASE else p.base,
        known={s for s in seats if is_all_seen(p, HAND + <int>s)},
        seen=_put_back(p, rules),
    )

cdef _fill_pile(position_t* p, int pile, content):
    cdef int base = base_of(pile), i = 0
    for card in content.cards:
        i += 1
        p.cards[base + i] = card
    p.top[pile] = base + i
    p.first_face_up[pile] = base + (content.down + 1 if i else 0)

cdef load_setup(position_t* p, const rules_t* r, setup):
    """Fill a blank position from a checked notation.Setup."""
    p.seat = setup.seat
    _fill_pile(p, TURNED + setup.seat, setup.turned)
    for i, piles in enumerate(setup.heights):
        for j, height in enumerate(piles):
            p.heights[<int>i][<int>j] = height
    for i, house in enumerate(setup.houses):
        _fill_pile(p, HOUSE + <int>i, house)
        if not house.state:
            p.houses |= 1 << <int>i
    for seat, player in enumerate(setup.players):
        _fill_pile(p, RESERVE + <int>seat, player.reserve)
        _fill_pile(p, HAND + <int>seat, player.hand)
        _fill_pile(p, WASTE + <int>seat, player.waste)
    for seat, turns in enumerate(setup.idle):
        p.turns_without_progress |= <uint64_t>turns << (16 * <int>seat)
    p.turn = setup.turn
    p.fresh = setup.fresh
    p.looked = setup.looked
    for seat in setup.first:
        p.first |= 1 << <int>seat
    if setup.left is not None:
        p.moves_left = setup.left
    if setup.base is not None:
        p.base = setup.base
    for seat in setup.known:
        note_all_seen(p, HAND + <int>seat)
    for pile, count in setup.seen.items():
        down = p.top[<int>pile]
        if pile < HAND:
            down = p.first_face_up[<int>pile] - 1
        note_seen(p, <int>pile, down + 1 - count)
    recompute(p, r)
