"""One game, move by move: the state behind api.Game.

Functions that return a bint return whether there was memory; if not, nothing has changed.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from rbcore.cards.c_compilers cimport add_one, take_one
from rbcore.engine.endings cimport PLAYING
from rbcore.engine.game_loop cimport (
    begin_states, end_states, make_heard_move, make_move, outcome_after_stop, play_on,
)
from rbcore.engine.game_state cimport history_t, make_room
from rbcore.engine.inattention cimport (
    BY_ATTENTION, intend, is_called, make_omitted, misplaces,
)
from rbcore.moves.legal_moves cimport find_moves
from rbcore.moves.offences cimport LEGAL, can_stand, end_by_stop, find_omitted, note_exposed
from rbcore.players.registry cimport choose, is_refused

# The state before a move.
cdef struct before_t:
    course_t course
    uint64_t history[OLD_VISITS]  # as in past_t

cdef void settle(stepper_t* s) noexcept nogil:
    """Record that a move was made or undone and no player has chosen since."""
    s.settled.stream = s.now.state.stream
    s.settled.lapses = s.now.state.lapses
    s.settled.plan = s.now.state.plan
    s.settled.planner = s.now.planner
    s.is_found = s.has_chosen = False

cdef inline void _forget_choice(course_t* course, const choice_t* settled) noexcept nogil:
    """Undo the draws and plans since the last move."""
    course.state.stream = settled.stream
    course.state.lapses = settled.lapses
    course.state.plan = settled.plan
    course.planner = settled.planner

cdef bint copy_into(stepper_t* copy, const stepper_t* s) noexcept nogil:
    """Fill an empty stepper with a copy that shares only the records of moves made."""
    cdef history_t history = history_t(NULL, 0, s.now.state.history.length)
    if not make_room(&history, s.most_used + 3):
        return False
    if s.most_used:           # otherwise there may be no history yet
        memcpy(history.visits, s.now.state.history.visits, s.most_used * sizeof(uint64_t))
    copy[0] = s[0]
    copy.now.state.history = history
    if s.past != NULL:
        add_one(&s.past.holders)
    return True

cdef void find_next(stepper_t* s, const rules_t* r) noexcept nogil:
    """Find the legal moves, or after a called Stop the omitted ones, unless known."""
    if s.is_found:
        return
    if s.now.outcome != PLAYING:
        memset(&s.legal, 0, sizeof(moves_t))
    elif s.now.stopped:
        find_omitted(&s.now.state.position, r, <verdict_t>s.now.stopped, &s.legal)
    else:
        find_moves(&s.now.state.position, r, &s.legal)
    s.is_found = True

cdef void choose_next(stepper_t* s, const conditions_t* conditions, const player_t* player,
                      int number) noexcept nogil:
    """Let a player choose; it continues its own plan but no other player's."""
    cdef game_state_t* state = &s.now.state
    cdef moves_t believed
    if s.now.planner != number:
        state.plan.n = 0
    s.now.planner = number
    if s.now.stopped:
        find_next(s, conditions.rules)
        s.chosen = choose(player, &state.position, conditions.rules, &s.legal, &state.stream,
                          &state.plan)
    elif (
        state.took_back or conditions.attention == NULL
        or not misplaces(conditions.attention, &state.position, conditions.rules, &state.lapses,
                         &s.chosen)
    ):
        intend(state, conditions, player, &believed, &s.chosen)
    s.has_chosen = True

cdef bint make_next(stepper_t* s, const conditions_t* conditions, move_t move,
                    int called) noexcept nogil:
    """Make a legal move, at which Stop may be `called` wrongly, or an omitted move after a Stop."""
    cdef before_t before
    if not _begin_move(s, &before, move):
        return False
    s.now.state.took_back = False
    if s.now.stopped:
        s.now.stopped = LEGAL
        make_omitted(&s.now.state, conditions.rules, move)
        s.now.outcome = outcome_after_stop(&s.now.state, conditions)
    else:
        s.now.outcome = make_heard_move(&s.now.state, conditions, move, called, NULL)
    return _end_move(s, &before)

cdef bint make_offence(stepper_t* s, const conditions_t* conditions, move_t move, verdict_t verdict,
                       int called) noexcept nogil:
    """Make an offence, which either stands or is undone, for example by a called Stop."""
    cdef game_state_t* state = &s.now.state
    cdef int seat = state.position.seat
    cdef before_t before
    if not _begin_move(s, &before, move):
        return False
    if called == BY_ATTENTION:
        called = conditions.attention != NULL and is_called(
            conditions.attention, &state.position, conditions.rules, move, verdict, &state.lapses
        )
    state.offences[seat] += 1
    state.calls[seat] += called
    state.took_back = not called and not can_stand(verdict)
    if called and can_stand(verdict):
        note_exposed(&state.position, conditions.rules, move)
        s.now.stopped = verdict
    elif called:
        end_by_stop(&state.position, conditions.rules)
        s.now.outcome = outcome_after_stop(state, conditions)
    elif can_stand(verdict):
        s.now.outcome = make_move(state, conditions, move)
    return _end_move(s, &before)

cdef bint _begin_move(stepper_t* s, before_t* before, move_t move) noexcept nogil:
    """Save the state before a move, and drop a plan that the move does not follow."""
    cdef history_t* history = &s.now.state.history
    cdef uint32_t needed = <uint32_t>history.length + 3       # this move, one by V34, one after
    if needed > history.room and not make_room(history, needed + needed // 2):
        return False
    before.history[0] = history.visits[0]
    before.history[1] = history.visits[history.length]
    before.history[2] = history.visits[history.length + 1]
    before.course = s.now
    _forget_choice(&before.course, &s.settled)
    if not s.has_chosen or (
        move.source != s.chosen.source or move.place != s.chosen.place
        or move.extra_cards != s.chosen.extra_cards
    ):
        s.now.state.plan.n = 0
    return True

cdef bint _end_move(stepper_t* s, const before_t* before) noexcept nogil:
    """Record how to undo the move."""
    cdef past_t* record = _record(before, &s.now, s.past)
    if record == NULL:
        s.now = before.course
        settle(s)
        return False
    s.past = record
    s.most_used = max(s.most_used, <uint32_t>s.now.state.history.length)
    settle(s)
    return True

cdef past_t* _record(const before_t* before, const course_t* after, past_t* past) noexcept nogil:
    """Return the record that restores the earlier state; NULL without memory."""
    cdef const uint64_t* old = <const uint64_t*>&before.course
    cdef const uint64_t* new = <const uint64_t*>after
    cdef uint32_t words = <uint32_t>(sizeof(course_t) // sizeof(uint64_t))
    cdef uint32_t at, n = 0
    cdef past_t* record
    for at in range(words):
        n += old[at] != new[at]
    record = <past_t*>malloc(sizeof(past_t) + n * sizeof(change_t))
    if record == NULL:
        return NULL
    record.before = past
    record.holders = 1
    memcpy(record.history, before.history, sizeof(record.history))
    record.n = 0
    for at in range(words):
        if old[at] != new[at]:
            record.changes[record.n].at = at
            record.changes[record.n].old = old[at]
            record.n += 1
    return record

cdef void take_back(stepper_t* s) noexcept nogil:
    """Undo the last move; there must be one."""
    cdef past_t* past = s.past
    cdef uint64_t* words = <uint64_t*>&s.now
    cdef history_t* history = &s.now.state.history
    cdef uint32_t i
    _forget_choice(&s.now, &s.settled)
    for i in range(past.n):
        words[past.changes[i].at] = past.changes[i].old
    history.visits[history.length + 1] = past.history[2]
    history.visits[history.length] = past.history[1]
    history.visits[0] = past.history[0]
    s.past = past.before
    if s.past != NULL:
        add_one(&s.past.holders)
    _let_go(past)
    settle(s)

cdef void forget_past(stepper_t* s) noexcept nogil:
    """Release the records, so that nothing can be undone."""
    _let_go(s.past)
    s.past = NULL

cdef void _let_go(past_t* past) noexcept nogil:
    """Free unshared records in a loop, since recursion would be too deep for a long game."""
    cdef past_t* before
    while past != NULL:
        if take_one(&past.holders):
            return
        before = past.before
        free(past)
        past = before

cdef bint play_to_end(stepper_t* s, const conditions_t* conditions,
                      const uint8_t* stop) noexcept nogil:
    """Play on with the players of the conditions until the game ends or `stop` is set."""
    cdef stepper_t before
    cdef bint begun = True
    cdef int seat = s.now.state.position.seat
    cdef uint32_t turn = s.now.state.position.turn
    # Beyond the limit, one more turn may end.
    cdef uint32_t left = conditions.max_turns - turn if turn < conditions.max_turns else 1
    if not make_room(&s.now.state.history, <uint32_t>s.now.state.history.length + left):
        return False
    forget_past(s)
    if conditions.calls != NULL:
        s.now.state.turn_begun = s.now.state.moves
        begun = begin_states(conditions, &s.now.state.stream)
    if s.now.stopped and begun:
        before = s[0]
        choose_next(s, conditions, &conditions.players[seat], s.now.planner)
        if stop[0] or is_refused(&conditions.players[seat]):    # nobody chose
            s[0] = before
            if conditions.calls != NULL:
                end_states(conditions)
            return True
        s.now.stopped = LEGAL
        make_omitted(&s.now.state, conditions.rules, s.chosen)
        s.now.outcome = outcome_after_stop(&s.now.state, conditions)
    if s.now.outcome == PLAYING and begun:
        s.now.outcome = play_on(&s.now.state, conditions, NULL, stop)
    if conditions.calls != NULL:
        end_states(conditions)
    s.most_used = max(s.most_used, <uint32_t>s.now.state.history.length)
    settle(s)
    return True
