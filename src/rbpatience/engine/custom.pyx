"""The moves of a game: its own code's where patterns do not suffice, else its patterns'."""

from rbcore.cards.card cimport card_t
from rbcore.cards.rng cimport stream_t
from rbpatience.engine.board cimport MAX_MOVES, board_t, move_t, moves_t
from rbpatience.engine.custom_games.constitution cimport (
    deal_constitution, list_constitution, move_constitution,
)
from rbpatience.engine.custom_games.corners cimport deal_corners
from rbpatience.engine.custom_games.covered cimport list_covered, move_covered
from rbpatience.engine.custom_games.gallery cimport list_gallery, move_gallery
from rbpatience.engine.custom_games.manor cimport deal_manor
from rbpatience.engine.custom_games.nestor cimport deal_nestor
from rbpatience.engine.custom_games.packets cimport deal_packets, list_packets, move_packets
from rbpatience.engine.custom_games.parisienne cimport list_parisienne, move_parisienne
from rbpatience.engine.custom_games.queens cimport deal_queens
from rbpatience.engine.custom_games.row cimport deal_marriage, list_row, move_row
from rbpatience.engine.custom_games.shah cimport list_shah, move_shah
from rbpatience.engine.game cimport NOT_CUSTOM, N_CUSTOM, N_DEALS, spec_t, story_t
from rbpatience.engine.legal_moves cimport list_by_patterns
from rbpatience.engine.transition cimport begin_play, deal_piles, make_described, set_out

ctypedef void (*list_f)(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil
ctypedef void (*move_f)(board_t* b, const spec_t* g, move_t move) noexcept nogil
ctypedef void (*deal_f)(board_t* b, const spec_t* g) noexcept nogil

# In the order of game.pxd, and of CUSTOM_MOVES and CUSTOM_DEALS in schema.py.
cdef list_f LIST[N_CUSTOM]
cdef move_f MOVE[N_CUSTOM]
cdef deal_f DEAL[N_DEALS]
LIST[:] = [
    list_by_patterns, list_shah, list_gallery, list_packets, list_row, list_covered,
    list_constitution, list_parisienne,
]
MOVE[:] = [
    make_described, move_shah, move_gallery, move_packets, move_row, move_covered,
    move_constitution, move_parisienne,
]
DEAL[:] = [
    deal_piles, deal_packets, deal_marriage, deal_constitution, deal_nestor, deal_corners,
    deal_manor, deal_queens,
]

cdef void open_game(board_t* b, const spec_t* g, const card_t* pack, int cards, bint by_way,
                    stream_t* shuffles, story_t* story) noexcept nogil:
    """Set out a game and deal its first cards."""
    set_out(b, g, pack, cards, by_way, shuffles, story)
    DEAL[g.layout](b, g)
    begin_play(b, g)

cdef void list_moves(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """List the legal moves."""
    if g.custom == NOT_CUSTOM:
        list_by_patterns(b, g, moves)
        return
    list_custom(b, g, moves, MAX_MOVES)

cdef void list_custom(const board_t* b, const spec_t* g, moves_t* moves, int most) noexcept nogil:
    """List the legal moves of a custom game."""
    moves.n = 0
    moves.most = most
    LIST[g.custom](b, g, moves)

cdef void make_move(board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Make a legal move and its automatic consequences."""
    if g.custom == NOT_CUSTOM:
        make_described(b, g, move)
        return
    b.idle += 1
    b.most = b.placed
    MOVE[g.custom](b, g, move)
    if b.placed > b.most:
        b.idle = 0
