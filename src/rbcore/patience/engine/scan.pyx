"""The legal moves: what each pattern of a description finds on the board (docs/patience).

A pattern is scanned from source to source, so what a game lists first stands in its file. A policy
that takes the first move alone lets the scan stop there.
"""

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport bit, card_t
from rbcore.patience.engine.board cimport (
    BACK, FOUNDATIONS, LIFT, MOST_MOVES, PAIR, REDEAL, ROW, SHIFT, THROW, TURN, add, board_t,
    dealt_end, first_empty, fits, is_opening, is_shut, moves_t, top_card,
)
from rbcore.patience.engine.game cimport (
    BACKS, DEALS, FILLS, HAND, LAYS, ANY_CARD, LIFTS, MOST_PILES, PACKS, PAIRS, PLAYS, REDEALS,
    REFILLS, ROWS, STOCK, THROWS, TURNS, WASTE, game_t, pattern_t, range_t,
)
from rbcore.patience.engine.piles cimport packable, scan_fills, scan_packs, scan_refills, takes
from rbcore.patience.engine.plays cimport add_plays
from rbcore.patience.rows cimport ENDLESS


cdef void list_moves(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil:
    """The moves of the first tier of duties that has any; if none has, all rights."""
    moves.n = 0
    moves.most = MOST_MOVES
    _list_moves(b, g, moves)


cdef void list_from_waste(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil:
    """The waste's moves alone, in a game without duties and where no card is in hand."""
    cdef const pattern_t* pattern
    cdef int n, i
    moves.n = 0
    moves.most = MOST_MOVES
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        for i in range(pattern.sources if pattern.step <= LIFTS else 0):
            if pattern.source[i].first <= WASTE < pattern.source[i].end:
                _scan_pile(b, g, pattern, WASTE, moves)


cdef bint has_any_move(const board_t* b, const game_t* g) noexcept nogil:
    """Whether there is a legal move."""
    cdef moves_t found
    found.n = 0
    found.most = 1
    _list_moves(b, g, &found)
    return found.n > 0


cdef void _list_moves(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil:
    """Add the legal moves, as many as are wanted."""
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


cdef bint _has_move(const board_t* b, const game_t* g, range_t range_) noexcept nogil:
    cdef moves_t found
    if range_.first == range_.end:
        return False
    found.n = 0
    found.most = 1
    _scan(b, g, range_, &found)
    return found.n > 0


cdef void _scan(const board_t* b, const game_t* g, range_t range_, moves_t* moves) noexcept nogil:
    """Add the moves of some patterns, in their order."""
    cdef int i = range_.first
    while i < range_.end and moves.n < moves.most:
        scan_pattern(b, g, &g.patterns[i], moves)
        i += 1 + g.patterns[i].joined


cdef void scan_pattern(
    const board_t* b, const game_t* g, const pattern_t* pattern, moves_t* moves
) noexcept nogil:
    """Add the moves of a pattern, and of those that are joined to it."""
    if pattern.step <= LIFTS:
        _scan_sources(b, g, pattern, moves)
    else:
        _scan_once(b, g, pattern, moves)


cdef void _scan_hand(
    const board_t* b, const game_t* g, range_t range_, moves_t* moves
) noexcept nogil:
    """Add the moves of the card in hand alone."""
    cdef int i
    for i in range(range_.first, range_.end):
        if g.patterns[i].hand:
            _scan_pile(b, g, &g.patterns[i], HAND, moves)


cdef void scan_hand(
    const board_t* b, const game_t* g, const pattern_t* pattern, moves_t* moves
) noexcept nogil:
    """Add the moves of a step from the hand."""
    _scan_pile(b, g, pattern, HAND, moves)


cdef void _scan_sources(
    const board_t* b, const game_t* g, const pattern_t* pattern, moves_t* moves
) noexcept nogil:
    """Add what patterns that are scanned together find, pile by pile."""
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
                _scan_pile(b, g, &pattern[i], pile, moves)
            if moves.n >= moves.most:
                return


cdef inline uint64_t _movable(
    const board_t* b, const game_t* g, const pattern_t* pattern
) noexcept nogil:
    """The tops of piles from which a step can have moves: seldom any, and the same for all."""
    if pattern.step == PLAYS and not (pattern.deep and _plays_deep(b, g)):
        return b.wanted
    if pattern.step == PACKS and not pattern.deep:
        return packable(b, g, pattern)
    if pattern.step == THROWS:
        return g.alone
    if pattern.step == FILLS and not _has_space(b, g, pattern):
        return 0
    return ANY_CARD


cdef inline bint _plays_deep(const board_t* b, const game_t* g) noexcept nogil:
    """Whether what lies below a top may be played now: a run, or any card of the waste (48.6)."""
    return g.foundations[0].whole or b.at == b.end


cdef bint _has_space(
    const board_t* b, const game_t* g, const pattern_t* pattern
) noexcept nogil:
    """Whether some target of a pattern is empty."""
    cdef int n, end
    for n in range(pattern.targets):
        end = dealt_end(b, g, pattern.target[n].end)
        if first_empty(b, pattern.target[n].first, end) >= 0:
            return True
    return False


cdef inline void _scan_pile(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil:
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

cdef inline void _scan_plays(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil:
    cdef int depth, slot = b.top[pile]
    if fits(b, b.value[slot]) or g.foundations[0].whole:
        add_plays(b, g, pattern, pile, 1, moves)
    if pile == WASTE and g.waste_all and b.at == b.end:
        for depth in range(2, b.size[pile] + 1):
            slot = b.under[slot]
            if fits(b, b.value[slot]):
                add_plays(b, g, pattern, pile, depth, moves)


# The card in hand; a grace; cards back; the stock

cdef void _scan_lays(
    const board_t* b, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil:
    """Add each pile on which a card may be laid whatever lies there."""
    cdef int n, target
    if pattern.in_turn:
        add(moves, SHIFT, pile, b.turn, 1)
        return
    for n in range(pattern.targets):
        for target in range(pattern.target[n].first, pattern.target[n].end):
            add(moves, SHIFT, pile, target, 1)


cdef void _scan_lifts(
    const board_t* b, const game_t* g, const pattern_t* pattern, int pile, moves_t* moves
) noexcept nogil:
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


cdef void _scan_backs(
    const board_t* b, const game_t* g, const pattern_t* pattern, moves_t* moves
) noexcept nogil:
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


cdef void _scan_pairs(
    const board_t* b, const game_t* g, const pattern_t* pattern, moves_t* moves
) noexcept nogil:
    """Add the pairs of open cards, each by the first of its piles."""
    cdef int piles[MOST_PILES]
    cdef uint64_t cards[MOST_PILES], pairs
    cdef int n, one, other, pile, count = 0
    for n in range(pattern.sources):
        for pile in range(pattern.source[n].first, pattern.source[n].end):
            if b.size[pile] and not is_shut(b, g, pile):
                piles[count] = pile
                cards[count] = bit(top_card(b, pile))
                count += 1
    for one in range(count):
        pairs = g.pairs[top_card(b, piles[one])]
        for other in range(one + 1, count):
            if pairs & cards[other] and (
                g.group_of[piles[one]] != g.group_of[piles[other]]
                or not g.apart >> g.group_of[piles[one]] & 1
            ):
                add(moves, PAIR, piles[one], piles[other], 1)
                if moves.n >= moves.most:
                    return


cdef void _scan_once(
    const board_t* b, const game_t* g, const pattern_t* pattern, moves_t* moves
) noexcept nogil:
    """Add the moves of a step that has no piles to go through."""
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
            b.at == b.end and (b.size[WASTE] or g.rounds)
            and (b.played if g.passes == ENDLESS else b.deal < g.passes)
            and not _has_move(b, g, g.again_after)
        ):
            add(moves, REDEAL, 0, 0, 0)
