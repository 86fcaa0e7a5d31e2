"""Games in bulk, and one game traced.

GAME is the dtype of a game's row, 50 bytes:

index u8                    number of the game in its seed
turns u4, moves u4          turns ended, moves made
give_ups u4                 stalemate searches that reached their limit (7.6)
scores i2[3]                section 8, by seat; 0 for seats that are not there
reserve, hand, waste u1[3]  cards left, by seat; a turned-up card counts with the hand
starter i1                  the seat that started
winner i1                   the seat that won, or -1
outcome u1                  index into OUTCOMES
offences, calls u2[3]       offences by the offender's seat, and those that were called (section 6)
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from rbcore.cards.interrupts cimport answer, listen
from rbcore.engine.game_state cimport game_t
from rbcore.engine.lapses cimport ATTEMPTED
from rbcore.engine.move_list cimport move_list_t
from rbcore.engine.playout cimport play_games
from rbcore.engine.workspace cimport Workspace
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport HAND, MAX_SEATS

import numpy as np

from rbcore.api.position import Position
from rbcore.board.notation import move_text
from rbcore.cards.arrays import check_rows
from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.rules.limits import Limits

GAME = np.dtype([
    ("index", np.uint64), ("turns", np.uint32), ("moves", np.uint32), ("give_ups", np.uint32),
    ("scores", np.int16, MAX_SEATS), ("reserve", np.uint8, MAX_SEATS),
    ("hand", np.uint8, MAX_SEATS), ("waste", np.uint8, MAX_SEATS), ("starter", np.int8),
    ("winner", np.int8), ("outcome", np.uint8), ("offences", np.uint16, MAX_SEATS),
    ("calls", np.uint16, MAX_SEATS),
])


cdef const uint8_t* stop_flag(const uint8_t[::1] stop) except NULL:
    """The caller's byte that stops the games, or without one that which Ctrl-C raises."""
    if stop is None:
        return listen()
    if stop.shape[0] < 1:
        raise ValueError("stop is empty; it is an array of one uint8")
    return &stop[0]


def play(
    rules, players, seed, first, rows, *, attention=None, stop=None, shuffle=0, replicate=0,
    **limits
):
    """Play games first, first+1, ... of a seed into `rows`, without the GIL.

    Parameters
    ----------
    rules : Rules
        What is played.
    players : sequence of str
        One for each seat.
    seed, first : int
        The seed, and the number in it of the first game; 0 to 2**64 - 1.
    rows : numpy.ndarray of GAME
        Contiguous; one row a game is filled.
    attention : sequence of Attention, optional
        One for each seat; lets seats slip (section 6).
    stop : numpy.ndarray of uint8, optional
        Playing stops soon after `stop[0]` becomes nonzero; it is looked at after every move.
        Without it, Ctrl-C is heard on the main thread, and rows filled by then stay.
    shuffle, replicate : int
        0 to 2**64 - 1. By any shuffle but 0 the cards that lie face down when a game begins are
        shuffled anew; by any other replicate, what players draw and seats overlook is drawn anew.
        All else is the same: who starts, and what lies face up.
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
        For unknown players, and for numbers out of range.

    Examples
    --------
    >>> import numpy as np
    >>> import rbcore
    >>> rows = np.zeros(10, rbcore.GAME)
    >>> rbcore.play(rbcore.variant("standard"), ("greedy", "uniform"), 1, 0, rows)
    10
    >>> rows["index"].tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    cdef Workspace workspace = Workspace(
        rules, players, seed, Limits(**limits), attention, shuffle=shuffle, replicate=replicate
    )
    cdef const uint8_t[::1] flag = stop
    cdef const uint8_t* raised
    cdef game_t[::1] out = check_rows(rows, GAME, "rbcore.GAME")
    cdef uint64_t n = out.shape[0], done = 0
    cdef uint64_t first_game = check_range("first", first, 0, MOST_WORD - n)
    raised = stop_flag(flag)
    if n:
        with nogil:
            done = play_games(&workspace.state, &workspace.conditions, first_game, &out[0], n,
                              NULL, raised)
    answer()
    workspace.stalemate.check()
    return done


def trace(rules, players, seed, game, *, attention=None, shuffle=0, replicate=0, **limits):
    """Play one game, and tell its moves.

    Parameters
    ----------
    rules, players, seed : see `play`
        What is played, by whom, and the seed.
    game : int
        Number of the game in its seed.
    attention, shuffle, replicate, **limits : see `play`
        Slips, how it is dealt and played anew, and when a game is left unfinished.

    Returns
    -------
    position : Position
        As dealt.
    moves : list of str
        In notation. Of games with slips these are the moves that were made, offences that stood
        included. An offence that was called is a move with `!`, undone at once; the omitted move
        that is carried out follows, then `stop`, where the turn passes (section 6).
    row : numpy.void
        The game's row, of GAME.

    Raises
    ------
    ValueError
        As `play` does.

    Examples
    --------
    >>> import rbcore
    >>> position, moves, row = rbcore.trace(rbcore.variant("standard"), ("greedy", "greedy"), 1, 0)
    >>> for move in moves:
    ...     position.apply(move)
    >>> bool(position.turn == row["turns"])
    True
    """
    cdef Workspace workspace = Workspace(
        rules, players, seed, Limits(**limits), attention, shuffle=shuffle, replicate=replicate
    )
    cdef uint64_t only = check_range("game", game, 0, MOST_WORD)
    cdef game_t[::1] row
    cdef move_list_t moves
    cdef size_t i
    rows = np.zeros(1, GAME)
    row = rows
    memset(&moves, 0, sizeof(moves))
    try:
        # Played once: a player that searches by time would not repeat itself.
        play_games(&workspace.state, &workspace.conditions, only, &row[0], 1, &moves, listen())
        answer()
        workspace.stalemate.check()
        if moves.out_of_memory:
            raise MemoryError
        texts = [_trace_text(moves.entries[i], rules.seats) for i in range(moves.length)]
        return Position.deal(rules, seed, game, shuffle), texts, rows[0]
    finally:
        free(moves.entries)


cdef _trace_text(move_t move, seats):
    if move.source == move.place == HAND:
        return "stop"
    text = move_text(move.source, move.place, move.extra_cards & (ATTEMPTED - 1), seats)
    return text + "!" if move.extra_cards & ATTEMPTED else text
