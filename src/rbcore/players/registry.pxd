# The compiled players. A player is asked for one move at a time.

from libc.stdint cimport int64_t, uint32_t

from rbcore.board.position cimport position_t
from rbcore.cards.rng cimport below, stream_t
from rbcore.moves.generator cimport moves_t, nth_move
from rbcore.moves.transition cimport move_t
from rbcore.players.greedy cimport greedy_move
from rbcore.players.planner cimport turn_plan_t
from rbcore.rules.compiled cimport rules_t

cdef enum player_t:
    UNIFORM = 0
    GREEDY = 1
    WEIGHTED = 2
    PLANNER = 3
    TRIAL = 4             # `weighted` with weights on trial
    SEARCH = 5
    CHALLENGED = 6        # `weighted` with those of the champion that TRIAL plays against
    TRIAL_PLANNER = 7     # `planner` with weights on trial
    PLAYER_KINDS = 8      # a player that errs (`greedy~0.3`) is its kind + PLAYER_KINDS * chance
    SURE = 1 << 24        # the chance of one that always does
    CHANCES = 1 << 25

cdef inline move_t choose(
    int64_t player, const position_t* p, const rules_t* r, const moves_t* m, stream_t* stream,
    turn_plan_t* plan
) noexcept nogil:
    if player == UNIFORM:
        return nth_move(p, r, m, <int>below(stream, <uint32_t>m.count))
    if player == GREEDY:
        return greedy_move(p, r, m)
    return choose_slow(player, p, r, m, stream, plan)

cdef move_t choose_slow(
    int64_t player, const position_t* p, const rules_t* r, const moves_t* m, stream_t* stream,
    turn_plan_t* plan
) noexcept nogil
