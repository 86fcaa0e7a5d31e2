"""Depth-first search for a way to win, with a set of visited positions (docs/patience)."""

from libc.stdint cimport int64_t, uint16_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from rbcore.cards.card cimport NO_CARD, bit, card_t
from rbcore.cards.interrupts cimport interrupted
from rbpatience.engine.board cimport (
    BACK, FOUNDATIONS, MAX_MOVES, PLAY, REDEAL, SHIFT, TURN, add, board_t, fits, move_t, moves_t,
    run_of, slot_at, top_card,
)
from rbpatience.engine.custom cimport list_moves, make_move
from rbpatience.engine.game cimport (
    ANY_CARD, BACKS, ENDLESS, FILLS, LIFT_RUN, LIFT_TOP, MAX_PILES, OTHER_WASTE, PACKS, PLAYS,
    REDEALS, STOCK, TURNS, WASTE, spec_t,
)
from rbpatience.engine.legal_moves cimport list_from_waste
from rbpatience.engine.players cimport worth
from rbpatience.engine.transition cimport next_deal
from rbpatience.solving.pruning cimport (
    ANY_REDEALS, can_worry_back, cost_of, deals_again, find_dominance, find_symmetry,
    find_worrying, goes_on, is_blocked, is_dominated, is_plain, is_safe, is_worry_used, key_of,
    may_stop, may_turn_over, mix, useful_cards,
)

# The outcome of a search.
cdef enum outcome_t:
    STOPPED    # paused
    WON
    EXHAUSTED  # nothing is left to examine
    FULL       # no more positions can be stored

# A complete search, and short restarts beside it that look in other places.
cdef enum status_t:
    UNDECIDED
    SOLVABLE
    UNSOLVABLE
    OUT_OF_MEMORY

cdef enum:
    SHAKEN = 1000     # maximum random increase of a move's priority
    CHURNED = 3000    # the same in a castle, where ways often begin with moves that look bad
    UNTIL_ASKED = 64  # positions between two checks for Ctrl-C
    FIRST_SIZE = 4096
    KEPT_SIZE = 65536  # a larger set is freed rather than cleared
    NEAR = 8  # depth under a moved card at which a card that fits a foundation counts

cdef void _push(search_t* s, int first, int* values, macro_t macro, int value) noexcept nogil:
    """Put a move on the waiting list, best move last."""
    cdef int j = s.end
    if s.end - first == MAX_MOVES:
        s.cut = True
        return
    while j > first and values[j - first - 1] >= value:
        values[j - first] = values[j - first - 1]
        s.waiting[j] = s.waiting[j - 1]
        j -= 1
    values[j - first] = value
    s.waiting[j] = macro
    s.end += 1

cdef inline int _shaken(const search_t* s, move_t move, int value) noexcept nogil:
    """Return the priority of a move, randomized if that is wanted."""
    if not s.chance:
        return value
    return value + <int>(
        mix(s.chance << 48 | <uint64_t>s.depth << 32 | <uint64_t>move.kind << 24
            | move.source << 16 | move.target << 8 | move.count) % <uint64_t>s.shaken
    )

cdef macro_t _macro(move_t move, int turns, bint plays) noexcept nogil:
    cdef macro_t macro
    macro.move = macro.play = move
    macro.turns = <uint8_t>turns
    macro.plays = plays
    return macro

cdef void _push_moves(search_t* s, const spec_t* g) noexcept nogil:
    """Put the moves of the position on the waiting list."""
    cdef board_t* b = &s.position
    cdef int i, target, first = s.end
    cdef int values[MAX_MOVES]
    cdef uint64_t left = 0, turned = bit(top_card(b, WASTE)) | bit(top_card(b, OTHER_WASTE))
    cdef bint bound = _is_bound(s)
    cdef move_t move
    list_moves(b, g, &s.moves)
    if may_stop(b, g):
        add(&s.moves, REDEAL, 0, 0, 0)
    if s.moves.n == MAX_MOVES:
        s.cut = True  # `add` drops moves beyond its capacity
    for i in range(0 if bound else s.moves.n):
        move = s.moves.moves[i]
        if is_safe(&s.dominance, b, g, s.same.circle, move, &left) or can_worry_back(
            &s.worrying, b, g, move
        ):
            s.waiting[first] = _macro(move, 0, False)
            s.end += 1
            return
    if s.same.circle:
        target = s.frames[s.depth - 1].macro.move.target if bound else MAX_PILES
        turned |= _push_turned(s, g, first, values, target)
    _push_listed(s, g, first, values, bound, turned)
    if s.width and not bound:
        _keep_best(s, first)

cdef void _push_listed(search_t* s, const spec_t* g, int first, int* values, bint bound,
                       uint64_t turned) noexcept nogil:
    """Put the moves that need no turns on the waiting list, except for useless ones."""
    cdef const board_t* b = &s.position
    cdef uint64_t useful = ANY_CARD
    cdef move_t move
    cdef int i
    for i in range(s.moves.n):
        move = s.moves.moves[i]
        if bound:
            if not is_worry_used(&s.worrying, b, g, s.frames[s.depth - 1].macro.move, move):
                continue
        elif (s.same.circle and move.kind in (TURN, REDEAL)) or is_dominated(b, g, move):
            continue
        if move.kind == BACK and s.worrying.late:
            if useful == <uint64_t>ANY_CARD:
                useful = ~s.worrying.late | useful_cards(&s.worrying, b, g, s.same.loose, turned)
            if not useful & bit(top_card(b, FOUNDATIONS + move.source)):
                continue
        _push_one(s, g, first, values, move)

cdef void _push_one(search_t* s, const spec_t* g, int first, int* values,
                    move_t move) noexcept nogil:
    """Put a move on the waiting list, with the play that makes it worthwhile."""
    cdef const board_t* b = &s.position
    if not (s.same.loose and _goes_to_twin(b, g, move)):
        _push(s, first, values, _macro(move, 0, False), _shaken(s, move, priority(b, g, move)))
    elif fits(b, b.value[b.under[slot_at(b, move.source, move.count)]]):
        _push(s, first, values, _macro(move, 0, True), _shaken(s, move, 4900))

cdef inline bint _is_bound(const search_t* s) noexcept nogil:
    """Return whether a card has just returned and must be covered now (`returning`)."""
    cdef const macro_t* macro = &s.frames[s.depth - 1].macro
    return s.depth > 0 and macro.move.kind == BACK and (
        s.worrying.late & bit(top_card(&s.position, macro.move.target))
    ) != 0

cdef void _keep_best(search_t* s, int first) noexcept nogil:
    """Drop all but the best moves of a position."""
    cdef int i, out = s.end - first - s.width
    if out > 0:
        s.cut = True
        for i in range(first, first + s.width):
            s.waiting[i] = s.waiting[i + out]
        s.end -= out

cdef inline bint _goes_to_twin(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Return whether part of a run moves to a twin of the card on which it lies."""
    cdef int slot
    if (
        move.kind != SHIFT or move.source >= STOCK or not b.size[move.target]
        or move.count >= b.size[move.source] - b.down[move.source]
    ):
        return False
    slot = slot_at(b, move.source, move.count)
    return goes_on(b, g, move.source, b.value[b.under[slot]], b.value[slot])

cdef uint64_t _push_turned(search_t* s, const spec_t* g, int first, int* values,
                           int target) noexcept nogil:
    """Put the moves of the waste's other cards on the list, with the turns that bring them up.

    If `target` is a pile, only moves to it. Return the cards that come up.
    """
    cdef board_t turned = s.position
    cdef uint64_t taken = _taken(&turned, g), cards = 0
    cdef int i, turns = 0, begun = turned.size[WASTE]
    cdef bint again = False, whole = begun % g.turn == 0 or turned.at == turned.end
    cdef moves_t legal
    cdef move_t move
    while True:
        if turned.at == turned.end:
            if again or not may_turn_over(&turned, g, &s.same) or not turned.size[WASTE]:
                return cards
            again = True
        turn_round(&turned, g)
        turns += 1
        if again and whole and turned.size[WASTE] >= begun:
            return cards
        cards |= bit(top_card(&turned, WASTE))
        if not taken & bit(top_card(&turned, WASTE)):
            continue
        list_from_waste(&turned, g, &legal)
        for i in range(legal.n):
            move = legal.moves[i]
            if move.kind in (PLAY, SHIFT) and (
                target == MAX_PILES or (move.target == target and move.kind == SHIFT)
            ):
                _push(
                    s, first, values, _macro(move, turns, False),
                    _shaken(s, move, worth(&turned, g, move) - turns),
                )

cdef uint64_t _taken(const board_t* b, const spec_t* g) noexcept nogil:
    """Return the cards that a pile or foundation could take; others in the waste have no move."""
    cdef uint64_t taken = b.wanted
    cdef int pile, n
    if g.space_runs or g.tiers:
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

cdef void turn_round(board_t* b, const spec_t* g) noexcept nogil:
    """Turn the next cards of a cycle, or turn the waste over."""
    make_move(b, g, move_t(TURN if b.at < b.end else REDEAL, 0, 0, 0))

cdef bint _go(search_t* s, const spec_t* g, macro_t* macro) noexcept nogil:
    """Make a move of the waiting list; return whether it was possible."""
    cdef int i, _i
    for _i in range(macro.turns):
        turn_round(&s.position, g)
    if deals_again(g) and macro.move.kind == REDEAL:
        return next_deal(&s.position, g)
    make_move(&s.position, g, macro.move)
    if macro.plays:
        list_moves(&s.position, g, &s.moves)
        for i in range(s.moves.n):
            if s.moves.moves[i].kind == PLAY and s.moves.moves[i].source == macro.move.source:
                macro.play = s.moves.moves[i]
                make_move(&s.position, g, macro.play)
                return True
        return False
    return True

cdef bint _is_castle(const board_t* b, const spec_t* g) noexcept nogil:
    """Return whether all cards lie open in columns that take single cards, with no stock."""
    return (
        is_plain(g) and g.groups == 1 and g.group[0].packs and g.group[0].lift == LIFT_TOP
        and b.at == b.end
    )

cdef bint begin_search(search_t* s, const spec_t* g, const board_t* position,
                       int redeals) noexcept nogil:
    """Examine the position from which to search; return False without memory."""
    find_symmetry(&s.same, position, g, redeals)
    if not clear_keys(&s.met, s.same.counted):
        return False
    s.position = position[0]
    s.shaken = CHURNED if _is_castle(position, g) else SHAKEN
    find_dominance(&s.dominance, g, &s.same)
    find_worrying(&s.worrying, g, &s.same)
    # If a pass has begun without a move, not every equivalent place can be reached by turning.
    if (
        position.played or not s.same.circle or not position.size[WASTE] or g.passes != ENDLESS
    ):
        note(&s.met, key_of(position, g, &s.same), cost_of(position, &s.same))
    s.work = 1
    s.depth = 0
    s.cut = s.same.counted and s.same.last < g.passes
    s.frames[0].first = 0
    s.end = 0
    _push_moves(s, g)
    return True

cdef outcome_t go_on(search_t* s, const spec_t* g, uint64_t work) noexcept nogil:
    """Search for a way to win until `work` positions were examined or Ctrl-C arrived."""
    cdef frame_t* frame
    cdef uint64_t key
    while s.position.placed < g.total:
        frame = &s.frames[s.depth]
        if s.end == frame.first:
            if s.depth == 0:
                return EXHAUSTED
            s.depth -= 1
            s.position = s.frames[s.depth].before
            continue
        if s.work >= work or (s.work % UNTIL_ASKED == 0 and interrupted()):
            return STOPPED
        if not make_room(&s.met):
            return FULL
        s.end -= 1
        if s.depth == MAX_DEPTH - 1 or s.end > MAX_WAITING - MAX_MOVES:
            s.cut = True
            continue
        frame.before = s.position
        frame.macro = s.waiting[s.end]
        if not _go(s, g, &frame.macro):
            s.position = frame.before
            continue
        s.depth += 1
        key = key_of(&s.position, g, &s.same)
        if _is_bound(s):
            key = mix(key + top_card(&s.position, frame.macro.move.target)) | 1
        if not note(&s.met, key, cost_of(&s.position, &s.same)):
            s.depth -= 1
            s.position = frame.before
            continue
        s.work += 1
        s.frames[s.depth].first = s.end
        _push_moves(s, g)
    return WON

# Move ordering

cdef int _run_priority(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Rank moves where complete runs leave: first joins of two runs, then emptying a pile."""
    cdef int of = g.group_of[move.target], slot = slot_at(b, move.source, move.count), value, i
    cdef card_t c = b.value[slot], on = top_card(b, move.target), freed = b.value[b.under[slot]]
    cdef bint bare = freed == NO_CARD
    value = 2000
    if b.size[move.target]:
        if g.runs[of][on] & bit(c):
            value += 1500
        else:
            value -= 60 * run_of(b, g, move.target, of) + 100 * move.count
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
        if g.runs[of][freed] & bit(b.value[slot_at(b, i, run_of(b, g, i, of))]):
            value += 500
    return value - 20 * (b.size[move.source] - move.count)

cdef int priority(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Return how soon to try a move: as the adviser ranks it, except for packings.

    Packings that free a card that fits come first, then those that turn up a card or empty a pile.
    Cards that lie well move late, and cards to cells and spaces later still.
    """
    cdef int slot, depth, of, value
    cdef card_t c, freed
    if g.foundations[0].whole and move.kind == SHIFT and move.source < STOCK:
        return _run_priority(b, g, move)
    if (
        g.custom or g.by_size or deals_again(g)
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
        value -= 600                                 # does not continue it
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
    # A card that is wanted soon is now nearer to the top.
    for depth in range(NEAR, 0, -1):
        slot = b.under[slot]
        if not slot:
            break
        if depth < NEAR and fits(b, b.value[slot]):
            return value + 90 * depth
    return value + min(50, 5 * (20 - b.size[move.source]))

# A set of keys that grows as it fills, up to a given size.

cdef bint clear_keys(key_set_t* met, bint counted) noexcept nogil:
    """Forget all keys; return False if no memory was ever available."""
    cdef uint64_t* keys
    met.noted = 0
    if not counted or met.size > KEPT_SIZE:
        free(met.costs)
        met.costs = NULL
    if met.keys == NULL or met.size > KEPT_SIZE:
        keys = <uint64_t*>calloc(FIRST_SIZE, sizeof(uint64_t))
        if keys != NULL:
            free(met.keys)
            met.keys = keys
            met.size = FIRST_SIZE
        elif met.keys == NULL:
            return False
    memset(met.keys, 0, met.size * sizeof(uint64_t))
    if counted and met.costs == NULL:
        met.costs = <uint16_t*>malloc(met.size * sizeof(uint16_t))
    return met.costs != NULL or not counted

cdef bint make_room(key_set_t* met) noexcept nogil:
    """Return whether one more key can be stored; a half-full set grows first."""
    if 2 * met.noted < met.size or (2 * met.size <= met.most and _grow(met)):
        return True
    return 8 * met.noted < 7 * met.size

cdef bint _grow(key_set_t* met) noexcept nogil:
    """Move all keys to a set of twice the size; return False without memory."""
    cdef key_set_t more = met[0]
    cdef uint64_t i
    more.size *= 2
    more.noted = 0
    more.keys = <uint64_t*>calloc(more.size, sizeof(uint64_t))
    if met.costs != NULL:
        more.costs = <uint16_t*>malloc(more.size * sizeof(uint16_t))
    if more.keys == NULL or (met.costs != NULL and more.costs == NULL):
        free(more.keys)
        if met.costs != NULL:
            free(more.costs)
        return False
    for i in range(met.size):
        if met.keys[i]:
            note(&more, met.keys[i], met.costs[i] if met.costs != NULL else 0)
    free(met.keys)
    free(met.costs)
    met[0] = more
    return True

cdef bint note(key_set_t* met, uint64_t key, uint16_t cost) noexcept nogil:
    """Store a key; return whether it is new or was met only at a higher cost."""
    cdef uint64_t i = (key >> 1) & (met.size - 1)
    while met.keys[i]:
        if met.keys[i] == key:
            if met.costs == NULL or met.costs[i] <= cost:
                return False
            met.costs[i] = cost
            return True
        i = (i + 1) & (met.size - 1)
    met.keys[i] = key
    if met.costs != NULL:
        met.costs[i] = cost
    met.noted += 1
    return True

# A complete search, with restarts beside it (docs/patience/solver.md).
#
# A depth-first search stays long in places where its first moves were wrong. So each stint of it is
# followed by a restart of equal length, up to a bound. A restart tries only the few best moves of
# each position, in a randomized order, and so reaches other parts of the game. It can prove only
# that a game can be won.

cdef enum:
    STINT = 1000  # positions of the first ones
    LIKE = 4      # stints of one length
    DOUBLINGS = 20
    LONGEST = 7   # doublings of restarts: one without success by then started badly

# The number of moves of a position that restarts try, in turn; 0 means all.
cdef int[LIKE] WIDTHS = [3, 2, 4, 0]

# How often they may turn a stock over where passes can run out: at every second length as often as
# the game allows, else a few times. A way with few passes is one with more too, and these restarts
# find it where a search with all passes would not.
cdef int[2 * LIKE] REDEALS_TRIED = [
    ANY_REDEALS, ANY_REDEALS, ANY_REDEALS, ANY_REDEALS, 5, 5, 2, 2,
]

cdef bint begin_searches(searches_t* h, const spec_t* g, solution_t* row) noexcept nogil:
    """Examine the position from which to search; return False without memory."""
    h.main.width = 0
    h.main.chance = 0
    if not begin_search(&h.main, g, &h.start, ANY_REDEALS):
        return False
    h.round = 0
    h.turn = &h.main
    h.left = STINT
    h.full = False
    row.work = <int64_t>h.main.work
    row.moves = 0
    row.status = UNSOLVABLE if is_blocked(&h.start, g) else UNDECIDED
    return True

cdef bint _send_next(searches_t* h, const spec_t* g) noexcept nogil:
    """Switch from the main search to a restart or back; return whether any can continue.

    If the main search is full, only restarts continue.
    """
    if h.turn == &h.restart:
        h.round += 1
    if h.turn == &h.restart and not h.full:
        h.turn = &h.main
        h.left = <uint64_t>STINT << min(h.round // LIKE, DOUBLINGS)
        return True
    h.turn = &h.restart
    h.left = <uint64_t>STINT << min(h.round // LIKE, LONGEST)
    h.restart.width = WIDTHS[h.round % LIKE]
    h.restart.chance = h.round + 1
    return begin_search(&h.restart, g, &h.start, REDEALS_TRIED[h.round % (2 * LIKE)])

cdef int _moves(const search_t* s) noexcept nogil:
    """Return the number of moves of the way found."""
    cdef int i, moves = 0
    for i in range(s.depth):
        moves += 1 + s.frames[i].macro.turns + s.frames[i].macro.plays
    return moves

cdef void search_on(searches_t* h, const spec_t* g, uint64_t work, solution_t* row) noexcept nogil:
    """Search for a way to win until `work` positions were examined or Ctrl-C arrived."""
    cdef uint64_t before
    cdef outcome_t outcome
    if row.status == UNSOLVABLE:
        return
    while <uint64_t>row.work < work and not interrupted():
        before = h.turn.work
        outcome = go_on(h.turn, g, before + min(h.left, work - <uint64_t>row.work))
        row.work += <int64_t>(h.turn.work - before)
        h.left -= h.turn.work - before
        if outcome == WON:
            row.status = SOLVABLE
            row.moves = _moves(h.turn)
            return
        if outcome == EXHAUSTED and (h.turn == &h.main or not h.turn.cut):
            row.status = UNDECIDED if h.turn.cut else UNSOLVABLE
            return
        if outcome == FULL and h.turn == &h.main:
            h.full = True
            row.status = OUT_OF_MEMORY
        if (outcome in (EXHAUSTED, FULL) or h.left == 0) and not _send_next(h, g):
            row.status = OUT_OF_MEMORY
            return
