"""Depth-first search with a table of the positions met (docs/patience).

No position is looked at twice, so a search that comes to its end without a win has proved that
there is none. Positions are told apart by 64 bits: among a million a pair would be taken for one
once in 37 million searches.
"""

from libc.stdint cimport UINT16_MAX, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from rbcore.cards.card cimport KING, NO_CARD, bit, card_t, rank_of
from rbcore.patience.engine.board cimport (
    MOST_MOVES,
    PAIR,
    PLAY,
    REDEAL,
    SHIFT,
    TURN,
    add,
    board_t,
    fits,
    move_t,
    slot_at,
    top_card,
)
from rbcore.patience.engine.game cimport (
    CARDS,
    COVERED,
    HAND,
    LIFT_RUN,
    MOST_GROUPS,
    MOST_PILES,
    ROW_OF_CARDS,
    STOCK,
    SUITS,
    WASTE,
    game_t,
)
from rbcore.patience.legal cimport list_moves, make_move, next_deal
from rbcore.patience.policies.adviser cimport costs_nothing, worth
from rbcore.patience.rows cimport ENDLESS, MOST_CARDS


cdef enum:
    NEAR = 8  # cards under one that is moved, in which one that fits a foundation counts


cdef inline uint64_t _mix(uint64_t x) noexcept nogil:
    """SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)."""
    x += 0x9E3779B97F4A7C15ULL
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)


cdef inline int _deals(const game_t* g) noexcept nogil:
    """The deals or passes that a game has."""
    if g.rotate:
        return g.rotate + 1
    return g.passes if g.deals == 1 else g.deals


cdef bint _is_circle(const board_t* b, const game_t* g) noexcept nogil:
    """Whether the stock and its waste go round for ever, and only turning lays cards there."""
    return (
        g.passes == ENDLESS and g.turn_to == WASTE and g.wastes == 1 and g.deals == 1
        and not (g.own or g.rotate or g.rounds or g.deal_plays or g.columns or b.size[HAND])
        and g.after.first == g.after.end and g.again_after.first == g.again_after.end
    )


cdef uint64_t _stock_hash(const board_t* b, const game_t* g, bint circle) noexcept nogil:
    """The stock; of a circle with its waste, in the order of dealing, and how far it is turned.

    Where whole turns have been made, or all, each such place can be come to from any other.
    """
    cdef uint64_t hash = 0
    cdef uint8_t laid[MOST_CARDS]
    cdef int n = b.size[WASTE] if circle else 0, i, slot = b.top[WASTE]
    for i in range(n - 1, -1, -1):
        laid[i] = b.value[slot]
        slot = b.under[slot]
    for i in range(n):
        hash = _mix(hash * 64 + laid[i])
    for i in range(b.at, b.end):
        hash = _mix(hash * 64 + b.value[b.stock[i]])
    return hash if n == 0 or n % g.turn == 0 or b.at == b.end else _mix(hash + n)


cdef inline bint _are_alike(const board_t* b, const game_t* g) noexcept nogil:
    """Whether piles of a group can change places: no card is still to be dealt to one of them."""
    return g.are_alike and (
        b.at == b.end or not (g.deal_plays or (g.turn_to < STOCK and not g.each))
    )


cdef uint64_t _hash(const board_t* b, const game_t* g, bint circle) noexcept nogil:
    """A position as 64 bits, never 0. Piles that can change places count as a set."""
    cdef bint alike = _are_alike(b, g)
    cdef int pile, slot, i
    cdef uint64_t one, sum = 0, all_
    for pile in range(MOST_PILES):
        if not b.top[pile] or (circle and pile == WASTE):
            continue
        one = pile + 1
        if alike and g.group_of[pile] < MOST_GROUPS:
            one = MOST_PILES + 1 + g.group_of[pile]
        if b.down[pile]:
            one = _mix(one * 64 + b.down[pile])
        slot = b.top[pile]
        while slot:
            one = _mix(one * 64 + (rank_of(b.value[slot]) if g.no_suits else b.value[slot]))
            # What is covered in no. 14b is out of play.
            slot = b.under[slot] if g.own != COVERED else 0
        sum += _mix(one)
    for i in range(g.founded):
        # Equal foundations change places too.
        sum += _mix(b.wants[i] * 31 + b.room[i] + 1000 * (g.foundations[i].step < 0))
    all_ = _mix(_mix(sum) ^ _stock_hash(b, g, circle))
    for i in range(SUITS):
        all_ = _mix(all_ * 64 + b.waiting[i])
    all_ = _mix(all_ + b.reach + 1000 * b.base)
    all_ = _mix(all_ * 256 + b.turn)
    all_ = _mix(all_ * 16 + b.phase * 8 + (b.deal if _deals(g) != ENDLESS else 0))
    # Whether the next deal or pass may be had, and the grace.
    all_ = _mix(
        all_ * 64 + b.barren * 8 + (b.placed == b.before) * 4 + (b.played and not circle) * 2
        + b.graced
    )
    return all_ | 1


cdef bint _is_new(search_t* s, uint64_t hash) noexcept nogil:
    """Whether a position was not looked at before; it is noted."""
    cdef uint64_t i = (hash >> 1) & s.mask
    while s.seen[i]:
        if s.seen[i] == hash:
            return False
        i = (i + 1) & s.mask
    s.seen[i] = hash
    return True


cdef bint _is_dominated(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """No. 43: a heap's card, while a packet's of its rank can go. No. 6: a throw in the deal.

    The other can be played in its stead whenever the packet's would be, and loses nothing by it.
    What can be thrown out of a row can be later too, for the row grows at its end.
    """
    cdef int packet
    if g.own == ROW_OF_CARDS:
        return move.kind != TURN and b.at < b.end
    if g.sorted_first < 0 or move.source < g.sorted_first:
        return False
    for packet in range(g.sorted_first):
        if rank_of(top_card(b, packet)) == rank_of(top_card(b, move.source)):
            return True
    return False


cdef inline bint _deals_again(const game_t* g) noexcept nogil:
    """Whether piles are dealt again or turned round."""
    return not g.own and (g.deals != 1 or g.rotate > 0)


cdef bint _may_stop(const board_t* b, const game_t* g) noexcept nogil:
    """Whether the player may begin the next deal while moves are left."""
    return g.may_stop and not b.size[HAND] and (_deals(g) == ENDLESS or b.deal < _deals(g))


cdef bint _is_safe(
    search_t* s, const game_t* g, move_t move, uint64_t* left
) noexcept nogil:
    """Whether a move costs nothing, so that no other is to be looked at.

    So does a play of a card on which none can be packed any more: all that could, and where
    foundations give back all that could lie below these, are on foundations. And a pair after which
    nothing of its rank is left, or two cards that lie open. `left` are the cards that are on none,
    found when they are first needed.
    """
    cdef const board_t* b = &s.position
    if g.pairs_are_safe and move.kind == PAIR:
        return costs_nothing(b, g, move)
    if not g.plays_are_safe or move.kind != PLAY:
        return False
    if b.at < b.end or b.size[WASTE]:
        if _deals_again(g) or g.settles or g.feeds or g.after.first < g.after.end:
            return False
        if move.source >= STOCK and not (s.circle and move.source == WASTE and g.turn == 1):
            return False
    elif _may_stop(b, g):
        return False
    if not left[0]:
        left[0] = _cards_left(b)
    return not s.below[b.value[slot_at(b, move.source, move.count)]] & left[0]


cdef uint64_t _cards_left(const board_t* b) noexcept nogil:
    """The cards that lie on no foundation."""
    cdef uint64_t left = 0
    cdef int pile, slot, i
    for pile in range(MOST_PILES):
        slot = b.top[pile]
        while slot:
            left |= bit(b.value[slot])
            slot = b.under[slot]
    for i in range(b.at, b.end):
        left |= bit(b.value[b.stock[i]])
    return left


cdef void _find_below(uint64_t* below, const game_t* g) noexcept nogil:
    """The cards that may come to lie on each, whatever lies between if foundations give back."""
    cdef int c, other, group, i, _i, give = 0
    cdef uint64_t packed[CARDS]
    for i in range(g.founded):
        give |= g.foundations[i].gives
    for c in range(CARDS):
        packed[c] = 0
        for group in range(MOST_GROUPS + 1):
            packed[c] |= g.packs[group][c]
        below[c] = packed[c]
    for _i in range(KING if give else 0):
        for c in range(CARDS):
            for other in range(CARDS):
                if below[c] & bit(<card_t>other):
                    below[c] |= packed[other]


cdef int _promise(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """How soon a move is tried: as the adviser has it, but for packings.

    Of these, first what frees a card that fits, then what turns a card up or empties a pile; cards
    that lie well are moved late, cards to cells and spaces later.
    """
    cdef int slot, depth, of, value
    cdef card_t c, freed
    if (
        g.own or g.by_size or _deals_again(g)
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


cdef void _push(
    search_t* s, int first, int* values, move_t move, int turns, int value
) noexcept nogil:
    """Put a move on the waiting list, the best one last."""
    cdef int j = s.end
    if s.end - first == MOST_MOVES:
        s.cut = True
        return
    while j > first and values[j - first - 1] >= value:
        values[j - first] = values[j - first - 1]
        s.waiting[j] = s.waiting[j - 1]
        j -= 1
    values[j - first] = value
    s.waiting[j] = way_t(move, turns)
    s.end += 1


cdef void _push_moves(search_t* s, const game_t* g) noexcept nogil:
    """Put the moves of the position on the waiting list."""
    cdef board_t* b = &s.position
    cdef int i, first = s.end
    cdef int values[MOST_MOVES]
    cdef uint64_t left = 0
    list_moves(b, g, &s.moves)
    if _may_stop(b, g):
        add(&s.moves, REDEAL, 0, 0, 0)
    if s.moves.n == MOST_MOVES:
        s.cut = True  # `add` drops what does not fit
    for i in range(s.moves.n):
        if _is_safe(s, g, s.moves.moves[i], &left):
            s.waiting[first] = way_t(s.moves.moves[i], 0)
            s.end += 1
            return
    for i in range(s.moves.n):
        if s.circle and s.moves.moves[i].kind in (TURN, REDEAL):
            continue
        if not _is_dominated(b, g, s.moves.moves[i]):
            _push(s, first, values, s.moves.moves[i], 0, _promise(b, g, s.moves.moves[i]))
    if s.circle:
        _push_turned(s, g, first, values)


cdef void _push_turned(search_t* s, const game_t* g, int first, int* values) noexcept nogil:
    """Put the moves of the waste's other cards on the list, with the turns that bring them up."""
    cdef board_t turned = s.position
    cdef int i, turns = 0, begun = turned.size[WASTE]
    cdef bint again = False, whole = begun % g.turn == 0 or turned.at == turned.end
    while True:
        if turned.at == turned.end:
            if again or not turned.played or not turned.size[WASTE]:
                return
            again = True
        turn_round(&turned, g)
        turns += 1
        if again and whole and turned.size[WASTE] >= begun:
            return
        if not turned.size[WASTE]:
            continue
        list_moves(&turned, g, &s.moves)
        for i in range(s.moves.n):
            if s.moves.moves[i].kind in (PLAY, SHIFT) and s.moves.moves[i].source == WASTE:
                _push(
                    s, first, values, s.moves.moves[i], turns,
                    worth(&turned, g, s.moves.moves[i]) - turns,
                )


cdef void turn_round(board_t* b, const game_t* g) noexcept nogil:
    """Turn the next cards of a circle, or all again."""
    make_move(b, g, move_t(TURN if b.at < b.end else REDEAL, 0, 0, 0))


cdef void begin_search(search_t* s, const game_t* g, solution_t* row) noexcept nogil:
    """Look at the position from which a way is sought."""
    memset(s.seen, 0, (s.mask + 1) * sizeof(uint64_t))
    s.circle = _is_circle(&s.position, g)
    if g.plays_are_safe:
        _find_below(s.below, g)
    # Where a pass has begun without a move, not all that comes to the same may be turned to.
    if s.position.played or not s.circle or not s.position.size[WASTE]:
        _is_new(s, _hash(&s.position, g, s.circle))
    row.work = 1
    row.moves = 0
    row.status = UNDECIDED
    s.depth = 0
    s.cut = False
    s.steps[0].first = 0
    s.end = 0
    _push_moves(s, g)


cdef bint go_on(
    search_t* s, const game_t* g, uint64_t work, solution_t* row
) noexcept nogil:
    """Look for a way to win until so many positions were looked at; whether they were."""
    cdef bint dealt
    cdef int _i, moves = 0
    while s.position.placed < g.total:
        if s.end == s.steps[s.depth].first:
            if s.depth == 0:
                row.status = UNDECIDED if s.cut else UNSOLVABLE
                return False
            s.depth -= 1
            s.position = s.steps[s.depth].before
            continue
        if row.work >= work:
            return True
        s.end -= 1
        if s.depth == MOST_DEPTH - 1 or s.end > MOST_WAITING - MOST_MOVES:
            s.cut = True
            continue
        s.steps[s.depth].before = s.position
        s.steps[s.depth].way = s.waiting[s.end]
        dealt = True
        for _i in range(s.waiting[s.end].turns):
            turn_round(&s.position, g)
        if _deals_again(g) and s.waiting[s.end].move.kind == REDEAL:
            dealt = next_deal(&s.position, g)
        else:
            make_move(&s.position, g, s.waiting[s.end].move)
        if not dealt or not _is_new(s, _hash(&s.position, g, s.circle)):
            s.position = s.steps[s.depth].before
            continue
        row.work += 1
        s.depth += 1
        s.steps[s.depth].first = s.end
        _push_moves(s, g)
    row.status = SOLVABLE
    for _i in range(s.depth):
        moves += 1 + s.steps[_i].way.turns
    row.moves = <uint16_t>min(moves, UINT16_MAX)
    return False
