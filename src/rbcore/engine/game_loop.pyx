"""Whole games without the GIL: deal, play, record, many times."""

from libc.stdint cimport int16_t, int64_t, int8_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport fingerprint, is_won, length
from rbcore.cards.interrupts cimport interrupted
from rbcore.cards.rng cimport FOR_LAPSES, FOR_PLAY, open_stream, stream_t
from rbcore.engine.endings cimport (
    BLOCKED, CUT_SHORT, GAVE_UP, PLAYING, STALEMATE, STANDOFF, UNFINISHED, WIN, blocked, blocked_t,
    is_quiet_long_enough, score,
)
from rbcore.engine.game_state cimport (
    add_move, add_visit, conditions_t, game_row_t, game_state_t, move_list_t, visits_to,
)
from rbcore.engine.inattention cimport BY_ATTENTION, attempt, is_called_wrongly
from rbcore.engine.inattention cimport CALLED as CALLED_AT
from rbcore.moves.legal_moves cimport (
    drawn_parts, find_moves, find_quads, list_moves, moves_t, nth_move, quads_t,
)
from rbcore.moves.offences cimport pay_for_wrong_stop
from rbcore.moves.transition cimport (
    apply_out_of_line, apply_parts, deal, ends_turn, move_t, parts_of, parts_t,
)
from rbcore.players.outside cimport begin_state, end_state, note_turn
from rbcore.players.registry cimport (
    CALLED, NO_EXTERNAL, UNIFORM, choose, choose_in_loop, is_refused, player_t,
)
from rbcore.rules.compiled cimport (
    COSTS_TURN, ENDS_TURN, FOUNDATION, MAX_SEATS, RESERVE, WASTE, rules_t,
)

cdef enum:
    UNTIL_ASKED = 256     # turns of a game between two checks for Ctrl-C

cdef int _outcome_at_turn_end(game_state_t* state, const conditions_t* conditions) noexcept nogil:
    """Return the outcome if the game ends with this turn (7.6), or PLAYING."""
    cdef const rules_t* r = conditions.rules
    cdef blocked_t verdict
    cdef uint64_t key
    if state.position.turn % UNTIL_ASKED == 0:
        interrupted()                 # this sets the flag that the caller reads
    if is_quiet_long_enough(&state.position, r, 1):
        verdict = blocked(&state.position, r, &state.stalemate)
        if verdict == BLOCKED:
            return STALEMATE
        state.give_ups += verdict == GAVE_UP
        if r.standoff_rounds and is_quiet_long_enough(&state.position, r, r.standoff_rounds):
            return STANDOFF
    if r.standoff_visits:
        key = fingerprint(&state.position, r)
        if not add_visit(&state.history, key):
            return UNFINISHED         # the history has room for all turns up to the limit
        if visits_to(&state.history, key) >= r.standoff_visits:
            return STANDOFF
    return PLAYING if state.position.turn < conditions.max_turns else UNFINISHED

cdef int play_on(game_state_t* state, const conditions_t* conditions, move_list_t* trace,
                 const uint8_t* stop) noexcept nogil:
    """Play a game on to its end; return the outcome, or PLAYING if `stop` was set."""
    if conditions.calls != NULL:
        return conditions.calls(state, conditions, trace, stop)
    if conditions.searches or trace != NULL or conditions.attention != NULL:
        return _play_on_slowly(state, conditions, trace, stop, conditions.searches)
    return _play_on_quickly(state, conditions, stop)

cdef int _play_on_quickly(game_state_t* state, const conditions_t* conditions,
                          const uint8_t* stop) noexcept nogil:
    """Do play_on() for attentive players that are never cut short, without a trace."""
    cdef const rules_t* r = conditions.rules
    cdef bint draws[MAX_SEATS]
    cdef quads_t quads
    cdef moves_t moves
    cdef parts_t move
    cdef int seat, move_flags, outcome
    for seat in range(r.seats):
        draws[seat] = conditions.players[seat].in_loop == UNIFORM and not r.has_filters
    while True:
        quads = find_quads(&state.position, r)
        if draws[state.position.seat]:
            move = drawn_parts(&state.position, r, quads, &state.stream)
        else:
            list_moves(&state.position, r, quads, &moves)
            move = choose_in_loop(&conditions.players[state.position.seat], &state.position, r,
                                  &moves, &state.stream, &state.plan)
        move_flags = apply_parts(&state.position, r, move)
        outcome = _after(state, conditions, move, move_flags)
        if outcome != PLAYING:
            return outcome
        if move_flags >= ENDS_TURN and stop[0]:    # Ctrl-C is checked only there
            return PLAYING

cdef int _play_on_slowly(game_state_t* state, const conditions_t* conditions, move_list_t* trace,
                         const uint8_t* stop, bint searching) noexcept nogil:
    """Do play_on() in general; a choice that is cut short, as a search may be, is discarded."""
    cdef moves_t moves
    cdef move_t move
    cdef game_state_t before
    cdef int outcome
    while True:
        if searching:
            before = state[0]
        state.stop_called = False
        if conditions.attention != NULL:
            move = attempt(state, conditions, trace)
        else:
            find_moves(&state.position, conditions.rules, &moves)
            move = choose(&conditions.players[state.position.seat], &state.position,
                          conditions.rules, &moves, &state.stream, &state.plan)
        if searching and stop[0]:
            state[0] = before
            return PLAYING
        if state.stop_called:
            outcome = outcome_after_stop(state, conditions)
        else:
            if trace != NULL:
                add_move(trace, move)
            outcome = make_attempted(state, conditions, move, trace)
        if outcome != PLAYING or stop[0]:
            return outcome

cdef bint begin_states(const conditions_t* conditions, const stream_t* stream) noexcept nogil:
    """Let outside players create their states for a game; return whether all did."""
    cdef const player_t* player
    cdef bint begun = True
    cdef int seat
    for seat in range(conditions.rules.seats):
        player = &conditions.players[seat]
        if player.external == CALLED:
            begin_state(player.by.outside, conditions.rules, seat, stream)
            begun = begun and not is_refused(player)
    return begun

cdef void end_states(const conditions_t* conditions) noexcept nogil:
    """Let outside players free these states."""
    cdef int seat
    for seat in range(conditions.rules.seats):
        if conditions.players[seat].external == CALLED:
            end_state(conditions.players[seat].by.outside)

cdef int outcome_after_stop(game_state_t* state, const conditions_t* conditions) noexcept nogil:
    """The outcome if the game ends with a called Stop, whose omitted move is made; or PLAYING."""
    return WIN if is_won(&state.position) else _outcome_at_turn_end(state, conditions)

cdef int advance(game_state_t* state, const conditions_t* conditions, moves_t* moves,
                 const move_t* chosen, const uint8_t* stop) noexcept nogil:
    """Make the chosen move, unless NULL, and play on; return the game's outcome or PLAYING.

    PLAYING: `moves` has two or more, from which an external player must choose; a single move is
    made at once. CUT_SHORT: `stop` was set, or an answer was refused. If an external player's turn
    becomes too long, the game is unfinished.
    """
    cdef const rules_t* r = conditions.rules
    cdef const player_t* player
    cdef move_t move
    cdef int outcome
    if chosen != NULL:
        outcome = make_in_turn(state, conditions, chosen[0], NULL)
        if outcome != PLAYING:
            return outcome
    while True:
        find_moves(&state.position, r, moves)
        player = &conditions.players[state.position.seat]
        if player.external == NO_EXTERNAL:
            move = choose(player, &state.position, r, moves, &state.stream, &state.plan)
        elif moves.count == 1:
            move = nth_move(&state.position, r, moves, 0)
        elif player.external == CALLED:
            move = choose(player, &state.position, r, moves, &state.stream, &state.plan)
            if is_refused(player):
                return CUT_SHORT
            note_turn(player.by.outside, &state.position, &state.stream,
                      state.moves + 1 - state.turn_begun)
        else:
            return PLAYING
        if stop[0]:
            return CUT_SHORT
        outcome = make_in_turn(state, conditions, move, NULL)
        if outcome != PLAYING:
            return outcome

cdef int make_attempted(game_state_t* state, const conditions_t* conditions, move_t move,
                        move_list_t* trace) noexcept nogil:
    """Make the move that a seat attempted; if it is legal, the next seat may call Stop wrongly."""
    if state.offence_stands:
        return make_move(state, conditions, move)
    return make_heard_move(state, conditions, move, BY_ATTENTION, trace)

cdef int make_move(game_state_t* state, const conditions_t* conditions, move_t move) noexcept nogil:
    """Make a move; return the outcome if the game ends with it, or PLAYING."""
    # Compilers inline a function used once in a module, such as apply_parts in the quick loop.
    return _after(state, conditions, parts_of(move),
                  apply_out_of_line(&state.position, conditions.rules, move))

cdef int make_heard_move(game_state_t* state, const conditions_t* conditions, move_t move,
                         int called, move_list_t* trace) noexcept nogil:
    """Do make_move() of a legal move; if it ends the turn, the next seat may call Stop (V34).

    `called` says whether it does, or is BY_ATTENTION. The last entry of a trace is the move.
    """
    cdef const rules_t* r = conditions.rules
    cdef bint may_be_called = r.wrong_stop and ends_turn(r, move)
    cdef int outcome = make_move(state, conditions, move)
    if not may_be_called or outcome != PLAYING or not is_called_wrongly(
        conditions.attention, &state.position, r, called, &state.lapses
    ):
        return outcome
    state.wrong_stops[state.position.seat] += 1
    if trace != NULL and not trace.out_of_memory:
        trace.entries[trace.length - 1].extra_cards |= CALLED_AT
    pay_for_wrong_stop(&state.position, r)
    return _outcome_at_turn_end(state, conditions) if r.wrong_stop == COSTS_TURN else PLAYING

cdef inline int _after(game_state_t* state, const conditions_t* conditions, parts_t move,
                       int move_flags) noexcept nogil:
    """Return the outcome if the game ends with the move just made, or PLAYING."""
    cdef int outcome
    state.moves += 1
    if move.place == FOUNDATION and move.source != FOUNDATION:
        # Cards never leave the foundations, so no earlier position can recur.
        state.history.length = 0
    if is_won(&state.position):
        return WIN
    if move_flags >= ENDS_TURN:
        outcome = _outcome_at_turn_end(state, conditions)
        if outcome != PLAYING:
            return outcome
    return PLAYING if state.moves < conditions.max_moves else UNFINISHED

cdef void start_game(game_state_t* state, const conditions_t* conditions,
                     uint64_t game) noexcept nogil:
    """Deal a game, and reset the state for it."""
    deal(&state.position, conditions.rules, conditions.seed, game, conditions.shuffle)
    open_stream(&state.stream, conditions.seed, game, FOR_PLAY, conditions.replicate)
    open_stream(&state.lapses, conditions.seed, game, FOR_LAPSES, conditions.replicate)
    state.starter = state.position.seat
    state.moves = 0
    state.turn_begun = 0
    state.give_ups = 0
    state.offence_stands = False
    state.history.length = 0
    state.plan.n = 0
    memset(state.offences, 0, sizeof(state.offences))
    memset(state.calls, 0, sizeof(state.calls))
    memset(state.wrong_stops, 0, sizeof(state.wrong_stops))

cdef void write_row(const game_state_t* state, const rules_t* r, uint64_t game, int outcome,
                    game_row_t* row) noexcept nogil:
    """Write the row of a game that has just been played."""
    cdef int16_t scores[MAX_SEATS]
    cdef int seat, others
    memset(row, 0, sizeof(game_row_t))
    row.index = <int64_t>game
    row.turns = state.position.turn
    row.moves = state.moves
    row.give_ups = state.give_ups
    row.starter = state.starter
    row.outcome = <int8_t>outcome
    row.winner = state.position.seat if outcome == WIN else -1
    for seat in range(r.seats):
        row.reserve[seat] = <int16_t>length(&state.position, RESERVE + seat)
        row.waste[seat] = <int16_t>length(&state.position, WASTE + seat)
        # Include a turned-up card, which the limit on moves may have left.
        others = row.reserve[seat] + row.waste[seat]
        row.hand[seat] = <int16_t>(state.position.cards_left[seat] - others)
    score(&state.position, r, outcome, row.winner, scores)
    for seat in range(MAX_SEATS):
        row.scores[seat] = scores[seat]
        row.offences[seat] = state.offences[seat]
        row.calls[seat] = state.calls[seat]

cdef uint8_t* put_row(const game_row_t* row, int seats, uint8_t* out) noexcept nogil:
    """Write a row with one entry a seat and no gaps; return the place of the next row."""
    cdef const uint8_t* starter = <const uint8_t*>&row.starter
    out = put(out, row, <size_t>(<const uint8_t*>row.scores - <const uint8_t*>row))
    out = put(out, row.scores, seats * sizeof(int64_t))
    out = put(out, row.reserve, seats * sizeof(int16_t))
    out = put(out, row.hand, seats * sizeof(int16_t))
    out = put(out, row.waste, seats * sizeof(int16_t))
    out = put(out, starter, <size_t>(<const uint8_t*>row.offences - starter))
    out = put(out, row.offences, seats * sizeof(int64_t))
    return put(out, row.calls, seats * sizeof(int64_t))

cdef uint8_t* put(uint8_t* out, const void* fields, size_t size) noexcept nogil:
    """Write some fields of a row; return the place of the next ones."""
    memcpy(out, fields, size)
    return out + size

cdef int _play_called(game_state_t* state, const conditions_t* conditions, move_list_t* trace,
                      const uint8_t* stop) noexcept nogil:
    """Do play_on() from the start of a game, with outside players and their states."""
    cdef int outcome = PLAYING
    if begin_states(conditions, &state.stream):
        outcome = play_on(state, conditions, trace, stop)
    end_states(conditions)
    return outcome

cdef uint64_t play_games(game_state_t* state, const conditions_t* conditions, uint64_t first,
                         uint8_t* rows, int seats, uint64_t n, move_list_t* trace,
                         const uint8_t* stop) noexcept nogil:
    """Play games first, first + 1, ... into n rows; return how many ended before `stop` was set.

    Rows have entries for `seats` seats: those that play, or MAX_SEATS.

    `trace`, if not NULL, receives every move and, where Stop was called, the attempt before it and
    a sign after it.
    """
    cdef uint64_t i
    cdef int outcome
    cdef game_row_t row
    for i in range(n):
        if interrupted():
            return i
        start_game(state, conditions, first + i)
        outcome = _play_called(state, conditions, trace, stop) if conditions.calls != NULL else (
            play_on(state, conditions, trace, stop))
        if outcome == PLAYING:
            return i
        write_row(state, conditions.rules, first + i, outcome, &row)
        rows = put_row(&row, seats, rows)
    return n
