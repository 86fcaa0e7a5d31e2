"""What a move at a table is worth to the adviser (docs/patience)."""

from rbcore.cards.card cimport KING, NO_CARD, card_t, rank_of
from rbcore.patience.form cimport EVERY_PLAY, layout_t, table_t
from rbcore.patience.layouts.position cimport (
    BACK,
    FILL,
    HAND,
    HOLD,
    PLAY,
    SHIFT,
    TURN,
    UNWANTED,
    WASTE,
    board_t,
    fits,
    move_t,
    slot_at,
    top_card,
)
from rbcore.patience.table cimport takes

cdef enum:
    SOON = 3        # cards of no. 39's centre that are looked ahead
    HIGH = 9        # no. 23b: a rank above it is no good beginning of a packet
    ONE_PACK = 52


cdef int table_worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    """Plays; packings; spaces filled; the next card; the grace; the next pass."""
    if move.kind in (PLAY, HOLD):
        return _play_worth(p, rules, move)
    if move.kind == SHIFT:
        return _shift_worth(p, rules, move)
    if move.kind == FILL:
        return 1600
    if move.kind == TURN:
        return 100
    return UNWANTED if move.kind == BACK else 50


cdef int _play_worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    cdef const table_t* table = rules.table
    if move.source == WASTE and move.count > 1:
        return 70  # the grace, of which a play is the best use
    if move.target < table.first_tier:
        return 6000
    if table.first_tier and _is_wanted_soon(p, rules, top_card(p, move.source)):
        return UNWANTED
    if move.source == rules.choices.prior or move.source == table.store:
        return 5900
    if rules.choices.duty == EVERY_PLAY:
        return 5000 + p.room[move.target]
    if move.source == WASTE:
        return 5800 if table.waste_first or table.feeders_end > table.feeders + 1 else 5000
    return 5001 + p.size[move.source]


cdef bint _is_wanted_soon(const board_t* p, const layout_t* rules, card_t c) noexcept nogil:
    """Whether the centre of no. 39 will want a rank after that of its next card."""
    cdef int next_rank = (rules.foundations[0].length + 1 - p.room[0]) % KING + 1
    return 0 < (rank_of(c) - next_rank + KING) % KING < SOON


cdef int _shift_worth(const board_t* p, const layout_t* rules, move_t move) noexcept nogil:
    cdef int slot = slot_at(p, move.source, move.count)
    cdef card_t c = p.value[slot], freed = p.value[p.under[slot]]
    cdef bint from_place = move.source not in (HAND, WASTE)
    if move.target == WASTE:
        return 2400 if from_place else 100
    if not p.size[move.target]:
        return _space_worth(rules, move, c)
    # What lies well is left there, so packings come to an end.
    if from_place and freed != NO_CARD and takes(rules.table, freed, c):
        return UNWANTED
    if rules.total > ONE_PACK and freed != NO_CARD and fits(p, rules, freed):
        return 3000
    return 2500 + rank_of(c) if from_place else 2300


cdef int _space_worth(const layout_t* rules, move_t move, card_t c) noexcept nogil:
    """What a card in a space is worth: low ones of a reserve first; in no. 23b no high ones."""
    if rules.table.feeders_end:
        return 1000 - rank_of(c)
    if move.source not in (HAND, WASTE):
        return UNWANTED
    return 90 if rules.choices.runs and rank_of(c) > HIGH else 1700
