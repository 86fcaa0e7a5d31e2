"""The moves of a game: by its patterns, or by what it has of its own."""

from rbcore.patience.engine cimport dealing, moving, scan
from rbcore.patience.engine.board cimport MOST_MOVES, board_t, move_t, moves_t
from rbcore.patience.engine.game cimport COVERED, GALLERY, NOT_OWN, PACKETS, ROW_OF_CARDS, SHAH
from rbcore.patience.own.covered cimport list_covered, move_covered
from rbcore.patience.own.gallery cimport list_gallery, move_gallery
from rbcore.patience.own.packets cimport list_packets, move_packets, open_packets
from rbcore.patience.own.row cimport list_row, move_row, open_row
from rbcore.patience.own.shah cimport list_shah, move_shah

ctypedef void (*open_f)(board_t* b, const game_t* g) noexcept nogil
ctypedef void (*list_f)(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil
ctypedef void (*move_f)(board_t* b, const game_t* g, move_t move) noexcept nogil

cdef struct own_rules_t:
    open_f open
    list_f list
    move_f move


cdef void _open_nothing(board_t* b, const game_t* g) noexcept nogil:
    pass


cdef own_rules_t OWN[COVERED + 1]
OWN[NOT_OWN] = own_rules_t(_open_nothing, NULL, NULL)
OWN[SHAH] = own_rules_t(_open_nothing, list_shah, move_shah)
OWN[GALLERY] = own_rules_t(_open_nothing, list_gallery, move_gallery)
OWN[PACKETS] = own_rules_t(open_packets, list_packets, move_packets)
OWN[ROW_OF_CARDS] = own_rules_t(open_row, list_row, move_row)
OWN[COVERED] = own_rules_t(_open_nothing, list_covered, move_covered)


cdef void open_game(
    board_t* b, const game_t* g, const card_t* pack, int cards, bint by_way, stream_t* shuffles,
    story_t* story,
) noexcept nogil:
    """Set a game out and deal its first cards."""
    dealing.open_board(b, g, pack, cards, by_way, shuffles, story)
    OWN[g.own].open(b, g)


cdef void list_moves(const board_t* b, const game_t* g, moves_t* moves) noexcept nogil:
    """List the legal moves."""
    if g.own == NOT_OWN:
        scan.list_moves(b, g, moves)
        return
    moves.n = 0
    moves.most = MOST_MOVES
    OWN[g.own].list(b, g, moves)


cdef void make_move(board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Make a legal move, and what follows of itself."""
    if g.own == NOT_OWN:
        moving.make_move(b, g, move)
        return
    b.idle += 1
    b.most = b.placed
    OWN[g.own].move(b, g, move)
    if b.placed > b.most:
        b.idle = 0


cdef bint next_deal(board_t* b, const game_t* g) noexcept nogil:
    """Begin the next deal, when no move is left or the player stops; False if there is none."""
    return g.own == NOT_OWN and dealing.next_deal(b, g)
