"""Positions in which some cards can be seen to lie for ever on others.

Let every card that is ever laid bare stay where it is and serve as often as it is wanted. A card
can then leave its place if one that takes it has been laid bare, or all that go before it on its
foundation, or if there is a space for it. What is not laid bare even so never is.
"""

from libc.stdint cimport uint8_t, uint64_t

from rbcore.cards.card cimport bit, card_t, rank_of
from rbcore.patience.deciding.keys cimport goes_on
from rbcore.patience.deciding.safety cimport is_plain
from rbcore.patience.engine.board cimport board_t
from rbcore.patience.engine.game cimport (
    LIFT_RUN,
    LIFT_TOP,
    MOST_GROUPS,
    MOST_PILES,
    STOCK,
    game_t,
)
from rbcore.patience.rows cimport MOST_CARDS


cdef bint is_blocked(const board_t* b, const game_t* g) noexcept nogil:
    """Whether a game of suits from the ace to the king is lost for that reason."""
    cdef uint8_t bare[MOST_PILES]
    cdef uint8_t left[MOST_PILES]
    cdef uint64_t known, pack = 0, spaces = 0
    cdef int pile, group, slot
    cdef bint more = True, all_ = True
    if not g.plays_are_safe or not is_plain(g):
        return False
    for group in range(g.groups):
        if g.group[group].lift not in (LIFT_TOP, LIFT_RUN):
            return False
    known = _known(b, g)
    for slot in range(1, MOST_CARDS + 1):
        pack |= bit(b.value[slot])
    for pile in range(g.piles):
        bare[pile] = b.top[pile]
        left[pile] = b.size[pile]
        if not bare[pile]:
            spaces |= g.group[g.group_of[pile]].space
    while more:
        more = False
        for pile in range(g.piles):
            while bare[pile] and _lays_bare(
                b, g, pile, bare, left[pile] - 1 > b.down[pile], &known, pack, spaces
            ):
                more = True
                left[pile] -= 1
                if not bare[pile]:
                    spaces |= g.group[g.group_of[pile]].space
    for pile in range(g.piles):
        all_ &= not bare[pile]
    return not all_


cdef uint64_t _known(const board_t* b, const game_t* g) noexcept nogil:
    """The cards of foundations, stock and wastes, and the last of each pile."""
    cdef uint64_t known = 0
    cdef int pile, slot, i
    for pile in range(STOCK, MOST_PILES + g.founded):
        slot = b.top[pile]
        while slot:
            known |= bit(b.value[slot])
            slot = b.under[slot]
    for i in range(b.at, b.end):
        known |= bit(b.value[b.stock[i]])
    for i in range(g.founded):
        known |= bit(g.foundations[i].base)
    for pile in range(g.piles):
        known |= bit(b.value[b.top[pile]])
    return known


cdef bint _lays_bare(
    const board_t* b, const game_t* g, int pile, uint8_t* bare, bint open_, uint64_t* known,
    uint64_t pack, uint64_t spaces,
) noexcept nogil:
    """Take the last bare card of a pile away, if it can go; whether it can.

    The one below it is `open_` if it lies face up.
    """
    cdef int slot = bare[pile], under = b.under[slot]
    cdef card_t c = b.value[slot], on = b.value[under]
    # A run goes with the card on which it lies.
    if not (open_ and g.group[g.group_of[pile]].lift == LIFT_RUN and goes_on(b, g, pile, on, c)):
        if not (
            spaces & bit(c) or _has_taker(g, c, known[0]) or _has_lower(c, known[0] | ~pack)
        ):
            return False
    bare[pile] = <uint8_t>under
    if under:
        known[0] |= bit(on)
    return True


cdef bint _has_taker(const game_t* g, card_t c, uint64_t known) noexcept nogil:
    """Whether a card that has been laid bare takes another."""
    cdef int group
    cdef card_t on
    for group in range(MOST_GROUPS + 1):
        for on in range(1, 64):
            if g.packs[group][on] & bit(c) and known & bit(on):
                return True
    return False


cdef bint _has_lower(card_t c, uint64_t known) noexcept nogil:
    """Whether all lower cards of its suit are among some."""
    cdef uint64_t lower = bit(c) - bit(<card_t>(c - rank_of(c) + 1))
    return known & lower == lower
