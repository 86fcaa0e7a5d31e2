"""Whole games without the GIL: deal, play, record, many times.

Built twice: as rbcore.engine.playout for any processor, and as playout_v3 with the instructions of
x86-64-v3 (popcnt, tzcnt, pdep). bulk takes the second where the processor has them. The games are
the same.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from rbcore.board.position cimport fingerprint, is_won, length
from rbcore.cards.rng cimport FOR_PLAY, FOR_SLIPS, open_stream
from rbcore.endings.outcome cimport (
    PLAYING, STALEMATE, STANDOFF, UNFINISHED, WIN, is_quiet_long_enough, score,
)
from rbcore.endings.stalemate cimport blocked
from rbcore.endings.stalemate_search cimport BLOCKED, GAVE_UP, blocked_t
from rbcore.engine.attempt cimport attempt
from rbcore.engine.game cimport game_t, table_t
from rbcore.moves.deal cimport deal
from rbcore.moves.generator cimport find_moves, moves_t, nth_move
from rbcore.moves.transition cimport apply, apply_apart, ends_turn, move_t
from rbcore.players.registry cimport choose
from rbcore.rules.compiled cimport FOUNDATION, RESERVE, WASTE, rules_t

cdef enum:
    STANDOFF_ROUNDS = 3     # 7.4 (a): times through all cards with nothing played
    STANDOFF_VISITS = 3     # 7.4 (b): visits to one position
    MOST_OFFENCES = 65535


cdef bint _stood_before(table_t* t, uint64_t mark) noexcept nogil:
    """Note a position at the end of a turn; whether it stands there for the third time (7.4 b)."""
    cdef uint32_t i
    cdef int visits = 1
    for i in range(t.n_marks):
        visits += t.marks[i] == mark
    t.marks[t.n_marks] = mark
    t.n_marks += 1
    return visits >= STANDOFF_VISITS


cdef int _outcome_at_turn_end(table_t* t, const rules_t* r) noexcept nogil:
    """Whether the game ends now that a turn has: 7.6."""
    cdef blocked_t verdict
    if is_quiet_long_enough(&t.position, r, 1):
        verdict = blocked(&t.position, r, &t.search)
        if verdict == BLOCKED:
            return STALEMATE
        t.give_ups += verdict == GAVE_UP
        if is_quiet_long_enough(&t.position, r, STANDOFF_ROUNDS):
            return STANDOFF
    if _stood_before(t, fingerprint(&t.position, r)):
        return STANDOFF
    return PLAYING if t.position.turn < t.max_turns else UNFINISHED


cdef int _play(
    table_t* t, const rules_t* r, const int64_t* players, uint64_t seed, uint64_t game,
    move_t* trace, const uint8_t* stop,
) noexcept nogil:
    """Play one game at the table; its outcome, or PLAYING if `stop` was raised."""
    cdef moves_t moves
    cdef move_t move
    cdef int outcome
    sit_down(t, r, seed, game)
    while True:
        if t.attention != NULL:
            move = attempt(t, r, players[t.position.seat], trace)
            if t.stopped:
                outcome = WIN if is_won(&t.position) else _outcome_at_turn_end(t, r)
                if outcome != PLAYING:
                    return outcome
                continue
        else:
            find_moves(&t.position, r, &moves)
            move = choose(players[t.position.seat], &t.position, r, &moves, &t.stream,
                          &t.mind)
        if trace != NULL:
            trace[t.moves + t.notes] = move
        apply(&t.position, r, move)
        outcome = _after(t, r, move)
        if outcome != PLAYING or stop[0]:
            return outcome


cdef int play_on(
    table_t* t, const rules_t* r, const int64_t* players, moves_t* moves, const move_t* chosen
) noexcept nogil:
    """Make the move that was chosen, unless NULL, and play on: the game's outcome, or PLAYING.

    PLAYING: `moves` are two or more, and a guest's to choose from. Where there is one it is made.
    """
    cdef move_t move
    cdef int64_t player
    cdef int outcome
    if chosen != NULL:
        outcome = _make(t, r, chosen[0])
        if outcome != PLAYING:
            return outcome
    while True:
        find_moves(&t.position, r, moves)
        player = players[t.position.seat]
        if player >= 0:
            move = choose(player, &t.position, r, moves, &t.stream, &t.mind)
        elif moves.count == 1:
            move = nth_move(&t.position, r, moves, 0)
        else:
            return PLAYING
        outcome = _make(t, r, move)
        if outcome != PLAYING:
            return outcome


cdef int _make(table_t* t, const rules_t* r, move_t move) noexcept nogil:
    """Make a move; the outcome if the game ends with it, or PLAYING."""
    apply_apart(&t.position, r, move)  # compilers inline apply where a module has it but once
    return _after(t, r, move)


cdef inline int _after(table_t* t, const rules_t* r, move_t move) noexcept nogil:
    """The outcome if the game ends with the move just made, or PLAYING."""
    cdef int outcome
    t.moves += 1
    if move.place == FOUNDATION and move.source != FOUNDATION:
        # Cards never come back from there, so no earlier position can stand again.
        t.n_marks = 0
    if is_won(&t.position):
        return WIN
    if ends_turn(r, move):
        outcome = _outcome_at_turn_end(t, r)
        if outcome != PLAYING:
            return outcome
    return PLAYING if t.moves < t.max_moves else UNFINISHED


cdef void sit_down(table_t* t, const rules_t* r, uint64_t seed, uint64_t game) noexcept nogil:
    """Deal a game and clear the table for it."""
    deal(&t.position, r, seed, game)
    open_stream(&t.stream, seed, game, FOR_PLAY)
    open_stream(&t.slips, seed, game, FOR_SLIPS)
    t.starter = t.position.seat
    t.moves = 0
    t.notes = 0
    t.give_ups = 0
    t.n_marks = 0
    t.mind.n = 0
    memset(t.offences, 0, sizeof(t.offences))
    memset(t.calls, 0, sizeof(t.calls))


cdef void record(
    const table_t* t, const rules_t* r, uint64_t game, int outcome, game_t* row
) noexcept nogil:
    """Write the row of a game that has just been played."""
    cdef int16_t scores[3]
    cdef int seat
    memset(row, 0, sizeof(game_t))
    row.index = game
    row.turns = t.position.turn
    row.moves = t.moves
    row.give_ups = t.give_ups
    row.starter = t.starter
    row.outcome = outcome
    row.winner = t.position.seat if outcome == WIN else -1
    for seat in range(r.seats):
        row.reserve[seat] = <uint8_t>length(&t.position, RESERVE + seat)
        row.waste[seat] = <uint8_t>length(&t.position, WASTE + seat)
        # With the turned-up card, if the limit on moves came between.
        row.hand[seat] = <uint8_t>(t.position.left[seat] - row.reserve[seat] - row.waste[seat])
    score(&t.position, r, outcome, row.winner, scores)
    for seat in range(3):
        row.scores[seat] = scores[seat]
        row.offences[seat] = <uint16_t>min(t.offences[seat], MOST_OFFENCES)
        row.calls[seat] = <uint16_t>min(t.calls[seat], MOST_OFFENCES)


cdef uint64_t play_games(
    table_t* t, const rules_t* r, const int64_t* players, uint64_t seed, uint64_t first,
    game_t* rows, uint64_t n, move_t* trace, const uint8_t* stop,
) noexcept nogil:
    """Play n games of a seed into rows; how many were finished before `stop` was raised.

    `trace`, if not NULL, gets every move and, where Stop was called, what was attempted before and a
    stop_mark after; it has room for as many as the games take.
    """
    cdef uint64_t i
    cdef int outcome
    for i in range(n):
        outcome = _play(t, r, players, seed, first + i, trace, stop)
        if outcome == PLAYING:
            return i
        record(t, r, first + i, outcome, &rows[i])
    return n
