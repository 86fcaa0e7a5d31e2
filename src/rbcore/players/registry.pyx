"""The compiled players that take a call."""

from rbcore.moves.generator cimport has_move
from rbcore.observation.view cimport make_view, view_t
from rbcore.players.evaluation cimport (
    WEIGHTS_CHAMPION, WEIGHTS_PLANNER, WEIGHTS_TRIAL, WEIGHTS_WEIGHTED, get_weights,
)
from rbcore.players.planner cimport planner_move
from rbcore.players.search cimport budget_t, search_move
from rbcore.players.weighted cimport can_build, foundation_move, weighted_move


cdef move_t choose_slow(
    int64_t player, const position_t* p, const rules_t* r, const moves_t* m, stream_t* stream,
    turn_plan_t* plan
) noexcept nogil:
    """A move of a player that errs, or that gets a view of the position and never more."""
    cdef view_t view
    cdef int kind = player % PLAYER_KINDS, chance = player // PLAYER_KINDS % CHANCES, weights
    cdef budget_t budget
    if chance and <int>below(stream, SURE) < chance:
        plan.n = 0
        return nth_move(p, r, m, <int>below(stream, <uint32_t>m.count))
    if kind < WEIGHTED:
        return choose(kind, p, r, m, stream, plan)
    if plan.at < plan.n and plan.turn == p.turn and has_move(p, r, m, plan.moves[plan.at]):
        plan.at += 1
        return plan.moves[plan.at - 1]
    plan.n = 0
    if m.count == 1:
        return nth_move(p, r, m, 0)
    if can_build(m):
        return foundation_move(p.seat, r, m)
    make_view(&view, p, r)
    if kind == PLANNER or kind == TRIAL_PLANNER:
        weights = WEIGHTS_PLANNER if kind == PLANNER else WEIGHTS_TRIAL
        return planner_move(&view, r, m, get_weights(weights), plan)
    if kind == SEARCH:
        budget.amount = player // (2 * PLAYER_KINDS * CHANCES)
        budget.timed = player // (PLAYER_KINDS * CHANCES) & 1
        return search_move(&view, r, m, budget, stream, plan)
    weights = WEIGHTS_WEIGHTED
    if kind == TRIAL:
        weights = WEIGHTS_TRIAL
    elif kind == CHALLENGED:
        weights = WEIGHTS_CHAMPION
    return weighted_move(&view, r, m, get_weights(weights))
