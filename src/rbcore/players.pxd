# The compiled players. A player is asked for one move at a time and sees only face-up cards.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from rbcore.bits cimport lowest
from rbcore.card cimport NO_CARD, card_t
from rbcore.moves cimport (
    LANES, NO_WORD, RESERVE_LANE, WASTE_LANE, WORDS, in_lanes, lane_move, lane_set, moves_t,
    WORD_TURN, has_move, nth_move, word_move,
)
from rbcore.position cimport base_of, length, places_of, position_t
from rbcore.rng cimport below, stream_t
from rbcore.table cimport FOUNDATION, HAND, HOUSE, KIND_HOUSE, KIND_LOAD, RESERVE, WASTE, rules_t
from rbcore.turns cimport move_t

cdef enum player_t:
    UNIFORM = 0
    GREEDY = 1

cdef inline move_t choose(
    int player, const position_t* p, const rules_t* r, const moves_t* m, stream_t* stream
) noexcept nogil:
    if player == UNIFORM:
        return nth_move(p, r, m, <int>below(stream, <uint32_t>m.count))
    return greedy_move(p, r, m)

cdef move_t greedy_move(const position_t* p, const rules_t* r, const moves_t* m) noexcept nogil
