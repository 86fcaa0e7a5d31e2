"""Matches: games one after another, until a seat reaches the target (8.3).

MATCH is the dtype of a match's row, 35 bytes:

index u8             number of the match in its seed
games u4             games played
unfinished_games u4  those of them without a result (7.5); they score nothing
give_ups u4          stalemate searches that reached their limit (7.6)
scores i4[3]         points of all games, by seat; 0 for seats that are not there
starter i1           the seat that started the first game
winner i1            the seat that won, or -1
outcome u1           index into MATCH_OUTCOMES

After MATCH_GAMES games a match is unfinished.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from rbcore.api.whole_games cimport stop_flag
from rbcore.cards.interrupts cimport answer
from rbcore.engine.endings cimport UNFINISHED
from rbcore.engine.game_state cimport game_t
from rbcore.engine.playout cimport play_games
from rbcore.engine.workspace cimport Workspace
from rbcore.rules.compiled cimport MAX_SEATS, START_ALTERNATE, START_SEAT, rules_t

import numpy as np

from rbcore.cards.arrays import check_rows
from rbcore.cards.ranges import check_range
from rbcore.rules.limits import Limits

cdef enum:
    MOST_GAMES = 1024       # of a match; match m of a seed has its games m*1024 and on

MATCH_GAMES = MOST_GAMES

# A match's result; MATCH is the same as a NumPy dtype.
cdef packed struct match_t:
    uint64_t index
    uint32_t games
    uint32_t unfinished_games
    uint32_t give_ups
    int32_t scores[MAX_SEATS]
    int8_t starter
    int8_t winner
    uint8_t outcome

MATCH = np.dtype([
    ("index", np.uint64), ("games", np.uint32), ("unfinished_games", np.uint32),
    ("give_ups", np.uint32), ("scores", np.int32, MAX_SEATS), ("starter", np.int8),
    ("winner", np.int8), ("outcome", np.uint8),
])

MATCH_OUTCOMES = ("win", "unfinished")

cdef enum:
    MATCH_WON = 0
    MATCH_UNFINISHED = 1


cdef void _add_game(
    match_t* m, const rules_t* r, int32_t target, const game_t* game
) noexcept nogil:
    """Enter a game that has been played; the first to reach the target wins (8.3)."""
    cdef int seat
    if m.games == 0:
        m.starter = game.starter
    m.games += 1
    m.unfinished_games += game.outcome == UNFINISHED
    m.give_ups += game.give_ups
    for seat in range(r.seats):
        m.scores[seat] += game.scores[seat]
        # No second seat can get here: a game gives points to one seat alone (8.1, 8.2, 8.4).
        if m.scores[seat] >= target:
            m.winner = seat
            m.outcome = MATCH_WON


cdef bint _play_match(
    match_t* m, Workspace workspace, int32_t target, const uint8_t* stop
) noexcept nogil:
    """Play all games of match m.index; whether it came to its end before `stop` was raised.

    With `alternate`, the rules are left naming the seat that would start next.
    """
    cdef game_t game
    cdef rules_t* r = &workspace.compiled.rules
    cdef uint64_t first = m.index * MOST_GAMES
    cdef bint alternates = r.starter == START_ALTERNATE
    while m.winner < 0 and m.games < MOST_GAMES:
        if not play_games(&workspace.state, &workspace.conditions, first + m.games, &game, 1, NULL,
                          stop):
            return False
        _add_game(m, r, target, &game)
        if alternates:
            r.starter = <uint8_t>(START_SEAT + (game.starter + 1) % r.seats)
    return True


cdef uint64_t _play_all(
    Workspace workspace, uint64_t first, int32_t target, match_t* rows, uint64_t n,
    const uint8_t* stop,
) noexcept nogil:
    """Play matches first, first + 1, ... into n rows; how many ended before `stop` was raised."""
    cdef uint64_t i
    cdef uint8_t starter = workspace.compiled.rules.starter
    for i in range(n):
        workspace.compiled.rules.starter = starter
        memset(&rows[i], 0, sizeof(match_t))
        rows[i].index = first + i
        rows[i].winner = -1
        rows[i].outcome = MATCH_UNFINISHED
        if not _play_match(&rows[i], workspace, target, stop):
            return i
    return n


def play_matches(
    rules, players, seed, first, rows, *, attention=None, stop=None, shuffle=0, replicate=0,
    **limits
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
    rows : numpy.ndarray of MATCH
        Contiguous; one row a match is filled.
    attention, stop, shuffle, replicate, **limits : see `play`
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
    >>> rows = np.zeros(3, rbcore.MATCH)
    >>> rules = rbcore.variant("standard,target=50")
    >>> rbcore.play_matches(rules, ("greedy", "greedy"), 1, 0, rows)
    3
    >>> bool((rows["scores"].max(axis=1) >= 50).all())
    True
    """
    cdef Workspace workspace = Workspace(
        rules, players, seed, Limits(**limits), attention, shuffle=shuffle, replicate=replicate
    )
    cdef const uint8_t[::1] flag = stop
    cdef const uint8_t* raised
    cdef int32_t target = rules.target
    cdef match_t[::1] out = check_rows(rows, MATCH, "rbcore.MATCH")
    cdef uint64_t n = out.shape[0], done = 0
    cdef uint64_t first_match = check_range("first", first, 0, 2**64 // MATCH_GAMES - 1 - n)
    workspace.own_rules(rules)        # who starts changes from game to game
    raised = stop_flag(flag)
    if n:
        with nogil:
            done = _play_all(workspace, first_match, target, &out[0], n, raised)
    answer()
    workspace.stalemate.check()
    return done
