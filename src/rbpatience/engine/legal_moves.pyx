"""The legal moves: the moves that each pattern of a description has on the board (docs/patience).

A pattern is scanned source by source, so a game's file fixes the order. A policy that takes only
the first move lets the scan stop there.
"""

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport NO_CARD, bit, card_t, rank_of, suit_of
from rbpatience.engine.board cimport (
    BACK, FILL, FOUNDATIONS, HOLD, LIFT, MAX_MOVES, PAIR, PLAY, REDEAL, ROW, SHIFT, THROW, TURN,
    add, board_t, dealt_end, first_empty, fits, is_closed, is_opening, is_shut, lifted, moves_t,
    packed_on, run_of, slot_at, top_card,
)
from rbpatience.engine.game cimport (
    ANY_CARD, ANY_HOW, AT_ONCE, AT_WILL, BACKS, BY_ROW, DEALS, ENDLESS, FILLS, HAND, LAYS, LIFTS,
    LIFT_TOP, LIFT_WHOLE, LOOSE, MAX_PILES, MUST_WAIT, PACKS, PAIRS, PLAYS, REDEALS,
    REFILLS, ROWS, STOCK, STUCK, STUCK_ONCE, SUITS, THROWS, TURNS, UNFIT, UNHELD, WASTE, WHOLE,
    group_t, pattern_t, span_t, spec_t,
)

cdef void list_by_patterns(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """List the moves of the first tier of duties that has any, or else of all rights."""
    moves.n = 0
    moves.most = MAX_MOVES
    _list_moves(b, g, moves)

cdef void list_from_waste(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """List only the waste's moves, in a game without duties and with no card in hand."""
    cdef const pattern_t* pattern
    cdef int n, i
    moves.n = 0
    moves.most = MAX_MOVES
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        for i in range(pattern.sources if pattern.step <= LIFTS else 0):
            if pattern.source[i].first <= WASTE < pattern.source[i].end:
                scan_pile(b, g, pattern, WASTE, moves)

cdef bint has_any_move(const board_t* b, const spec_t* g) noexcept nogil:
    """Return whether there is a legal move."""
    cdef moves_t moves
    moves.n = 0
    moves.most = 1
    _list_moves(b, g, &moves)
    return moves.n > 0

cdef void _list_moves(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """Add the legal moves, up to the wanted number."""
    cdef int tier
    cdef bint held = b.size[HAND] > 0
    for tier in range(g.tiers):
        if held and tier >= g.free_tiers:
            _scan_hand(b, g, g.duties[tier], moves)
        else:
            _scan(b, g, g.duties[tier], moves)
        if moves.n:
            return
    if held:
        _scan_hand(b, g, g.hand, moves)
    else:
        _scan(b, g, g.opening if is_opening(b, g) else g.moves, moves)

cdef bint _has_move(const board_t* b, const spec_t* g, span_t range_) noexcept nogil:
    cdef moves_t moves
    if range_.first == range_.end:
        return False
    moves.n = 0
    moves.most = 1
    _scan(b, g, range_, &moves)
    return moves.n > 0

cdef void _scan(const board_t* b, const spec_t* g, span_t range_, moves_t* moves) noexcept nogil:
    """Add the moves of some patterns, in their order."""
    cdef int i = range_.first
    while i < range_.end and moves.n < moves.most:
        scan_pattern(b, g, &g.patterns[i], moves)
        i += 1 + g.patterns[i].joined

cdef void scan_pattern(const board_t* b, const spec_t* g, const pattern_t* pattern,
                       moves_t* moves) noexcept nogil:
    """Add the moves of a pattern and of those joined to it."""
    if pattern.step <= LIFTS:
        _scan_sources(b, g, pattern, moves)
    else:
        _scan_once(b, g, pattern, moves)

cdef void _scan_hand(const board_t* b, const spec_t* g, span_t range_,
                     moves_t* moves) noexcept nogil:
    """Add only the moves of the card in hand."""
    cdef int i
    for i in range(range_.first, range_.end):
        if g.patterns[i].hand:
            scan_pile(b, g, &g.patterns[i], HAND, moves)

cdef void _scan_sources(const board_t* b, const spec_t* g, const pattern_t* pattern,
                        moves_t* moves) noexcept nogil:
    """Add the moves of jointly scanned patterns, pile by pile."""
    cdef uint64_t tops = _movable(b, g, pattern)
    cdef int n, pile, i, end
    for i in range(1, pattern.joined + 1):
        tops |= _movable(b, g, &pattern[i])
    if not tops:
        return
    for n in range(pattern.sources):
        end = dealt_end(b, g, pattern.source[n].end)
        for pile in range(pattern.source[n].first, end):
            if not tops & bit(top_card(b, pile)) or is_shut(b, g, pile):
                continue
            for i in range(pattern.joined + 1):
                scan_pile(b, g, &pattern[i], pile, moves)
            if moves.n >= moves.most:
                return

cdef inline uint64_t _movable(const board_t* b, const spec_t* g,
                              const pattern_t* pattern) noexcept nogil:
    """Return the top cards for which a step can have moves; often there are none."""
    if pattern.step == PLAYS and not g.foundations[0].whole:
        return b.wanted
    if pattern.step == PACKS and not pattern.deep:
        return packable(b, g, pattern)
    if pattern.step == THROWS:
        return g.alone
    if pattern.step == FILLS and not _has_space(b, g, pattern):
        return 0
    return ANY_CARD

cdef bint _has_space(const board_t* b, const spec_t* g, const pattern_t* pattern) noexcept nogil:
    """Return whether some target of a pattern is empty."""
    cdef int n, end
    for n in range(pattern.targets):
        end = dealt_end(b, g, pattern.target[n].end)
        if first_empty(b, pattern.target[n].first, end) >= 0:
            return True
    return False

cdef void scan_pile(const board_t* b, const spec_t* g, const pattern_t* pattern, int pile,
                    moves_t* moves) noexcept nogil:
    """Add the moves of a step from a pile that is open."""
    if pattern.step == PLAYS:
        _scan_plays(b, g, pattern, pile, moves)
    elif pattern.step == PACKS:
        scan_packs(b, g, pattern, pile, moves)
    elif pattern.step == FILLS:
        scan_fills(b, g, pattern, pile, moves)
    elif pattern.step == LAYS:
        _scan_lays(b, pattern, pile, moves)
    elif pattern.step == THROWS:
        if g.alone & bit(top_card(b, pile)):
            add(moves, THROW, pile, 1, 1)
    else:
        _scan_lifts(b, g, pattern, pile, moves)

# Plays

cdef inline void _scan_plays(const board_t* b, const spec_t* g, const pattern_t* pattern, int pile,
                             moves_t* moves) noexcept nogil:
    if fits(b, top_card(b, pile)) or g.foundations[0].whole:
        add_plays(b, g, pattern, pile, 1, moves)

# The card in hand; a grace; cards back; the stock

cdef void _scan_lays(const board_t* b, const pattern_t* pattern, int pile,
                     moves_t* moves) noexcept nogil:
    """Add each pile on which a card may be laid, whatever is there."""
    cdef int n, target
    if pattern.in_turn:
        add(moves, SHIFT, pile, b.turn, 1)
        return
    for n in range(pattern.targets):
        for target in range(pattern.target[n].first, pattern.target[n].end):
            add(moves, SHIFT, pile, target, 1)

cdef void _scan_lifts(const board_t* b, const spec_t* g, const pattern_t* pattern, int pile,
                      moves_t* moves) noexcept nogil:
    """Add the moves of each card below a pile's top, once in a game and at its end (23b.7)."""
    cdef int depth, n, target, slot = b.top[pile]
    cdef card_t c
    if b.graced or b.at < b.end:
        return
    for depth in range(2, b.size[pile] + 1):
        slot = b.under[slot]
        c = b.value[slot]
        if fits(b, c):
            add_plays(b, g, pattern, pile, depth, moves)
        for n in range(pattern.targets):
            for target in range(pattern.target[n].first, pattern.target[n].end):
                if takes(b, g, target, c):
                    add(moves, LIFT, pile, target, depth)
            target = first_empty(b, pattern.target[n].first, pattern.target[n].end)
            if target >= 0 and g.group[g.group_of[target]].space & bit(c):
                add(moves, LIFT, pile, target, depth)

cdef void _scan_backs(const board_t* b, const spec_t* g, const pattern_t* pattern,
                      moves_t* moves) noexcept nogil:
    """Add the moves of foundations' last cards back to piles (23b.6)."""
    cdef int f, n, target
    cdef card_t c
    for f in range(g.founded):
        if not g.foundations[f].gives or not b.size[FOUNDATIONS + f]:
            continue
        c = top_card(b, FOUNDATIONS + f)
        for n in range(pattern.targets):
            for target in range(pattern.target[n].first, pattern.target[n].end):
                if takes(b, g, target, c):
                    add(moves, BACK, f, target, 1)

cdef void _scan_pairs(const board_t* b, const spec_t* g, const pattern_t* pattern,
                      moves_t* moves) noexcept nogil:
    """Add the pairs of available cards, each at the first of its piles."""
    cdef int piles[MAX_PILES]
    cdef uint64_t cards[MAX_PILES], pairs
    cdef int n, first, second, pile, count = 0
    for n in range(pattern.sources):
        for pile in range(pattern.source[n].first, pattern.source[n].end):
            if b.size[pile] and not is_shut(b, g, pile):
                piles[count] = pile
                cards[count] = bit(top_card(b, pile))
                count += 1
    for first in range(count):
        pairs = g.pairs[top_card(b, piles[first])]
        for second in range(first + 1, count):
            if pairs & cards[second] and (
                g.group_of[piles[first]] != g.group_of[piles[second]]
                or not g.apart >> g.group_of[piles[first]] & 1
            ):
                add(moves, PAIR, piles[first], piles[second], 1)
                if moves.n >= moves.most:
                    return

cdef void _scan_once(const board_t* b, const spec_t* g, const pattern_t* pattern,
                     moves_t* moves) noexcept nogil:
    """Add the moves of a step without source piles."""
    if pattern.step == REFILLS:
        scan_refills(b, g, moves)
    elif pattern.step == BACKS:
        _scan_backs(b, g, pattern, moves)
    elif pattern.step == TURNS:
        if b.at < b.end and not _has_move(b, g, g.after):
            add(moves, TURN, 0, 0, 0)
    elif pattern.step == PAIRS:
        _scan_pairs(b, g, pattern, moves)
    elif pattern.step == DEALS:
        if b.at == b.end and b.deal < g.deals:
            add(moves, REDEAL, 0, 0, 0)
    elif pattern.step == ROWS:
        if b.at < b.end and (
            g.turn_to < STOCK or first_empty(b, 0, dealt_end(b, g, g.piles)) < 0
        ):
            add(moves, ROW, 0, 0, 0)
    elif pattern.step == REDEALS:
        if (
            b.at == b.end and b.size[WASTE]
            and (b.played if g.passes == ENDLESS else b.deal < g.passes)
            and not _has_move(b, g, g.after)
        ):
            add(moves, REDEAL, 0, 0, 0)

# Packings

cdef uint64_t packable(const board_t* b, const spec_t* g, const pattern_t* pattern) noexcept nogil:
    """Return the cards that may be packed on some target of a pattern."""
    cdef uint64_t cards = 0
    cdef const uint64_t* packs
    cdef int n, target
    for n in range(pattern.targets):
        packs = g.packs[g.group_of[pattern.target[n].first]]
        for target in range(pattern.target[n].first, dealt_end(b, g, pattern.target[n].end)):
            if packs[top_card(b, target)] & ~cards and not is_shut(b, g, target):
                cards |= packs[top_card(b, target)]
    return cards

cdef void scan_packs(const board_t* b, const spec_t* g, const pattern_t* pattern, int pile,
                     moves_t* moves) noexcept nogil:
    """Add the packings of a pile's cards on others."""
    cdef int least = 1, most = 1, lift = LIFT_TOP
    if pattern.how == UNFIT and fits(b, top_card(b, pile)):
        return
    if pile < STOCK:
        lift = g.group[g.group_of[pile]].lift
        if lift != LIFT_TOP or pattern.how == WHOLE:
            most = lifted(b, g, pile)
        if lift == LIFT_WHOLE or pattern.how == WHOLE:
            least = b.size[pile] - b.down[pile]
    if most == 1 and least == 1:
        _add_tops(b, g, pattern, pile, moves)
    elif least <= most:
        _add_runs(b, g, pattern, pile, least, most, moves)

cdef inline bint _lies_well(const board_t* b, const spec_t* g, int pile, int slot,
                            int count) noexcept nogil:
    """Return whether card number `count` from the top lies on one that could take it."""
    return pile < STOCK and count < b.size[pile] - b.down[pile] and (
        g.packs[g.group_of[pile]][b.value[b.under[slot]]] & bit(b.value[slot])
    )

cdef inline void _add_tops(const board_t* b, const spec_t* g, const pattern_t* pattern, int pile,
                           moves_t* moves) noexcept nogil:
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

cdef void _add_runs(const board_t* b, const spec_t* g, const pattern_t* pattern, int pile,
                    int least, int most, moves_t* moves) noexcept nogil:
    """Add the moves of `least` to `most` cards: for each target, fewer cards first."""
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

cdef inline bint _has_room(const board_t* b, const spec_t* g, int target, int count) noexcept nogil:
    """Return whether a pile has room for more cards."""
    return target >= STOCK or b.size[target] + count <= g.group[g.group_of[target]].room

cdef bint takes(const board_t* b, const spec_t* g, int target, card_t c) noexcept nogil:
    """Return whether a card may be packed on a pile."""
    return packed_on(b, g, target) & bit(c) and _is_open(b, g, target, c)

cdef bint _is_open(const board_t* b, const spec_t* g, int target, card_t c) noexcept nogil:
    """Return whether a pile takes a card on its top."""
    cdef const group_t* group
    if is_shut(b, g, target):
        return False
    if target >= STOCK:
        return True
    group = &g.group[g.group_of[target]]
    return (
        b.size[target] < group.room and (not group.straight or _goes_straight(b, target, c))
        and not (group.ends_at_base and rank_of(top_card(b, target)) == b.base)
    )

cdef bint _goes_straight(const board_t* b, int target, card_t c) noexcept nogil:
    """Return whether a card continues a sequence as it began (44.5)."""
    cdef card_t on = top_card(b, target)
    if b.size[target] < 2:
        return True
    return rank_of(on) - rank_of(b.value[b.under[b.top[target]]]) == rank_of(c) - rank_of(on)

# Spaces

cdef void scan_fills(const board_t* b, const spec_t* g, const pattern_t* pattern, int pile,
                     moves_t* moves) noexcept nogil:
    """Add the moves of a pile's cards to spaces, except a lone card's to an equal space."""
    cdef const group_t* group
    cdef int n, target, end, count, least, most, slot
    if pattern.how == UNFIT and fits(b, top_card(b, pile)):
        return
    for n in range(pattern.targets):
        end = dealt_end(b, g, pattern.target[n].end)
        target = first_empty(b, pattern.target[n].first, end)
        if target < 0:
            continue
        group = &g.group[g.group_of[target]]
        least = most = 1
        if group.space_run:
            most = run_of(b, g, pile, g.group_of[target])
        elif pile < STOCK:
            most = lifted(b, g, pile)
        if pile < STOCK:
            if pattern.how == WHOLE or (
                g.group[g.group_of[pile]].lift == LIFT_WHOLE and not group.space_run
            ):
                least = b.size[pile] - b.down[pile]
            if g.group_of[pile] == g.group_of[target] and group.alike:
                most = min(most, b.size[pile] - 1)
        most = min(most, group.room)
        slot = slot_at(b, pile, least) if least <= most else 0
        for count in range(least, most + 1):
            if group.space & bit(b.value[slot]) and not (
                pattern.how == LOOSE and _lies_well(b, g, pile, slot, count)
            ):
                _add_spaces(b, group, end, pile, target, count, moves)
            slot = b.under[slot]

cdef inline void _add_spaces(const board_t* b, const group_t* group, int end, int pile, int space,
                             int count, moves_t* moves) noexcept nogil:
    """Add a move to the first space, or to each if they differ."""
    cdef int target
    add(moves, SHIFT, pile, space, count)
    if not group.alike:
        for target in range(space + 1, end):
            if not b.size[target] and target != pile:
                add(moves, SHIFT, pile, target, count)


cdef void scan_refills(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """Add the fillings of the first space of each group that waits for one."""
    cdef const group_t* group
    cdef const span_t* span
    cdef int n, i, pile, space, before
    for n in range(g.groups):
        group = &g.group[n]
        if not group.fills or group.fill_when in (AT_ONCE, STUCK, STUCK_ONCE):
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

# Which foundations take a card

cdef void add_plays(const board_t* b, const spec_t* g, const pattern_t* pattern, int pile,
                    int depth, moves_t* moves) noexcept nogil:
    """Add the plays of a card to foundations; only the first of equal ones."""
    cdef card_t c = b.value[slot_at(b, pile, depth)]
    cdef int f, n = moves.n, up = suit_of(c)
    if g.foundations[0].whole:
        if depth == 1:
            _add_whole(b, g, pile, moves)
        return
    if not b.wanted & bit(c):
        return
    if g.prior >= 0 and pile != g.prior and _goes_before(b, g, pile, c):
        return
    if g.waiting:
        if b.waiting[up] != NO_CARD:
            add(moves, PLAY, pile, up, depth)
            return
        if b.wants[up] & b.wants[SUITS + up] & bit(c):
            if pattern.how != UNHELD:
                add(moves, HOLD, pile, up, depth)
            if g.waiting == MUST_WAIT:
                return
    for f in range(g.founded):
        if not (b.wants[f] & bit(c) and pattern.foundations >> f & 1) or is_closed(b, g, f):
            continue
        if moves.n == n:
            add(moves, PLAY, pile, f, depth)
            if moves.n >= moves.most:
                return
        elif g.foundations[f].tier > g.foundations[moves.moves[n].target].tier:
            return
        elif _is_first(b, g, f):
            add(moves, PLAY, pile, f, depth)

cdef void add_any_plays(const board_t* b, const spec_t* g, int pile, int depth,
                        moves_t* moves) noexcept nogil:
    """Add the plays of a card to any foundation."""
    cdef pattern_t any_
    any_.how = ANY_HOW
    any_.foundations = 0xFFFF
    add_plays(b, g, &any_, pile, depth, moves)

cdef inline bint _goes_before(const board_t* b, const spec_t* g, int pile, card_t c) noexcept nogil:
    """Return whether an equal card, or one of the rank, of another pile goes first (51.5, 54.5)."""
    cdef card_t other = top_card(b, g.prior)
    if g.prior_rank:
        return pile < STOCK and rank_of(other) == rank_of(c)
    return other == c

cdef bint _is_first(const board_t* b, const spec_t* g, int f) noexcept nogil:
    """Return whether no earlier foundation is equal: wants the same cards, and as many."""
    cdef int e
    for e in range(f):
        if b.wants[e] == b.wants[f] and b.room[e] == b.room[f] and (
            g.foundations[e].step == g.foundations[f].step or b.room[f] == 1
        ):
            return False
    return True

cdef void _add_whole(const board_t* b, const spec_t* g, int pile, moves_t* moves) noexcept nogil:
    """Add the play of a complete run, from the card that begins a foundation up to the top."""
    cdef int f, slot, under
    cdef card_t c
    for f in range(g.founded):
        if b.size[pile] - b.down[pile] < g.foundations[f].length or not b.room[f]:
            continue
        slot = b.top[pile]
        for _i in range(g.foundations[f].length - 1):
            under = b.under[slot]
            if not g.follows[g.foundations[f].kind][b.value[under]] & bit(b.value[slot]):
                break
            slot = under
        else:
            c = b.value[slot]
            if b.wants[f] & bit(c):
                add(moves, PLAY, pile, f, g.foundations[f].length)
                return
