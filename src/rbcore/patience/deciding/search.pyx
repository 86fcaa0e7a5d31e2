"""Depth-first search with a table of the positions met (docs/patience).

No position is looked at twice, so a search that comes to its end without a win has proved that
there is none. Positions are told apart by 64 bits: among a million a pair would be taken for one
once in 37 million searches.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from rbcore.cards.card cimport card_t, rank_of
from rbcore.patience.engine.board cimport (
    MOST_MOVES,
    PAIR,
    PLAY,
    REDEAL,
    TURN,
    add,
    board_t,
    move_t,
    slot_at,
    top_card,
)
from rbcore.patience.engine.game cimport (
    COVERED,
    HAND,
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
from rbcore.patience.rows cimport ENDLESS


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


cdef inline bint _are_alike(const board_t* b, const game_t* g) noexcept nogil:
    """Whether piles of a group can change places: no card is still to be dealt to one of them."""
    return g.are_alike and (
        b.at == b.end or not (g.deal_plays or (g.turn_to < STOCK and not g.each))
    )


cdef uint64_t _hash(const board_t* b, const game_t* g) noexcept nogil:
    """A position as 64 bits, never 0. Piles that can change places count as a set."""
    cdef bint alike = _are_alike(b, g)
    cdef int pile, slot, i
    cdef uint64_t one, sum = 0, all_
    for pile in range(MOST_PILES):
        if not b.top[pile]:
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
    all_ = _mix(sum)
    for i in range(b.at, b.end):
        all_ = _mix(all_ * 64 + b.value[b.stock[i]])
    for i in range(SUITS):
        all_ = _mix(all_ * 64 + b.waiting[i])
    all_ = _mix(all_ + b.reach + 1000 * b.base)
    all_ = _mix(all_ * 256 + b.turn)
    all_ = _mix(all_ * 16 + b.phase * 8 + (b.deal if _deals(g) != ENDLESS else 0))
    # Whether the next deal or pass may be had, and the grace.
    all_ = _mix(all_ * 64 + b.barren * 8 + (b.placed == b.before) * 4 + b.played * 2 + b.graced)
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


cdef bint _is_safe(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Whether a move costs nothing, so that no other is to be looked at.

    So does a play in the last deal, where all foundations of the suit have come as far: what could
    still be packed on the card lies on them already. And a pair after which nothing of its rank is
    left, or two cards that lie open.
    """
    cdef int f
    cdef card_t c
    if g.pairs_are_safe and move.kind == PAIR:
        return costs_nothing(b, g, move)
    if (
        not g.plays_are_safe or move.kind != PLAY or b.at < b.end or b.size[WASTE]
        or _may_stop(b, g)
    ):
        return False
    c = b.value[slot_at(b, move.source, move.count)]
    for f in range(g.founded):
        # One that wants a lower card of the suit has not come as far.
        if b.wants[f] & (((<uint64_t>1 << (c & 15)) - 1) << (c & ~15)):
            return False
    return True


cdef int _push_moves(search_t* s, const game_t* g, int first) noexcept nogil:
    """Put the moves of the position on the waiting list, the best one last; return its end."""
    cdef board_t* b = &s.position
    cdef int value, n = first, i, j
    cdef int values[MOST_MOVES]
    list_moves(b, g, &s.moves)
    if _may_stop(b, g):
        add(&s.moves, REDEAL, 0, 0, 0)
    if s.moves.n == MOST_MOVES:
        s.cut = True  # `add` drops what does not fit
    for i in range(s.moves.n):
        if _is_safe(b, g, s.moves.moves[i]):
            s.waiting[first] = s.moves.moves[i]
            return first + 1
    for i in range(s.moves.n):
        if _is_dominated(b, g, s.moves.moves[i]):
            continue
        value = worth(b, g, s.moves.moves[i])
        j = n
        while j > first and values[j - first - 1] >= value:
            values[j - first] = values[j - first - 1]
            s.waiting[j] = s.waiting[j - 1]
            j -= 1
        values[j - first] = value
        s.waiting[j] = s.moves.moves[i]
        n += 1
    return n


cdef void begin_search(search_t* s, const game_t* g, solution_t* row) noexcept nogil:
    """Look at the position from which a way is sought."""
    memset(s.seen, 0, (s.mask + 1) * sizeof(uint64_t))
    _is_new(s, _hash(&s.position, g))
    row.work = 1
    row.moves = 0
    row.status = UNDECIDED
    s.depth = 0
    s.cut = False
    s.steps[0].first = 0
    s.end = _push_moves(s, g, 0)


cdef bint go_on(
    search_t* s, const game_t* g, uint64_t work, solution_t* row
) noexcept nogil:
    """Look for a way to win until so many positions were looked at; whether they were."""
    cdef bint dealt
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
        s.steps[s.depth].move = s.waiting[s.end]
        dealt = True
        if _deals_again(g) and s.waiting[s.end].kind == REDEAL:
            dealt = next_deal(&s.position, g)
        else:
            make_move(&s.position, g, s.waiting[s.end])
        if not dealt or not _is_new(s, _hash(&s.position, g)):
            s.position = s.steps[s.depth].before
            continue
        row.work += 1
        s.depth += 1
        s.steps[s.depth].first = s.end
        s.end = _push_moves(s, g, s.end)
    row.status = SOLVABLE
    row.moves = s.depth
    return False
