"""Games and matches in bulk, and one game traced: a row of GAME for each, or of MATCH."""

from libc.stdint cimport int64_t, int8_t, uint64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memset

from rbcore.cards.interrupts cimport answer, listen
from rbcore.engine.endings cimport UNFINISHED
from rbcore.engine.game_loop cimport play_games, put
from rbcore.engine.game_state cimport game_row_t, move_list_t
from rbcore.engine.inattention cimport CALLED, TAKEN_BACK
from rbcore.engine.workspace cimport Workspace
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport HAND, MAX_SEATS, START_ALTERNATE, START_SEAT, rules_t

import numpy as np

from rbcore.api.position import Position
from rbcore.board.notation import move_text
from rbcore.cards.arrays import check_stop, dtype_of, of_seats, seats_of
from rbcore.cards.ranges import MAX_GAME, check_range
from rbcore.rules.limits import Limits

cdef game_row_t _game
GAME = dtype_of(<game_row_t[:1]>&_game)


def game_dtype(seats):
    """Return the dtype of rows of games, with as many scores, reserves, ... as there are seats.

    Parameters
    ----------
    seats : int
        2 or 3.

    Returns
    -------
    numpy.dtype
        The fields of GAME, which has room for three seats.

    Raises
    ------
    ValueError
        For another number.

    Examples
    --------
    >>> import rbcore
    >>> rbcore.game_dtype(2)["scores"].shape
    (2,)
    """
    return of_seats(GAME, check_range("seats", seats, 2, MAX_SEATS))


def play(
    rules, players, seed, first, rows, *, attention=None, stop=None, shuffle=0, replicate=0,
    max_turn_moves=None, **limits
):
    """Play games first, first+1, ... of a seed into `rows`, without the GIL.

    Parameters
    ----------
    rules : Rules or str
        What is played.
    players : sequence of str or CompiledPlayer
        One for each seat.
    seed, first : int
        The seed, 0 to 2**64 - 1, and the number in it of the first game; the last one's is below
        2**63.
    rows : numpy.ndarray of game_dtype(seats), or of GAME
        Contiguous; one row a game is filled. GAME has 0 for a seat that is not there.
    attention : sequence of Attention, optional
        One for each seat; lets seats slip (section 6).
    stop : numpy.ndarray of uint8, optional
        Playing stops soon after `stop[0]` becomes nonzero, in the midst of a long choice too.
        Without it, Ctrl-C is heard on the main thread, and rows filled by then stay.
    shuffle, replicate : int
        0 to 2**64 - 1. By any shuffle but 0 the cards that lie face down when a game begins are
        shuffled anew; by any other replicate, what players draw and seats overlook is drawn anew.
        All else is the same: who starts, and what lies face up.
    max_turn_moves : int, optional
        Moves that a CompiledPlayer may make in one turn, 1 to 10**7; a game in which a turn has so
        many and goes on is unfinished. Unless given, `max_moves` alone limits a turn.
    **limits : int
        Any of max_turns (1 to 100,000), max_moves (1 to 10**7) and search_limit (1 to 2**24), as
        the fields of rbcore.rules.limits.Limits.

    Returns
    -------
    int
        Rows filled: all, or fewer if it was stopped.

    Raises
    ------
    ValueError
        For unknown players, and for numbers out of range; and for what a CompiledPlayer returns
        that is not the number of a move. What its functions raise is raised with a note of the
        game, or else a RuntimeError.

    Examples
    --------
    >>> import numpy as np
    >>> import rbcore
    >>> rows = np.zeros(10, rbcore.game_dtype(2))
    >>> rbcore.play("standard", ("greedy", "uniform"), 1, 0, rows)
    10
    >>> rows["index"].tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    cdef Workspace workspace = Workspace(rules, players, seed, Limits(**limits), attention,
                                         shuffle=shuffle, replicate=replicate,
                                         max_turn_moves=max_turn_moves)
    cdef int seats = seats_of(rows, GAME, "rbcore.GAME", workspace.compiled.rules.seats)
    cdef uint8_t[::1] out = rows.view(np.uint8)
    cdef uint64_t n = len(rows), done = 0
    cdef uint64_t first_game = check_range("first", first, 0, MAX_GAME - n)
    cdef const uint8_t[::1] flag = check_stop(stop)    # held as long as it is read
    cdef const uint8_t* raised = listen(flag)
    if n:
        with nogil:
            done = play_games(&workspace.state, &workspace.conditions, first_game, &out[0], seats,
                              n, NULL, raised)
    workspace.check_calls()
    answer()
    workspace.stalemate.check()
    return done


def trace(
    rules, players, seed, game, *, attention=None, shuffle=0, replicate=0, max_turn_moves=None,
    **limits
):
    """Play one game, and tell its moves.

    Parameters
    ----------
    rules, players, seed : see `play`
        What is played, by whom, and the seed.
    game : int
        Number of the game in its seed.
    attention, shuffle, replicate, max_turn_moves, **limits : see `play`
        Slips, how it is dealt and played anew, and when a game is left unfinished.

    Returns
    -------
    position : Position
        As dealt.
    moves : list of str
        In notation. Of games with slips these are the moves that were made, offences that stood
        included. An offence that was called is a move with `!`, undone at once; the omitted move
        that is carried out follows, if there is one, then `stop`, where the turn passes (section
        6). A move with `?` does not fit, and was taken back though nobody called. A legal move with
        `!` ended a turn, and the next seat called Stop at it wrongly (V34).
    row : numpy.void
        The game's row, of game_dtype(seats).

    Raises
    ------
    ValueError
        As `play` does.

    Examples
    --------
    >>> import rbcore
    >>> position, moves, row = rbcore.trace("standard", ("greedy", "greedy"), 1, 0)
    >>> for move in moves:
    ...     position.apply(move)
    >>> bool(position.turn == row["turns"])
    True
    """
    cdef Workspace workspace = Workspace(rules, players, seed, Limits(**limits), attention,
                                         shuffle=shuffle, replicate=replicate,
                                         max_turn_moves=max_turn_moves)
    cdef uint64_t only = check_range("game", game, 0, MAX_GAME)
    cdef int seats = workspace.compiled.rules.seats
    rows = np.zeros(1, game_dtype(seats))
    cdef uint8_t[::1] row = rows.view(np.uint8)
    cdef move_list_t moves
    cdef size_t i
    memset(&moves, 0, sizeof(moves))
    try:
        # Played once: a player that searches by time would not repeat itself.
        play_games(&workspace.state, &workspace.conditions, only, &row[0], seats, 1, &moves,
                   listen())
        workspace.check_calls()
        answer()
        workspace.stalemate.check()
        if moves.out_of_memory:
            raise MemoryError
        texts = [_trace_text(moves.entries[i], seats) for i in range(moves.length)]
        return Position.deal(rules, seed, game, shuffle), texts, rows[0]
    finally:
        free(moves.entries)


cdef _trace_text(move_t move, seats):
    if move.source == move.place == HAND:
        return "stop"
    text = move_text(move.source, move.place, move.extra_cards & (TAKEN_BACK - 1), seats)
    if move.extra_cards & CALLED:
        return text + "!"
    return text + "?" if move.extra_cards & TAKEN_BACK else text

# ---- matches: games one after another, until a seat reaches the target (8.3) ---------------------

cdef enum:
    MAX_GAMES = 1024       # after which a match is unfinished; match m has games m*1024 and on
    MATCH_WON = 0
    MATCH_UNFINISHED = 1

cdef packed struct match_row_t:
    int64_t index              # in its seed
    int64_t games              # played
    int64_t unfinished_games   # those of them without a result (7.5); they score nothing
    int64_t nobody_wins        # stalemates and standoffs (7.3, 7.4)
    int64_t give_ups           # stalemate searches that reached their limit (7.6)
    int64_t scores[MAX_SEATS]  # points of all games, by seat; 0 for seats that are not there
    int8_t starter             # of the first game
    int8_t winner              # or -1
    int8_t outcome             # index into MATCH_OUTCOMES

cdef match_row_t _match
MATCH = dtype_of(<match_row_t[:1]>&_match)
MATCH_GAMES = MAX_GAMES
MATCH_OUTCOMES = ("win", "unfinished")


def match_dtype(seats):
    """Return the dtype of rows of matches, with as many scores as there are seats.

    Parameters
    ----------
    seats : int
        2 or 3.

    Returns
    -------
    numpy.dtype
        The fields of MATCH, which has room for three seats.

    Raises
    ------
    ValueError
        For another number.

    Examples
    --------
    >>> import rbcore
    >>> rbcore.match_dtype(3)["scores"].shape
    (3,)
    """
    return of_seats(MATCH, check_range("seats", seats, 2, MAX_SEATS))


cdef uint8_t* _put_match(const match_row_t* row, int seats, uint8_t* out) noexcept nogil:
    """Write a row with a score for each of so many seats, no gaps between; where the next goes."""
    cdef const uint8_t* starter = <const uint8_t*>&row.starter
    out = put(out, row, <size_t>(<const uint8_t*>row.scores - <const uint8_t*>row))
    out = put(out, row.scores, seats * sizeof(int64_t))
    return put(out, starter, <size_t>(<const uint8_t*>row + sizeof(match_row_t) - starter))

cdef void _add_game(match_row_t* m, const rules_t* r, int64_t target,
                    const game_row_t* game) noexcept nogil:
    """Enter a game that has been played; the first to reach the target wins (8.3)."""
    cdef int seat
    if m.games == 0:
        m.starter = game.starter
    m.games += 1
    m.unfinished_games += game.outcome == UNFINISHED
    m.nobody_wins += game.winner < 0 and game.outcome != UNFINISHED
    m.give_ups += game.give_ups
    for seat in range(r.seats):
        m.scores[seat] += game.scores[seat]
        # No second seat can get here: a game gives points to one seat alone (8.1, 8.2, 8.4).
        if m.scores[seat] >= target:
            m.winner = seat
            m.outcome = MATCH_WON

cdef bint _play_match(match_row_t* m, Workspace workspace, int64_t target,
                      const uint8_t* stop) noexcept nogil:
    """Play all games of match m.index; whether it came to its end before `stop` was raised.

    With `alternate`, the rules are left naming the seat that would start next.
    """
    cdef game_row_t game
    cdef rules_t* r = &workspace.compiled.rules
    cdef uint64_t first = <uint64_t>m.index * MAX_GAMES
    cdef bint alternates = r.starter == START_ALTERNATE
    while m.winner < 0 and m.games < MAX_GAMES:
        if not play_games(&workspace.state, &workspace.conditions, first + <uint64_t>m.games,
                          <uint8_t*>&game, MAX_SEATS, 1, NULL, stop):
            return False
        _add_game(m, r, target, &game)
        if alternates:
            r.starter = <uint8_t>(START_SEAT + (game.starter + 1) % r.seats)
    return True

cdef uint64_t _play_all(Workspace workspace, uint64_t first, int64_t target, uint8_t* rows,
                        int seats, uint64_t n, const uint8_t* stop) noexcept nogil:
    """Play matches first, first + 1, ... into n rows; how many ended before `stop` was raised."""
    cdef uint64_t i
    cdef match_row_t row
    cdef uint8_t starter = workspace.compiled.rules.starter
    for i in range(n):
        workspace.compiled.rules.starter = starter
        memset(&row, 0, sizeof(match_row_t))
        row.index = <int64_t>(first + i)
        row.winner = -1
        row.outcome = MATCH_UNFINISHED
        if not _play_match(&row, workspace, target, stop):
            return i
        rows = _put_match(&row, seats, rows)
    return n


def play_matches(
    rules, players, seed, first, rows, *, attention=None, stop=None, shuffle=0, replicate=0,
    max_turn_moves=None, **limits
):
    """Play matches first, first+1, ... of a seed into `rows`, without the GIL (8.3).

    With `alternate` the first game of each starts as by `low-reserve`, then the seats take turns
    (3.5). Otherwise every game is the one that `play` plays under that number: match m of a seed is
    its games m*MATCH_GAMES and on.

    Parameters
    ----------
    rules, players, seed : see `play`
        What is played, by whom, and the seed.
    first : int
        Number in the seed of the first match.
    rows : numpy.ndarray of match_dtype(seats), or of MATCH
        Contiguous; one row a match is filled. MATCH has 0 for a seat that is not there.
    attention, stop, shuffle, replicate, max_turn_moves, **limits : see `play`
        Slips, a flag that stops, games dealt and played anew, when a game is left unfinished.

    Returns
    -------
    int
        Rows filled: all, or fewer if it was stopped.

    Raises
    ------
    ValueError
        As `play` does.

    Examples
    --------
    >>> import numpy as np
    >>> import rbcore
    >>> rows = np.zeros(3, rbcore.match_dtype(2))
    >>> rules = rbcore.variant("standard,target=50")
    >>> rbcore.play_matches(rules, ("greedy", "greedy"), 1, 0, rows)
    3
    >>> bool((rows["scores"].max(axis=1) >= 50).all())
    True
    """
    cdef Workspace workspace = Workspace(rules, players, seed, Limits(**limits), attention,
                                         shuffle=shuffle, replicate=replicate,
                                         max_turn_moves=max_turn_moves)
    cdef int64_t target = workspace.compiled.checked.target
    cdef int seats = seats_of(rows, MATCH, "rbcore.MATCH", workspace.compiled.rules.seats)
    cdef uint8_t[::1] out = rows.view(np.uint8)
    cdef uint64_t n = len(rows), done = 0
    cdef uint64_t first_match = check_range(
        "first", first, 0, (MAX_GAME + 1) // MATCH_GAMES - n
    )
    workspace.copy_rules(workspace.compiled.checked)    # who starts changes from game to game
    cdef const uint8_t[::1] flag = check_stop(stop)    # held as long as it is read
    cdef const uint8_t* raised = listen(flag)
    if n:
        with nogil:
            done = _play_all(workspace, first_match, target, &out[0], seats, n, raised)
    workspace.check_calls()
    answer()
    workspace.stalemate.check()
    return done
