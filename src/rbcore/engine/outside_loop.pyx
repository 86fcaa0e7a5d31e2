"""The loop for games with outside players."""

from libc.stdint cimport uint32_t, uint8_t

from rbcore.board.position cimport is_won, position_t
from rbcore.engine.endings cimport PLAYING, UNFINISHED, WIN
from rbcore.engine.game_loop cimport make_in_turn, outcome_after_stop
from rbcore.engine.game_state cimport add_move
from rbcore.engine.inattention cimport attempt
from rbcore.moves.legal_moves cimport find_moves, moves_t, nth_parts
from rbcore.moves.transition cimport apply_parts, move_t, parts_of, parts_t
from rbcore.players.outside cimport note_turn, outside_move
from rbcore.players.registry cimport CALLED, choose, choose_in_loop, is_refused, player_t
from rbcore.rules.compiled cimport ENDS_TURN, FOUNDATION, rules_t

cdef int play_on_calling(game_state_t* state, const conditions_t* conditions, move_list_t* trace,
                         const uint8_t* stop) noexcept nogil:
    """Do play_on() with outside players; also return PLAYING if an answer is refused."""
    if conditions.searches or trace != NULL or conditions.attention != NULL:
        return _play_on_slowly(state, conditions, trace, stop)
    return _play_on_quickly(state, conditions, stop)

cdef int _play_on_quickly(game_state_t* state, const conditions_t* conditions,
                          const uint8_t* stop) noexcept nogil:
    """Do play_on_calling() for attentive players that are never cut short, without a trace."""
    cdef const rules_t* r = conditions.rules
    cdef position_t* p = &state.position
    cdef const player_t* player
    cdef moves_t moves
    cdef parts_t move
    cdef uint32_t turn
    cdef uint32_t in_turn    # moves in this turn with the next one; 0 if the player is not called
    cdef int move_flags, outcome
    while True:
        find_moves(p, r, &moves)
        player = &conditions.players[p.seat]
        turn = p.turn
        if player.external != CALLED:
            move = choose_in_loop(player, p, r, &moves, &state.stream, &state.plan)
            in_turn = 0
        else:
            if moves.count == 1:
                move = nth_parts(p, r, &moves, 0)
            else:
                move = parts_of(outside_move(player.by.outside, p, r, &moves, &state.stream))
                if is_refused(player):
                    return PLAYING
            in_turn = state.moves + 1 - state.turn_begun
            note_turn(player.by.outside, p, &state.stream, in_turn)
        move_flags = apply_parts(p, r, move)
        state.moves += 1
        if move.place == FOUNDATION and move.source != FOUNDATION:
            state.history.length = 0    # as in game_loop
        if is_won(p):
            return WIN
        if move_flags >= ENDS_TURN:
            outcome = outcome_after_stop(state, conditions)
            if outcome != PLAYING:
                return outcome
        if state.moves >= conditions.max_moves:
            return UNFINISHED
        if p.turn != turn:
            state.turn_begun = state.moves
        elif in_turn >= conditions.max_turn_moves:
            return UNFINISHED
        if stop[0]:
            return PLAYING

cdef int _play_on_slowly(game_state_t* state, const conditions_t* conditions, move_list_t* trace,
                         const uint8_t* stop) noexcept nogil:
    """Do play_on_calling() in general; a choice that is cut short is discarded."""
    cdef moves_t moves
    cdef move_t move
    cdef game_state_t before
    cdef const player_t* player
    cdef int outcome
    while True:
        if conditions.searches:
            before = state[0]
        player = &conditions.players[state.position.seat]
        state.stop_called = False
        if conditions.attention != NULL:
            move = attempt(state, conditions, trace)
        else:
            find_moves(&state.position, conditions.rules, &moves)
            move = choose(player, &state.position, conditions.rules, &moves, &state.stream,
                          &state.plan)
        if conditions.searches and stop[0]:
            state[0] = before
            return PLAYING
        if is_refused(player):
            return PLAYING
        if player.external == CALLED:
            note_turn(player.by.outside, &state.position, &state.stream,
                      state.moves + 1 - state.turn_begun)
        if state.stop_called:
            outcome = outcome_after_stop(state, conditions)
            state.turn_begun = state.moves
        else:
            if trace != NULL:
                add_move(trace, move)
            outcome = make_in_turn(state, conditions, move, trace)
        if outcome != PLAYING or stop[0]:
            return outcome
