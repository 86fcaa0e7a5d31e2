"""Stop!: which offence an attempted move is (section 6).

Written apart from the move generator, straight from the rules, so that each checks the other.
"""

from enum import IntEnum

from rbcore.card cimport NO_CARD, card_t
from rbcore.position cimport ends_turn, length
from rbcore.table cimport FOUNDATION, HAND, HOUSE, RESERVE, TURNED, WASTE


class Verdict(IntEnum):
    """What an attempted move is: legal, or an offence numbered as in section 6."""

    LEGAL = 0
    RESERVE_TO_FOUNDATION = 1
    CARD_TO_FOUNDATION = 2
    SPACE = 3
    MISFIT = 4
    UNAVAILABLE = 5
    COMPULSION = 6

    @property
    def words(self) -> str:
        """The verdict in a sentence."""
        return _WORDS[self]


_WORDS = {
    Verdict.LEGAL: "The move is legal.",
    Verdict.RESERVE_TO_FOUNDATION:
        "The top card of the reserve fits a foundation and must be played there first (5.1).",
    Verdict.CARD_TO_FOUNDATION:
        "An available card fits a foundation, and such a move must be made first (5.2).",
    Verdict.SPACE:
        "A house is empty and the reserve is not, so no hand card may be turned, "
        "nor the turn passed (5.3).",
    Verdict.MISFIT: "The card does not fit there, or the place takes no cards (4.2).",
    Verdict.UNAVAILABLE:
        "The card is not available, or there is nothing to turn, lay down or pass (4.1, 4.4-4.6).",
    Verdict.COMPULSION: "The variant makes another move compulsory here.",
}


cdef verdict_t judge(const position_t* p, const rules_t* r, move_t m) noexcept nogil:
    """The verdict on a move that the seat to move attempts."""
    cdef bint word = ends_turn(r, m) or m.place >= TURNED
    cdef int house
    if word and not _word_stands(p, m):
        return UNAVAILABLE
    if not word and not _is_available(p, m.source):
        return UNAVAILABLE
    if not word and not _takes(p, r, p.shown[m.source], m.place):
        return MISFIT
    if _builds(p, RESERVE + p.seat):
        if m.source == RESERVE + p.seat and m.place == FOUNDATION:
            return LEGAL
        return RESERVE_TO_FOUNDATION
    if m.place == FOUNDATION and not word:
        return LEGAL
    if _builds(p, TURNED + p.seat):
        return CARD_TO_FOUNDATION
    for house in range(r.houses):
        if _builds(p, HOUSE + house):
            return CARD_TO_FOUNDATION
    if word and m.source < TURNED and length(p, RESERVE + p.seat):
        for house in range(r.houses):
            if length(p, HOUSE + house) == 0:
                return SPACE
    return LEGAL


cdef bint _word_stands(const position_t* p, move_t m) noexcept nogil:
    """Whether a special move's own condition holds: 4.4, 4.5, 4.6."""
    cdef int cards = length(p, HAND + p.seat) + length(p, WASTE + p.seat)
    cdef bint turned = length(p, TURNED + p.seat) > 0
    if m.place >= TURNED:
        return not turned and cards > 0
    if m.source == FOUNDATION:
        return not turned and cards == 0
    return turned


cdef bint _is_available(const position_t* p, int pile) noexcept nogil:
    """4.1."""
    if pile < RESERVE or pile == RESERVE + p.seat or pile == TURNED + p.seat:
        return p.shown[pile] != NO_CARD
    return False


cdef bint _takes(const position_t* p, const rules_t* r, card_t c, int place) noexcept nogil:
    """4.2: whether a card fits at a place that the seat may use."""
    if not r.places[p.seat] >> place & 1:
        return False
    if place < RESERVE and length(p, place) == 0:
        return True
    return p.takes[c] >> place & 1


cdef bint _builds(const position_t* p, int pile) noexcept nogil:
    """Whether the top card of a pile fits a foundation."""
    return p.takes[p.shown[pile]] >> FOUNDATION & 1
