"""What a move is worth to the adviser, by the rules and what a game's file tells it."""

from rbcore.cards.card cimport KING, NO_CARD, bit, card_t, rank_of
from rbcore.patience.engine.board cimport (
    BACK, FILL, GIVE_OVER, HOLD, PAIR, PLAY, SHIFT, TAKE_OVER, TURN, board_t, fits, move_t, moves_t,
    slot_at, top_card,
)
from rbcore.patience.engine.game cimport (
    COVERED, GALLERY, HAND, PILES_FIRST, ROOM_FIRST, ROW_OF_CARDS, SETTLED_FIRST, SMALL_FIRST,
    STOCK, WASTE, game_t,
)
from rbcore.patience.own.row cimport row_worth
from rbcore.patience.policies.choosers cimport lay_cost

cdef enum:
    ONE_PACK = 52


cdef int advise(const board_t* b, const game_t* g, const moves_t* moves) noexcept nogil:
    """The first of the best moves; NO_MOVE if none is worth making."""
    cdef int i, value, best = NO_MOVE, most = UNWANTED
    for i in range(moves.n):
        value = worth(b, g, moves.moves[i])
        if value > most:
            most = value
            best = i
    return best


cdef int worth(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Plays; packings; spaces filled; the next card; the grace; the next pass."""
    if g.own == ROW_OF_CARDS:
        return row_worth(b, g, move)
    if g.own == COVERED:
        return 200 if move.count else 100  # K Q J, which come together seldom
    if g.by_size:
        return _worth_by_size(b, g, move)
    if move.kind in (PLAY, HOLD):
        return _play_worth(b, g, move)
    if move.kind == SHIFT:
        return _shift_worth(b, g, move)
    if move.kind == FILL:
        return 1600
    if move.kind == TURN:
        return 100
    return UNWANTED if move.kind == BACK else 50


cdef int _play_worth(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    if move.source == WASTE and move.count > 1:
        return 70  # the grace, of which a play is the best use
    if g.hold_back:
        if g.foundations[move.target].tier == 1:
            return 6000
        if _is_wanted_soon(b, g, top_card(b, move.source)):
            return UNWANTED
    if move.source == g.prior or move.source == g.store:
        return 5900
    if g.advice_play == ROOM_FIRST:
        return 5000 + b.room[move.target]
    if move.source == WASTE:
        return 5000 if g.advice_play == PILES_FIRST else 5800
    return 5001 + b.size[move.source]


cdef bint _is_wanted_soon(const board_t* b, const game_t* g, card_t c) noexcept nogil:
    """Whether the first foundation will want a rank after that of its next card."""
    cdef int next_rank = (g.foundations[0].length + 1 - b.room[0]) % KING + 1
    return 0 < (rank_of(c) - next_rank + KING) % KING < g.hold_back


cdef int _shift_worth(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    cdef int slot = slot_at(b, move.source, move.count)
    cdef card_t c = b.value[slot], freed = b.value[b.under[slot]]
    cdef bint from_place = move.source < STOCK
    if move.source == HAND and g.advice_lay:
        return 3000 - lay_cost(b, g, g.advice_lay, move)
    if move.target == WASTE:
        return 2400 if from_place else 100
    if not b.size[move.target]:
        return _space_worth(g, move, c)
    # What lies well is left there, so packings come to an end.
    if from_place and freed != NO_CARD and g.packs[g.group_of[move.source]][freed] & bit(c):
        return UNWANTED
    if g.total > ONE_PACK and freed != NO_CARD and fits(b, freed):
        return 3000
    return 2500 + rank_of(c) if from_place else 2300


cdef int _space_worth(const game_t* g, move_t move, card_t c) noexcept nogil:
    """What a card in a space is worth: low ones of a reserve first, high ones begin no pile."""
    if g.feeds:
        return 1000 - rank_of(c)
    if move.source < STOCK:
        return UNWANTED
    return 90 if g.high and rank_of(c) > g.high else 1700


# By the sizes of piles

cdef int _worth_by_size(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Plays, of large piles first; packings that free a card; packings; what must be."""
    if move.kind == HOLD:
        return 6000
    if move.kind == PLAY:
        if g.sorted_first >= 0 and move.source >= g.sorted_first:
            return _sorted_worth(b, g, move)
        return 5000 + b.size[move.source]
    if move.kind == PAIR:
        return _pair_worth(b, g, move)
    if move.kind in (TAKE_OVER, GIVE_OVER):
        return 4000
    if move.kind != SHIFT:
        return 100
    if move.source != HAND:
        return _shift_worth_by_size(b, g, move)
    if g.advice_lay:
        return 3000 - lay_cost(b, g, g.advice_lay, move)
    # The card in hand on another card, or where it must go.
    return 200 if move.target != WASTE and b.size[move.target] else 100


cdef int _pair_worth(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    cdef int high = b.size[move.source] + b.size[move.target]
    if g.advice_pairs == SMALL_FIRST:
        return 5000 - high
    if g.advice_pairs == SETTLED_FIRST and costs_nothing(b, g, move):
        return 9000
    return 5000 + high


cdef bint costs_nothing(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Whether a pair leaves no other card of its rank, or two that lie open."""
    cdef int rank = rank_of(top_card(b, move.source)), pile, slot, lying = 0, buried = 0
    for pile in range(g.piles):
        slot = b.top[pile]
        if slot and rank_of(b.value[slot]) == rank:
            lying += pile != move.source and pile != move.target
        slot = b.under[slot]
        while slot:
            buried += rank_of(b.value[slot]) == rank
            slot = b.under[slot]
    return lying == 2 or lying + buried == 0


cdef int _sorted_worth(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """No. 43: a heap's card, sooner if fewer of them lead to a packet's card."""
    cdef int rank = move.source - g.sorted_first + 2, packet, top, r, least = 100
    for packet in range(g.sorted_first):
        top = rank_of(top_card(b, packet))
        r = rank + 1
        while r < top and b.size[g.sorted_first + r - 2]:
            r += 1
        if b.size[packet] and r == top:
            least = min(least, r - rank)
    return 1000 - least


cdef int _shift_worth_by_size(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """Joins of cards that were not joined, and cards to an empty pile that free another.

    Neither undoes a join, so they come to an end.
    """
    cdef int slot = slot_at(b, move.source, move.count), of = g.group_of[move.target]
    cdef card_t c = b.value[slot], freed = b.value[b.under[slot]]
    cdef bint frees = freed != NO_CARD and fits(b, freed)
    if g.own == GALLERY:
        # A packing that frees a card, or one that lays a lower card bare.
        return 3000 if frees else 2000 if rank_of(freed) < rank_of(c) else UNWANTED
    if g.only_frees:
        return 3000 if frees and b.size[move.target] else UNWANTED
    if freed != NO_CARD and g.packs[of][freed] & bit(c):
        return UNWANTED
    if b.size[move.target]:
        return 3000 if frees else 2500 - b.size[move.source]
    if g.advice_pairs == SMALL_FIRST:
        return 1000 + b.size[move.source]
    if move.source != WASTE and freed == NO_CARD:
        return UNWANTED
    return 2000 if frees else 1500 - b.size[move.source]
