"""No. 6: cards thrown out of a row, as the player likes (docs/patience)."""

from libc.stdint cimport uint8_t

from rbcore.cards.card cimport card, card_t, suit_of
from rbcore.patience.engine.board cimport (
    EXCHANGE, TAKE, THROW, TURN, add, board_t, draw, drop, move_t, moves_t, push, slot_at,
)
from rbcore.patience.engine.game cimport game_t
from rbcore.patience.rows cimport THROWN, TO_PLACE, tell
from rbcore.patience.procedures.row cimport (
    HEARTS, QUEEN, are_alike, cut_of, exchange, line_t, remove_cards, throw_out,
)

cdef enum:
    ROW = 0         # the pile that is the row; its top is the right end
    TAKES = 3       # cards of the grace of no. 6c
    LIFTED = 1      # one of two cards that change places is chosen (6b.2)
    EXCHANGED = 2


cdef void open_row(board_t* b, const game_t* g) noexcept nogil:
    cdef int i, cut, n = b.end
    if g.other_way:
        cut = cut_of(b.value + 1, n)
        for i in range(n):
            b.stock[i] = <uint8_t>((cut + i) % n + 1)
        return
    # The queen lies there, and the king comes last (6.1).
    b.value[n + 1] = card(HEARTS, QUEEN)
    b.value[n + 2] = card(HEARTS, QUEEN + 1)
    push(b, ROW, n + 1)
    b.stock[n] = <uint8_t>(n + 2)
    b.end = n + 1


cdef void _read_line(const board_t* b, const game_t* g, line_t* line) noexcept nogil:
    cdef int slot = b.top[ROW], i = b.size[ROW]
    line.count = i
    line.discards = g.other_way
    while slot:
        i -= 1
        line.cards[i] = b.value[slot]
        slot = b.under[slot]


cdef bint _may_go(
    const line_t* line, const game_t* g, int first, int count
) noexcept nogil:
    """Whether so many cards may be thrown out together (6.4, 6b.1, 6c.2)."""
    cdef int i
    if not are_alike(line.cards[first - 1], line.cards[first + count]):
        return False
    if count == 1:
        return True
    if count == 2:
        return not g.other_way or are_alike(line.cards[first], line.cards[first + 1])
    for i in range(first + 1, first + count):
        if suit_of(line.cards[i]) != suit_of(line.cards[first]):
            return False
    return True


cdef void list_row(
    const board_t* b, const game_t* g, moves_t* moves
) noexcept nogil:
    cdef line_t line
    cdef int first, count, most = 2
    _read_line(b, g, &line)
    if g.run:
        most = line.count
    if b.phase != LIFTED and not (g.other_way and 0 < b.phase < TAKES):
        if b.at < b.end:
            add(moves, TURN, 0, 0, 0)
        for first in range(1, line.count - 1):
            for count in range(1, min(most, line.count - 1 - first) + 1):
                if _may_go(&line, g, first, count):
                    add(moves, THROW, ROW, count, line.count - first)
        if moves.n:
            return
    # The graces come when nothing else is left (6b.2, 6c.3).
    for first in range(1, line.count - 1):
        if g.other_way and b.phase < TAKES:
            add(moves, TAKE, ROW, 0, line.count - first)
        elif g.run and b.phase < EXCHANGED and line.count - first != b.turn:
            add(moves, EXCHANGE, ROW, 0, line.count - first)


cdef void _throw(board_t* b, int depth) noexcept nogil:
    tell(b.story, THROWN, b.value[slot_at(b, ROW, depth)], b.size[ROW] - depth)
    drop(b, ROW, depth)
    b.placed += 1
    b.idle = 0


cdef void move_row(board_t* b, const game_t* g, move_t move) noexcept nogil:
    cdef int i, depth
    if move.kind == TURN:
        push(b, ROW, draw(b))
    elif move.kind == THROW:
        depth = move.count
        for i in range(move.target):
            _throw(b, depth - i)
    elif move.kind == TAKE:
        b.phase += 1
        _throw(b, move.count)
    elif b.phase == 0:
        b.phase = LIFTED
        b.turn = move.count
    else:
        _exchange(b, b.turn, move.count)
        b.phase = EXCHANGED
        b.turn = 0


cdef void _exchange(board_t* b, int one, int other) noexcept nogil:
    """Exchange two cards, numbered from above."""
    cdef int first = slot_at(b, ROW, one), second = slot_at(b, ROW, other)
    cdef card_t c = b.value[first]
    b.value[first] = b.value[second]
    b.value[second] = c
    tell(b.story, TO_PLACE, b.value[first], b.size[ROW] - one)
    tell(b.story, TO_PLACE, b.value[second], b.size[ROW] - other)


# The adviser tries each move, and after it the fixed way of throwing out.

cdef int _left(const line_t* line) noexcept nogil:
    """The cards that the fixed way leaves."""
    cdef line_t trial = line[0]
    throw_out(&trial, NULL)
    return trial.count


cdef int _left_without(const line_t* line, int first, int more) noexcept nogil:
    """The cards left after a card, and the best others of so many more, are taken out."""
    cdef line_t trial = line[0]
    cdef int other, fewest = line.count
    remove_cards(&trial, first, 1, NULL)
    if not more or trial.count == 2:
        return _left(&trial)
    for other in range(first, trial.count - 1):
        fewest = min(fewest, _left_without(&trial, other, more - 1))
    return fewest


cdef int _left_exchanged(const line_t* line, int one, int lifted) noexcept nogil:
    """The cards left after a card changes places with one that was chosen, or with the best."""
    cdef line_t trial
    cdef int other, fewest = line.count
    for other in range(1, line.count - 1):
        if other != one and (not lifted or other == lifted):
            trial = line[0]
            exchange(&trial, one, other)
            fewest = min(fewest, _left(&trial))
    return fewest


cdef int row_worth(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    cdef line_t line
    cdef int first
    if move.kind == TURN:
        return 10000  # a throw loses nothing by waiting, and the whole row shows more
    _read_line(b, g, &line)
    first = line.count - move.count
    if move.kind == THROW:
        remove_cards(&line, first, move.target, NULL)
        return 5000 - _left(&line)
    if move.kind == TAKE:
        return 5000 - _left_without(&line, first, TAKES - 1 - b.phase)
    return 5000 - _left_exchanged(&line, first, line.count - b.turn if b.turn else 0)
