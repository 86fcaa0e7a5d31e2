"""Compiles Rules into rules_t, the masks and counts that the nogil code reads."""

from libc.string cimport memset

from rbcore.card cimport DUMMY, KING, bit, card, is_red

from rbcore.rules import STARTERS


cdef void compile_rules(object rules, rules_t* r) except *:
    """Fill r from a rbcore.Rules."""
    cdef int seat, pile
    memset(r, 0, sizeof(rules_t))
    r.seats = rules.seats
    r.houses = rules.houses
    r.houses_each = rules.houses_each
    r.reserve_size = rules.reserve_size
    r.starter = STARTERS.index(rules.starter)
    r.win_bonus = rules.win_bonus
    r.hand_card = rules.hand_card
    r.reserve_card = rules.reserve_card
    r.house_set = <uint16_t>((1 << r.houses) - 1)
    for pile in range(PILES):
        r.owner[pile] = NOBODY
    for seat in range(MAX_SEATS):
        for pile in (RESERVE, WASTE, HAND, TURNED):
            r.owner[pile + seat] = seat
        r.places[seat] = <uint16_t>(r.house_set | (1 << FOUNDATION))
        for other in range(r.seats):
            if other != seat:
                r.places[seat] |= <uint16_t>((1 << (RESERVE + other)) | (1 << (WASTE + other)))
        r.allowed[seat] = r.places[seat] * <uint64_t>0x0001000100010001ULL
        sources = [HOUSE + i for i in range(MAX_HOUSES)] + [RESERVE + seat, TURNED + seat, WASTE + seat]
        for lane, pile in enumerate(sources):
            r.source[seat][<int>lane] = pile
    _compile_fits(r)
    _compile_natures(r)


cdef void _compile_fits(rules_t* r) noexcept:
    cdef int pile, kind, suit, rank, n
    cdef card_t under, over
    for kind in range(1, KINDS):
        for suit in range(4):
            for rank in range(1, KING + 1):
                under = card(suit, rank)
                for over in range(64):
                    if 1 <= over & 15 <= KING and _fits(kind, over, under):
                        r.fit_set[kind][under] |= bit(over)
                        r.under_set[kind][over] |= bit(under)
    for pile in range(PILES):
        kind = KIND_HOUSE if pile < RESERVE else KIND_LOAD if pile < FOUNDATION else KIND_NONE
        for under in range(64):
            r.fit[pile][under][0] = r.fit[pile][under][1] = DUMMY
            n = 0
            for over in range(64):
                if r.fit_set[kind][under] >> over & 1:
                    r.fit[pile][under][n] = over
                    n += 1


cdef void _compile_natures(rules_t* r) noexcept:
    cdef int source, place
    for source in range(PILES):
        for place in range(PILES):
            if source == FOUNDATION or (source >= TURNED and place == source - TURNED + WASTE):
                r.nature[source][place] = QUIET | ENDS_TURN
            elif place >= TURNED or (source < RESERVE and place < RESERVE):
                r.nature[source][place] = QUIET


cdef bint _fits(int kind, card_t over, card_t under) noexcept:
    """Whether a card may be laid on another: 4.2."""
    if kind == KIND_HOUSE:
        return (over & 15) + 1 == (under & 15) and is_red(over) != is_red(under)
    return over >> 4 == under >> 4 and ((over & 15) + 1 == (under & 15)
                                        or (over & 15) == (under & 15) + 1)
