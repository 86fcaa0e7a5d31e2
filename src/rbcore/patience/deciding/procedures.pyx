"""What each layout has of its own: its opening, its legal moves, what a move does, a next deal."""

from libc.string cimport memcpy, memset

from rbcore.cards.card cimport NO_CARD, card_t
from rbcore.cards.rng cimport stream_t
from rbcore.patience.choices.corners cimport (
    deal_corners,
    list_corners,
    move_corners,
    next_corners,
)
from rbcore.patience.choices.pairs cimport (
    list_sets,
    list_tableau,
    move_sets,
    move_tableau,
    open_sets,
    open_tableau,
)
from rbcore.patience.choices.rows cimport list_marriage, move_marriage, open_marriage
from rbcore.patience.choices.steps cimport (
    list_constitution,
    list_fairest,
    move_fairest,
    move_constitution,
    open_constitution,
)
from rbcore.patience.engine cimport dealing, moving, scan
from rbcore.patience.form cimport (
    BLOCKADE,
    CONSTITUTION,
    CORNERS,
    FAIREST,
    GALLERY,
    LAYOUT_PROCEDURES,
    MARRIAGE,
    PACKETS,
    PARALLELS,
    PASS,
    SETS,
    SHAH,
    TABLEAU,
    form_t,
    layout_t,
    story_t,
    tell,
)
from rbcore.patience.layouts.grid cimport (
    deal_row,
    list_blockade,
    list_parallels,
    list_shah,
    move_blockade,
    move_parallels,
    move_shah,
    open_parallels,
)
from rbcore.patience.layouts.open_heaps cimport (
    list_gallery,
    list_packets,
    move_gallery,
    move_packets,
    open_packets,
)
from rbcore.patience.layouts.position cimport board_t, move_t, moves_t
from rbcore.patience.table cimport next_cards

ctypedef void (*open_f)(board_t* p, const layout_t* rules) noexcept nogil
ctypedef void (*list_f)(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil
ctypedef void (*move_f)(board_t* p, const layout_t* rules, move_t move) noexcept nogil
ctypedef bint (*next_f)(board_t* p, const layout_t* rules) noexcept nogil

cdef struct procedure_t:
    open_f open
    list_f list
    move_f move
    next_f next


cdef void _open_nothing(board_t* p, const layout_t* rules) noexcept nogil:
    pass


cdef bint _no_next(board_t* p, const layout_t* rules) noexcept nogil:
    return False


cdef procedure_t PROCEDURES[LAYOUT_PROCEDURES]
PROCEDURES[PARALLELS] = procedure_t(open_parallels, list_parallels, move_parallels, _no_next)
PROCEDURES[BLOCKADE] = procedure_t(deal_row, list_blockade, move_blockade, _no_next)
PROCEDURES[SHAH] = procedure_t(deal_row, list_shah, move_shah, _no_next)
PROCEDURES[PACKETS] = procedure_t(open_packets, list_packets, move_packets, _no_next)
PROCEDURES[GALLERY] = procedure_t(_open_nothing, list_gallery, move_gallery, _no_next)
PROCEDURES[TABLEAU] = procedure_t(open_tableau, list_tableau, move_tableau, _no_next)
PROCEDURES[SETS] = procedure_t(open_sets, list_sets, move_sets, _no_next)
PROCEDURES[MARRIAGE] = procedure_t(open_marriage, list_marriage, move_marriage, _no_next)
PROCEDURES[FAIREST] = procedure_t(_open_nothing, list_fairest, move_fairest, _no_next)
PROCEDURES[CONSTITUTION] = procedure_t(
    open_constitution, list_constitution, move_constitution, _no_next
)
PROCEDURES[CORNERS] = procedure_t(deal_corners, list_corners, move_corners, next_corners)


cdef void open_layout(
    board_t* p, const form_t* form, const card_t* pack, stream_t* shuffles, story_t* story
) noexcept nogil:
    """Set a layout out and deal its first cards."""
    cdef const layout_t* rules = &form.layout
    cdef int f
    if rules.game != NULL:
        dealing.open_board(p, rules.game, pack, form.cards, False, shuffles, story)
        return
    memset(p, 0, sizeof(board_t))
    p.shuffles = shuffles
    p.story = story
    for f in range(rules.founded):
        p.room[f] = <unsigned char>rules.foundations[f].length
        p.wants[f] = rules.foundations[f].starts
        if rules.foundations[f].base != NO_CARD:
            p.wants[f] = next_cards(&rules.foundations[f], rules.foundations[f].base)
    memcpy(p.value + 1, pack, form.cards)
    for f in range(form.cards):
        p.stock[f] = <unsigned char>(f + 1)
    p.end = form.cards
    p.deal = 1
    tell(story, PASS, 0, 1)
    PROCEDURES[rules.procedure].open(p, rules)


cdef void list_moves(const board_t* p, const layout_t* rules, moves_t* moves) noexcept nogil:
    moves.n = 0
    if rules.game != NULL:
        scan.list_moves(p, rules.game, moves)
    else:
        PROCEDURES[rules.procedure].list(p, rules, moves)


cdef void make_move(board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    if rules.game != NULL:
        moving.make_move(p, rules.game, move)
        return
    p.idle += 1
    PROCEDURES[rules.procedure].move(p, rules, move)


cdef bint next_deal(board_t* p, const layout_t* rules) noexcept nogil:
    """Begin the next deal, when no move is left or the player stops; False if there is none."""
    if rules.game != NULL:
        return dealing.next_deal(p, rules.game)
    return PROCEDURES[rules.procedure].next(p, rules)
