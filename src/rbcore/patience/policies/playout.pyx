"""A described game played by one of its players (docs/patience)."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from rbcore.cards.card cimport bit, card_t
from rbcore.cards.rng cimport FOR_PLAY, below, open_stream, stream_t
from rbcore.patience.dealing cimport FOR_SHUFFLES
from rbcore.patience.engine.board cimport (
    MOST_MOVES, PLAY, SHIFT, board_t, draw, moves_t, push, top_card,
)
from rbcore.patience.engine.game cimport (
    HAND, MATCHING, REFILLS, TURNS, WASTE, game_t, group_t, pattern_t,
)
from rbcore.patience.engine.moving cimport follow, shift_cards
from rbcore.patience.engine.scan cimport scan_hand, scan_pattern
from rbcore.patience.engine.settling cimport fill_spaces
from rbcore.patience.form cimport ADVISER, UNIFORM, form_t
from rbcore.patience.legal cimport list_moves, make_move, next_deal, open_game
from rbcore.patience.policies.adviser cimport NO_MOVE, advise
from rbcore.patience.policies.choosers cimport choose
from rbcore.patience.policies.matching cimport find_matching, first_matched, matching_t
from rbcore.patience.rows cimport patience_row_t, story_t

cdef enum:
    WON = 1
    GIVEN_UP = 2
    MOST_STEPS = 100000  # moves of a player in a game; more are given up


cdef void play_game(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    cdef const game_t* g = &form.game
    cdef board_t b
    cdef stream_t shuffles
    cdef bint decides = form.player in (UNIFORM, ADVISER)
    open_stream(&shuffles, form.seed, form.number, FOR_SHUFFLES)
    open_game(&b, g, pack, form.cards, not decides, &shuffles, story)
    cdef bint is_left
    if decides:
        is_left = _decide(&b, form)
    else:
        is_left = _keep_to_own_way(&b, g) if g.own else _keep_to_the_way(&b, g)
    row.passes = <uint16_t>b.deal
    row.left = <uint8_t>(g.total - b.placed)
    if not row.left:
        row.outcome = WON
    elif is_left:
        row.outcome = GIVEN_UP


cdef bint _decide(board_t* b, const form_t* form) noexcept nogil:
    """Make moves that a player decides; whether some are left where it stops."""
    cdef const game_t* g = &form.game
    cdef moves_t moves
    cdef stream_t choices
    cdef int chosen, steps = 0
    open_stream(&choices, form.seed, form.number, FOR_PLAY)
    while b.placed < g.total:
        list_moves(b, g, &moves)
        chosen = NO_MOVE
        steps += 1
        if moves.n and b.idle < g.idle and steps < MOST_STEPS:
            if form.player == ADVISER:
                chosen = advise(b, g, &moves)
            if chosen == NO_MOVE:
                # None is worth making; another position may have one that is.
                chosen = below(&choices, moves.n)
        if chosen != NO_MOVE:
            make_move(b, g, moves.moves[chosen])
        elif not next_deal(b, g):
            return moves.n > 0
    return False


cdef bint _keep_to_the_way(board_t* b, const game_t* g) noexcept nogil:
    """Make the first move of the first pattern that has one; whether it would go on for ever."""
    cdef const pattern_t* first = &g.patterns[g.way.first]
    cdef const pattern_t* end = &g.patterns[g.way.end]
    cdef const pattern_t* pattern = first
    cdef moves_t found
    cdef int steps = 0, idle = 0, placed = b.placed, at = b.at
    cdef matching_t matching
    cdef bint filled = False
    if first.chooser == MATCHING:
        find_matching(b, g, &matching)
    while b.placed < g.total:
        if b.size[HAND]:
            pattern = first
            if not _find_for_hand(b, g, &found):
                return False
        elif pattern == end:
            if not next_deal(b, g):
                return False
            pattern = first
            continue
        elif pattern.step == TURNS and g.turns_idly and _turn_on(b, g):
            pattern = first
            continue
        elif not _find(b, g, pattern, &matching, &found):
            pattern = first if filled else pattern + 1
            filled = False
            continue
        filled = pattern.step == REFILLS and not b.size[HAND]
        shift_cards(b, g, found.moves[0])
        if filled:
            fill_spaces(b, g)  # all spaces are filled before anything else is done
        else:
            follow(b, g)
            pattern = first
        # Cards that go to and fro, with none played or drawn, would do so for ever.
        idle = idle + 1 if b.placed == placed and b.at == at else 0
        placed, at = b.placed, b.at
        steps += 1
        if idle == g.idle or steps == MOST_STEPS:
            return True
    return False


cdef bint _turn_on(board_t* b, const game_t* g) noexcept nogil:
    """Turn cards up to one that has a place; False if none is turned, or a space takes any.

    What could be done before is done: so only the card turned can have a place.
    """
    cdef const group_t* group
    cdef uint64_t taken = b.wanted
    cdef int n, pile
    for n in range(g.groups):
        group = &g.group[n]
        for pile in range(group.first, group.end):
            if b.size[pile]:
                if group.packs:
                    taken |= g.packs[n][top_card(b, pile)]
            elif group.space or group.fills:
                return False
    if b.at == b.end:
        return False
    while b.at < b.end and not taken & bit(b.value[b.stock[b.at]]):
        push(b, WASTE, draw(b))
    if b.at < b.end:
        push(b, g.turn_to, draw(b))
    return True


cdef inline bint _find_for_hand(const board_t* b, const game_t* g, moves_t* found) noexcept nogil:
    """Find where the card in hand goes; False if it goes nowhere."""
    cdef const pattern_t* pattern
    cdef int i
    found.n = 0
    for i in range(g.way_hand.first, g.way_hand.end):
        pattern = &g.patterns[i]
        found.most = MOST_MOVES if pattern.chooser else 1
        scan_hand(b, g, pattern, found)
        if found.n:
            _choose(b, g, pattern.chooser, NULL, found)
            return True
    return False


cdef inline bint _find(
    const board_t* b, const game_t* g, const pattern_t* pattern, const matching_t* matching,
    moves_t* found,
) noexcept nogil:
    """Find the first move of a pattern, or that of its chooser; False if there is none."""
    found.n = 0
    found.most = MOST_MOVES if pattern.chooser else 1
    scan_pattern(b, g, pattern, found)
    if found.n:
        _choose(b, g, pattern.chooser, matching, found)
    return found.n > 0


cdef inline void _choose(
    const board_t* b, const game_t* g, int chooser, const matching_t* matching, moves_t* found
) noexcept nogil:
    """Put the move first that a chooser picks, if there is one."""
    if chooser == MATCHING:
        found.moves[0] = found.moves[first_matched(b, matching, found)]
    elif chooser:
        found.moves[0] = found.moves[choose(b, g, chooser, found)]


cdef bint _keep_to_own_way(board_t* b, const game_t* g) noexcept nogil:
    """Make the first play; else lay the card in hand; else what must follow. Nothing is shifted."""
    cdef moves_t moves
    cdef int i
    while b.placed < g.total:
        list_moves(b, g, &moves)
        for i in range(moves.n):
            if moves.moves[i].kind == PLAY:
                break
        else:
            for i in range(moves.n):
                if moves.moves[i].kind > SHIFT:
                    break
            else:
                return False
        make_move(b, g, moves.moves[i])
    return False
