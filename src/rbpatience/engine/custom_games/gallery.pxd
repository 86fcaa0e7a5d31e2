# No. 58: kings begin heaps, queens are out of play, aces begin foundations.

from rbcore.cards.card cimport KING, bit, card_t, rank_of
from rbpatience.engine.board cimport SHIFT, TURN, add, board_t, draw, move_t, moves_t, push, shift
from rbpatience.engine.game cimport THROWN, TO_PLACE, spec_t, tell
from rbpatience.engine.legal_moves cimport list_plays
from rbpatience.engine.transition cimport play, put

cdef enum:
    QUEEN = 12

cdef inline void list_gallery(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """Heap number `turn` is the current one; the kings themselves are not in the piles.

    `reach` has a bit for each heap that was cleared by plays: by the other reading the grace is for
    those alone (58.4).
    """
    cdef int heap, bare, count, bares = 0
    for heap in range(b.turn + 1):
        list_plays(b, g, heap, 1, moves)
    if moves.n:
        return
    if b.at < b.end:
        add(moves, TURN, 0, 0, 0)
    for bare in range(b.turn + 1):
        if not b.size[bare] and (not g.other_reading or b.reach >> bare & 1):
            bares |= 1 << bare
    for heap in range(b.turn + 1 if bares else 0):
        for count in range(1, min(g.run, b.size[heap] - 1) + 1):
            for bare in range(b.turn + 1):
                if bares >> bare & 1:
                    add(moves, SHIFT, heap, bare, count)

cdef inline void move_gallery(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    cdef int slot, rank, f
    cdef card_t c
    if move.kind == SHIFT:
        shift(b, move)
        return
    if move.kind != TURN:
        play(b, g, move)
        if not b.size[move.source]:
            b.reach |= 1 << move.source
        return
    slot = draw(b)
    c = b.value[slot]
    rank = rank_of(c)
    if rank == KING:
        b.turn += 1
        tell(b.story, TO_PLACE, c, b.turn)
    elif rank == QUEEN:
        tell(b.story, THROWN, c, 0)
    else:
        for f in range(g.founded):
            if b.wants[f] & bit(c):
                put(b, g, f, slot)
                return
        push(b, b.turn, slot)
