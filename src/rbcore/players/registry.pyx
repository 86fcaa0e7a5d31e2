"""The compiled players by name."""

from rbcore.moves.generator cimport has_move
from rbcore.observation.view cimport make_view, view_t
from rbcore.players.evaluation cimport (
    WEIGHTS_CHAMPION, WEIGHTS_PLANNER, WEIGHTS_TRIAL, WEIGHTS_WEIGHTED, weight_set,
)
from rbcore.players.planner cimport planner_move
from rbcore.players.search cimport budget_t, search_move
from rbcore.players.weighted cimport can_build, foundation_move, weighted_move

import re

# Name -> version. A change of play is a new version; results name it.
PLAYERS = {"uniform": 1, "greedy": 1, "weighted": 2, "planner": 3, "search": 3}

# By number; `trial`, `champion` and `trialplanner` are for whoever looks for weights.
_ALL = [
    "uniform", "greedy", "weighted", "planner", "trial", "search", "champion", "trialplanner"
]

PLAYOUTS = 200                        # of a decision of `search`, unless its name says otherwise
MOST_BUDGET = 1_000_000


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
        return planner_move(&view, r, m, weight_set(weights), plan)
    if kind == SEARCH:
        budget.amount = player // (2 * PLAYER_KINDS * CHANCES)
        budget.timed = player // (PLAYER_KINDS * CHANCES) & 1
        return search_move(&view, r, m, budget, stream, plan)
    weights = WEIGHTS_WEIGHTED
    if kind == TRIAL:
        weights = WEIGHTS_TRIAL
    elif kind == CHALLENGED:
        weights = WEIGHTS_CHAMPION
    return weighted_move(&view, r, m, weight_set(weights))


def player_number(name):
    """What `choose` knows a player by. Raises ValueError in a sentence for other names."""
    rest, tilde, chance = str(name).partition("~")
    kind, dash, budget = rest.partition("-")
    if kind not in _ALL or (dash and kind != "search"):
        raise ValueError(f"'{name}' is not a player; there are {', '.join(PLAYERS)}")
    if tilde and not (re.fullmatch(r"[0-9]*\.?[0-9]+", chance) and float(chance) <= 1):
        raise ValueError(f"'{name}' is not a player; what follows ~ is a probability from 0 to 1")
    number = _ALL.index(kind) + PLAYER_KINDS * round(float(chance or 0) * SURE)
    if kind == "search":
        number += PLAYER_KINDS * CHANCES * _budget_number(name, budget if dash else str(PLAYOUTS))
    return number


def _budget_number(name, budget):
    """Playouts, or microseconds, times two; odd for the latter."""
    found = re.fullmatch(r"([1-9][0-9]*)(ms)?", budget)
    if not found or int(found[1]) > MOST_BUDGET:
        raise ValueError(
            f"'{name}' is not a player; what follows search- is a number of playouts or, with ms, "
            f"of milliseconds, from 1 to {MOST_BUDGET:,}"
        )
    return 2 * 1_000 * int(found[1]) + 1 if found[2] else 2 * int(found[1])


def versioned(name):
    """A player's name with its version, as results have it: `greedy/1`, `search-200~0.3/3`."""
    player_number(name)
    return f"{name}/{PLAYERS.get(re.split('[-~]', name)[0], 0)}"
