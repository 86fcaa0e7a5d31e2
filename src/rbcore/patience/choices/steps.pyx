"""Nos. 22 and 32, as the player likes: foundations unlike each other (docs/patience)."""

from rbcore.cards.card cimport KING, bit, card_t, rank_of
from rbcore.patience.form cimport layout_t
from rbcore.patience.layouts.position cimport (
    HAND,
    PLAY,
    ROW,
    SHIFT,
    TURN,
    add,
    board_t,
    draw,
    move_t,
    moves_t,
    play,
    pop,
    push,
    put,
    shift,
    top_card,
)
from rbcore.patience.single.fairest cimport rank_of_nth
from rbcore.patience.table cimport next_cards

cdef enum:
    WASTES = 4
    NEVER = 99
    PLACES = 8      # of each row of no. 32: the lower places, then the upper cards
    UPPER = 8


cdef inline bint _is_told(const board_t* p, int f) noexcept nogil:
    """Whether an earlier foundation is alike: it wants the same and has the same room."""
    cdef int other
    for other in range(f):
        if p.wants[other] == p.wants[f] and p.room[other] == p.room[f]:
            return True
    return False


# No. 22: four foundations by steps of one to four, and four wastes.

cdef void _add_each(
    const board_t* p, const layout_t* rules, moves_t* moves, int pile
) noexcept nogil:
    """Add a card's plays; the foundations differ until each wants its king."""
    cdef int f
    for f in range(rules.founded):
        if p.wants[f] & bit(top_card(p, pile)) and not _is_told(p, f):
            add(moves, PLAY, pile, f, 1)


cdef void list_fairest(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    cdef int waste
    if p.size[HAND]:
        _add_each(p, rules, moves, HAND)
        if not moves.n:
            for waste in range(WASTES):
                add(moves, SHIFT, HAND, waste, 1)
        return
    for waste in range(WASTES):
        if p.size[waste]:
            _add_each(p, rules, moves, waste)
    if p.at < p.end:
        add(moves, TURN, 0, 0, 0)


cdef void move_fairest(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(p, move)
    elif move.kind == TURN:
        push(p, HAND, draw(p))
    else:
        play(p, rules, move)


cdef int _wait(const board_t* p, const layout_t* rules, int rank) noexcept nogil:
    """How many cards the foundation that can take a rank first must get before it."""
    cdef int f, n, least = NEVER
    for f in range(rules.founded):
        # The card number n of foundation f, its base the first, has the rank (f + 1) n, less 13s.
        for n in range(KING + 1 - p.room[f], KING + 1):
            if rank_of_nth(f, n) == rank:
                least = min(least, n + p.room[f] - KING - 1)
    return least


cdef int fairest_worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """Plays; a king to the heap of the kings; else the waste on which least is covered.

    An empty waste comes before one with a card that is wanted sooner, but after one without.
    """
    cdef int own, rank, slot, covered = 0, wait
    if move.kind == PLAY:
        return 5000 + p.room[move.target]
    if move.kind == TURN:
        return 100
    rank = rank_of(top_card(p, HAND))
    if (rank == KING) != (move.target == WASTES - 1):
        return 1000
    own = _wait(p, rules, rank)
    slot = p.top[move.target]
    while slot:
        wait = _wait(p, rules, rank_of(p.value[slot]))
        covered += wait < own
        slot = p.under[slot]
    return 3000 - 2 * covered - (not p.size[move.target])


# No. 32: a middle row begun between two others; its heaps are foundations.

cdef void open_constitution(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int place
    for place in range(PLACES):
        push(p, UPPER + place, draw(p))
        p.wants[place] = next_cards(&rules.foundations[place], top_card(p, UPPER + place))
    _deal_lower(p)


cdef void _deal_lower(board_t* p) noexcept nogil:
    """Deal the next row; `turn` has a bit for each place whose top is of the latest deal."""
    cdef int place
    for place in range(PLACES):
        push(p, place, draw(p))
    p.turn = (1 << PLACES) - 1


cdef inline bint _takes(const board_t* p, int heap, card_t c) noexcept nogil:
    """Whether a card begins a heap (32.2) or, once all are begun, goes on it (32.5)."""
    return p.wants[heap] & bit(c) and (p.room[heap] == KING or p.reach == PLACES)


cdef void list_constitution(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    cdef int place, heap
    for place in range(PLACES):
        if not p.size[place] or (rules.constitution.latest_only and not p.turn >> place & 1):
            continue
        for heap in range(PLACES):
            if _takes(p, heap, top_card(p, place)) and not _is_told(p, heap):
                add(moves, PLAY, place, heap, 1)
    if p.at < p.end:
        add(moves, ROW, 0, 0, 0)


cdef void move_constitution(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == ROW:
        _deal_lower(p)
        return
    p.turn &= ~(1 << move.source)
    p.reach += p.room[move.target] == KING
    play(p, rules, move)
    if p.room[move.target] == 1:
        # The card above completes it, and no other (32.6).
        put(p, rules, move.target, p.value[pop(p, UPPER + move.target)])


cdef int constitution_worth(const board_t* p, move_t move) noexcept nogil:
    if move.kind == ROW:
        return 100
    return 5000 + p.size[move.source]
