"""A search to the end, and scouts beside it (docs/patience/solver.md).

A search that goes depth first stays for long where its first moves were wrong. So after every
stint of it a scout begins anew, as long as the stint, up to a bound: it tries the best few moves
of each position alone, in an order shaken by chance, and so comes to other parts of the game.
Nothing is proved by it but a way to win.
"""

from libc.stdint cimport UINT16_MAX, uint16_t, uint64_t

from rbcore.cards.interrupts cimport interrupted
from rbcore.patience.deciding.blocked cimport is_blocked
from rbcore.patience.deciding.search cimport (
    EXHAUSTED, FULL, WON, begin_search, go_on, outcome_t, search_t,
)
from rbcore.patience.engine.game cimport game_t

cdef enum:
    STINT = 1000  # positions of the first ones
    LIKE = 4      # stints of one length
    DOUBLINGS = 20
    SCOUTED = 7   # doublings of scouts: who has not found a way by then went astray at its start

# The moves of a position that scouts try, by turns; 0 is all.
cdef int[LIKE] WIDTHS = [3, 2, 4, 0]


cdef bint begin_hunt(hunt_t* h, const game_t* g, solution_t* row) noexcept nogil:
    """Look at the position from which a way is sought; False if there is no memory for it."""
    h.main.width = 0
    h.main.chance = 0
    if not begin_search(&h.main, g, &h.start):
        return False
    h.round = 0
    h.turn = &h.main
    h.left = STINT
    h.full = False
    row.work = <unsigned int>h.main.work
    row.moves = 0
    row.status = UNSOLVABLE if is_blocked(&h.start, g) else UNDECIDED
    return True


cdef bint _send_next(hunt_t* h, const game_t* g) noexcept nogil:
    """Let a scout go after the main search, and that after a scout; whether any can.

    Where the main search is full scouts alone go on.
    """
    if h.turn == &h.scout:
        h.round += 1
    if h.turn == &h.scout and not h.full:
        h.turn = &h.main
        h.left = <uint64_t>STINT << min(h.round // LIKE, DOUBLINGS)
        return True
    h.turn = &h.scout
    h.left = <uint64_t>STINT << min(h.round // LIKE, SCOUTED)
    h.scout.width = WIDTHS[h.round % LIKE]
    h.scout.chance = h.round + 1
    return begin_search(&h.scout, g, &h.start)


cdef uint16_t _moves(const search_t* s) noexcept nogil:
    """The moves of the way found."""
    cdef int i, moves = 0
    for i in range(s.depth):
        moves += 1 + s.steps[i].way.turns + s.steps[i].way.plays
    return <uint16_t>min(moves, UINT16_MAX)


cdef void hunt(hunt_t* h, const game_t* g, uint64_t work, solution_t* row) noexcept nogil:
    """Look for a way to win until so many positions were looked at, or Ctrl-C came."""
    cdef uint64_t before
    cdef outcome_t outcome
    if row.status == UNSOLVABLE:
        return
    while row.work < work and not interrupted():
        before = h.turn.work
        outcome = go_on(h.turn, g, before + min(h.left, work - row.work))
        row.work += <unsigned int>(h.turn.work - before)
        h.left -= h.turn.work - before
        if outcome == WON:
            row.status = SOLVABLE
            row.moves = _moves(h.turn)
            return
        if outcome == EXHAUSTED and (h.turn == &h.main or not h.turn.cut):
            row.status = UNDECIDED if h.turn.cut else UNSOLVABLE
            return
        if outcome == FULL and h.turn == &h.main:
            h.full = True
            row.status = OUT_OF_MEMORY
        if (outcome in (EXHAUSTED, FULL) or h.left == 0) and not _send_next(h, g):
            row.status = OUT_OF_MEMORY
            return
