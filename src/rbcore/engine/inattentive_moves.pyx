"""Moves of inattentive seats (section 6), apart from the loop that attentive games run in."""

from rbcore.board.position cimport is_won, position_t
from rbcore.engine.lapses cimport is_called, perceive, stop_entry, undone_entry
from rbcore.engine.move_list cimport add_move
from rbcore.moves.legal_moves cimport find_moves
from rbcore.moves.offences cimport LEGAL, end_by_stop, find_omitted, judge, note_exposed, verdict_t
from rbcore.moves.transition cimport apply
from rbcore.players.registry cimport choose
from rbcore.rules.compiled cimport FOUNDATION

cdef const rules_t* intend(
    game_state_t* state, const conditions_t* conditions, const player_t* player, moves_t* moves,
    move_t* move,
) noexcept nogil:
    """Let a player choose for the seat to move; the rules as the seat sees them now.

    `moves` gets the moves that it believes to be legal. If it sees the rules as they are, so is the
    one that it chooses.
    """
    cdef const rules_t* r = conditions.rules
    cdef const rules_t* seen = r
    find_moves(&state.position, r, moves)
    if conditions.attention != NULL:
        seen = perceive(conditions.attention, &state.position, r, moves, &state.lapses)
    move[0] = choose(player, &state.position, seen, moves, &state.stream, &state.plan)
    return seen


cdef move_t attempt(
    game_state_t* state, const conditions_t* conditions, move_list_t* trace
) noexcept nogil:
    """The move of the seat to move, which may be an offence that stands.

    If Stop is called, all that follows is done already, and state.stop_called set: the attempt
    undone, an omitted move carried out, the turn passed.
    """
    cdef const rules_t* r = conditions.rules
    cdef position_t* p = &state.position
    cdef const player_t* player = &conditions.players[p.seat]
    cdef moves_t moves
    cdef move_t move, omitted
    cdef verdict_t verdict = LEGAL
    state.stop_called = False
    if intend(state, conditions, player, &moves, &move) != r:
        verdict = judge(p, r, move)
    if verdict == LEGAL:
        return move
    state.offences[p.seat] += 1
    if not is_called(conditions.attention, p, r, move, verdict, &state.lapses):
        return move
    state.calls[p.seat] += 1
    state.stop_called = True
    note_exposed(p, r, move)
    find_omitted(p, r, verdict, &moves)
    omitted = choose(player, p, r, &moves, &state.stream, &state.plan)
    if trace != NULL:
        add_move(trace, undone_entry(move))
        add_move(trace, omitted)
        add_move(trace, stop_entry())
    make_omitted(state, r, omitted)
    return move


cdef void make_omitted(game_state_t* state, const rules_t* r, move_t move) noexcept nogil:
    """Make the move that a called Stop asks of the offender, whose choice it is; its turn ends."""
    apply(&state.position, r, move)
    state.moves += 1
    if move.place == FOUNDATION:
        state.history.length = 0
    if not is_won(&state.position):
        end_by_stop(&state.position, r)
