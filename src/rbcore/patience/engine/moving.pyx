"""What a move does, and what follows of itself (docs/patience)."""

from rbcore.patience.engine.board cimport (
    BACK, FILL, FOUNDATIONS, HOLD, LIFT, PAIR, PLAY, REDEAL, SHIFT, THROW, TURN, board_t, draw,
    drop, is_opening, move_t, pop, push, shift, slot_at, take, top_card, turn_up,
)
from rbcore.patience.engine.dealing cimport lay_out, next_deal, pass_turn, redeal_waste, turn_cards
from rbcore.patience.engine.game cimport HAND, OTHER_WASTE, STOCK, WASTE, game_t
from rbcore.patience.engine.grid cimport deal_row, fill_row, refresh
from rbcore.patience.engine.settling cimport play, settle, take_back
from rbcore.patience.rows cimport ENDLESS, THROWN, tell


cdef void make_move(board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Make a move, and what follows of itself."""
    cdef int idle = b.idle + 1, loose = _loose(b)
    shift_cards(b, g, move)
    follow(b, g)
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
    if g.passes == ENDLESS:
        b.played |= move.kind not in (TURN, REDEAL) and move.target != WASTE
    if g.latest and move.source < STOCK and move.kind in (PLAY, HOLD, SHIFT, PAIR, THROW):
        b.turn &= ~(1 << move.source)  # its card of the latest row has gone
        if move.kind == PAIR and move.target < STOCK:
            b.turn &= ~(1 << move.target)
    if move.kind in (PLAY, HOLD):
        b.graced |= move.source == WASTE and move.count > 1
        play(b, g, move)
        turn_up(b, move.source)
    else:
        _shift_elsewhere(b, g, move)


cdef void _shift_elsewhere(board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Move the cards of what is not a play."""
    if move.kind == SHIFT:
        if move.source == HAND and g.deal_plays:
            pass_turn(b, g)
        shift(b, move)
        turn_up(b, move.source)
    elif move.kind == TURN:
        turn_cards(b, g)
    elif move.kind == FILL:
        if g.by_row:
            fill_row(b, g)
        else:
            push(b, move.target, draw(b))
    elif move.kind == BACK:
        push(b, move.target, pop(b, FOUNDATIONS + move.source))
        take_back(b, g, move.source)
    elif move.kind == LIFT:
        b.graced = True
        _lift(b, move)
    elif move.kind == REDEAL:
        if g.deals != 1 or g.rotate:
            next_deal(b, g)
        else:
            redeal_waste(b, g)
    elif move.kind == PAIR:
        _throw(b, move.source)
        _throw(b, move.target)
    elif move.kind == THROW:
        _throw(b, move.source)
    elif is_opening(b, g):
        b.phase = 1
    elif g.columns:
        deal_row(b, g)
    else:
        turn_cards(b, g)


cdef void follow(board_t* b, const game_t* g) noexcept nogil:
    """What follows of itself when the cards of a move lie."""
    if g.deal_plays:
        lay_out(b, g)
    if g.settles:
        settle(b, g)
    if g.columns:
        refresh(b, g)


cdef inline int _loose(const board_t* b) noexcept nogil:
    """The cards of stock, hand and wastes."""
    return b.end - b.at + b.size[HAND] + b.size[WASTE] + b.size[OTHER_WASTE]


cdef void _throw(board_t* b, int pile) noexcept nogil:
    """Throw out the top card of a pile."""
    tell(b.story, THROWN, top_card(b, pile), pile)
    take(b, pile)
    b.placed += 1


cdef void _lift(board_t* b, move_t move) noexcept nogil:
    cdef int slot = slot_at(b, move.source, move.count)
    drop(b, move.source, move.count)
    push(b, move.target, slot)
