"""Which move to make: the fixed way of playing, and the adviser (docs/patience)."""

from rbcore.cards.card cimport NO_CARD, card_t, rank_of
from rbcore.patience.choices.pairs cimport tableau_worth
from rbcore.patience.choices.rows cimport marriage_worth
from rbcore.patience.choices.steps cimport constitution_worth, fairest_worth
from rbcore.patience.form cimport (
    CONSTITUTION,
    FAIREST,
    GALLERY,
    MARRIAGE,
    MUST_WAIT,
    SETS,
    TABLEAU,
    layout_t,
)
from rbcore.patience.layouts.position cimport (
    GIVE_OVER,
    HAND,
    HOLD,
    PAIR,
    PLAY,
    SHIFT,
    TAKE_OVER,
    UNWANTED,
    WASTE,
    board_t,
    fits,
    joins,
    move_t,
    moves_t,
    slot_at,
    top_card,
)
from rbcore.patience.policies cimport adviser


cdef int plain(const board_t* p, const layout_t* rules, const moves_t* moves) noexcept nogil:
    """The first play; else the card in hand laid; else what follows. Nothing is shifted."""
    cdef int i
    for i in range(moves.n):
        if moves.moves[i].kind == PLAY or (
            moves.moves[i].kind == HOLD and rules.waiting == MUST_WAIT
        ):
            return i
    for i in range(moves.n):
        if moves.moves[i].kind == SHIFT and moves.moves[i].source == HAND:
            return i
        if moves.moves[i].kind > SHIFT:
            return i
    return NO_MOVE


cdef int advised(const board_t* p, const layout_t* rules, const moves_t* moves) noexcept nogil:
    """The first of the best moves; NO_MOVE if none is worth making."""
    cdef int i, value, best = NO_MOVE, most = UNWANTED
    for i in range(moves.n):
        value = worth(p, rules, moves.moves[i])
        if value > most:
            most = value
            best = i
    return best


cdef int worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """What a move is worth: plays, larger piles first; joins that free a card; joins; the rest."""
    cdef int size = p.size[move.source]
    if rules.game != NULL:
        return adviser.worth(p, rules.game, move)
    if rules.procedure == TABLEAU:
        return tableau_worth(p, rules, move)
    if rules.procedure == MARRIAGE:
        return marriage_worth(p, rules, move)
    if rules.procedure == FAIREST:
        return fairest_worth(p, rules, move)
    if rules.procedure == CONSTITUTION:
        return constitution_worth(p, move)
    if rules.procedure == SETS:
        return 200 if move.count else 100  # K Q J, which come together seldom
    if move.kind == HOLD:
        return 6000
    if move.kind == PLAY:
        return 5000 + size
    if move.kind == PAIR:
        return 5000 + size + p.size[move.target]
    if move.kind in (TAKE_OVER, GIVE_OVER):
        return 4000
    if move.kind == SHIFT and move.source != HAND:
        return _shift_value(p, rules, move)
    # The card in hand on another card; else where it must go, the next card, the next deal.
    if move.kind == SHIFT and move.target != WASTE and p.size[move.target]:
        return 200
    return 100


cdef int _shift_value(const board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """Joins of cards that were not joined, and cards to an empty pile that free another.

    Neither undoes a join, so they come to an end.
    """
    cdef int slot = slot_at(p, move.source, move.count)
    cdef card_t c = p.value[slot], freed = p.value[p.under[slot]]
    cdef bint frees = freed != NO_CARD and fits(p, rules, freed)
    if rules.procedure == GALLERY:
        if frees:
            return 3000
        return 2000 if rank_of(freed) < rank_of(c) else UNWANTED
    if joins(rules, freed, c):
        return UNWANTED
    if p.size[move.target]:
        return 3000 if frees else 2500 - p.size[move.source]
    if move.source != WASTE and freed == NO_CARD:
        return UNWANTED
    return 2000 if frees else 1500 - p.size[move.source]
