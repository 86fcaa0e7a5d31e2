"""What a move does, and what follows of itself (docs/patience)."""

from rbcore.patience.engine.board cimport (
    BACK,
    FILL,
    FOUNDATIONS,
    HOLD,
    LIFT,
    PLAY,
    REDEAL,
    SHIFT,
    TURN,
    board_t,
    draw,
    drop,
    move_t,
    pop,
    push,
    shift,
    slot_at,
)
from rbcore.patience.engine.dealing cimport redeal_waste, turn_cards
from rbcore.patience.engine.game cimport HAND, OTHER_WASTE, STOCK, WASTE, game_t
from rbcore.patience.engine.scan cimport is_opening
from rbcore.patience.engine.settling cimport play, settle, take_back
from rbcore.patience.rows cimport ENDLESS


cdef void make_move(board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Make a move, and what follows of itself."""
    cdef int idle = b.idle + 1, loose = _loose(b)
    shift_cards(b, g, move)
    settle(b, g)
    # What can happen but so often: a card out of stock and waste, one more on foundations, a turn
    # where passes are counted.
    if _loose(b) < loose or b.placed > b.most or (
        move.kind in (TURN, REDEAL) and g.passes != ENDLESS
    ):
        idle = 0
    b.idle = idle
    b.most = max(b.most, b.placed)


cdef void shift_cards(board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Move the cards of a move, and no others."""
    b.played |= move.kind not in (TURN, REDEAL) and move.target != WASTE
    if move.kind in (PLAY, HOLD):
        b.graced |= move.source == WASTE and move.count > 1
        play(b, g, move)
    elif move.kind == SHIFT:
        shift(b, move)
    elif move.kind == TURN:
        turn_cards(b, g)
    elif move.kind == FILL:
        push(b, move.target, draw(b))
    elif move.kind == BACK:
        push(b, move.target, pop(b, FOUNDATIONS + move.source))
        take_back(b, g, move.source)
    elif move.kind == LIFT:
        b.graced = True
        _lift(b, move)
    elif move.kind == REDEAL:
        redeal_waste(b, g)
    elif is_opening(b, g):
        b.phase = 1
    if move.source < STOCK and b.down[move.source] and b.down[move.source] == b.size[move.source]:
        b.down[move.source] -= 1  # the last card is turned up


cdef inline int _loose(const board_t* b) noexcept nogil:
    """The cards of stock, hand and wastes."""
    return b.end - b.at + b.size[HAND] + b.size[WASTE] + b.size[OTHER_WASTE]


cdef void _lift(board_t* b, move_t move) noexcept nogil:
    cdef int slot = slot_at(b, move.source, move.count)
    drop(b, move.source, move.count)
    push(b, move.target, slot)
