"""Positions in which some cards can be seen to lie for ever on others.

Let every card that is ever laid bare stay where it is and serve as often as it is wanted. A card
can then leave its place if one that takes it has been laid bare, or all that go before it on its
foundation, or if there is a space for it. What is not laid bare even so never is.
"""

from libc.stdint cimport uint8_t, uint64_t

from rbcore.cards.card cimport NO_CARD, bit, card_t, rank_of
from rbcore.patience.deciding.safety cimport is_plain
from rbcore.patience.engine.board cimport board_t, fits
from rbcore.patience.engine.game cimport (
    ANY_CARD, COVERS, LAYS, LIFT_RUN, LIFT_TOP, LIFTS, MOST_GROUPS, MOST_PILES, PAIRS, STOCK,
    THROWS, game_t, group_t,
)
from rbcore.patience.rows cimport MOST_CARDS


cdef bint is_blocked(const board_t* b, const game_t* g) noexcept nogil:
    """Whether a game of suits from the ace to the king is lost for that reason."""
    cdef uint8_t bare[MOST_PILES]
    cdef uint8_t left[MOST_PILES]
    cdef uint64_t known, pack = 0, spaces = 0
    cdef int pile, slot, cards = 0
    cdef bint more = True, all_ = True
    if not g.plays_are_safe or not is_plain(g) or not _is_simple(g):
        return False
    known = _known(b, g)
    for slot in range(1, MOST_CARDS + 1):
        pack |= bit(b.value[slot])
        cards += b.value[slot] != NO_CARD
    if g.total < cards:
        return False  # some may stay where they lie
    for pile in range(g.piles):
        bare[pile] = b.top[pile]
        left[pile] = b.size[pile]
        if not bare[pile]:
            spaces |= _may_fill(g, pile)
    while more:
        more = False
        for pile in range(g.piles):
            while bare[pile] and _lays_bare(
                b, g, pile, bare, left[pile] - 1 > b.down[pile], &known, pack, spaces
            ):
                more = True
                left[pile] -= 1
                if not bare[pile]:
                    spaces |= _may_fill(g, pile)
    for pile in range(g.piles):
        all_ &= not bare[pile]
    return not all_


cdef bint _is_simple(const game_t* g) noexcept nogil:
    """Whether cards leave piles from the top alone, or in runs, for what takes them."""
    cdef int n
    for n in range(g.groups):
        if g.group[n].lift not in (LIFT_TOP, LIFT_RUN) or (
            g.group[n].space_lift not in (LIFT_TOP, LIFT_RUN)
        ):
            return False
    for n in range(g.moves.first, g.moves.end):
        if g.patterns[n].step in (LAYS, THROWS, LIFTS, PAIRS, COVERS):
            return False
    return True


cdef uint64_t _may_fill(const game_t* g, int pile) noexcept nogil:
    """The cards that may go to a space, of piles that fill it any."""
    cdef const group_t* group = &g.group[g.group_of[pile]]
    cdef int i
    for i in range(group.fills):
        if group.fill[i].first < STOCK:
            return ANY_CARD
    return group.space


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
    cdef int slot = bare[pile], under = b.under[slot], of = g.group_of[pile]
    cdef card_t c = b.value[slot], on = b.value[under]
    # A run goes with the card on which it lies.
    if not (
        open_ and LIFT_RUN in (g.group[of].lift, g.group[of].space_lift)
        and g.runs[of][on] & bit(c)
    ) and not (
        spaces & bit(c) or _has_taker(g, c, known[0]) or _has_lower(b, c, known[0] | ~pack)
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


cdef bint _has_lower(const board_t* b, card_t c, uint64_t known) noexcept nogil:
    """Whether all cards that go before it on a foundation are among some."""
    while not fits(b, c):
        c -= 1
        if rank_of(c) == 0 or not known & bit(c):
            return False
    return True
