# No. 6: cards between two that are alike leave a row.

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memmove

from rbcore.cards.card cimport card, card_t, rank_of, suit_of
from rbpatience.engine.board cimport (
    EXCHANGE, TAKE, THROW, TURN, add, board_t, draw, drop, move_t, moves_t, push, slot_at,
    tell_source,
)
from rbpatience.engine.game cimport (
    MAX_CARDS, THROWN, TO_PLACE, patience_row_t, spec_t, story_t, task_t, tell,
)

cdef enum:
    HEARTS = 2
    QUEEN = 12

# A row from left to right.
cdef struct line_t:
    int count
    card_t cards[MAX_CARDS]
    bint discards  # two cards go only if they are alike themselves

cdef inline bint are_alike(card_t c, card_t other) noexcept nogil:
    return suit_of(c) == suit_of(other) or rank_of(c) == rank_of(other)

cdef inline void exchange(line_t* line, int i, int j) noexcept nogil:
    cdef card_t c = line.cards[i]
    line.cards[i] = line.cards[j]
    line.cards[j] = c
# The fixed way

cdef inline void play_row(const task_t* task, const card_t* pack, patience_row_t* row,
                          story_t* story) noexcept nogil:
    """Deal the pack between queen and king, throwing out whatever can go."""
    cdef line_t line
    cdef int i, cut = 0
    row.passes = 1
    line.count = 0
    line.discards = task.options.discards
    if line.discards:
        cut = cut_of(pack, task.cards)
    else:
        _lay(&line, card(HEARTS, QUEEN), story)
    for i in range(task.cards):
        _lay(&line, pack[(cut + i) % task.cards], story)
        throw_out(&line, story)
    if line.discards:
        _discard(&line, story)
    else:
        _lay(&line, card(HEARTS, QUEEN + 1), story)
        throw_out(&line, story)
    if task.options.transposes:
        _transpose(&line, story)
    row.left = <int16_t>(line.count - 2)
    row.outcome = row.left == 0

cdef inline int cut_of(const card_t* pack, int n) noexcept nogil:
    """The first place to cut after which the first and the last card are of one suit (6c.1)."""
    cdef int cut
    for cut in range(n):
        if suit_of(pack[cut]) == suit_of(pack[(cut + n - 1) % n]):
            return cut
    return 0  # suits all round differ from their neighbours'

cdef inline void _lay(line_t* line, card_t c, story_t* story) noexcept nogil:
    line.cards[line.count] = c
    tell(story, TO_PLACE, c, line.count)
    line.count += 1

cdef inline void throw_out(line_t* line, story_t* story) noexcept nogil:
    """Throw out what lies between two alike cards, two cards rather than one, the newest first."""
    cdef int i = line.count - 1
    while i > 1:
        if i > 2 and are_alike(line.cards[i], line.cards[i - 3]) and (
            not line.discards or are_alike(line.cards[i - 1], line.cards[i - 2])
        ):
            remove_cards(line, i - 2, 2, story)
        elif are_alike(line.cards[i], line.cards[i - 2]):
            remove_cards(line, i - 1, 1, story)
        else:
            i -= 1
            continue
        # Cards to the right have new neighbours.
        i = line.count - 1

cdef inline void remove_cards(line_t* line, int first, int count, story_t* story) noexcept nogil:
    cdef int i
    for i in range(first, first + count):
        tell(story, THROWN, line.cards[i], i)
    line.count -= count
    memmove(line.cards + first, line.cards + first + count, line.count - first)

cdef inline void _transpose(line_t* line, story_t* story) noexcept nogil:
    """Exchange the two cards after which the fewest are left, if that is any good (6b.2)."""
    cdef line_t trial
    cdef int i, j, best_i = 0, best_j = 0, fewest = line.count
    for i in range(1, line.count - 1):
        for j in range(i + 1, line.count - 1):
            trial = line[0]
            exchange(&trial, i, j)
            throw_out(&trial, NULL)
            if trial.count < fewest:
                fewest = trial.count
                best_i = i
                best_j = j
    if best_i:
        exchange(line, best_i, best_j)
        tell(story, TO_PLACE, line.cards[best_i], best_i)
        tell(story, TO_PLACE, line.cards[best_j], best_j)
        throw_out(line, story)

cdef inline void _discard(line_t* line, story_t* story) noexcept nogil:
    """Throw out the three cards after which the fewest are left, or all of fewer (6c.3)."""
    cdef line_t trial
    cdef int i, j, k, best_i = 1, best_j = 2, best_k = 3, fewest = line.count
    if line.count <= 5:
        remove_cards(line, 1, line.count - 2, story)
        return
    for i in range(1, line.count - 3):
        for j in range(i + 1, line.count - 2):
            for k in range(j + 1, line.count - 1):
                trial = line[0]
                _remove_three(&trial, i, j, k, NULL)
                if trial.count < fewest:
                    fewest = trial.count
                    best_i = i
                    best_j = j
                    best_k = k
    _remove_three(line, best_i, best_j, best_k, story)

cdef inline void _remove_three(line_t* line, int i, int j, int k, story_t* story) noexcept nogil:
    remove_cards(line, k, 1, story)
    remove_cards(line, j, 1, story)
    remove_cards(line, i, 1, story)
    throw_out(line, story)

# As the player likes

cdef enum:
    LINE = 0         # the pile that is the row; its top is the right end
    TAKES = 3       # cards of the grace of no. 6c
    LIFTED = 1      # one of two cards that change places is chosen (6b.2)
    EXCHANGED = 2

cdef inline void deal_marriage(board_t* b, const spec_t* g) noexcept nogil:
    cdef int i, cut, n = b.end
    if g.other_reading:
        cut = cut_of(b.value + 1, n)
        for i in range(n):
            b.stock[i] = <uint8_t>((cut + i) % n + 1)
        return
    # The queen lies there, and the king comes last (6.1).
    b.value[n + 1] = card(HEARTS, QUEEN)
    b.value[n + 2] = card(HEARTS, QUEEN + 1)
    push(b, LINE, n + 1)
    b.stock[n] = <uint8_t>(n + 2)
    b.end = n + 1

cdef inline void _read_line(const board_t* b, const spec_t* g, line_t* line) noexcept nogil:
    cdef int slot = b.top[LINE], i = b.size[LINE]
    line.count = i
    line.discards = g.other_reading
    while slot:
        i -= 1
        line.cards[i] = b.value[slot]
        slot = b.under[slot]

cdef inline bint _may_go(const line_t* line, const spec_t* g, int first, int count) noexcept nogil:
    """Whether so many cards may be thrown out together (6.4, 6b.1, 6c.2)."""
    cdef int i
    if not are_alike(line.cards[first - 1], line.cards[first + count]):
        return False
    if count == 1:
        return True
    if count == 2:
        return not g.other_reading or are_alike(line.cards[first], line.cards[first + 1])
    for i in range(first + 1, first + count):
        if suit_of(line.cards[i]) != suit_of(line.cards[first]):
            return False
    return True

cdef inline void list_row(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    cdef line_t line
    cdef int first, count, most = 2
    _read_line(b, g, &line)
    if g.run:
        most = line.count
    if b.phase != LIFTED and not (g.other_reading and 0 < b.phase < TAKES):
        if b.at < b.end:
            add(moves, TURN, 0, 0, 0)
        for first in range(1, line.count - 1):
            for count in range(1, min(most, line.count - 1 - first) + 1):
                if _may_go(&line, g, first, count):
                    add(moves, THROW, LINE, count, line.count - first)
        if moves.n:
            return
    # The graces come when nothing else is left (6b.2, 6c.3).
    for first in range(1, line.count - 1):
        if g.other_reading and b.phase < TAKES:
            add(moves, TAKE, LINE, 0, line.count - first)
        elif g.run and b.phase < EXCHANGED and line.count - first != b.turn:
            add(moves, EXCHANGE, LINE, 0, line.count - first)

cdef inline void _throw(board_t* b, int depth) noexcept nogil:
    tell_source(b, LINE)
    tell(b.story, THROWN, b.value[slot_at(b, LINE, depth)], b.size[LINE] - depth)
    drop(b, LINE, depth)
    b.placed += 1
    b.idle = 0

cdef inline void move_row(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    cdef int i, depth
    if move.kind == TURN:
        push(b, LINE, draw(b))
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

cdef inline void _exchange(board_t* b, int depth, int other_depth) noexcept nogil:
    """Exchange two cards, numbered from above."""
    cdef int first = slot_at(b, LINE, depth), second = slot_at(b, LINE, other_depth)
    cdef card_t c = b.value[first]
    b.value[first] = b.value[second]
    b.value[second] = c
    tell(b.story, TO_PLACE, b.value[first], b.size[LINE] - depth)
    tell(b.story, TO_PLACE, b.value[second], b.size[LINE] - other_depth)

# The adviser tries each move, and after it the fixed way of throwing out.

cdef inline int _left(const line_t* line) noexcept nogil:
    """The cards that the fixed way leaves."""
    cdef line_t trial = line[0]
    throw_out(&trial, NULL)
    return trial.count

cdef inline int _left_without(const line_t* line, int first, int more) noexcept nogil:
    """The cards left after a card, and the best others of so many more, are taken out."""
    cdef line_t trial = line[0]
    cdef int other, fewest = line.count
    remove_cards(&trial, first, 1, NULL)
    if not more or trial.count == 2:
        return _left(&trial)
    for other in range(first, trial.count - 1):
        fewest = min(fewest, _left_without(&trial, other, more - 1))
    return fewest

cdef inline int _left_exchanged(const line_t* line, int place, int lifted) noexcept nogil:
    """The cards left after a card changes places with one that was chosen, or with the best."""
    cdef line_t trial
    cdef int other, fewest = line.count
    for other in range(1, line.count - 1):
        if other != place and (not lifted or other == lifted):
            trial = line[0]
            exchange(&trial, place, other)
            fewest = min(fewest, _left(&trial))
    return fewest

cdef inline int row_worth(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
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
