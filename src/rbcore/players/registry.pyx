"""The compiled players by name."""

from rbcore.moves.generator cimport has_move
from rbcore.observation.view cimport look_at, view_t
from rbcore.players.evaluation cimport CHAMPION, OF_PLANNER, OF_WEIGHTED, ON_TRIAL, weights_of
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


cdef move_t think(
    int64_t player, const position_t* p, const rules_t* r, const moves_t* m, stream_t* stream,
    mind_t* mind
) noexcept nogil:
    """A move of a player that errs, or that gets a view of the position and never more."""
    cdef view_t view
    cdef int kind = player % KINDS, chance = player // KINDS % CHANCES, slot
    cdef budget_t budget
    if chance and <int>below(stream, SURE) < chance:
        mind.n = 0
        return nth_move(p, r, m, <int>below(stream, <uint32_t>m.count))
    if kind < WEIGHTED:
        return choose(kind, p, r, m, stream, mind)
    if mind.at < mind.n and mind.turn == p.turn and has_move(p, r, m, mind.moves[mind.at]):
        mind.at += 1
        return mind.moves[mind.at - 1]
    mind.n = 0
    if m.count == 1:
        return nth_move(p, r, m, 0)
    if can_build(m):
        return foundation_move(p.seat, r, m)
    look_at(&view, p, r)
    if kind == PLANNER or kind == TRIAL_PLANNER:
        slot = OF_PLANNER if kind == PLANNER else ON_TRIAL
        return planner_move(&view, r, m, weights_of(slot), mind)
    if kind == SEARCH:
        budget.amount = player // (2 * KINDS * CHANCES)
        budget.timed = player // (KINDS * CHANCES) & 1
        return search_move(&view, r, m, budget, stream, mind)
    slot = CHAMPION if kind == CHALLENGED else ON_TRIAL if kind == TRIAL else OF_WEIGHTED
    return weighted_move(&view, r, m, weights_of(slot))


def player_number(name):
    """What `choose` knows a player by. Raises ValueError in a sentence for other names."""
    rest, tilde, chance = str(name).partition("~")
    kind, dash, budget = rest.partition("-")
    if kind not in _ALL or (dash and kind != "search"):
        raise ValueError(f"'{name}' is not a player; there are {', '.join(PLAYERS)}")
    if tilde and not (re.fullmatch(r"[0-9]*\.?[0-9]+", chance) and float(chance) <= 1):
        raise ValueError(f"'{name}' is not a player; what follows ~ is a probability from 0 to 1")
    number = _ALL.index(kind) + KINDS * round(float(chance or 0) * SURE)
    if kind == "search":
        number += KINDS * CHANCES * _budget_number(name, budget if dash else str(PLAYOUTS))
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
