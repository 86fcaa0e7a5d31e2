"""Which moves a search tries first."""

from rbcore.cards.card cimport NO_CARD, bit, card_t
from rbcore.patience.deciding.safety cimport deals_again
from rbcore.patience.engine.board cimport SHIFT, board_t, fits, lifted, move_t, slot_at, top_card
from rbcore.patience.engine.game cimport LIFT_RUN, STOCK, game_t
from rbcore.patience.policies.adviser cimport worth

cdef enum:
    NEAR = 8  # cards under one that is moved, in which one that fits a foundation counts


cdef int _run_promise(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Where complete runs leave: first what joins two runs, then what lays a pile bare."""
    cdef int of = g.group_of[move.target], slot = slot_at(b, move.source, move.count), value, i
    cdef card_t c = b.value[slot], on = top_card(b, move.target), freed = b.value[b.under[slot]]
    cdef bint bare = freed == NO_CARD
    value = 2000
    if b.size[move.target]:
        if g.runs[of][on] & bit(c):
            value += 1500
        else:
            value -= 60 * lifted(b, g, LIFT_RUN, 0, move.target) + 100 * move.count
    else:
        value -= 1000
    if bare:
        return value + (800 if b.size[move.target] else -2000)
    if g.runs[of][freed] & bit(c):
        value -= 1500
    elif g.packs[of][freed] & bit(c):
        value -= 300
    for i in range(g.group[of].first, g.group[of].end):
        if i == move.source or not b.size[i]:
            continue
        if g.runs[of][top_card(b, i)] & bit(freed) and i != move.target:
            value += 500
        if g.runs[of][freed] & bit(b.value[slot_at(b, i, lifted(b, g, LIFT_RUN, 0, i))]):
            value += 500
    return value - 20 * (b.size[move.source] - move.count)


cdef int promise(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """How soon a move is tried: as the adviser has it, but for packings.

    Of these, first what frees a card that fits, then what turns a card up or empties a pile; cards
    that lie well are moved late, cards to cells and spaces later.
    """
    cdef int slot, depth, of, value
    cdef card_t c, freed
    if g.foundations[0].whole and move.kind == SHIFT and move.source < STOCK:
        return _run_promise(b, g, move)
    if (
        g.own or g.by_size or deals_again(g)
        or move.kind != SHIFT or move.source >= STOCK or move.target >= STOCK
    ):
        return worth(b, g, move)
    slot = slot_at(b, move.source, move.count)
    c = b.value[slot]
    freed = b.value[b.under[slot]]
    of = g.group_of[move.target]
    value = 2500 if b.size[move.target] else 500 if g.group[of].packs else 1000
    if b.size[move.target] and g.group[of].lift == LIFT_RUN and not (
        g.runs[of][top_card(b, move.target)] & bit(c)
    ):
        value -= 600                                 # does not go on with it
    if not g.group[g.group_of[move.source]].packs:
        return value + 1200                          # out of a cell or reserve
    if freed == NO_CARD:
        return value + (1000 if b.size[move.target] else -600)
    if fits(b, freed):
        return value + 2000
    of = g.group_of[move.source]
    if bit(c) & (g.runs[of][freed] if g.group[of].lift == LIFT_RUN else g.packs[of][freed]):
        value -= 900
    if b.down[move.source] and b.down[move.source] == b.size[move.source] - move.count:
        value += 800
    # A card that is wanted soon lies nearer to the top.
    for depth in range(NEAR, 0, -1):
        slot = b.under[slot]
        if not slot:
            break
        if depth < NEAR and fits(b, b.value[slot]):
            return value + 90 * depth
    return value + min(50, 5 * (20 - b.size[move.source]))
