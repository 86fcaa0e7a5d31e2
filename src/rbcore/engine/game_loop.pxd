# Whole games: the single loop behind everything above, called once for many games. External
# players, which are not compiled, choose outside of it: call start_game, then advance until it
# returns an outcome, then write_row and put_row.

from libc.stdint cimport uint32_t, uint64_t, uint8_t

from rbcore.cards.rng cimport stream_t
from rbcore.engine.endings cimport PLAYING, UNFINISHED
from rbcore.engine.game_state cimport conditions_t, game_row_t, game_state_t, move_list_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.players.registry cimport NO_EXTERNAL, player_t
from rbcore.rules.compiled cimport rules_t

cdef void start_game(game_state_t* state, const conditions_t* conditions,
                     uint64_t game) noexcept nogil
cdef int play_on(game_state_t* state, const conditions_t* conditions, move_list_t* trace,
                 const uint8_t* stop) noexcept nogil
cdef bint begin_states(const conditions_t* conditions, const stream_t* stream) noexcept nogil
cdef void end_states(const conditions_t* conditions) noexcept nogil
cdef int make_move(game_state_t* state, const conditions_t* conditions, move_t move) noexcept nogil
cdef int make_attempted(game_state_t* state, const conditions_t* conditions, move_t move,
                        move_list_t* trace) noexcept nogil
cdef int make_heard_move(game_state_t* state, const conditions_t* conditions, move_t move,
                         int called, move_list_t* trace) noexcept nogil
cdef int outcome_after_stop(game_state_t* state, const conditions_t* conditions) noexcept nogil
cdef int advance(game_state_t* state, const conditions_t* conditions, moves_t* moves,
                 const move_t* chosen, const uint8_t* stop) noexcept nogil
cdef void write_row(const game_state_t* state, const rules_t* r, uint64_t game, int outcome,
                    game_row_t* row) noexcept nogil
cdef uint8_t* put_row(const game_row_t* row, int seats, uint8_t* out) noexcept nogil
cdef uint8_t* put(uint8_t* out, const void* fields, size_t size) noexcept nogil
cdef uint64_t play_games(game_state_t* state, const conditions_t* conditions, uint64_t first,
                         uint8_t* rows, int seats, uint64_t n, move_list_t* trace,
                         const uint8_t* stop) noexcept nogil

cdef inline int make_in_turn(game_state_t* state, const conditions_t* conditions, move_t move,
                             move_list_t* trace) noexcept nogil:
    """Do make_attempted(); also return UNFINISHED if an external player's turn becomes too long."""
    cdef uint32_t turn = state.position.turn
    cdef const player_t* player = &conditions.players[state.position.seat]
    cdef int outcome = make_attempted(state, conditions, move, trace)
    if outcome != PLAYING:
        return outcome
    if state.position.turn != turn:
        state.turn_begun = state.moves
    elif (
        player.external != NO_EXTERNAL
        and state.moves - state.turn_begun >= conditions.max_turn_moves
    ):
        return UNFINISHED
    return PLAYING
