# No. 46: three circles round the Shah, sequences in the outer one. Place number i stands in circle
# i // columns; a card is shut by the one further out.

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport bit, card_t
from rbpatience.engine.board cimport (
    FILL, ROW, SHIFT, TURN, add, board_t, draw, first_empty, is_shut, move_t, moves_t, pop, push,
    shift, top_card,
)
from rbpatience.engine.game cimport HAND, WASTE, spec_t
from rbpatience.engine.legal_moves cimport list_plays
from rbpatience.engine.transition cimport deal_row, play

cdef enum:
    CIRCLES = 3

cdef inline int _outer(const spec_t* g) noexcept nogil:
    return (CIRCLES - 1) * g.columns

cdef inline int _empty_ray(const board_t* b, const spec_t* g) noexcept nogil:
    cdef int ray
    for ray in range(g.columns):
        if not (b.size[ray] or b.size[ray + g.columns] or b.size[ray + 2 * g.columns]):
            return ray
    return -1

cdef inline void _add_packs(const board_t* b, const spec_t* g, uint64_t packed, moves_t* moves,
                            int pile) noexcept nogil:
    """Add the packings of a top card in the outer circle, where some cards are packed."""
    cdef card_t c = top_card(b, pile)
    cdef int target
    if not packed & bit(c):
        return
    for target in range(_outer(g), CIRCLES * g.columns):
        if target != pile and b.size[target] and g.packs[0][top_card(b, target)] & bit(c):
            add(moves, SHIFT, pile, target, 1)

cdef inline void list_shah(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    cdef int place, outer = _outer(g), end = CIRCLES * g.columns
    cdef int vacant = first_empty(b, 0, b.reach), ray = _empty_ray(b, g)
    cdef bint whole = b.reach == end
    cdef uint64_t packed = 0
    for place in range(outer, end):
        packed |= g.packs[0][top_card(b, place)]
    for place in range(b.reach):
        if not b.size[place] or is_shut(b, g, place):
            continue
        list_plays(b, g, place, 1, moves)
        if place >= outer:
            _add_packs(b, g, packed, moves, place)
            if ray >= 0:
                add(moves, SHIFT, place, ray, 1)
    for place in range(WASTE, HAND + 1):
        if b.size[place]:
            list_plays(b, g, place, 1, moves)
            _add_packs(b, g, packed, moves, place)
    if b.size[HAND]:
        add(moves, SHIFT, HAND, vacant if vacant >= 0 else WASTE, 1)
    elif b.at < b.end:
        if whole and (b.phase or vacant < 0):
            add(moves, TURN, 0, 0, 0)
        elif vacant >= 0:
            add(moves, FILL, 0, vacant, 0)
        else:
            add(moves, ROW, 0, 0, 0)
    elif vacant >= 0 and b.size[WASTE]:
        add(moves, FILL, WASTE, vacant, 0)

cdef inline void move_shah(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(b, move)
    elif move.kind == FILL:
        push(b, move.target, pop(b, WASTE) if b.at == b.end else draw(b))
    elif move.kind == ROW:
        deal_row(b, g)
    elif move.kind == TURN:
        b.phase = 1
        push(b, HAND, draw(b))
    else:
        play(b, g, move)
