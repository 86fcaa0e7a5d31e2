"""A position_t taken apart into the lists that notation writes."""

from rbcore.board.memory cimport is_all_seen, seen_from
from rbcore.board.position cimport NO_BASE, NO_LIMIT, base_of, face_down_count, idle_turns, length
from rbcore.rules.compiled cimport HAND, HOUSE, RESERVE, TURNED, WASTE

from rbcore.board import notation


cdef pile_of(const position_t* p, int pile):
    """A pile as a notation.Pile."""
    cdef int base = base_of(pile), n = length(p, pile), i
    cdef int down = face_down_count(p, pile) if pile < WASTE else 0
    return notation.Pile([p.cards[base + 1 + i] for i in range(n)], down)


cdef house_of(const position_t* p, int house, rules):
    """A house as a notation.Pile; its state says if it is not in use."""
    pile = pile_of(p, HOUSE + house)
    if not p.houses >> house & 1:
        pile.state = "x" if rules.seats == 3 else "."
    return pile


cdef dict _put_back(const position_t* p, rules):
    """Of each pile, how many face-down cards a called Stop put back."""
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
    """A position as a notation.Setup."""
    seats = range(rules.seats)
    return notation.Setup(
        seat=p.seat,
        turned=pile_of(p, TURNED + p.seat),
        heights=[[p.heights[<int>s][<int>k] for k in range(rules.packs)] for s in range(4)],
        houses=[house_of(p, <int>i, rules) for i in range(rules.houses)],
        players=[
            notation.SeatPiles(
                pile_of(p, RESERVE + <int>s), pile_of(p, HAND + <int>s), pile_of(p, WASTE + <int>s)
            )
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
