# No. 48: cards turned to four heaps and twice to the waste, unless they fit a foundation.

from libc.stdint cimport uint8_t

from rbpatience.engine.board cimport REDEAL, TURN, add, board_t, draw, move_t, moves_t, pop, push
from rbpatience.engine.game cimport HAND, WASTE, spec_t
from rbpatience.engine.legal_moves cimport list_plays
from rbpatience.engine.transition cimport gather, play, play_hand, redeal_waste

cdef enum:
    WASTED = 2  # cards of a round that go to the waste (48.3)

cdef inline void list_parisienne(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    cdef int heap, depth
    if b.size[HAND]:
        list_plays(b, g, HAND, 1, moves)
        return
    for heap in range(g.piles):
        if b.size[heap]:
            list_plays(b, g, heap, 1, moves)
    for depth in range(1, (b.size[WASTE] if b.at == b.end else min(b.size[WASTE], <uint8_t>1)) + 1):
        list_plays(b, g, WASTE, depth, moves)  # all of it once the stock is out (48.6)
    if b.at < b.end:
        add(moves, TURN, 0, 0, 0)
    elif not moves.n and b.deal < g.passes:
        add(moves, REDEAL, 0, 0, 0)

cdef inline void move_parisienne(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """The last pass leaves the waste out, but by the other reading (48.8)."""
    cdef int pile = b.turn if b.turn < g.piles else WASTE
    if move.kind == TURN:
        b.turn += 1
        if b.turn == g.piles + (WASTED if b.deal < g.passes or g.other_reading else 0):
            b.turn = 0
        push(b, HAND, draw(b))
        if not play_hand(b, g):
            push(b, pile, pop(b, HAND))
    elif move.kind == REDEAL:
        b.at = b.end = 0
        for pile in range(g.piles):
            gather(b, pile)
        redeal_waste(b, g)
    else:
        play(b, g, move)
