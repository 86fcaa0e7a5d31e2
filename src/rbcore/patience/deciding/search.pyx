"""Depth-first search with a table of the positions met (docs/patience).

No position is looked at twice, so a search that comes to its end without a win has proved that
there is none. Positions are told apart by 64 bits: among a million a pair would be taken for one
once in 37 million searches.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from rbcore.cards.card cimport card_t, rank_of
from rbcore.patience.choices.pairs cimport is_settled
from rbcore.patience.deciding.advice cimport worth
from rbcore.patience.deciding.procedures cimport (
    list_moves,
    make_move,
    next_deal,
    open_layout,
)
from rbcore.patience.engine.game cimport game_t
from rbcore.patience.form cimport (
    CONSTITUTION,
    CORNERS,
    FAIREST,
    ENDLESS,
    MARRIAGE,
    MOST_FOUNDATIONS,
    SETS,
    TABLEAU,
    form_t,
    layout_t,
)
from rbcore.patience.layouts.position cimport (
    HAND,
    MOST_MOVES,
    MOST_PILES,
    PLAY,
    REDEAL,
    TURN,
    WASTE,
    add,
    board_t,
    move_t,
    slot_at,
    top_card,
)
from rbcore.patience.table cimport SUITS


cdef inline uint64_t _mix(uint64_t x) noexcept nogil:
    """SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)."""
    x += 0x9E3779B97F4A7C15ULL
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL
    return x ^ (x >> 31)


cdef inline int _deals(const layout_t* rules) noexcept nogil:
    """The deals or passes that a game has."""
    if rules.game == NULL:
        return rules.deals
    if rules.game.rotate:
        return rules.game.rotate + 1
    return rules.game.passes if rules.game.deals == 1 else rules.game.deals


cdef uint64_t _hash(const board_t* p, const layout_t* rules) noexcept nogil:
    """A position as 64 bits, never 0. Piles that can change places count as a set."""
    cdef int procedure = rules.procedure if rules.game == NULL else -1, pile, slot, i
    cdef const game_t* g = rules.game
    cdef bint no_suits = g.no_suits if g != NULL else procedure in (
        TABLEAU, SETS, FAIREST, CONSTITUTION
    )
    # The other reading of no. 9 tells piles apart, and so do the rows of no. 32.
    cdef bint alike = g.are_alike if g != NULL else not rules.other_way and (
        procedure in (TABLEAU, SETS, FAIREST)
    )
    cdef int first_apart = WASTE
    cdef uint64_t one, sum = 0, all_
    cdef card_t c
    if procedure == TABLEAU and not rules.tableau.reserve_pairs:
        first_apart = rules.columns
    for pile in range(MOST_PILES):
        if not p.top[pile]:
            continue
        if not alike or pile >= first_apart:
            one = pile + 1
        else:
            one = 200 + g.group_of[pile] if g != NULL else 0
        if p.down[pile]:
            one = _mix(one * 64 + p.down[pile])
        slot = p.top[pile]
        while slot:
            c = p.value[slot]
            one = _mix(one * 64 + (rank_of(c) if no_suits else c))
            # What is covered in no. 14b is out of play.
            slot = p.under[slot] if procedure != SETS else 0
        sum += _mix(one)
    for i in range(MOST_FOUNDATIONS):
        # Equal foundations change places too.
        if g != NULL and i < g.founded:
            sum += _mix(p.wants[i] * 31 + p.room[i] + 1000 * (g.foundations[i].step < 0))
        elif i < rules.founded:
            sum += _mix(p.wants[i] * 31 + p.room[i] + 1000 * (rules.foundations[i].step < 0))
    all_ = _mix(sum)
    for i in range(p.at, p.end):
        all_ = _mix(all_ * 64 + p.value[p.stock[i]])
    for i in range(SUITS):
        all_ = _mix(all_ * 64 + p.waiting[i])
    all_ = _mix(all_ + p.reach)
    all_ = _mix(all_ * 256 + p.turn)
    all_ = _mix(all_ * 16 + p.phase * 8 + (p.deal if _deals(rules) != ENDLESS else 0))
    # Of tables: whether the next deal or pass may be had, and the grace.
    all_ = _mix(all_ * 64 + p.barren * 8 + (p.placed == p.before) * 4 + p.played * 2 + p.graced)
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


cdef bint _is_dominated(const board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """No. 43: a heap's card, while a packet's of its rank can go. No. 6: a throw in the deal.

    The other can be played in its stead whenever the packet's would be, and loses nothing by it.
    What can be thrown out of a row can be later too, for the row grows at its end.
    """
    cdef int packet
    if rules.game == NULL:
        return rules.procedure == MARRIAGE and move.kind != TURN and p.at < p.end
    if rules.game.sorted_first < 0 or move.source < rules.game.sorted_first:
        return False
    for packet in range(rules.game.sorted_first):
        if rank_of(top_card(p, packet)) == rank_of(top_card(p, move.source)):
            return True
    return False


cdef inline bint _deals_again(const layout_t* rules) noexcept nogil:
    """Whether piles are dealt again or turned round."""
    return rules.game != NULL and (rules.game.deals != 1 or rules.game.rotate > 0)


cdef bint _may_stop(const board_t* p, const layout_t* rules) noexcept nogil:
    """Whether the player may begin the next deal while moves are left."""
    if rules.game == NULL:
        return (
            rules.procedure == CORNERS and p.deal < rules.deals and not p.size[HAND]
        )
    return (
        rules.game.may_stop and not p.size[HAND]
        and (_deals(rules) == ENDLESS or p.deal < _deals(rules))
    )


cdef bint _is_safe(const board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """Whether a move costs nothing, so that no other is to be looked at.

    Of tables: a play in the last deal, where all foundations of the suit have come as far. What
    could still be packed on the card lies on them already.
    """
    cdef const game_t* g = rules.game
    cdef int f
    cdef card_t c
    if g == NULL:
        return rules.procedure == TABLEAU and is_settled(p, rules, move)
    if (
        not g.plays_are_safe or move.kind != PLAY or p.at < p.end or p.size[WASTE]
        or _may_stop(p, rules)
    ):
        return False
    c = p.value[slot_at(p, move.source, move.count)]
    for f in range(g.founded):
        # One that wants a lower card of the suit has not come as far.
        if p.wants[f] & (((<uint64_t>1 << (c & 15)) - 1) << (c & ~15)):
            return False
    return True


cdef int _push_moves(search_t* s, const layout_t* rules, int first) noexcept nogil:
    """Put the moves of the position on the waiting list, the best one last; return its end."""
    cdef board_t* p = &s.position
    cdef int value, n = first, i, j
    cdef int values[MOST_MOVES]
    list_moves(p, rules, &s.moves)
    if _may_stop(p, rules):
        add(&s.moves, REDEAL, 0, 0, 0)
    if s.moves.n == MOST_MOVES:
        s.cut = True  # `add` drops what does not fit
    for i in range(s.moves.n):
        if _is_safe(p, rules, s.moves.moves[i]):
            s.waiting[first] = s.moves.moves[i]
            return first + 1
    for i in range(s.moves.n):
        if _is_dominated(p, rules, s.moves.moves[i]):
            continue
        value = worth(p, rules, s.moves.moves[i])
        j = n
        while j > first and values[j - first - 1] >= value:
            values[j - first] = values[j - first - 1]
            s.waiting[j] = s.waiting[j - 1]
            j -= 1
        values[j - first] = value
        s.waiting[j] = s.moves.moves[i]
        n += 1
    return n


cdef void begin_search(
    search_t* s, const form_t* form, const card_t* pack, solution_t* row
) noexcept nogil:
    """Look at the first position of a game."""
    cdef const layout_t* rules = &form.layout
    memset(s.seen, 0, (s.mask + 1) * sizeof(uint64_t))
    open_layout(&s.position, form, pack, NULL, NULL)
    _is_new(s, _hash(&s.position, rules))
    row.work = 1
    row.moves = 0
    row.status = UNDECIDED
    s.depth = 0
    s.cut = False
    s.steps[0].first = 0
    s.end = _push_moves(s, rules, 0)


cdef bint go_on(
    search_t* s, const layout_t* rules, uint64_t work, solution_t* row
) noexcept nogil:
    """Look for a way to win until so many positions were looked at; whether they were."""
    cdef bint dealt
    while s.position.placed < rules.total:
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
        if _deals_again(rules) and s.waiting[s.end].kind == REDEAL:
            dealt = next_deal(&s.position, rules)
        else:
            make_move(&s.position, rules, s.waiting[s.end])
        if not dealt or not _is_new(s, _hash(&s.position, rules)):
            s.position = s.steps[s.depth].before
            continue
        row.work += 1
        s.depth += 1
        s.steps[s.depth].first = s.end
        s.end = _push_moves(s, rules, s.end)
    row.status = SOLVABLE
    row.moves = s.depth
    return False
