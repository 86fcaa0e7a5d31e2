"""A game in progress taken apart into the fields that its line writes, and put together again."""

from libc.stdint cimport uint32_t

from rbcore.cards.rng cimport drawn, skip
from rbcore.engine.endings cimport PLAYING, WIN
from rbcore.engine.game_state cimport game_state_t
from rbcore.engine.history cimport add_visit, make_room
from rbcore.engine.stepper cimport NO_PLAYER
from rbcore.engine.stepper_setup cimport named_player, numbered_player
from rbcore.moves.called_stop cimport find_omitted
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.offences cimport MISFIT, UNAVAILABLE
from rbcore.players.planner cimport LONGEST_PLAN, turn_plan_t

from rbcore.board import notation
from rbcore.board.notation import OUTCOMES, GameFields
from rbcore.cards.ranges import count_text

cdef fields_of(const stepper_t* s, int seats):
    """A game as GameFields."""
    cdef const game_state_t* state = &s.now.state
    cdef const turn_plan_t* plan = &state.plan
    cdef uint32_t visit
    cdef int i
    fields = GameFields(
        seed=state.stream.seed, game=state.stream.game, starter=state.starter,
        offences=[state.offences[i] for i in range(seats)],
        calls=[state.calls[i] for i in range(seats)],
        moves=state.moves, give_ups=state.give_ups,
        play=drawn(&state.stream), lapses=drawn(&state.lapses),
        history=[state.history.visits[visit] for visit in range(state.history.length)],
        stopped=s.now.stopped,
        outcome="" if s.now.outcome == PLAYING else OUTCOMES[s.now.outcome],
    )
    if plan.at < plan.n and plan.turn == state.position.turn and s.now.planner != NO_PLAYER:
        fields.plan = [numbered_player(s.now.planner).name] + [
            notation.move_text(
                plan.moves[i].source, plan.moves[i].place, plan.moves[i].extra_cards, seats
            )
            for i in range(plan.at, plan.n)
        ]
    return fields


cdef load_fields(stepper_t* s, fields, rules, const rules_t* r):
    """Load GameFields into a game that has been started in its position.

    Raises ValueError, in one sentence, for what is no game of these rules.
    """
    cdef game_state_t* state = &s.now.state
    cdef int seat
    if len(fields.history) > state.position.turn:
        raise ValueError(
            f"game: the history has {count_text(len(fields.history), 'positions')}, one a turn; "
            f"there are {state.position.turn} at most with turn={state.position.turn}"
        )
    if not make_room(&state.history, len(fields.history)):
        raise MemoryError
    for one in fields.history:
        add_visit(&state.history, one)
    s.most_used = <uint32_t>state.history.length
    state.moves, state.give_ups = fields.moves, fields.give_ups
    for seat in range(r.seats):
        state.offences[seat], state.calls[seat] = fields.offences[seat], fields.calls[seat]
    skip(&state.stream, fields.play)
    skip(&state.lapses, fields.lapses)
    _load_end(s, fields, r)
    if fields.plan:
        _load_plan(s, fields.plan, rules)


cdef _load_end(stepper_t* s, fields, const rules_t* r):
    """Load how the game ended, or which Stop was called."""
    cdef moves_t omitted
    outcome = OUTCOMES.index(fields.outcome) if fields.outcome else PLAYING
    if (outcome == WIN) != (s.now.outcome == WIN):
        raise ValueError("game: outcome=win stands exactly where a seat has no cards left")
    s.now.outcome = outcome
    if not fields.stopped:
        return
    if outcome != PLAYING or fields.stopped in (MISFIT, UNAVAILABLE):
        raise ValueError(f"game: after verdict {fields.stopped} no omitted move is to be made")
    find_omitted(&s.now.state.position, r, fields.stopped, &omitted)
    if not omitted.count:
        raise ValueError(f"game: stopped={fields.stopped}, but no move was omitted here")
    s.now.stopped = fields.stopped


cdef _load_plan(stepper_t* s, plan, rules):
    """Load the plan of a player."""
    cdef turn_plan_t* loaded = &s.now.state.plan
    cdef int i
    name, *moves = plan
    if not 1 <= len(moves) <= LONGEST_PLAN:
        raise ValueError(f"game: a plan is a player and 1 to {LONGEST_PLAN} moves")
    s.now.planner = named_player(name).number
    loaded.turn = s.now.state.position.turn
    loaded.n, loaded.at = len(moves), 0
    for i in range(loaded.n):
        source, place, extra_cards = notation.read_move(
            moves[i], s.now.state.position.seat, rules
        )
        loaded.moves[i].source = source
        loaded.moves[i].place = place
        loaded.moves[i].extra_cards = extra_cards
