"""The choice of any compiled player, and players filled from their names' records."""

from rbcore.moves.legal_moves cimport has_move, nth_move
from rbcore.observation.view cimport make_open_view, make_view, view_t
from rbcore.players.evaluation cimport (
    WEIGHTS_CHAMPION, WEIGHTS_PLANNER, WEIGHTS_STEADY, WEIGHTS_TRIAL, WEIGHTS_WEIGHTED, can_build,
    foundation_move, get_weights, may_wait, weighted_move,
)
from rbcore.players.lookahead cimport OUTLOOKS, lookahead_move, search_move
from rbcore.players.outside cimport outside_move
from rbcore.players.planner cimport planner_move

from rbcore.players.names import KINDS

cdef void fill_player(player_t* player, record) except *:
    """Fill a player_t from a names.PlayerSpec."""
    player.kind = KINDS.index(record.kind)
    player.chance = record.chance
    player.by.budget.timed = record.microseconds > 0
    player.by.budget.amount = record.microseconds or record.playouts
    player.external = NO_EXTERNAL
    player.remembers = record.knowledge == "memory"
    player.sees_all = record.knowledge == "sight"
    player.in_loop = player.kind if player.kind <= GREEDY and not player.chance else NO_KIND

cdef void seat_outside(player_t* player, CompiledPlayer compiled, outside_t* seated):
    """Fill a player_t with an outside player, and what it needs in its seat."""
    seated[0] = compiled.functions
    player.in_loop = NO_KIND
    player.kind = OUTSIDE
    player.chance = 0
    player.external = CALLED
    player.by.outside = seated
    player.remembers = seated.remembers
    player.sees_all = seated.sees_all

cdef move_t choose(const player_t* player, const position_t* p, const rules_t* r,
                   const moves_t* m, stream_t* stream, turn_plan_t* plan) noexcept nogil:
    """Return a compiled player's move, which may be an error; most get only a view."""
    cdef view_t view
    cdef int weights
    if player.chance and <int>below(stream, SURE) < player.chance:
        plan.n = 0
        return nth_move(p, r, m, <int>below(stream, <uint32_t>m.count))
    if player.kind <= GREEDY:
        if player.kind == GREEDY:
            return greedy_move(p, r, m)
        if player.kind == OUTSIDE:
            return outside_move(player.by.outside, p, r, m, stream)
        return nth_move(p, r, m, <int>below(stream, <uint32_t>m.count))
    if plan.at < plan.n and plan.turn == p.turn and has_move(p, r, m, plan.moves[plan.at]):
        plan.at += 1
        return plan.moves[plan.at - 1]
    plan.n = 0
    if m.count == 1:
        return nth_move(p, r, m, 0)
    if can_build(m):
        return foundation_move(p.seat, r, m)
    if player.sees_all:
        make_open_view(&view, p, r)
    else:
        make_view(&view, p, r, player.remembers)
    if player.kind in (PLANNER, TRIAL_PLANNER, STEADY):
        weights = WEIGHTS_PLANNER
        if player.kind == TRIAL_PLANNER:
            weights = WEIGHTS_TRIAL
        elif player.kind == STEADY and may_wait(r):
            weights = WEIGHTS_STEADY
        return planner_move(&view, r, m, get_weights(weights), plan)
    if player.kind >= LOOKAHEAD:
        return lookahead_move(&view, r, m, &OUTLOOKS[player.kind - LOOKAHEAD], plan)
    if player.kind == SEARCH:
        return search_move(&view, r, m, player.by.budget, stream, plan)
    weights = WEIGHTS_WEIGHTED
    if player.kind == TRIAL:
        weights = WEIGHTS_TRIAL
    elif player.kind == CHALLENGED:
        weights = WEIGHTS_CHAMPION
    return weighted_move(&view, r, m, get_weights(weights))
