"""The number of sequences of legal moves, by which programs are compared (perft)."""

from libc.string cimport memcpy

from rbcore.board.position cimport is_won
from rbcore.cards.interrupts cimport interrupted
from rbcore.moves.legal_moves cimport find_moves, moves_t, nth_move
from rbcore.moves.transition cimport apply

cdef uint64_t count_sequences(const position_t* p, const rules_t* r, int depth) noexcept nogil:
    """The sequences of `depth` moves, at least one; the last is counted without being made.

    Not all of them if a handler of a signal has raised an error.
    """
    cdef moves_t moves
    cdef position_t after
    cdef uint64_t total = 0
    cdef int n
    if is_won(p):
        return 0
    find_moves(p, r, &moves)
    if depth == 1:
        return moves.count
    if depth > 2 and interrupted():
        return 0
    for n in range(moves.count):
        memcpy(&after, p, sizeof(position_t))
        apply(&after, r, nth_move(p, r, &moves, n))
        total += count_sequences(&after, r, depth - 1)
    return total
