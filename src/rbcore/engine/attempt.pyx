"""Moves of inattentive seats (section 6), apart from the loop that attentive games run in."""

from rbcore.board.position cimport is_won, position_t
from rbcore.engine.inattention cimport is_called, perceive, stop_entry, undone_entry
from rbcore.engine.move_list cimport add_move
from rbcore.moves.generator cimport find_moves, moves_t
from rbcore.moves.judge cimport LEGAL, judge, verdict_t
from rbcore.moves.stop cimport end_by_stop, find_omitted, note_exposed
from rbcore.moves.transition cimport apply
from rbcore.players.registry cimport choose, player_t
from rbcore.rules.compiled cimport FOUNDATION, rules_t


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
    cdef const rules_t* seen
    cdef move_t move
    cdef verdict_t verdict
    state.stop_called = False
    find_moves(p, r, &moves)
    seen = perceive(conditions.attention, p, r, &moves, &state.lapses)
    move = choose(player, p, seen, &moves, &state.stream, &state.plan)
    verdict = judge(p, r, move) if seen != r else LEGAL
    if verdict == LEGAL:
        return move
    state.offences[p.seat] += 1
    if not is_called(conditions.attention, p, r, move, verdict, &state.lapses):
        return move
    state.calls[p.seat] += 1
    state.stop_called = True
    if trace != NULL:
        add_move(trace, undone_entry(move))
    note_exposed(p, r, move)
    _make_amends(state, conditions, verdict, trace)
    if trace != NULL:
        add_move(trace, stop_entry())
    if not is_won(p):
        end_by_stop(p, r)
    return move


cdef void _make_amends(
    game_state_t* state, const conditions_t* conditions, verdict_t verdict, move_list_t* trace
) noexcept nogil:
    """Carry out one of the omitted moves, the player's choice."""
    cdef const rules_t* r = conditions.rules
    cdef position_t* p = &state.position
    cdef moves_t moves
    cdef move_t move
    find_omitted(p, r, verdict, &moves)
    move = choose(&conditions.players[p.seat], p, r, &moves, &state.stream, &state.plan)
    apply(p, r, move)
    if trace != NULL:
        add_move(trace, move)
    state.moves += 1
    if move.place == FOUNDATION:
        state.history_length = 0
