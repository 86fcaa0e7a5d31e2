# Actions: every move as a number, relative to the seat that makes it.
#
# Like the quads of moves_t, actions are lanes by places. But a place counts opponents from the seat
# to move, so the same number means the same for every seat.

from libc.stdint cimport uint64_t, uint8_t

from rbcore.board.position cimport position_t
from rbcore.moves.legal_moves cimport RESERVE_LANE, TURNED_LANE, WASTE_LANE, moves_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport (
    FOUNDATION, HOUSE, LANES, MAX_HOUSES, PLACES, RESERVE, TURNED, WASTE, CompiledRules, rules_t,
)

cdef enum:
    FIRST_SPECIAL = LANES * PLACES            # 192 to 194: turn, waste, pass, as special_t
    SINGLES = FIRST_SPECIAL + 3                 # actions, where no groups move
    GROUPS = 12                               # sizes of a group, 2 to 13
    WITH_GROUPS = SINGLES + MAX_HOUSES * GROUPS * PLACES

cdef inline int action_count(const rules_t* r) noexcept nogil:
    return WITH_GROUPS if r.group_moves else SINGLES

cdef inline int turned_round(const rules_t* r, int place, int seats) noexcept nogil:
    """Return a place shifted by some seats; only reserves and wastes belong to a seat."""
    cdef int first = RESERVE if place < WASTE else WASTE
    if place < RESERVE or place >= FOUNDATION or place - first >= r.seats:
        return place
    return first + (place - first + seats) % r.seats

cdef inline int action_of(const position_t* p, const rules_t* r, move_t move) noexcept nogil:
    """Return the action of a legal move."""
    cdef int place, lane
    if move.source == FOUNDATION:
        return FIRST_SPECIAL + 2
    if move.place >= TURNED:
        return FIRST_SPECIAL
    if move.source == TURNED + p.seat and move.place == WASTE + p.seat:
        return FIRST_SPECIAL + 1
    place = turned_round(r, move.place, r.seats - p.seat)
    if move.extra_cards:
        return SINGLES + ((move.source - HOUSE) * GROUPS + move.extra_cards - 1) * PLACES + place
    if move.source < RESERVE:
        lane = move.source
    elif move.source < WASTE:
        lane = RESERVE_LANE
    else:
        lane = TURNED_LANE if move.source >= TURNED else WASTE_LANE
    return lane * PLACES + place

cdef tuple texts_of(CompiledRules compiled, int seat)
cdef dict numbers_of(CompiledRules compiled, int seat)
cdef bint read_action(const position_t* p, const rules_t* r, const moves_t* m, int action,
                      move_t* move) noexcept nogil
cdef void mask_actions(const position_t* p, const rules_t* r, const moves_t* m,
                       uint8_t* mask) noexcept nogil
cdef uint64_t count_sequences(const position_t* p, const rules_t* r, int depth) noexcept nogil
