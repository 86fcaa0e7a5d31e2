# No. 32: a middle row that the one above begins and completes, built from the one below.

from rbpatience.engine.board cimport ROW, add, board_t, draw, move_t, moves_t, pop, push, top_card
from rbpatience.engine.game cimport spec_t
from rbpatience.engine.legal_moves cimport list_plays
from rbpatience.engine.transition cimport play, put, turn_row

cdef inline void deal_constitution(board_t* b, const spec_t* g) noexcept nogil:
    cdef int f
    for f in range(g.founded):
        push(b, g.founded + f, draw(b))
        b.wants[f] = g.follows[g.foundations[f].kind][top_card(b, g.founded + f)]  # 32.2
    turn_row(b, g)
    b.turn = ~0

cdef inline void list_constitution(const board_t* b, const spec_t* g,
                                   moves_t* moves) noexcept nogil:
    """By the other reading a pile of which the card of the last row has gone is shut (32.3)."""
    cdef int pile
    for pile in range(g.founded):
        if b.size[pile] and (b.turn >> pile & 1 or not g.other_reading):
            list_plays(b, g, pile, 1, moves)
            if moves.n >= moves.most:
                return
    if b.at < b.end:
        add(moves, ROW, 0, 0, 0)

cdef inline void move_constitution(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    cdef int f
    if move.kind == ROW:
        turn_row(b, g)
        b.turn = ~0
        return
    play(b, g, move)
    if g.other_reading:
        b.turn &= ~(1 << move.source)
    for f in range(g.founded):
        if b.room[f] == 1 and b.size[g.founded + f]:
            put(b, g, f, pop(b, g.founded + f))  # the card above, and no other (32.6)
