"""What may be packed on piles, and what may fill spaces (docs/patience)."""

from rbcore.cards.card cimport bit, rank_of
from rbcore.patience.engine.board cimport (
    FILL, SHIFT, add, board_t, dealt_end, first_empty, fits, is_shut, lifted, moves_t, packed_on,
    slot_at, top_card,
)
from rbcore.patience.engine.game cimport (
    AT_ONCE, AT_WILL, BY_ROW, LIFT_RUN, LIFT_TOP, LIFT_WHOLE, LOOSE, STOCK, STUCK, UNFIT, WASTE,
    WHOLE, game_t, group_t, pattern_t, span_t,
)

# Packings

cdef uint64_t packable(
    const board_t* b, const game_t* g, const pattern_t* pattern
) noexcept nogil:
    """The cards that may be packed on some target of a pattern."""
    cdef uint64_t cards = 0
    cdef const uint64_t* packs
    cdef int n, target
    for n in range(pattern.targets):
        packs = g.packs[g.group_of[pattern.target[n].first]]
        for target in range(pattern.target[n].first, dealt_end(b, g, pattern.target[n].end)):
            if packs[top_card(b, target)] & ~cards and not is_shut(b, g, target):
                cards |= packs[top_card(b, target)]
    return cards


cdef void scan_packs(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil:
    """Add the packings of a pile's cards on others."""
    cdef int least = 1, most = 1, lift = LIFT_TOP
    if pattern.how == UNFIT and fits(b, top_card(b, pile)):
        return
    if pile < STOCK:
        lift = g.group[g.group_of[pile]].lift
        if lift != LIFT_TOP or pattern.how == WHOLE:
            most = lifted(b, g, lift, g.group[g.group_of[pile]].few, pile)
        if lift == LIFT_WHOLE or pattern.how == WHOLE:
            least = b.size[pile] - b.down[pile]
    if most == 1 and least == 1:
        _add_tops(b, g, pattern, pile, moves)
    elif least <= most:
        _add_runs(b, g, pattern, pile, least, most, moves)


cdef inline bint _lies_well(
    const board_t* b, const game_t* g, int pile, int slot, int count
) noexcept nogil:
    """Whether a card, the last of so many from above, lies on one that could take it."""
    return pile < STOCK and count < b.size[pile] - b.down[pile] and (
        g.packs[g.group_of[pile]][b.value[b.under[slot]]] & bit(b.value[slot])
    )


cdef inline void _add_tops(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil:
    """Add the moves of a pile's top to each pile that takes it."""
    cdef card_t c = top_card(b, pile)
    cdef const uint64_t* packs
    cdef int n, target
    if pattern.how == LOOSE and _lies_well(b, g, pile, b.top[pile], 1):
        return
    for n in range(pattern.targets):
        packs = g.packs[g.group_of[pattern.target[n].first]]
        for target in range(pattern.target[n].first, dealt_end(b, g, pattern.target[n].end)):
            if packs[top_card(b, target)] & bit(c) and target != pile and (
                _is_open(b, g, target, c)
            ):
                add(moves, SHIFT, pile, target, 1)


cdef void _add_runs(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, int least, int most,
    moves_t* moves,
) noexcept nogil:
    """Add the moves of `least` to `most` cards: for each target, the fewer first."""
    cdef int n, target, count, slot = slot_at(b, pile, least)
    cdef uint64_t run = 0
    for _count in range(least, most + 1):
        run |= bit(b.value[slot])
        slot = b.under[slot]
    for n in range(pattern.targets):
        for target in range(pattern.target[n].first, pattern.target[n].end):
            if target == pile or not packed_on(b, g, target) & run:
                continue
            slot = slot_at(b, pile, least)
            for count in range(least, most + 1):
                if _has_room(b, g, target, count) and takes(b, g, target, b.value[slot]) and not (
                    pattern.how == LOOSE and _lies_well(b, g, pile, slot, count)
                ):
                    add(moves, SHIFT, pile, target, count)
                slot = b.under[slot]


cdef inline bint _has_room(
    const board_t* b, const game_t* g, int target, int count
) noexcept nogil:
    """Whether so many cards more are not too many for a pile."""
    return target >= STOCK or b.size[target] + count <= g.group[g.group_of[target]].room


cdef bint takes(const board_t* b, const game_t* g, int target, card_t c) noexcept nogil:
    """Whether a card may be packed on a pile."""
    return packed_on(b, g, target) & bit(c) and _is_open(b, g, target, c)


cdef bint _is_open(const board_t* b, const game_t* g, int target, card_t c) noexcept nogil:
    """Whether a pile takes a card that goes on its top."""
    cdef const group_t* group
    if is_shut(b, g, target):
        return False
    if target >= STOCK:
        return True
    group = &g.group[g.group_of[target]]
    return (
        b.size[target] < group.room and (not group.way or _keeps_way(b, target, c))
        and not (group.ends_at_base and rank_of(top_card(b, target)) == b.base)
    )


cdef bint _keeps_way(const board_t* b, int target, card_t c) noexcept nogil:
    """Whether a card goes on as a sequence began (44.5)."""
    cdef card_t on = top_card(b, target)
    if b.size[target] < 2:
        return True
    return rank_of(on) - rank_of(b.value[b.under[b.top[target]]]) == rank_of(c) - rank_of(on)


# Spaces

cdef void scan_fills(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil:
    """Add the moves of a pile's cards to spaces; its only card gains nothing in an equal one."""
    cdef const group_t* group
    cdef int n, target, end, count, least = 1, most = 1, slot, lift
    for n in range(pattern.targets):
        end = dealt_end(b, g, pattern.target[n].end)
        target = first_empty(b, pattern.target[n].first, end)
        if target < 0:
            continue
        group = &g.group[g.group_of[target]]
        if pile == WASTE:
            most = _waste_run(b, g, target) if g.waste_lift == LIFT_RUN else 1
        elif pile < STOCK:
            lift = g.group[g.group_of[pile]].space_lift
            most = lifted(b, g, lift, g.group[g.group_of[pile]].space_few, pile)
            least = b.size[pile] - b.down[pile] if lift == LIFT_WHOLE or pattern.how == WHOLE else 1
            if g.group_of[pile] == g.group_of[target] and group.alike:
                most = min(most, b.size[pile] - 1)
        most = min(most, group.room)
        slot = slot_at(b, pile, least) if least <= most else 0
        for count in range(least, most + 1):
            if group.space & bit(b.value[slot]):
                _add_spaces(b, group, end, pile, target, count, moves)
            slot = b.under[slot]


cdef inline void _add_spaces(
    const board_t* b, const group_t* group, int end, int pile, int space, int count,
    moves_t* moves,
) noexcept nogil:
    """Add a move to the first space, or to each where they are not alike."""
    cdef int target
    add(moves, SHIFT, pile, space, count)
    if not group.alike:
        for target in range(space + 1, end):
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
                    if b.size[pile] and not is_shut(b, g, pile):
                        add(moves, SHIFT, pile, space, 1)
            if group.fill_when == AT_WILL and moves.n > before:
                break
