"""Pairs thrown out or covered, as the player likes: nos. 1, 9, 14b (docs/patience)."""

from rbcore.cards.card cimport KING, card_t, rank_of
from rbcore.patience.form cimport MOST_CARDS, MOST_PLACES, THROWN, layout_t, tell
from rbcore.patience.layouts.position cimport (
    COVER,
    PAIR,
    SHIFT,
    add,
    board_t,
    draw,
    first_empty,
    move_t,
    moves_t,
    push,
    shift,
    throw_pair,
    top_card,
)
from rbcore.patience.single.column_pairs cimport deal_columns
from rbcore.patience.single.tableau cimport SPOTS, TWINS, tableau_t

cdef enum:
    JACK = 11
    ELEVEN = 11


# Nos. 1 and 9: the last cards of columns; a reserve card is a column of its own.

cdef void open_tableau(board_t* p, const layout_t* rules) noexcept nogil:
    cdef tableau_t t
    cdef card_t cards[MOST_CARDS]
    cdef int i, spot, depth, slot = 0
    for i in range(p.end):
        cards[i] = p.value[p.stock[i]]
    p.deal = deal_columns(&rules.tableau, cards, p.end, &t)
    for depth in range(rules.tableau.height):
        for spot in range(SPOTS):
            if depth < t.high[spot]:
                slot += 1
                p.value[slot] = t.cards[spot][depth]
                push(p, spot, slot)
    p.at = p.end


cdef void list_tableau(
    const board_t* p, const layout_t* rules, moves_t* moves
) noexcept nogil:
    cdef int one, other, column, vacant, columns = rules.columns
    for one in range(SPOTS):
        for other in range(one + 1, SPOTS):
            if (
                p.size[one] and p.size[other]
                and rank_of(top_card(p, one)) == rank_of(top_card(p, other))
                and (rules.tableau.reserve_pairs or one < columns)
            ):
                add(moves, PAIR, one, other, 1)
    vacant = first_empty(p, 0, columns) if rules.tableau.grace else -1
    if vacant < 0:
        return
    for column in range(columns):
        if p.size[column] > 1:  # the only card of a heap gains nothing (1.6)
            add(moves, SHIFT, column, vacant, 1)


cdef void move_tableau(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if move.kind == SHIFT:
        shift(p, move)
    else:
        throw_pair(p, move)


cdef int _depth(const board_t* p, int pile, int rank) noexcept nogil:
    """The place of the first card of a rank from above, of those below the top; 0 if none."""
    cdef int slot = p.under[p.top[pile]], depth = 2
    while slot and rank_of(p.value[slot]) != rank:
        slot = p.under[slot]
        depth += 1
    return depth if slot else 0


cdef int tableau_worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """What costs nothing; no. 1: small heaps, for spaces; else high columns, reserve cards last."""
    cdef int high = p.size[move.source] + p.size[move.target], rank, spot, lying = 0, buried = 0
    if move.kind == SHIFT:
        return 1000 + p.size[move.source]
    if rules.tableau.grace:
        return 5000 - high
    if not rules.tableau.reserve:
        return 5000 + high
    rank = rank_of(top_card(p, move.source))
    for spot in range(SPOTS):
        if p.size[spot] and spot != move.source and spot != move.target:
            lying += rank_of(top_card(p, spot)) == rank
    for spot in range(SPOTS):
        if p.size[spot]:
            buried += _depth(p, spot, rank) > 0
    if lying + buried == 0 or lying == 2:
        return 9000  # the rank is done with: it costs nothing
    return 5000 + high


cdef bint is_settled(const board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """Whether a pair costs nothing: the rank has no other cards, or all four lie open."""
    cdef int spot, slot, left = 0, lying = 0, rank
    if move.kind != PAIR or not rules.tableau.reserve_pairs:
        return False
    rank = rank_of(top_card(p, move.source))
    for spot in range(SPOTS):
        slot = p.top[spot]
        if slot and rank_of(p.value[slot]) == rank:
            lying += 1
        while slot:
            left += rank_of(p.value[slot]) == rank
            slot = p.under[slot]
    return left == 2 or lying == TWINS


# No. 14b: cards on nine places that are covered from the stock.

cdef void open_sets(board_t* p, const layout_t* rules) noexcept nogil:
    cdef int place
    for place in range(rules.sets.places):
        push(p, place, draw(p))


cdef void list_sets(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    """A third place of 0 stands for a pair: the places of a set are in order."""
    cdef int ranks[MOST_PLACES]
    cdef int one, other, third, stock = p.end - p.at
    for one in range(rules.sets.places):
        ranks[one] = rank_of(top_card(p, one))
    for one in range(rules.sets.places):
        for other in range(one + 1, rules.sets.places):
            if stock >= 2 and ranks[one] + ranks[other] == ELEVEN:
                add(moves, COVER, one, other, 0)
            if stock < 3 or ranks[one] < JACK or ranks[other] < JACK or ranks[one] == ranks[other]:
                continue
            for third in range(other + 1, rules.sets.places):
                if ranks[third] == JACK + (JACK + 1) + KING - ranks[one] - ranks[other]:
                    add(moves, COVER, one, other, third)


cdef bint _is_saved(const board_t* p, const layout_t* rules, int rank) noexcept nogil:
    """Whether the last card makes eleven, or by the other reading a set (14b.4, 14b.5)."""
    cdef int place, lying = 0
    for place in range(rules.sets.places):
        lying |= 1 << rank_of(top_card(p, place))
    if rank < JACK:
        return lying >> (ELEVEN - rank) & 1
    lying |= 1 << rank
    return rules.sets.alone_saves and lying >> JACK & 7 == 7


cdef void move_sets(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    push(p, move.source, draw(p))
    push(p, move.target, draw(p))
    if move.count:
        push(p, move.count, draw(p))
    p.placed += 3 if move.count else 2
    if p.end - p.at == 1 and _is_saved(p, rules, rank_of(p.value[p.stock[p.at]])):
        tell(p.story, THROWN, p.value[draw(p)], 0)
        p.placed += 1
