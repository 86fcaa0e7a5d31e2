"""The moves of seats that may slip (section 6), apart from the loop that attentive games run in."""

from rbcore.board.position cimport is_won, position_t
from rbcore.engine.inattention cimport end_by_stop, is_noticed, look, stop_mark, undone
from rbcore.moves.generator cimport NO_WORD, find_moves, moves_t
from rbcore.moves.judge cimport LEGAL, SPACE, judge, verdict_t
from rbcore.moves.transition cimport apply
from rbcore.players.registry cimport choose
from rbcore.rules.compiled cimport FOUNDATION


cdef move_t attempt(
    table_t* t, const rules_t* r, int64_t player, move_t* trace
) noexcept nogil:
    """The move of the seat to move, which may be an offence that stands.

    If Stop is called, t.stopped is set and all is done already that follows: the attempt undone, an
    omitted move carried out, the turn passed.
    """
    cdef position_t* p = &t.position
    cdef moves_t moves
    cdef const rules_t* seen
    cdef move_t move
    cdef verdict_t verdict
    t.stopped = False
    find_moves(p, r, &moves)
    seen = look(t.attention, p, r, &moves, &t.slips)
    move = choose(player, p, seen, &moves, &t.stream, &t.mind)
    verdict = judge(p, r, move) if seen != r else LEGAL
    if verdict == LEGAL:
        return move
    t.offences[p.seat] += 1
    if not is_noticed(t.attention, p, r, &t.slips):
        return move
    t.calls[p.seat] += 1
    t.stopped = True
    _note(t, trace, undone(move))
    if verdict != SPACE:
        _make_amends(t, r, player, trace)
    _note(t, trace, stop_mark())
    if not is_won(p):
        end_by_stop(p, r)
    return move


cdef void _make_amends(
    table_t* t, const rules_t* r, int64_t player, move_t* trace
) noexcept nogil:
    """Carry out one of the omitted moves, the player's choice."""
    cdef moves_t moves
    cdef move_t move
    find_moves(&t.position, r, &moves)
    moves.count -= moves.word != NO_WORD       # an early turn (V10) is not what was omitted
    moves.word = NO_WORD
    move = choose(player, &t.position, r, &moves, &t.stream, &t.mind)
    apply(&t.position, r, move)
    if trace != NULL:
        trace[t.moves + t.notes] = move
    t.moves += 1
    if move.place == FOUNDATION:
        t.n_marks = 0


cdef void _note(table_t* t, move_t* trace, move_t move) noexcept nogil:
    if trace != NULL:
        trace[t.moves + t.notes] = move
    t.notes += 1
