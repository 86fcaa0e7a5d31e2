"""Cards that come back from foundations: for what, and when they need not wait for it.

Let moves between a pile and a foundation that can be taken back cost nothing, all others one. In a
way that wins let a card come back to a pile, and let the moves after it not need it there, nor its
place on the foundation. Then these can be made first, at no greater cost: its place in the pile
stays free; of a run in which it lies the others move; and if it is played again, it need not have
come. So of the cheapest ways there is one in which cards come back only in rows, and another is
laid on the last of a row. Each of the row is there for one that comes later: it lay on it on the
foundation, or takes it. Of the two that one card needs, what lies on it may come first. So after a
card comes the next one of its foundation, or one that goes on it; or, if no pile takes the next
one, some card of another foundation that will, or what that needs.
"""

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport NO_CARD, bit, card_t
from rbcore.patience.deciding.keys cimport goes_on, sameness_t
from rbcore.patience.deciding.safety cimport is_plain
from rbcore.patience.engine.board cimport (
    BACK, FOUNDATIONS, PLAY, SHIFT, board_t, fits, move_t, top_card,
)
from rbcore.patience.engine.game cimport (
    ANY_WAY, BACKS, CARDS, FILLS, LIFT_TOP, PACKS, PLAYS, REDEALS, TURNS, WASTE, game_t, pattern_t,
)
from rbcore.patience.rows cimport ENDLESS


cdef void find_returning(
    returning_t* returning, const game_t* g, const sameness_t* same
) noexcept nogil:
    """Find out which cards come back for one that is laid on them alone, and where to."""
    cdef int n, c, on
    returning.of = 0
    for n in range(g.groups):
        if g.group[n].packs:
            returning.of = n
    returning.late = _late_cards(g, same)
    returning.anywhere = _come_back_anywhere(g, returning.of)
    for c in range(CARDS):
        returning.takers[c] = 0
        for on in range(CARDS):
            if g.packs[returning.of][on] & bit(<card_t>c):
                returning.takers[c] |= bit(<card_t>on)


cdef uint64_t _late_cards(const game_t* g, const sameness_t* same) noexcept nogil:
    """The cards of which that is true: not such as go on to a space of their own."""
    cdef uint64_t spaces = 0
    cdef int n, packed = 0
    cdef const pattern_t* pattern
    if not same.singular or not is_plain(g) or (g.passes == ENDLESS and not same.circle):
        return 0
    for n in range(g.groups):
        spaces |= g.group[n].space
        packed += g.group[n].packs
    if packed > 1:
        return 0  # a card may go on from one to another, to which none comes back
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        if pattern.how != ANY_WAY or pattern.step not in (
            PLAYS, PACKS, FILLS, BACKS, TURNS, REDEALS
        ) or (pattern.step == TURNS and g.turn_to != WASTE):
            return 0
    return ~spaces


cdef bint _come_back_anywhere(const game_t* g, int of) noexcept nogil:
    """Whether a card can come back to any pile of the group on which it can be packed."""
    cdef int n, i
    cdef const pattern_t* pattern
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        for i in range(pattern.targets if pattern.step == BACKS else 0):
            if (
                pattern.target[i].first <= g.group[of].first
                and g.group[of].end <= pattern.target[i].end
            ):
                return True
    return False


cdef bint can_return(
    const returning_t* returning, const board_t* b, const game_t* g, move_t move
) noexcept nogil:
    """Whether a play can be taken back at any time, so that no other move is to be looked at.

    What it costs to win does not grow by it, as the card comes back first. It comes in front of a
    move that needs it, and by each such move the rest of the way costs less.
    """
    cdef card_t c = top_card(b, move.source)
    return (
        move.kind == PLAY and g.group_of[move.source] == returning.of and move.count == 1
        and returning.anywhere and (returning.late & bit(c)) != 0
        and g.foundations[move.target].gives
        and b.size[move.source] - b.down[move.source] > 1
        and goes_on(b, g, move.source, b.value[b.under[b.top[move.source]]], c)
    )


cdef uint64_t useful_cards(
    const returning_t* returning, const board_t* b, const game_t* g, bint loose, uint64_t turned
) noexcept nogil:
    """The cards of foundations on which something might be laid if they came back.

    That is a card which may be moved, those of a stock that can be `turned` up among them; or one
    that has come back and is useful. Useful too is what lies on such a card.
    """
    cdef uint64_t ready = turned, useful = 0
    cdef const uint64_t* packs = g.packs[returning.of]
    cdef int pile, slot, open_, f
    cdef bint more = True, below
    for pile in range(g.piles):
        slot = b.top[pile]
        open_ = 1 if g.group[g.group_of[pile]].lift == LIFT_TOP else b.size[pile] - b.down[pile]
        while slot and open_ > 0:
            # Part of a run moves to a twin only if what it uncovers is played.
            if not loose or open_ == 1 or not goes_on(
                b, g, pile, b.value[b.under[slot]], b.value[slot]
            ) or fits(b, b.value[b.under[slot]]):
                ready |= bit(b.value[slot])
            slot = b.under[slot]
            open_ -= 1
    while more:
        more = False
        for f in range(g.founded):
            slot = b.top[FOUNDATIONS + f] if g.foundations[f].gives else 0
            while slot:
                below = b.under[slot] and useful & bit(b.value[b.under[slot]])
                if not useful & bit(b.value[slot]) and (
                    below or packs[b.value[slot]] & (ready | useful)
                ):
                    useful |= bit(b.value[slot])
                    more = True
                slot = b.under[slot]
    return useful


cdef bint is_use(
    const returning_t* returning, const board_t* b, const game_t* g, move_t back, move_t move
) noexcept nogil:
    """Whether a move may come after one by which a card has come back."""
    cdef card_t c = top_card(b, FOUNDATIONS + back.source)
    cdef int pile, f, slot
    if move.kind == SHIFT:
        return move.target == back.target
    if move.kind != BACK:
        return False
    if move.source == back.source or move.target == back.target:
        return True
    if c == NO_CARD:
        return False
    for pile in range(g.group[returning.of].first, g.group[returning.of].end):
        if returning.takers[c] & bit(top_card(b, pile)):
            return False
    for f in range(g.founded):
        slot = b.top[FOUNDATIONS + f] if f != back.source and g.foundations[f].gives else 0
        while slot:
            if returning.takers[c] & bit(b.value[slot]):
                return True
            slot = b.under[slot]
    return False
