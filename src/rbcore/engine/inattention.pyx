"""Inattentive seats (section 6): what a seat overlooks, misplaces and attempts; who calls Stop."""

from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memcmp

from rbcore.board.position cimport is_won
from rbcore.cards.bits cimport popcount, select
from rbcore.cards.rng cimport below, next32, stream_t
from rbcore.engine.game_state cimport add_move, attention_t
from rbcore.moves.legal_moves cimport find_moves, nth_move
from rbcore.moves.offences cimport (
    LEGAL, MISFIT, can_stand, end_by_stop, find_misfits, find_omitted, judge, note_exposed,
)
from rbcore.moves.transition cimport apply, apply_out_of_line, move_of
from rbcore.observation.view cimport make_common_view, view_t
from rbcore.players.evaluation cimport (
    WEIGHTS_WEIGHTED, context_t, get_weights, houses_value, prepare,
)
from rbcore.players.lookahead cimport WIN_VALUE, leaf_value
from rbcore.players.registry cimport choose
from rbcore.rules.compiled cimport FOUNDATION, HAND, LANES, N_PRIORITIES

# ---- what a seat overlooks and misplaces --------------------------------------------------------

cdef inline bint _happens(double probability, stream_t* stream) noexcept nogil:
    return next32(stream) * (1.0 / 4294967296.0) < probability

cdef bint _differ(const rules_t* r, const moves_t* a, const moves_t* b) noexcept nogil:
    return (
        memcmp(a.places, b.places, sizeof(a.places)) != 0
        or a.special != b.special
        or (r.group_moves and memcmp(a.groups, b.groups, sizeof(a.groups)) != 0)
    )

cdef const rules_t* _perceive(const attention_t* a, const position_t* p, const rules_t* r,
                              moves_t* m, stream_t* stream) noexcept nogil:
    """Return the rules as the seat to move sees them; m receives the moves it believes legal.

    Before, m holds the legal moves. A priority is in force if the moves would differ without it;
    then the seat may overlook it. For 5.1 and 5.2 the seat overlooks the card that fits, for the
    others the compulsion.
    """
    cdef moves_t without
    cdef int priority, overlooked = 0
    for priority in range(N_PRIORITIES):
        if a.lapses[p.seat][priority] <= 0:
            continue
        find_moves(p, &a.seen[overlooked | 1 << priority], &without)
        if not without.count or not _differ(r, m, &without):
            continue
        if _happens(a.lapses[p.seat][priority], stream):
            overlooked |= 1 << priority
            m[0] = without
    if overlooked:
        return &a.seen[overlooked]
    return r

cdef bint misplaces(const attention_t* a, const position_t* p, const rules_t* r, stream_t* stream,
                    move_t* attempted) noexcept nogil:
    """Return whether the seat to move attempts a card that does not fit, and find the attempt.

    All pairs of an available card and a place where it does not fit are equally likely. A seat that
    never misplaces cards draws nothing.
    """
    cdef uint16_t misfits[LANES]
    cdef int lane, n, count
    if a.misplacing[p.seat] <= 0:
        return False
    count = find_misfits(p, r, misfits)
    if not count or not _happens(a.misplacing[p.seat], stream):
        return False
    n = <int>below(stream, <uint32_t>count)
    for lane in range(LANES):
        count = popcount(misfits[lane])
        if n < count:
            attempted[0] = move_of(r.source[p.seat][lane], select(misfits[lane], n), 0)
            break
        n -= count
    return True

# ---- whether Stop is called --------------------------------------------------------------------

cdef bint is_called(const attention_t* a, const position_t* p, const rules_t* r, move_t attempted,
                    verdict_t verdict, stream_t* stream) noexcept nogil:
    """Return whether another seat notices an offence of the seat to move, and calls Stop."""
    cdef int seat
    cdef bint called = False
    for seat in range(r.seats):
        if seat != p.seat and _happens(a.watch[seat], stream):
            called = called or not a.calls_if_better[seat] or (
                gains_by_call(p, r, seat, attempted, verdict)
            )
    return called

cdef bint gains_by_call(const position_t* p, const rules_t* r, int seat, move_t attempted,
                        verdict_t verdict) noexcept nogil:
    """Return whether a seat values the position after a call more than the one without it.

    Without a call the offence stands, or it is taken back and the offender moves on. The values are
    those by which `search` evaluates playouts, from the cards that every seat can see; a card that
    a move would turn up is unknown. For the houses only changes count, since another seat may be to
    move. The offender is expected to choose the omitted move that is worst for the seat.
    """
    cdef view_t view
    cdef position_t after
    cdef moves_t omitted
    cdef context_t context
    cdef int n, stands, houses, called = WIN_VALUE
    make_common_view(&view, p, r)
    prepare(&context, &view.seen, r, get_weights(WEIGHTS_WEIGHTED))
    houses = houses_value(&context, &view.seen, r)
    after = view.seen
    if not can_stand(verdict):
        stands = _value(&after, r, seat, houses)
        end_by_stop(&after, r)
        return _value(&after, r, seat, houses) > stands
    apply_out_of_line(&after, r, attempted)
    stands = _value(&after, r, seat, houses)
    find_omitted(&view.seen, r, verdict, &omitted)
    for n in range(omitted.count):
        after = view.seen
        apply_out_of_line(&after, r, nth_move(&view.seen, r, &omitted, n))
        if not is_won(&after):
            end_by_stop(&after, r)
        called = min(called, _value(&after, r, seat, houses))
    return called > stands

cdef int _value(const position_t* p, const rules_t* r, int seat, int houses) noexcept nogil:
    if is_won(p):
        return WIN_VALUE if p.seat == seat else -WIN_VALUE
    return leaf_value(p, r, seat, get_weights(WEIGHTS_WEIGHTED), houses)

cdef bint is_called_wrongly(const attention_t* a, const position_t* p, const rules_t* r, int called,
                            stream_t* stream) noexcept nogil:
    """Return whether the seat to move calls Stop at the legal move that ended the last turn (V34).

    `called` says so, or is BY_ATTENTION. Where a wrong Stop costs nothing, none is called.
    """
    if not r.wrong_stop or called != BY_ATTENTION:
        return r.wrong_stop and called
    return a != NULL and a.miscalling[p.seat] > 0 and _happens(a.miscalling[p.seat], stream)

# ---- what a seat attempts ----------------------------------------------------------------------

cdef const rules_t* intend(game_state_t* state, const conditions_t* conditions,
                           const player_t* player, moves_t* moves, move_t* move) noexcept nogil:
    """Let a player choose for the seat to move; return the rules as the seat sees them now.

    `moves` receives the moves that the seat believes legal. If it sees the rules as they are, the
    chosen move is legal.
    """
    cdef const rules_t* r = conditions.rules
    cdef const rules_t* seen = r
    find_moves(&state.position, r, moves)
    if conditions.attention != NULL:
        seen = _perceive(conditions.attention, &state.position, r, moves, &state.lapses)
    move[0] = choose(player, &state.position, seen, moves, &state.stream, &state.plan)
    return seen

cdef move_t attempt(game_state_t* state, const conditions_t* conditions,
                    move_list_t* trace) noexcept nogil:
    """Return the attempt of the seat to move, which may be an offence that stands.

    If Stop is called, all consequences are done and state.stop_called is set: the attempt is
    undone, an omitted move made, and the turn passed. If a seat took back a misplaced card because
    nobody called, it misplaces no other before it has moved.
    """
    cdef const rules_t* r = conditions.rules
    cdef position_t* p = &state.position
    cdef const player_t* player = &conditions.players[p.seat]
    cdef moves_t moves
    cdef move_t move, omitted
    cdef verdict_t verdict = LEGAL
    cdef bint took_back = state.took_back
    state.stop_called = state.took_back = state.offence_stands = False
    if not took_back and misplaces(conditions.attention, p, r, &state.lapses, &move):
        state.offences[p.seat] += 1
        if is_called(conditions.attention, p, r, move, MISFIT, &state.lapses):
            state.calls[p.seat] += 1
            state.stop_called = True
            if trace != NULL:
                _add_attempt(trace, move, CALLED)
                _add_stop(trace)
            end_by_stop(p, r)
            return move
        if trace != NULL:
            _add_attempt(trace, move, TAKEN_BACK)
    if intend(state, conditions, player, &moves, &move) != r:
        verdict = judge(p, r, move)
    if verdict == LEGAL:
        return move
    state.offences[p.seat] += 1
    if not is_called(conditions.attention, p, r, move, verdict, &state.lapses):
        state.offence_stands = True
        return move
    state.calls[p.seat] += 1
    state.stop_called = True
    note_exposed(p, r, move)
    find_omitted(p, r, verdict, &moves)
    omitted = choose(player, p, r, &moves, &state.stream, &state.plan)
    if trace != NULL:
        _add_attempt(trace, move, CALLED)
        add_move(trace, omitted)
        _add_stop(trace)
    make_omitted(state, r, omitted)
    return move

cdef void _add_attempt(move_list_t* trace, move_t move, int sign) noexcept nogil:
    """Add a move that is undone, with its sign: CALLED or TAKEN_BACK."""
    add_move(trace, move_of(move.source, move.place, move.extra_cards | sign))

cdef void _add_stop(move_list_t* trace) noexcept nogil:
    """Add the sign of a called Stop, a move from a pile to itself."""
    add_move(trace, move_of(HAND, HAND, 0))

cdef void make_omitted(game_state_t* state, const rules_t* r, move_t move) noexcept nogil:
    """Make the omitted move that the offender chose after a called Stop, and end its turn."""
    apply(&state.position, r, move)
    state.moves += 1
    if move.place == FOUNDATION:
        state.history.length = 0
    if not is_won(&state.position):
        end_by_stop(&state.position, r)
