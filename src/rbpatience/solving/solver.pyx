"""Whether a game can be won, by a search with a work limit, without the GIL."""

from libc.stdint cimport int64_t, uint64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from rbcore.cards.card cimport card_t
from rbcore.cards.interrupts cimport answer, interrupted, listen
from rbpatience.board cimport Board
from rbpatience.engine.board cimport REDEAL, SHIFT, TURN, board_t, move_t, moves_t, slot_at
from rbpatience.engine.custom cimport list_moves, make_move, open_game
from rbpatience.engine.game cimport MAX_PACK, deal_pack, spec_t, task_t
from rbpatience.engine.transition cimport next_deal
from rbpatience.playing cimport Task
from rbpatience.solving.pruning cimport may_stop
from rbpatience.solving.search cimport (
    MAX_DEPTH, MAX_WAITING, begin_searches, clear_keys, frame_t, macro_t, search_on, search_t,
    searches_t, solution_t, turn_round,
)

import re

import numpy as np

from rbcore.cards.arrays import check_rows, check_stop, dtype_of
from rbcore.cards.ranges import MAX_GAME, MAX_WORD, check_range, check_text
from rbpatience.board import MOVES
from rbpatience.book import find_game
from rbpatience.playing import ROW, deal

__all__ = [
    "MIN_MEMORY", "MEMORY", "MAX_MEMORY", "MAX_WORK", "SOLUTION", "STATUSES", "WORK",
    "memory_of", "play", "shorten", "solve", "solve_board", "solve_pack", "work_of",
]

STATUSES = ("undecided", "solvable", "unsolvable", "out of memory")
PLAYED = np.array([2, 1, 0, 2], np.uint8)  # as outcomes of playing.OUTCOMES
WORK = 100_000
MAX_WORK = 50_000_000
MEMORY = 1024
MIN_MEMORY, MAX_MEMORY = 32, 1_048_576
NAMED = re.compile("solver(?:-([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,6}))?)?")
ENTRY, COST = 12, 3  # bytes for a position and its place in the stock while tables grow
BESIDE = 24  # MiB set aside for ways and moves

# One row for each game: its number; its status, from STATUSES; the positions examined; the number
# of moves of the way found.
cdef solution_t _solution
SOLUTION = dtype_of(<solution_t[:1]>&_solution)

cdef class Search:
    """The memory of a search: tables of positions, ways, untried moves."""

    cdef searches_t searches
    cdef Task task

    def __cinit__(self):
        memset(&self.searches, 0, sizeof(searches_t))

    def __init__(self, Task task, name, memory):
        cdef uint64_t tables, each = ENTRY + (COST if task.data.spec.passes > 1 else 0)
        if task.game.rules.stock.shuffle:
            raise ValueError(f"{name} is shuffled between deals; it has no solver")
        self.task = task
        # While a table grows, the old and the new one exist together.
        tables = (check_range("memory", memory, MIN_MEMORY, MAX_MEMORY) - BESIDE) << 20
        self.searches.main.met.most = _power_of_two(tables * 3 // 4 // each)
        self.searches.restart.met.most = _power_of_two(tables // 4 // each)
        if not (_allocate(&self.searches.main) and _allocate(&self.searches.restart)):
            raise MemoryError

    def __dealloc__(self):
        _free(&self.searches.main)
        _free(&self.searches.restart)

cdef bint _allocate(search_t* s) noexcept:
    """Allocate the initial memory of a search; return whether that succeeded."""
    s.frames = <frame_t*>malloc(MAX_DEPTH * sizeof(frame_t))
    s.waiting = <macro_t*>malloc(MAX_WAITING * sizeof(macro_t))
    return s.frames != NULL and s.waiting != NULL and clear_keys(&s.met, False)

cdef void _free(search_t* s) noexcept:
    free(s.met.keys)
    free(s.met.costs)
    free(s.frames)
    free(s.waiting)

cdef uint64_t _power_of_two(uint64_t most):
    """Return the largest power of two up to a number."""
    cdef uint64_t size = 1
    while 2 * size <= most:
        size *= 2
    return size

cdef Search _search(game, memory):
    """Return a search for deals of a game."""
    entry = find_game(game)
    if not entry.is_decided:
        reason = ", because this reading concerns only the fixed way" if entry.is_way else ""
        raise ValueError(
            f"the player decides nothing in {entry.name}{reason}; the solver needs decisions"
        )
    return Search(Task(entry, "uniform"), getattr(game, "name", game), memory)

cdef void _open(Search search, const card_t* pack) noexcept:
    """Deal the first position of a game."""
    cdef const task_t* task = &search.task.data
    open_game(&search.searches.start, &task.spec, pack, task.cards, False, NULL, NULL)

cdef bint _solve(Search search, uint64_t work, const uint8_t[::1] stop, solution_t* row) except -1:
    """Search from a position without the GIL; return whether it ran to the end."""
    cdef bint has_room, stopped
    listen(stop)
    with nogil:
        has_room = begin_searches(&search.searches, &search.task.data.spec, row)
        if has_room:
            search_on(&search.searches, &search.task.data.spec, work, row)
        stopped = interrupted()
    answer()
    if not has_room:
        raise MemoryError
    return not stopped


def solve(game, seed, first, rows, work=WORK, memory=MEMORY, *, stop=None):
    """Search games first, first+1, ... of a seed for a way to win, without the GIL.

    All cards count as known, including those of a stock. A game is *solvable* if a way to win was
    found, *unsolvable* if there is none, *undecided* if the work limit was reached, and *out of
    memory* if the memory limit was. Ctrl-C stops the search; rows filled by then are kept.

    Parameters
    ----------
    game : str
        Number, name or file of a game with decisions, optionally with readings.
    seed, first : int
        The games to search.
    rows : numpy.ndarray of SOLUTION
        Contiguous; each game fills a row.
    work : int
        Maximum number of positions examined in a game.
    memory : int
        Maximum MiB for stored positions.
    stop : numpy.ndarray of uint8, optional
        As for rbcore.play; it ends the search of the current game, whose row is not filled.

    Returns
    -------
    int
        The number of rows filled: all, unless the search was stopped.

    Raises
    ------
    ValueError
        If the game has no decisions or shuffles between deals, or a number is out of range.

    Examples
    --------
    >>> import numpy as np
    >>> from rbpatience.solving import solver
    >>> rows = np.zeros(20, solver.SOLUTION)
    >>> solver.solve("manor", 1, 0, rows, work=10_000)
    20
    >>> bool((rows["status"] == solver.STATUSES.index("solvable")).any())
    True
    """
    cdef uint64_t limit = check_range("work", work, 1, MAX_WORK)
    cdef Search search = _search(game, memory)
    cdef solution_t[::1] out = check_rows(rows, {"solver.SOLUTION": SOLUTION})
    cdef uint64_t i, n = out.shape[0]
    cdef uint64_t seed_number = check_range("seed", seed, 0, MAX_WORD)
    cdef uint64_t first_game = check_range("first", first, 0, MAX_GAME - n)
    cdef card_t pack[MAX_PACK]
    cdef solution_t row
    cdef const uint8_t[::1] flag = check_stop(stop)
    for i in range(n):
        deal_pack(&search.task.data, pack, seed_number, first_game + i)
        _open(search, pack)
        row.index = <int64_t>(first_game + i)
        if not _solve(search, limit, flag, &row):
            return i
        out[i] = row
    return n


def work_of(player):
    """Return a solver's work limit from its name; 0 for another player.

    Parameters
    ----------
    player : str
        ``solver``, with the limit WORK; ``solver-1000000``, with its own limit; or, with a limit
        of MiB too, ``solver-50000000-4096``.

    Returns
    -------
    int
        The maximum number of positions examined in a game.

    Examples
    --------
    >>> from rbpatience.solving import solver
    >>> solver.work_of("solver"), solver.work_of("solver-2000"), solver.work_of("adviser")
    (100000, 2000, 0)
    """
    named = NAMED.fullmatch(check_text("player", player))
    return int(named[1] or WORK) if named else 0


def memory_of(player):
    """Return a solver's memory limit in MiB from its name.

    Parameters
    ----------
    player : str
        As for `work_of`.

    Returns
    -------
    int
        The maximum in MiB; MEMORY unless the name gives one.

    Examples
    --------
    >>> from rbpatience.solving import solver
    >>> solver.memory_of("solver-50000000-4096"), solver.memory_of("solver")
    (4096, 1024)
    """
    named = NAMED.fullmatch(check_text("player", player))
    return int(named[2] or MEMORY) if named else MEMORY


def play(game, player, seed, first, rows, *, stop=None):
    """Solve games like `playing.play`: won if a way was found, given up if undecided.

    Parameters
    ----------
    game : str
        As for `solve`.
    player : str
        The solver, named as for `work_of`.
    seed, first : int
        The games to solve.
    rows : numpy.ndarray of playing.ROW
        Contiguous; a game that is not won has all cards left.
    stop : numpy.ndarray of uint8, optional
        As for `solve`.

    Returns
    -------
    int
        The number of rows filled: all, unless the search was stopped.

    Raises
    ------
    ValueError
        As for `solve`.

    Examples
    --------
    >>> import numpy as np
    >>> from rbpatience import playing
    >>> from rbpatience.solving import solver
    >>> rows = np.zeros(20, playing.ROW)
    >>> solver.play("free-cell", "solver", 1, 0, rows), np.bincount(rows["outcome"])
    (20, array([ 0, 20]))
    """
    check_rows(rows, {"playing.ROW": ROW})
    solutions = np.zeros(len(rows), SOLUTION)
    work = check_range("solver-N", work_of(player), 1, MAX_WORK)
    done = solve(game, seed, first, solutions, work, memory_of(player), stop=stop)
    rows["index"], rows["outcome"] = solutions["index"], PLAYED[solutions["status"]]
    rows["left"] = (rows["outcome"] != 1) * (len(deal(game, seed, first)) // 2)
    return done


def solve_pack(game, pack, work=WORK, memory=MEMORY):
    """Search a given pack for a way to win.

    Parameters
    ----------
    game : str
        Number, name or file of a game with decisions, optionally with readings.
    pack : str
        The cards in dealing order.
    work : int
        Maximum number of positions examined.
    memory : int
        Maximum MiB for stored positions.

    Returns
    -------
    status : str
        One of STATUSES.
    work : int
        The number of positions examined.
    moves : list of tuple of (str, int, int, int)
        The way to win, in the form of `Board.moves`; empty if none was found.

    Raises
    ------
    ValueError
        As for `solve`, and if the pack is not one of the game's.

    Examples
    --------
    >>> from rbpatience import playing
    >>> from rbpatience.solving import solver
    >>> status, work, moves = solver.solve_pack("juvenile", playing.deal("juvenile", 1, 0))
    >>> status in solver.STATUSES
    True
    """
    cdef uint64_t limit = check_range("work", work, 1, MAX_WORK)
    cdef Search search = _search(game, memory)
    cdef card_t cards[MAX_PACK]
    search.task.load_pack(pack, cards)
    _open(search, cards)
    return _solved(search, limit)


def solve_board(Board board not None, work=WORK, memory=MEMORY):
    """Search a game in progress for a way to win.

    Parameters
    ----------
    board : Board
        The game, which does not change.
    work : int
        Maximum number of positions examined.
    memory : int
        Maximum MiB for stored positions.

    Returns
    -------
    status : str
        One of STATUSES.
    work : int
        The number of positions examined.
    moves : list of tuple of (str, int, int, int)
        The way to win, as from `solve_pack`.

    Raises
    ------
    ValueError
        As for `solve`, and if cards are unknown (`Board.unknown`).

    Examples
    --------
    >>> from rbpatience import playing
    >>> from rbpatience.board import Board
    >>> from rbpatience.solving import solver
    >>> board = Board("nationale", playing.deal("nationale", 1, 0))
    >>> status, work, moves = solver.solve_board(board)
    >>> status, moves[0] in board.moves
    ('solvable', True)
    >>> board.move(moves[0])
    >>> solver.solve_board(board)[0]
    'solvable'
    """
    cdef uint64_t limit = check_range("work", work, 1, MAX_WORK)
    cdef Search search = Search(board.task, board.name, memory)
    cdef Board still = board.clone()    # another thread may make a move meanwhile
    still._known("the solver")
    search.searches.start = still.moment.position
    return _solved(search, limit)


def shorten(Board board not None, way):
    """Shorten a way to win by leaving out moves.

    Each move in turn is left out, together with moves that thereby become illegal, if the rest
    still wins. This is repeated until nothing more can be left out.

    Parameters
    ----------
    board : Board
        The game where the way begins, which does not change.
    way : sequence of tuple of (str, int, int, int)
        The moves, as from `solve_board`.

    Returns
    -------
    list of tuple of (str, int, int, int)
        A way to win with at most as many moves.

    Raises
    ------
    ValueError
        If the way does not win.

    Examples
    --------
    >>> from rbpatience import playing
    >>> from rbpatience.board import Board
    >>> from rbpatience.solving import solver
    >>> board = Board("free-cell", playing.deal("free-cell", 1, 0))
    >>> way = solver.solve_board(board)[2]
    >>> len(solver.shorten(board, way)) < len(way)
    True
    """
    try:
        steps = np.array([(MOVES.index(name), *rest, 0) for name, *rest in way], np.uint8)
        steps = steps.reshape(len(way), sizeof(step_t))
    except (TypeError, ValueError, OverflowError):
        raise ValueError("a way must be a list of moves, as from `solve_board`") from None
    kept = np.empty_like(steps)
    cdef uint8_t[:, ::1] now = steps, less = kept
    cdef Board still = board.clone()
    cdef int n = len(way), left = -1, length = 0, tried = 0
    cdef bint won = False, better = False
    listen()
    with nogil:
        while n and left < n and tried < MAX_TRIED and not interrupted():
            length = _go_without(still, <step_t*>&now[0, 0], n, left, <step_t*>&less[0, 0])
            tried += n
            if length:
                memcpy(&now[0, 0], &less[0, 0], length * sizeof(step_t))
                n = length
            won |= length > 0
            if not won:
                break
            better |= length > 0 and left >= 0
            left += length == 0 or left < 0
            if left == n and better:
                left = better = 0
    answer()
    if not won:
        raise ValueError("this way does not win the game; give one from `solve_board`")
    return [(MOVES[kind], *rest) for kind, *rest, _ in steps[:n].tolist()]


cdef enum:
    MAX_TRIED = 1_000_000  # moves

cdef struct step_t:
    move_t move
    uint8_t slot  # of the moved card, 0 while unknown

cdef int _go_without(Board board, const step_t* way, int n, int left, step_t* kept) noexcept nogil:
    """Follow a way without one of its moves, and without those that would now move another card.

    Return how many moves are made, or 0 if they do not win.
    """
    cdef board_t b = board.moment.position
    cdef const spec_t* g = &board.task.data.spec
    cdef moves_t legal
    cdef move_t move
    cdef int i, slot, length = 0
    for i in range(n):
        if i == left:
            continue
        move = way[i].move
        slot = 0
        list_moves(&b, g, &legal)
        if _is_listed(&legal, move):  # otherwise its pile may not exist
            if move.kind <= SHIFT:
                slot = slot_at(&b, move.source, move.count or 1)
            if way[i].slot and way[i].slot != slot:
                continue
            make_move(&b, g, move)
        elif move.kind != REDEAL or not (may_stop(&b, g) and next_deal(&b, g)):
            continue
        kept[length].move, kept[length].slot = move, <uint8_t>slot
        length += 1
        if b.placed == g.total:
            return length
    return 0

cdef bint _is_listed(const moves_t* legal, move_t move) noexcept nogil:
    cdef int i
    for i in range(legal.n):
        if memcmp(&legal.moves[i], &move, sizeof(move_t)) == 0:
            return True
    return False


cdef tuple _solved(Search search, uint64_t work):
    """Search from a position; return the status, the number of positions and the way."""
    cdef solution_t[::1] row
    cdef int i
    rows = np.zeros(1, SOLUTION)
    row = rows
    _solve(search, work, None, &row[0])
    moves = []
    status = STATUSES[int(rows[0]["status"])]
    for i in range(search.searches.turn.depth if status == "solvable" else 0):
        for name in _turns(search, i):
            moves.append((name, 0, 0, 0))
        moves.append(_named(search.searches.turn.frames[i].macro.move))
        if search.searches.turn.frames[i].macro.plays:
            moves.append(_named(search.searches.turn.frames[i].macro.play))
    return status, int(rows[0]["work"]), moves

cdef list _turns(Search search, int i):
    """Return the turns before a move of the way, as moves."""
    cdef board_t b = search.searches.turn.frames[i].before
    cdef int _turn
    names = []
    for _turn in range(search.searches.turn.frames[i].macro.turns):
        names.append(MOVES[TURN if b.at < b.end else REDEAL])
        turn_round(&b, &search.task.data.spec)
    return names

cdef tuple _named(move_t move):
    return MOVES[move.kind], int(move.source), int(move.target), int(move.count)
