"""Depth-first search with a table of the positions met (docs/patience).

No position is looked at twice, so a search that comes to its end without a win has proved that
there is none. Positions are told apart by 64 bits: among a million a pair would be taken for one
once in 37 million searches.
"""

from libc.stdint cimport uint8_t, uint64_t

from rbcore.cards.card cimport bit
from rbcore.cards.interrupts cimport interrupted
from rbcore.patience.deciding.keys cimport find_sameness, goes_on, key_of, mix
from rbcore.patience.deciding.order cimport promise
from rbcore.patience.deciding.returning cimport can_return, find_returning, is_use, useful_cards
from rbcore.patience.deciding.safety cimport (
    deals_again, find_safety, is_dominated, is_safe, may_stop,
)
from rbcore.patience.deciding.table cimport clear_table, make_room, note
from rbcore.patience.engine.board cimport (
    BACK, FOUNDATIONS, MOST_MOVES, PLAY, REDEAL, SHIFT, TURN, add, board_t, fits, move_t, moves_t,
    slot_at, top_card,
)
from rbcore.patience.engine.game cimport (
    ANY_CARD, BACKS, FILLS, LIFT_TOP, MOST_PILES, OTHER_WASTE, PACKS, PLAYS, REDEALS, STOCK, TURNS,
    WASTE, game_t,
)
from rbcore.patience.engine.scan cimport list_from_waste
from rbcore.patience.legal cimport list_moves, make_move, next_deal
from rbcore.patience.policies.adviser cimport worth

cdef enum:
    SHAKEN = 1000     # the most by which chance raises the promise of a move
    UNTIL_ASKED = 64  # positions between two times that Ctrl-C is listened for


cdef void _push(search_t* s, int first, int* values, way_t way, int value) noexcept nogil:
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
    s.waiting[j] = way
    s.end += 1


cdef inline int _shaken(const search_t* s, move_t move, int value) noexcept nogil:
    """The promise of a move, shaken by chance where that is wanted."""
    if not s.chance:
        return value
    return value + <int>(
        mix(s.chance << 48 | <uint64_t>s.depth << 32 | <uint64_t>move.kind << 24
            | move.source << 16 | move.target << 8 | move.count) % SHAKEN
    )


cdef way_t _way(move_t move, int turns, bint plays) noexcept nogil:
    cdef way_t way
    way.move = way.play = move
    way.turns = <uint8_t>turns
    way.plays = plays
    return way


cdef void _push_moves(search_t* s, const game_t* g) noexcept nogil:
    """Put the moves of the position on the waiting list."""
    cdef board_t* b = &s.position
    cdef int i, first = s.end
    cdef int values[MOST_MOVES]
    cdef uint64_t left = 0, turned = bit(top_card(b, WASTE)) | bit(top_card(b, OTHER_WASTE))
    cdef bint bound = _is_bound(s)
    cdef move_t move
    list_moves(b, g, &s.moves)
    if may_stop(b, g):
        add(&s.moves, REDEAL, 0, 0, 0)
    if s.moves.n == MOST_MOVES:
        s.cut = True  # `add` drops what does not fit
    for i in range(0 if bound else s.moves.n):
        move = s.moves.moves[i]
        if is_safe(&s.safety, b, g, s.same.circle, move, &left) or can_return(
            &s.returning, b, g, move
        ):
            s.waiting[first] = _way(move, 0, False)
            s.end += 1
            return
    if s.same.circle:
        turned |= _push_turned(s, g, first, values, _last_target(s) if bound else MOST_PILES)
    _push_listed(s, g, first, values, bound, turned)
    if s.width and not bound:
        _keep_best(s, first)


cdef void _push_listed(
    search_t* s, const game_t* g, int first, int* values, bint bound, uint64_t turned
) noexcept nogil:
    """Put the moves that need no turns on the waiting list, but for those that gain nothing."""
    cdef const board_t* b = &s.position
    cdef uint64_t useful = ANY_CARD
    cdef move_t move
    cdef int i
    for i in range(s.moves.n):
        move = s.moves.moves[i]
        if bound:
            if not is_use(&s.returning, b, g, s.steps[s.depth - 1].way.move, move):
                continue
        elif (s.same.circle and move.kind in (TURN, REDEAL)) or is_dominated(b, g, move):
            continue
        if move.kind == BACK and s.returning.late:
            if useful == <uint64_t>ANY_CARD:
                useful = ~s.returning.late | useful_cards(
                    &s.returning, b, g, s.same.loose, turned
                )
            if not useful & bit(top_card(b, FOUNDATIONS + move.source)):
                continue
        _push_one(s, g, first, values, move)


cdef void _push_one(
    search_t* s, const game_t* g, int first, int* values, move_t move
) noexcept nogil:
    """Put a move on the waiting list, with the play that alone makes it worth while."""
    cdef const board_t* b = &s.position
    if not (s.same.loose and _goes_to_twin(b, g, move)):
        _push(s, first, values, _way(move, 0, False), _shaken(s, move, promise(b, g, move)))
    elif fits(b, b.value[b.under[slot_at(b, move.source, move.count)]]):
        _push(s, first, values, _way(move, 0, True), _shaken(s, move, 4900))


cdef inline bint _is_bound(const search_t* s) noexcept nogil:
    """Whether a card has just come back that must be laid on now (`returning`)."""
    cdef const way_t* way = &s.steps[s.depth - 1].way
    return s.depth > 0 and way.move.kind == BACK and (
        s.returning.late & bit(top_card(&s.position, way.move.target))
    ) != 0


cdef inline int _last_target(const search_t* s) noexcept nogil:
    """Where the last move went."""
    return s.steps[s.depth - 1].way.move.target


cdef void _keep_best(search_t* s, int first) noexcept nogil:
    """Leave out all but the best moves of a position."""
    cdef int i, out = s.end - first - s.width
    if out > 0:
        s.cut = True
        for i in range(first, first + s.width):
            s.waiting[i] = s.waiting[i + out]
        s.end -= out


cdef inline bint _goes_to_twin(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Whether part of a run moves to a card like that on which it lies."""
    cdef int slot
    if (
        move.kind != SHIFT or move.source >= STOCK or not b.size[move.target]
        or move.count >= b.size[move.source] - b.down[move.source]
    ):
        return False
    slot = slot_at(b, move.source, move.count)
    return goes_on(b, g, move.source, b.value[b.under[slot]], b.value[slot])


cdef uint64_t _push_turned(
    search_t* s, const game_t* g, int first, int* values, int target
) noexcept nogil:
    """Put the moves of the waste's other cards on the list, with the turns that bring them up.

    Where `target` is a pile, those to it alone. Returns the cards that come up.
    """
    cdef board_t turned = s.position
    cdef uint64_t taken = _taken(&turned, g), cards = 0
    cdef int i, turns = 0, begun = turned.size[WASTE]
    cdef bint again = False, whole = begun % g.turn == 0 or turned.at == turned.end
    cdef moves_t found
    cdef move_t move
    while True:
        if turned.at == turned.end:
            if again or not turned.played or not turned.size[WASTE]:
                return cards
            again = True
        turn_round(&turned, g)
        turns += 1
        if again and whole and turned.size[WASTE] >= begun:
            return cards
        cards |= bit(top_card(&turned, WASTE))
        if not taken & bit(top_card(&turned, WASTE)):
            continue
        list_from_waste(&turned, g, &found)
        for i in range(found.n):
            move = found.moves[i]
            if move.kind in (PLAY, SHIFT) and (
                target == MOST_PILES or (move.target == target and move.kind == SHIFT)
            ):
                _push(
                    s, first, values, _way(move, turns, False),
                    _shaken(s, move, worth(&turned, g, move) - turns),
                )


cdef uint64_t _taken(const board_t* b, const game_t* g) noexcept nogil:
    """The cards that a pile or foundation could take, so that a waste with others has no move."""
    cdef uint64_t taken = b.wanted
    cdef int pile, n
    if g.waste_all or g.waste_lift != LIFT_TOP or g.tiers:
        return ANY_CARD
    for n in range(g.moves.first, g.moves.end):
        if g.patterns[n].step not in (PLAYS, PACKS, FILLS, BACKS, TURNS, REDEALS):
            return ANY_CARD
    for pile in range(g.piles):
        if b.top[pile]:
            taken |= g.packs[g.group_of[pile]][top_card(b, pile)]
        else:
            taken |= g.group[g.group_of[pile]].space
    return taken


cdef void turn_round(board_t* b, const game_t* g) noexcept nogil:
    """Turn the next cards of a circle, or all again."""
    make_move(b, g, move_t(TURN if b.at < b.end else REDEAL, 0, 0, 0))


cdef bint _go(search_t* s, const game_t* g, way_t* way) noexcept nogil:
    """Make a move of the waiting list; whether it could be made."""
    cdef int i, _i
    for _i in range(way.turns):
        turn_round(&s.position, g)
    if deals_again(g) and way.move.kind == REDEAL:
        return next_deal(&s.position, g)
    make_move(&s.position, g, way.move)
    if way.plays:
        list_moves(&s.position, g, &s.moves)
        for i in range(s.moves.n):
            if s.moves.moves[i].kind == PLAY and s.moves.moves[i].source == way.move.source:
                way.play = s.moves.moves[i]
                make_move(&s.position, g, way.play)
                return True
        return False
    return True


cdef bint begin_search(search_t* s, const game_t* g, const board_t* position) noexcept nogil:
    """Look at the position from which a way is sought; False if there is no memory for it."""
    if not clear_table(&s.met):
        return False
    s.position = position[0]
    find_sameness(&s.same, position, g)
    find_safety(&s.safety, g, &s.same)
    find_returning(&s.returning, g, &s.same)
    # Where a pass has begun without a move, not all that comes to the same may be turned to.
    if position.played or not s.same.circle or not position.size[WASTE]:
        note(&s.met, key_of(position, g, &s.same))
    s.work = 1
    s.depth = 0
    s.cut = False
    s.steps[0].first = 0
    s.end = 0
    _push_moves(s, g)
    return True


cdef outcome_t go_on(search_t* s, const game_t* g, uint64_t work) noexcept nogil:
    """Look for a way to win until so many positions were looked at, or Ctrl-C came."""
    cdef step_t* step
    cdef uint64_t key
    while s.position.placed < g.total:
        step = &s.steps[s.depth]
        if s.end == step.first:
            if s.depth == 0:
                return EXHAUSTED
            s.depth -= 1
            s.position = s.steps[s.depth].before
            continue
        if s.work >= work or (s.work % UNTIL_ASKED == 0 and interrupted()):
            return STOPPED
        if not make_room(&s.met):
            return FULL
        s.end -= 1
        if s.depth == MOST_DEPTH - 1 or s.end > MOST_WAITING - MOST_MOVES:
            s.cut = True
            continue
        step.before = s.position
        step.way = s.waiting[s.end]
        if not _go(s, g, &step.way):
            s.position = step.before
            continue
        s.depth += 1
        key = key_of(&s.position, g, &s.same)
        if _is_bound(s):
            key = mix(key + top_card(&s.position, step.way.move.target)) | 1
        if not note(&s.met, key):
            s.depth -= 1
            s.position = step.before
            continue
        s.work += 1
        s.steps[s.depth].first = s.end
        _push_moves(s, g)
    return WON
