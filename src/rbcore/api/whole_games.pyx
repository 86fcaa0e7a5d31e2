"""Many games or matches at once, each in a row of GAME or MATCH, and one game traced."""

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
    """Return the dtype of game rows, with one entry a seat in scores, reserves and so on.

    Parameters
    ----------
    seats : int
        2 or 3.

    Returns
    -------
    numpy.dtype
        With the fields of GAME, which has room for three seats.

    Raises
    ------
    ValueError
        If the number of seats is neither.

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
        The rules of the games.
    players : sequence of str or CompiledPlayer
        One for each seat.
    seed, first : int
        The seed, 0 to 2**64 - 1, and the number of its first game to play; the last number must be
        below 2**63.
    rows : numpy.ndarray of game_dtype(seats), or of GAME
        Contiguous; each game fills a row. In GAME, absent seats have 0.
    attention : sequence of Attention, optional
        One for each seat; allows slips (section 6).
    stop : numpy.ndarray of uint8, optional
        Setting `stop[0]` to nonzero stops play soon after, even during a long choice. Without it,
        Ctrl-C stops play on the main thread. Rows filled by then are kept.
    shuffle, replicate : int
        0 to 2**64 - 1. A nonzero shuffle reshuffles the cards that the deal leaves face down. A
        nonzero replicate redraws the players' random choices and the seats' slips. Everything else
        is unchanged: the starter, and the cards that lie face up.
    max_turn_moves : int, optional
        Maximum moves of a CompiledPlayer in one turn, 1 to 10**7; a game in which a turn reaches it
        and goes on is unfinished. By default `max_moves` alone limits a turn.
    **limits : int
        Any of max_turns (1 to 100,000), max_moves (1 to 10**7) and search_limit (1 to 2**24); see
        the fields of rbcore.rules.limits.Limits.

    Returns
    -------
    int
        The number of rows filled: all, unless play was stopped.

    Raises
    ------
    ValueError
        If a player is unknown, a number is out of range, or a CompiledPlayer returns something
        other than the number of a move. Exceptions raised by its functions propagate with a note
        that names the game; any other failure of theirs is a RuntimeError.

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
    cdef const uint8_t[::1] flag = check_stop(stop)    # kept alive while it is read
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
    """Play one game and return its moves.

    Parameters
    ----------
    rules, players, seed : see `play`
        The rules, the players and the seed.
    game : int
        The game's number within its seed.
    attention, shuffle, replicate, max_turn_moves, **limits : see `play`
        Slips, redraws, and the limits at which a game is left unfinished.

    Returns
    -------
    position : Position
        The position after the deal.
    moves : list of str
        In notation, including offences that stood. An offence on which Stop was called is marked
        `!` and undone at once; then come the omitted move that the offender has to make, if any,
        and `stop`, where the turn passes (section 6). A move marked `?` did not fit, and was taken
        back although nobody called. A legal move marked `!` ended a turn, and the next seat called
        Stop at it wrongly (V34).
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
        # Play only once: a player with a time limit may choose differently the second time.
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

# ---- matches: series of games until a seat reaches the target (8.3) ------------------------------

cdef enum:
    MAX_GAMES = 1024       # of a match, which is then unfinished; match m starts at game m*1024
    MATCH_WON = 0
    MATCH_UNFINISHED = 1

cdef packed struct match_row_t:
    int64_t index              # number within its seed
    int64_t games              # played
    int64_t unfinished_games   # games without a result (7.5); they score nothing
    int64_t nobody_wins        # games that ended in stalemate or standoff (7.3, 7.4)
    int64_t give_ups           # stalemate searches that reached their limit (7.6)
    int64_t scores[MAX_SEATS]  # points of all games, by seat; 0 for absent seats
    int8_t starter             # of the first game
    int8_t winner              # or -1
    int8_t outcome             # index into MATCH_OUTCOMES

cdef match_row_t _match
MATCH = dtype_of(<match_row_t[:1]>&_match)
MATCH_GAMES = MAX_GAMES
MATCH_OUTCOMES = ("win", "unfinished")


def match_dtype(seats):
    """Return the dtype of match rows, with a score for each seat.

    Parameters
    ----------
    seats : int
        2 or 3.

    Returns
    -------
    numpy.dtype
        With the fields of MATCH, which has room for three seats.

    Raises
    ------
    ValueError
        If the number of seats is neither.

    Examples
    --------
    >>> import rbcore
    >>> rbcore.match_dtype(3)["scores"].shape
    (3,)
    """
    return of_seats(MATCH, check_range("seats", seats, 2, MAX_SEATS))


cdef uint8_t* _put_match(const match_row_t* row, int seats, uint8_t* out) noexcept nogil:
    """Write a row with one score a seat and no gaps; return the place of the next row."""
    cdef const uint8_t* starter = <const uint8_t*>&row.starter
    out = put(out, row, <size_t>(<const uint8_t*>row.scores - <const uint8_t*>row))
    out = put(out, row.scores, seats * sizeof(int64_t))
    return put(out, starter, <size_t>(<const uint8_t*>row + sizeof(match_row_t) - starter))

cdef void _add_game(match_row_t* m, const rules_t* r, int64_t target,
                    const game_row_t* game) noexcept nogil:
    """Add a finished game to its match; the first seat to reach the target wins (8.3)."""
    cdef int seat
    if m.games == 0:
        m.starter = game.starter
    m.games += 1
    m.unfinished_games += game.outcome == UNFINISHED
    m.nobody_wins += game.winner < 0 and game.outcome != UNFINISHED
    m.give_ups += game.give_ups
    for seat in range(r.seats):
        m.scores[seat] += game.scores[seat]
        # Only one seat can reach it: a game gives points to a single seat (8.1, 8.2, 8.4).
        if m.scores[seat] >= target:
            m.winner = seat
            m.outcome = MATCH_WON

cdef bint _play_match(match_row_t* m, Workspace workspace, int64_t target,
                      const uint8_t* stop) noexcept nogil:
    """Play all games of match m.index; return whether it ended before `stop` was set.

    With `alternate`, this leaves in the rules the seat that would start the next game.
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
    """Play matches first, first + 1, ... into n rows; return how many ended before `stop`."""
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

    With `alternate`, `low-reserve` decides who starts the first game of a match, and then the seats
    take turns (3.5). Otherwise every game is the one that `play` plays under its number: the games
    of match m begin at number m*MATCH_GAMES.

    Parameters
    ----------
    rules, players, seed : see `play`
        The rules, the players and the seed.
    first : int
        The number of the first match within the seed.
    rows : numpy.ndarray of match_dtype(seats), or of MATCH
        Contiguous; each match fills a row. In MATCH, absent seats have 0.
    attention, stop, shuffle, replicate, max_turn_moves, **limits : see `play`
        Slips, a flag that stops play, redraws, and the limits at which a game is left unfinished.

    Returns
    -------
    int
        The number of rows filled: all, unless play was stopped.

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
    workspace.copy_rules(workspace.compiled.checked)    # the starter changes from game to game
    cdef const uint8_t[::1] flag = check_stop(stop)    # kept alive while it is read
    cdef const uint8_t* raised = listen(flag)
    if n:
        with nogil:
            done = _play_all(workspace, first_match, target, &out[0], seats, n, raised)
    workspace.check_calls()
    answer()
    workspace.stalemate.check()
    return done
