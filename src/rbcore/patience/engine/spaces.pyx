"""What may fill a space (docs/patience)."""

from rbcore.cards.card cimport bit
from rbcore.patience.engine.board cimport (
    FILL,
    SHIFT,
    add,
    board_t,
    dealt_end,
    first_empty,
    lifted,
    moves_t,
    slot_at,
)
from rbcore.patience.engine.game cimport (
    AT_ONCE,
    AT_WILL,
    BY_ROW,
    LIFT_RUN,
    LIFT_WHOLE,
    STOCK,
    STUCK,
    WASTE,
    WHOLE,
    game_t,
    group_t,
    pattern_t,
    span_t,
)


cdef void scan_fills(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil:
    """Add the moves of a pile's cards to spaces; its only card gains nothing in an equal one."""
    cdef const group_t* group
    cdef int n, target, count, least = 1, most = 1, slot, lift
    for n in range(pattern.targets):
        target = first_empty(b, pattern.target[n].first, pattern.target[n].end)
        if target < 0:
            continue
        group = &g.group[g.group_of[target]]
        if pile == WASTE:
            most = _waste_run(b, g, target) if g.waste_lift == LIFT_RUN else 1
        elif pile < STOCK:
            lift = g.group[g.group_of[pile]].space_lift
            most = lifted(b, g, lift, pile)
            least = b.size[pile] - b.down[pile] if lift == LIFT_WHOLE or pattern.how == WHOLE else 1
            if g.group_of[pile] == g.group_of[target] and group.alike:
                most = min(most, b.size[pile] - 1)
        slot = slot_at(b, pile, least) if least <= most else 0
        for count in range(least, most + 1):
            if group.space & bit(b.value[slot]):
                _add_spaces(b, group, &pattern.target[n], pile, target, count, moves)
            slot = b.under[slot]


cdef inline void _add_spaces(
    const board_t* b, const group_t* group, const span_t* span, int pile, int space, int count,
    moves_t* moves,
) noexcept nogil:
    """Add a move to the first space, or to each where they are not alike."""
    cdef int target
    add(moves, SHIFT, pile, space, count)
    if not group.alike:
        for target in range(space + 1, span.end):
            if not b.size[target] and target != pile:
                add(moves, SHIFT, pile, target, count)


cdef int _waste_run(const board_t* b, const game_t* g, int target) noexcept nogil:
    """The length of the waste's run by the match of a group (23b.5)."""
    cdef int slot = b.top[WASTE], count = 1
    while count < b.size[WASTE] and (
        g.packs[g.group_of[target]][b.value[b.under[slot]]] & bit(b.value[slot])
    ):
        slot = b.under[slot]
        count += 1
    return count


cdef void scan_refills(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil:
    """Add what may fill the first space of each group that waits for it."""
    cdef const group_t* group
    cdef const span_t* span
    cdef int n, i, pile, space, before
    for n in range(g.groups):
        group = &g.group[n]
        if not group.fills or group.fill_when in (AT_ONCE, STUCK):
            continue
        space = first_empty(b, group.first, dealt_end(b, g, group.end))
        if space < 0:
            continue
        if group.fill_when == BY_ROW:
            if b.at < b.end:
                add(moves, FILL, 0, 0, 0)
            continue
        before = moves.n
        for i in range(group.fills):
            span = &group.fill[i]
            if span.first == STOCK:
                if b.at < b.end:
                    add(moves, FILL, 0, space, 0)
            else:
                for pile in range(span.first, span.end):
                    if b.size[pile]:
                        add(moves, SHIFT, pile, space, 1)
            if group.fill_when == AT_WILL and moves.n > before:
                break
